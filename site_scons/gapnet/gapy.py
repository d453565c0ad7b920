"""The command line of gapy, which builds the contents of a chip's flashes, writes them and starts the program.

Mirrors Deeploy's cmake/gap9 for GAP9 and its cmake/simulation.cmake for Siracusa and PULP-open, and for GAP8 pulp_rules.mk and
pmsis_rules.mk of gap_sdk, which call gapy once for each of --image, --flash and --exec. gapy ignores flash properties behind its
sub-command in silence, and splits FILE@FLASH:SECTION:PROPERTY at the last '@': so all of them come first, and a path may hold
'@' but no ':'.

A target is a row of TARGETS. Its texts name what is only known when gapy runs: variables that the SDK sets, as {GAP_SDK_HOME},
and {work}, {elf} and {file}.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from string import Formatter
from typing import TypeVar

from .errors import InputError
from .sdk import GAP8_SDK, GAP9_SDK, PULP_OPEN_SDK, SIRACUSA_SDK, Sdk, not_set

FLASH, RUN, RUN_ONLY = "flash", "run", "run only"
"""What gapy is to do: fill the flashes; fill them and start the program; start it on flashes that hold it already."""


@dataclass(frozen=True)
class Platform:
    """A board or a simulator. options: stand before the work folder."""

    name: str
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class Target:
    """One chip as gapy knows it.

    chip: gapy's --target. places: where its SDK keeps gapy. options: behind the work folder. contents: properties for what the
    SDK and the linker give; files: for one file of a readfs partition, by the memory that it is in, the usual one first; layout:
    which partitions there are. behind: last options before the sub-commands. steps: sub-commands by what is to be done. copies:
    files that must lie in the work folder, each (from, name). image: name in the work folder under which gapy takes a flash image
    that is ready, and image_steps: the sub-commands which then leave it alone; None where gapy builds flashes from files only.
    """

    name: str
    chip: str
    sdk: Sdk
    places: tuple[str, ...]
    platforms: tuple[Platform, ...]
    files: Mapping[str, str]
    steps: Mapping[str, tuple[str, ...]]
    options: tuple[str, ...] = ()
    contents: tuple[str, ...] = ()
    layout: tuple[str, ...] = ()
    behind: tuple[str, ...] = ()
    copies: tuple[tuple[str, str], ...] = ()
    image: str | None = None
    image_steps: Mapping[str, tuple[str, ...]] | None = None

    def platform(self, name: str) -> Platform:
        """The platform of this name. Raises InputError."""
        return _named(self.platforms, name, f"{self.name} has no platform")

    def needs(self, platform: Platform) -> list[str]:
        """Variables of the SDK that its command line is made of."""
        texts = (self.chip, *platform.options, *self.options, *self.contents, *self.layout, *(name for name, _ in self.copies))
        fields = {field for text in texts for _, field, _, _ in Formatter().parse(text) if field}
        return sorted(fields - {"work", "elf", "file"})


@dataclass(frozen=True)
class Job:
    """One call of gapy. environment: the SDK's; work, elf, files: absolute paths; memory: which of the target's files they are;
    ready: a flash image lies in the work folder; extra: the user's own options, before the sub-command."""

    target: Target
    platform: Platform
    environment: Mapping[str, str]
    work: str
    elf: str
    files: tuple[str, ...] = ()
    memory: str = ""
    ready: bool = False
    extra: tuple[str, ...] = ()


Row = TypeVar("Row", Platform, Target)

_ALL_IN_ONE = {FLASH: ("image", "flash"), RUN: ("image", "flash", "run"), RUN_ONLY: ("run",)}

_GVSOC = Platform("gvsoc", ("--target-dir={GVSOC_INSTALL_DIR}/generators", "--model-dir={GVSOC_INSTALL_DIR}/models"))
"""Deeploy and pulp-sdk call GVSoC's launcher `gvsoc`. gapy is behind it; that these folders are all that it adds is inferred."""


def _pulp(name: str, sdk: Sdk) -> Target:
    return Target(
        name=name,
        chip=name,
        sdk=sdk,
        places=("{GVSOC_INSTALL_DIR}/bin/gapy",),
        platforms=(_GVSOC,),
        files={"hyperflash": "--flash-property={file}@hyperflash:readfs:files",
               "mram": "--flash-property={file}@mram:readfs:files"},
        steps=_ALL_IN_ONE,
        behind=("--py-stack",),
    )


_TARGETS = (
    Target(
        name="gap9",
        chip="gap9.evk",
        sdk=GAP9_SDK,
        places=("{GAP_SDK_HOME}/utils/gapy_v2/bin/gapy",),
        platforms=(
            Platform("gvsoc", ("--target-dir={GAP_SDK_HOME}/install/workstation/generators",
                               "--model-dir={GAP_SDK_HOME}/install/workstation/models")),
            Platform("board", ("--target-dir={GAP_SDK_HOME}/utils/gapy_v2/targets",
                               "--openocd-cable={GAP_SDK_HOME}/utils/openocd_tools/tcl/gapuino_ftdi.cfg",
                               "--openocd-script={GAP_SDK_HOME}/utils/openocd_tools/tcl/gap9revb.tcl",
                               "--openocd-tools={GAP_SDK_HOME}/utils/openocd_tools",
                               "--flash-size=67108864")),
        ),
        options=("--target-property=boot.flash_device=mram", "--target-property=boot.mode=flash"),
        contents=("--flash-property={GAP_SDK_HOME}/install/target/bin/fsbl@mram:fsbl:binary",
                  "--flash-property={GAP_SDK_HOME}/install/target/bin/ssbl@mram:ssbl:binary",
                  "--flash-property={elf}@mram:app:binary"),
        files={"flash": "--flash-property={file}@flash:readfs_flash:files", "mram": "--flash-property={file}@mram:readfs:files"},
        layout=("--multi-flash-content={GAP_SDK_HOME}/utils/layouts/default_layout_multi_readfs.json",),
        behind=("--py-stack",),
        steps=_ALL_IN_ONE,
        copies=(("{GAP_SDK_HOME}/utils/efuse/GAP9/efuse_hyper_preload.data", "chip.efuse_preload.data"),),
    ),
    _pulp("siracusa", SIRACUSA_SDK),
    _pulp("pulp-open", PULP_OPEN_SDK),
    Target(
        name="gap8",
        chip="{GAPY_TARGET}",
        sdk=GAP8_SDK,
        places=("{GAP_SDK_HOME}/tools/gapy/gapy", "{GAP_SDK_HOME}/utils/gapy/gapy"),
        platforms=(Platform("gvsoc"), Platform("board")),
        files={"flash": "--config-opt=**/flash/content/partitions/readfs/files={file}"},
        steps={FLASH: ("run", "--image", "--flash", "--force"),
               RUN: ("run", "--image", "--flash", "--force", "--exec-prepare", "--exec"),
               RUN_ONLY: ("run", "--exec-prepare", "--exec")},
        image="target.board.devices.flash.img",
        image_steps={FLASH: ("run", "--flash", "--force"),
                     RUN: ("run", "--flash", "--force", "--exec-prepare", "--exec"),
                     RUN_ONLY: ("run", "--exec-prepare", "--exec")},
    ),
)
TARGETS = {t.name: t for t in _TARGETS}


def target_of(name: str) -> Target:
    """The target of this name. Raises InputError."""
    return _named(_TARGETS, name, "there is no target")


def memory_of(target: Target, name: str) -> str:
    """The memory of this name whose readfs partition can take files, the usual one for an empty name. Raises InputError."""
    if name and name not in target.files:
        raise InputError(f"{target.name} has no readfs partition in {name!r}", hint=f"It has: {', '.join(target.files)}")
    return name or next(iter(target.files))


def command(job: Job, program: str, step: str) -> list[str]:
    """The command line, as the arguments of `program`, for one of FLASH, RUN and RUN_ONLY. Raises InputError."""
    target, work = job.target, plain_path(job.work)
    known = {name: _variable(job, name) for name in target.needs(job.platform)} | {"work": work, "elf": plain_path(job.elf)}
    file = target.files[memory_of(target, job.memory)]
    steps = target.steps
    if job.ready:
        if target.image_steps is None:
            raise InputError(f"gapy takes no flash image for {target.name}", hint="Give it the network or its readfs image")
        steps = target.image_steps

    def filled(texts: tuple[str, ...]) -> list[str]:
        return [text.format(**known) for text in texts]

    return [
        program,
        *filled((f"--target={target.chip}", f"--platform={job.platform.name}", *job.platform.options, "--work-dir={work}")),
        *filled((*target.options, *target.contents)),
        *(file.format(file=plain_path(path)) for path in job.files),
        *filled(target.layout),
        *job.extra,
        *target.behind,
        *steps[step],
        f"--binary={known['elf']}",
    ]


def copies(job: Job) -> list[tuple[str, str]]:
    """Files of the SDK that must lie in the work folder before gapy is called: path and name there. Raises InputError."""
    known = {name: _variable(job, name) for name in job.target.needs(job.platform)}
    return [(source.format(**known), name) for source, name in job.target.copies]


def plain_path(path: str) -> str:
    """A path that can stand in a property. Raises InputError."""
    if ":" in path:
        raise InputError("gapy takes a ':' in a path for the end of it", path, hint="Move what you build to a folder without ':'")
    return path


def _variable(job: Job, name: str) -> str:
    if not job.environment.get(name):
        raise not_set(job.target.sdk, [name])
    return plain_path(job.environment[name])


def _named(rows: Iterable[Row], name: str, trouble: str) -> Row:
    rows = list(rows)
    found = next((row for row in rows if row.name == name), None)
    if found is None:
        raise InputError(f"{trouble} {name!r}", hint=f"There are: {', '.join(row.name for row in rows)}")
    return found

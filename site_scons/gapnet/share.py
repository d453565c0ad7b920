"""The whole way: from generated folders' files to patched C, image, manifest and report, in memory."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from . import image as image_stage
from . import manifest as manifest_stage
from . import usage
from .analysis import Analysis, key_of, rules_of
from .errors import GapnetError, InputError
from .folder import read_bytes
from .functions import function_table
from .needed import needed_files
from .options import IMAGE, MANIFEST, REPORT, USUAL, Options
from .patch import patch
from .plan import Firmware, Part, Plan, plan_firmware
from .progress import Stage, quiet
from .replay import Memory
from .shapes import Roles
from .verify import nothing_else, verify


@dataclass(frozen=True)
class Network:
    """A generated folder. name: how reports call it; sources: C and headers by name; hex_files: where each file of `hex/` lies,
    by name; options: its own; analysis: that of the same sources and functions, where it is at hand; former: one that may be of
    other sources or functions, see `unchanged`."""

    name: str
    sources: Mapping[str, bytes]
    hex_files: Mapping[str, Path]
    options: Options = USUAL
    analysis: Analysis | None = None
    former: Analysis | None = None


@dataclass(frozen=True)
class Result:
    """sources: C and headers by name; image: None where the network loads no file; analysis: of the C; files: what the image
    holds, by name."""

    sources: dict[str, bytes]
    image: bytes | None
    manifest: dict[str, Any]
    plan: Plan = field(repr=False)
    analysis: Analysis = field(repr=False)

    @property
    def files(self) -> dict[str, bytes]:
        return dict(self.plan.image)

    def outputs(self) -> dict[str, bytes]:
        """Every file of the target folder by name."""
        return self.sources | _products(self.image, self.manifest)


@dataclass(frozen=True)
class Together:
    """Networks of one firmware. results: of each network, with an image of its own files; image, manifest: of all; files: what
    that image holds, by name."""

    results: dict[str, Result]
    image: bytes | None
    manifest: dict[str, Any]
    files: dict[str, bytes]

    def outputs(self) -> dict[str, bytes]:
        """Every file of the target folder by name; the sources of several networks each in a folder of its own."""
        several = len(self.results) > 1
        sources = {f"{name}/{file}" if several else file: data
                   for name, r in self.results.items() for file, data in r.sources.items()}
        return sources | self.products()

    def products(self) -> dict[str, bytes]:
        """The files that are of all networks."""
        return _products(self.image, self.manifest)


def _products(image: bytes | None, manifest: dict[str, Any]) -> dict[str, bytes]:
    from .webpage import as_html  # only where the page is written: not every run needs what makes it

    return ({IMAGE: image} if image is not None else {}) | {MANIFEST: manifest_stage.dump(manifest), REPORT: as_html(manifest)}


def share(name: str, sources: Mapping[str, bytes], hex_files: Mapping[str, Path], options: Options = USUAL,
          analysis: Analysis | None = None, stage: Stage = quiet) -> Result:
    """Share one network's constants, see `Network` and `share_together`. Raises InputError; writes nothing."""
    network = Network(name, sources, hex_files, options, analysis)
    return share_together([network], options, stage=stage).results[name]


def share_together(networks: Sequence[Network], options: Options = USUAL, extra: Mapping[str, bytes] | None = None,
                   only: str | None = None, stage: Stage = quiet) -> Together:
    """Share the constants of all networks of one firmware, which are loaded from one image.

    options: of the image: `align`, `across`, and the sizes, which are for all networks together; where it gives none, the
    smallest that a network gives holds. extra: more files of the image by name. only: the one network whose C is wanted; the
    others are only read as far as its own depends on them. stage: told what is done next. Raises InputError,
    whose path is `network/file` where there is more than one, and the names of all networks where they do not fit together;
    writes nothing.
    """
    image_stage.checked_align(options.align)
    parts = [_read(n, len(networks) > 1, stage) for n in networks]
    stage("comparing files")
    firmware = plan_firmware(parts, options.across, extra)
    for plan in firmware.plans:
        for file, path, line in plan.loads():
            image_stage.checked_name(file, f"{plan.name}/{path}" if len(parts) > 1 else path, line)
    shared = any(n.options.share for n in networks)
    image = image_stage.build(firmware.image, options.align, once=shared) if firmware.image else None
    alone = len(networks) == 1 and not extra
    limits = _limits(options, networks)
    judged: list[Memory] = []
    results = {}
    stage("writing the manifest")
    functions = tuple(dict.fromkeys(f for n in networks for f in n.options.functions))
    manifest = manifest_stage.make_manifest(firmware, image, options.align, shared, functions, *limits)
    for network, part, plan in zip(networks, parts, firmware.plans, strict=True):
        if only not in (None, network.name):
            continue
        stage(f"writing the C of {network.name}")
        patched = patch(plan, network.sources)
        own = image if alone else _own_image(plan, network.options)
        if network.options.verify:
            stage(f"comparing {network.name} with the original")
            judged += _judge(network, part, patched, [own] if alone else [own, image], judged, extra or {})
        chosen = network.options.align, network.options.share, network.options.functions
        results[network.name] = Result(
            patched, own, manifest if alone and chosen == (options.align, shared, functions) else manifest_stage.make_manifest(
                Firmware((plan,), plan.image), own, *chosen, *(limits if alone else (None, None))), plan, part.analysis)
    if len(judged) == len(networks) and not alone:
        nothing_else(dict(firmware.image), judged, extra or {})
    usage.check(firmware, *limits)
    return Together(results, image, manifest, dict(firmware.image))


def _limits(options: Options, networks: Sequence[Network]) -> tuple[int | None, int | None]:
    """Sizes of L3 and L2 for all networks."""
    def smallest(own: int | None, others: Iterable[int | None]) -> int | None:
        return own if own is not None else min((size for size in others if size is not None), default=None)

    return (smallest(options.l3_size, (n.options.l3_size for n in networks)),
            smallest(options.l2_size, (n.options.l2_size for n in networks)))


def _own_image(plan: Plan, options: Options) -> bytes | None:
    """Image with the files of one network alone."""
    return image_stage.build(plan.image, options.align, once=options.share) if plan.image else None


def _judge(network: Network, part: Part, patched: Mapping[str, bytes], images: Sequence[bytes | None],
           before: Sequence[Memory], extra: Collection[str]) -> list[Memory]:
    """The verdict on a network with the image of its own files, and with that of all networks; what it does to L3 with the last.
    before: what the networks judged before do; extra: names of the files that no network brought."""
    proved = {(c.path, c.name): c.body for c in part.analysis.constants if c.proved}
    roles = roles_of(network.options.functions)
    commons = before[-1].commons if before else {}
    return [verify(network.sources, patched, part.files, image, proved, roles, alone, commons if not alone else None, extra)
            for image, alone in zip(images, (True, False), strict=False)][-1:]


def _read(network: Network, several: bool, stage: Stage) -> Part:
    try:
        if network.analysis is None:
            stage(f"reading the C of {network.name}")
        analysis = network.analysis or analysis_of(network.sources, network.options.functions, network.former,
                                                   network.options.full)
        if analysis.made_of != key_of(network.sources, network.options.functions):
            raise InputError("the analysis that was kept is of other C", hint="Delete analysis.json and build again")
        stage(f"reading the files of {network.name}")
        names = frozenset(network.hex_files)
        files = {n: read_bytes(network.hex_files[n]) for n in needed_files(analysis, names) if n in network.hex_files}
    except GapnetError as error:
        if several and error.path in network.sources:
            raise type(error)(error.message, f"{network.name}/{error.path}", error.line, error.hint) from None
        raise
    return Part(network.name, analysis, files, names, network.options.share)


def analysis_of(sources: Mapping[str, bytes], functions: Iterable[str], former: Analysis | None = None,
                full: bool = False) -> Analysis:
    """Analysis of a network's C, taken from a former one where that still tells. Raises InputError where the C cannot be read."""
    functions = tuple(functions)
    # what reads C is imported where it is read: most runs do without
    if former is not None and not full:
        if (former.made_by, former.made_of) == (rules_of(functions), key_of(sources, functions)):
            return former
        from .unchanged import renewed
        known = renewed(former, sources, functions)
        if known is not None:
            return known
    from .analyse import analyse
    return analyse(sources, functions, whole=full)


def roles_of(functions: Iterable[str]) -> Roles:
    """What the judge must know of the function table. functions: the project's own lines of it."""
    table = function_table(functions).values()
    return Roles({f.name: f.position("size") for f in table if f.result == "l3"},
                 {f.name: (f.position("load"), f.position("file") or 0) for f in table
                  if f.position("file") is not None})

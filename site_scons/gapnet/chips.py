"""How the C of a chip is compiled and linked with its SDK: compiler, flags, definitions, headers, libraries.

Where the facts come from:

* GAP8: utils/rules/pulp_rules.mk and pmsis_rules.mk of gap_sdk (PULP OS), configs/*.sh.
* Siracusa, PULP-open: rules/pulpos/targets/{siracusa,pulp}.mk, default_rules.mk and src.mk of pulp-sdk, and what
  TargetLibraries/PULPOpen/cmake of Deeploy takes of it: of the drivers those for L3, readfs, UART and the cluster.
* GAP9: its SDK is not public. Flags as a public survey of the SDK's utils/cmake/gcc_flags.cmake (version 5.21) gives them, the
  same -march, -mPE, -mFC and -mint64 as in the FreeRTOS rules of gap_sdk; definitions and header folders of Deeploy's
  TargetLibraries/GAP9/cmake/gap9-sdk.cmake, header folders of a published build tree of version 5.

A chip is a row of CHIPS. Its texts hold variables that the SDK sets, as {GAP_SDK_HOME}, and the words of `kinds`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from glob import escape, glob

from .errors import InputError
from .sdk import GAP8_SDK, GAP9_SDK, PULP_OPEN_SDK, SIRACUSA_SDK, Sdk, not_set

COMPILER = "riscv32-unknown-elf-"


@dataclass(frozen=True)
class Options:
    """What goes to compiler and linker. includes: folders of headers, as patterns; forced: headers that every source begins
    with; sources: of the operating system that every program compiles for itself, as patterns, those that the SDK has."""

    flags: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()
    includes: tuple[str, ...] = ()
    forced: tuple[str, ...] = ()
    link: tuple[str, ...] = ()
    libraries: tuple[str, ...] = ()
    folders: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()

    def __add__(self, other: Options) -> Options:
        return Options(**{name: getattr(self, name) + getattr(other, name) for name in self.__dataclass_fields__})


@dataclass(frozen=True)
class Chip:
    """variables: what its SDK must have set; kinds: words by the value of TARGET_CHIP; march: by the compiler's version, with an
    empty one for all others; platforms: what a board and the simulator add."""

    name: str
    sdk: Sdk
    variables: tuple[str, ...]
    march: Mapping[str, str]
    options: Options
    platforms: Mapping[str, Options]
    kinds: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


_COMMON = ("-fno-jump-tables", "-fno-tree-loop-distribute-patterns", "-fdata-sections", "-ffunction-sections")
_BARE = ("-nostartfiles", "-nostdlib", "-Wl,--gc-sections")
_CORES = "-mPE=8 -mFC=1"


def _platform(name: str, *more: str, link: tuple[str, ...] = ()) -> Options:
    capital = name.upper()
    return Options(defines=(f"__PLATFORM_{capital}__", f"__PLATFORM__=ARCHI_PLATFORM_{capital}", *more), link=link)


_GAP8 = Chip(
    name="gap8",
    sdk=GAP8_SDK,
    variables=("GAP_SDK_HOME", "GAP_RISCV_GCC_TOOLCHAIN", "TARGET_CHIP", "BOARD_NAME", "TARGET_INSTALL_DIR", "INSTALL_DIR"),
    march={"": f"-march=rv32imcxgap8 {_CORES}"},
    kinds={"GAP8": {"version": "1", "rt": "gap", "script": "link.gap8.ld"},
           "GAP8_V2": {"version": "2", "rt": "gap_rev1", "script": "link.gap8_rev1.ld"},
           "GAP8_V3": {"version": "3", "rt": "gap8_revc", "script": "link.gap8_rev2.ld"}},
    options=Options(
        flags=_COMMON,
        defines=("__riscv__", "__pulp__", "__GAP__", "__GAP8__", "CHIP_VERSION={version}", "CONFIG_GAP", "CONFIG_{board}",
                 "__PULP_OS__", "RT_FC_STACK_SIZE=2048"),
        includes=("{TARGET_INSTALL_DIR}/include", "{TARGET_INSTALL_DIR}/include/io", "{INSTALL_DIR}/include"),
        forced=("{TARGET_INSTALL_DIR}/include/rt/chips/{rt}/config.h",),
        link=(*_BARE, "-T{INSTALL_DIR}/ld/{script}"),
        folders=("{TARGET_INSTALL_DIR}/lib/gap/{BOARD_NAME}", "{TARGET_INSTALL_DIR}/lib/gap"),
        libraries=("pibsp", "rt", "rtio", "rt", "gcc"),
        sources=("{GAP_SDK_HOME}/rtos/pulp/pulp-os/kernel/conf.c", "{GAP_SDK_HOME}/gap8/rtos/pulp/pulp-os/kernel/conf.c"),
    ),
    platforms={
        "board": Options(defines=("__PLATFORM_BOARD__", "__RT_IODEV__=2"), link=("-T{INSTALL_DIR}/ld/gapuino.conf.ld",)),
        "gvsoc": Options(defines=("__PLATFORM_GVSOC__",), link=("-T{INSTALL_DIR}/ld/gvsoc.conf.ld",)),
    },
)

_GAP9 = Chip(
    name="gap9",
    sdk=GAP9_SDK,
    variables=("GAP_SDK_HOME", "GAP_RISCV_GCC_TOOLCHAIN", "TARGET_CHIP", "TARGET_CHIP_FAMILY", "BOARD_NAME"),
    march={"": f"-march=rv32imcxgap9 {_CORES} -mint64"},
    kinds={"GAP9_V2": {"version": "2"}},
    options=Options(
        flags=(*_COMMON, "-fcommon", "-fno-delete-null-pointer-checks", "-fomit-frame-pointer", "-funsigned-char"),
        defines=("__riscv__", "__GAP__", "__GAP9__", "__RISCV_ARCH_GAP__=1", "CHIP={TARGET_CHIP}", "CHIP_VERSION={version}",
                 "CONFIG_GAP9_V2", "__FREERTOS__", "FEATURE_CLUSTER=1"),
        includes=tuple("{GAP_SDK_HOME}/" + folder for folder in (
            "rtos/pmsis/include", "rtos/pmsis/api/include", "rtos/pmsis/api/include/chips/gap9",
            "rtos/pmsis/api/include/pmsis/rtos", "rtos/pmsis/api/include/pmsis/chips/gap9",
            "rtos/pmsis/api/include/pmsis/implem/gap9", "rtos/pmsis/pmsis_bsp/include",
            "rtos/pmsis/archi/include", "rtos/pmsis/archi/chips/gap9/include",
            "rtos/pmsis/bsp/include", "rtos/pmsis/bsp/*/include", "rtos/pmsis/bsp/*/*/include",
            "rtos/pmsis/implem/include", "rtos/pmsis/implem/rtos/include",
            "rtos/pmsis/implem/chips/gap9/include", "rtos/pmsis/implem/chips/gap9/*/include", "rtos/pmsis/tools/*/include",
            "rtos/pmsis/os/freeRTOS/freertos_kernel/include",
            "rtos/pmsis/os/freeRTOS/freertos_kernel/portable/GCC/RI5CY-GAP9",
            "rtos/pmsis/os/freeRTOS/vendors/gwt/gap9/include", "rtos/pmsis/os/freeRTOS/vendors/gwt/gap9/config",
            "rtos/pmsis/os/freeRTOS/vendors/gwt/gap9/pmsis/include", "rtos/pmsis/os/freeRTOS/vendors/gwt/pmsis/backend/include",
            "rtos/pmsis/os/freeRTOS/vendors/gwt/libs/include", "rtos/freeRTOS/freertos_kernel/include",
            "rtos/freeRTOS/vendors/gwt/gap9/config", "rtos/freeRTOS/vendors/gwt/gap9/pmsis/include", "libs/baselibs/printf")),
        link=_BARE,
        libraries=("gcc",),
    ),
    platforms={"board": _platform("board"), "gvsoc": _platform("gvsoc")},
)

_PULPOS, _BSP = "{PULP_SDK_HOME}/rtos/pulpos", "{PULP_SDK_HOME}/rtos/pmsis/pmsis_bsp"


def _pulp(name: str, sdk: Sdk, march: Mapping[str, str], word: str, more: Options) -> Chip:
    """A chip of pulp-sdk. word: its name there."""
    kernel, drivers = f"{_PULPOS}/common/kernel", f"{_PULPOS}/pulp/drivers"
    common = Options(
        flags=_COMMON,
        defines=("__riscv__", "__PULPOS2__", "__CONFIG_UDMA__", "ARCHI_CLUSTER_NB_PE=8", "POS_CONFIG_IO_UART=0",
                 "POS_CONFIG_IO_UART_BAUDRATE=115200", "POS_CONFIG_IO_UART_ITF=0", "__TRACE_LEVEL__=3", "PI_LOG_LOCAL_LEVEL=2",
                 *(f"{prefix}_{word.upper()}" for prefix in ("CONFIG", "CONFIG_BOARD_VERSION", "CONFIG_PROFILE")),
                 f"PULP_CHIP_STR={word}", "USE_HYPERFLASH", "USE_HYPERRAM"),
        includes=(f"{_PULPOS}/pulp/include/pos/chips/{word}", f"{_PULPOS}/common/lib/libc/minimal/include",
                  f"{_PULPOS}/common/include", kernel, f"{_PULPOS}/pulp_archi/include", f"{_PULPOS}/pulp_hal/include",
                  "{PULP_SDK_HOME}/rtos/pmsis/pmsis_api/include", f"{_PULPOS}/pulp/include", f"{_BSP}/include"),
        forced=(f"{_PULPOS}/pulp/include/pos/chips/{word}/config.h",),
        link=(*_BARE, f"-Tchips/{word}/link.ld"),
        folders=(f"{_PULPOS}/pulp/kernel",),
        libraries=("gcc",),
        sources=(
            *(f"{kernel}/{f}" for f in ("crt0.S", "irq_asm.S", "task_asm.S", "time_asm.S", "soc_event_v2_itc.S", "init.c",
                                        "kernel.c", "device.c", "task.c", "alloc.c", "alloc_pool.c", "irq.c", "soc_event.c",
                                        "log.c", "time.c")),
            *(f"{drivers}/{f}" for f in ("cluster/cluster.c", "cluster/pe-eu-v3.S", "hyperbus/hyperbus-v3.c", "uart/uart-v1.c",
                                         "udma/udma-v3.c")),
            f"{_PULPOS}/common/lib/libc/minimal/*.c",
            *(f"{_BSP}/{f}" for f in ("ram/ram.c", "ram/alloc_extern.c", "ram/hyperram/hyperram.c", "flash/flash.c",
                                      "flash/hyperflash/hyperflash.c", "fs/fs.c", "fs/read_fs/read_fs.c", "fs/host_fs/*.c",
                                      "partition/partition.c", "partition/flash_partition.c", "crc/md5.c", f"bsp/{word}.c")),
        ),
    )
    return Chip(name, sdk, ("PULP_SDK_HOME", "PULP_RISCV_GCC_TOOLCHAIN"), march, common + more, {"gvsoc": _platform("gvsoc")})


_SIRACUSA = _pulp(
    "siracusa", SIRACUSA_SDK, {"": f"-march=rv32imcxgap9 {_CORES}", "9.2.0": "-march=rv32imc_zfinx_xpulpv3"}, "siracusa",
    Options(defines=("SKIP_PLL_INIT",),
            includes=(f"{_PULPOS}/pulp/drivers/i3c/include", f"{_PULPOS}/pulp/drivers/siracusa_padmux/include"),
            sources=(f"{_PULPOS}/pulp/kernel/chips/siracusa/pll.c", f"{_PULPOS}/pulp/kernel/chips/siracusa/soc.c",
                     f"{_PULPOS}/pulp/drivers/siracusa_padmux/src/siracusa_padctrl.c")))
_PULP_OPEN = _pulp(
    "pulp-open", PULP_OPEN_SDK, {"": f"-march=rv32imcxgap9 {_CORES}"}, "pulp",
    Options(sources=(f"{_PULPOS}/common/kernel/fll-v1.c", f"{_PULPOS}/common/kernel/freq-domains.c",
                     f"{_PULPOS}/pulp/kernel/chips/pulp/soc.c")))

CHIPS = {chip.name: chip for chip in (_GAP8, _GAP9, _SIRACUSA, _PULP_OPEN)}


def chip_of(name: str, platform: str) -> Chip:
    """The chip of this name. Raises InputError where there is none, or it has no such platform."""
    if name not in CHIPS:
        raise InputError(f"there is no target {name!r}", hint=f"There are: {', '.join(CHIPS)}")
    if platform not in CHIPS[name].platforms:
        raise InputError(f"{name} has no platform {platform!r}", hint=f"There are: {', '.join(CHIPS[name].platforms)}")
    return CHIPS[name]


def compiler_of(chip: Chip, environment: Mapping[str, str]) -> str:
    """Path of the chip's compilation tools without the tool's name. Raises InputError for an SDK that is not set up."""
    missing = [name for name in chip.variables if not environment.get(name)]
    if missing:
        raise not_set(chip.sdk, missing)
    path = f"{environment[chip.sdk.toolchain]}/bin/{COMPILER}"
    if not os.access(f"{path}gcc", os.X_OK):
        raise InputError("there is no such compiler", f"{path}gcc", hint=f"Let {chip.sdk.toolchain} name the toolchain's folder")
    return path


def options_of(chip: Chip, platform: str, environment: Mapping[str, str], version: str = "") -> Options:
    """What compiler and linker are given, with nothing left to fill in.

    environment: of the SDK, as `compiler_of` has accepted it; version: of the compiler. Raises InputError for a revision of the
    chip that is not known, and for an SDK without headers.
    """
    words = dict(environment)
    if chip.kinds:
        kind = chip.kinds.get(environment["TARGET_CHIP"])
        if kind is None:
            raise InputError(f"TARGET_CHIP is {environment['TARGET_CHIP']!r}, which is no {chip.name}",
                             hint=f"Source {chip.sdk.script} of the SDK; known are {', '.join(chip.kinds)}")
        words |= kind
    words["board"] = environment.get("BOARD_NAME", "").upper().removesuffix("_REVB")
    march = chip.march.get(version, chip.march[""])
    given = Options(flags=tuple(march.split())) + chip.options + chip.platforms[platform]
    filled = {name: tuple(text.format(**words) for text in getattr(given, name))
              for name in ("flags", "defines", "forced", "link", "libraries", "folders")}
    quoted = {name: escape(value) for name, value in words.items()}
    includes = _existing(given.includes, quoted, os.path.isdir)
    if not includes:
        home = environment[chip.sdk.home]
        raise InputError(f"has none of the header folders of the {chip.sdk.name}", home, hint=f"Is {chip.sdk.home} right?")
    return Options(includes=includes, sources=_existing(given.sources, quoted, os.path.isfile), **filled)


def _existing(patterns: Iterable[str], words: Mapping[str, str], wanted: Callable[[str], bool]) -> tuple[str, ...]:
    found = [path for pattern in patterns for path in sorted(glob(pattern.format(**words))) if wanted(path)]
    return tuple(dict.fromkeys(found))

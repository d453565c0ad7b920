"""A folder that looks like the SDK of a chip, with a gapy and a compiler that note how they were called."""

import json
import os
import shutil
from dataclasses import dataclass
from pathlib import Path

STANDIN = Path(__file__).parent / "standin"

_LAYOUT = {"flashes": [{"name": "mram", "sections": [{"name": n} for n in ("fsbl", "ssbl", "app", "readfs")]},
                       {"name": "flash", "sections": [{"name": "readfs_flash"}]}]}
_FILES = {
    "gap9": {
        "utils/layouts/default_layout_multi_readfs.json": json.dumps(_LAYOUT),
        "install/target/bin/fsbl": "first boot loader",
        "install/target/bin/ssbl": "second boot loader",
        "utils/efuse/GAP9/efuse_hyper_preload.data": "efuses",
        "rtos/pmsis/api/include/pmsis.h": "",
        "rtos/pmsis/implem/chips/gap9/uart/include/uart.h": "",
        "rtos/pmsis/implem/chips/gap9/fll/include/fll.h": "",
    },
    "gap8": {
        "install/GAP8_V3/include/pmsis.h": "",
        "rtos/pulp/pulp-os/kernel/conf.c": "int conf;\n",
    },
    "siracusa": {
        "rtos/pmsis/pmsis_api/include/pmsis.h": "",
        "rtos/pulpos/common/kernel/init.c": "int init;\n",
        "rtos/pulpos/common/kernel/crt0.S": "nop\n",
    },
}
_VARIABLES = {
    "gap9": {"GAP_SDK_HOME": "{}", "GAP_RISCV_GCC_TOOLCHAIN": "{}/toolchain", "TARGET_CHIP": "GAP9_V2",
             "TARGET_CHIP_FAMILY": "GAP9", "BOARD_NAME": "gap9_evk"},
    "gap8": {"GAP_SDK_HOME": "{}", "GAP_RISCV_GCC_TOOLCHAIN": "{}/toolchain", "TARGET_CHIP": "GAP8_V3",
             "TARGET_CHIP_FAMILY": "GAP8", "BOARD_NAME": "gapuino", "GAPY_TARGET": "gapuino_v3",
             "TARGET_INSTALL_DIR": "{}/install/GAP8_V3", "INSTALL_DIR": "{}/install/workstation"},
    "siracusa": {"PULP_SDK_HOME": "{}", "PULP_RISCV_GCC_TOOLCHAIN": "{}/toolchain", "TARGET_CHIP": "SIRACUSA",
                 "TARGET_CHIP_FAMILY": "PULP", "BOARD_NAME": "siracusa", "GVSOC_INSTALL_DIR": "{}/gvsoc"},
}
_PLACES = {"gap9": "utils/gapy_v2/bin", "gap8": "tools/gapy", "siracusa": "gvsoc/bin"}
_FILES["pulp-open"], _PLACES["pulp-open"] = _FILES["siracusa"], _PLACES["siracusa"]
_VARIABLES["pulp-open"] = _VARIABLES["siracusa"] | {"TARGET_CHIP": "PULP", "BOARD_NAME": "pulp"}


@dataclass(frozen=True)
class StandIn:
    """folder: of the SDK; environment: what its script would set, with nothing of another SDK around it."""

    folder: Path
    environment: dict


def make_sdk(folder, target, gapy="sdk"):
    """An SDK for a target. gapy: "sdk" has it at its place in the SDK, "path" only on PATH, "" nowhere."""
    for name, text in _FILES[target].items():
        _write(folder / name, text)
    _copy("riscv32-unknown-elf-gcc", folder / "toolchain/bin")
    environment = {name: value.format(folder) for name, value in _VARIABLES[target].items()}
    if gapy:
        place = folder / (_PLACES[target] if gapy == "sdk" else "elsewhere")
        _copy("gapy", place)
        if gapy == "path":
            environment["PATH"] = f"{place}{os.pathsep}{os.environ['PATH']}"
    return StandIn(folder, environment)


def _write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def _copy(name, folder):
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy(STANDIN / name, folder / name)

"""The SDKs of the chips, as far as a build must know them: what their set-up scripts leave in the environment.

Sources: configs/*.sh of gap_sdk (GAP8) and of pulp-sdk; for GAP9, whose SDK is not public, the container files and CMake files of
Deeploy. GVSOC_INSTALL_DIR is Deeploy's name for the folder that pulp-sdk calls INSTALL_DIR.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from .errors import InputError


@dataclass(frozen=True)
class Sdk:
    """name: how a person calls it; script: what to source, seen from its folder; home: the variable that tells this folder;
    toolchain: the one that tells the compiler's; also: further names of a variable, used where the first is not set."""

    name: str
    script: str
    home: str = "GAP_SDK_HOME"
    toolchain: str = "GAP_RISCV_GCC_TOOLCHAIN"
    also: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


_PULP_NAMES = {"GVSOC_INSTALL_DIR": ("INSTALL_DIR",), "PULP_RISCV_GCC_TOOLCHAIN": ("GAP_RISCV_GCC_TOOLCHAIN",)}

GAP8_SDK = Sdk("GAP8 SDK", "configs/gapuino_v3.sh, or the script of your board,")
GAP9_SDK = Sdk("GAP9 SDK", "configs/gap9_evk_audio.sh")
SIRACUSA_SDK = Sdk("PULP SDK", "configs/siracusa.sh", "PULP_SDK_HOME", "PULP_RISCV_GCC_TOOLCHAIN", _PULP_NAMES)
PULP_OPEN_SDK = Sdk("PULP SDK", "configs/pulp-open.sh", "PULP_SDK_HOME", "PULP_RISCV_GCC_TOOLCHAIN", _PULP_NAMES)

_PASSED_ON = re.compile(
    r"(GAP|GAPY|GVSOC\d*|GVRUN|PULP|PULPOS|PULPRT|PMSIS|PLPBRIDGE|OPENOCD|TARGET|BOARD|CHIP|NNTOOL|TILER|AT|VSIM|XCSIM|FREERTOS)_\w+"
    r"|(INSTALL|RULES|DEP|OPENMP)_DIRS?|USE_GVRUN\d*|PATH|PYTHONPATH|LD_LIBRARY_PATH|VIRTUAL_ENV"
    r"|HOME|USER|LANG|TERM|DISPLAY|XAUTHORITY|XDG_RUNTIME_DIR|TMPDIR")


def environment_of(sdk: Sdk, chosen: Mapping[str, str], around: Mapping[str, str]) -> dict[str, str]:
    """Environment for a program of the SDK: what its scripts set and programs need of `around`, then what the user has chosen.

    PATH is that of `around`, with what only the user's has behind it: SCons' own default must not hide the SDK's Python.
    """
    found = {name: value for name, value in around.items() if _PASSED_ON.fullmatch(name)} | dict(chosen)
    folders = [f for source in (around, chosen) for f in source.get("PATH", "").split(os.pathsep) if f]
    found["PATH"] = os.pathsep.join(dict.fromkeys(folders))
    for name, others in sdk.also.items():
        value = next((found[n] for n in (name, *others) if found.get(n)), None)
        if value is not None:
            found[name] = value
    return found


def not_set(sdk: Sdk, names: Iterable[str]) -> InputError:
    """The error that tells which variables of an SDK are missing, and how they come to be set."""
    names = list(names)
    gvsoc = ", or give GVSOC_INSTALL_DIR the folder where GVSoC is installed" if "GVSOC_INSTALL_DIR" in names else ""
    listed = " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]
    return InputError(f"the {sdk.name} is not set up: {listed} {'is' if len(names) == 1 else 'are'} not set",
                      hint=f"Source {sdk.script} of the SDK in this shell{gvsoc}")

"""Networks made by Deeploy: where they come from, and how people change them."""

from __future__ import annotations

import os
import re
import shutil
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench import REPOSITORY
from made_folders import PREFIX

sys.path.insert(0, str(REPOSITORY / "tests" / "real"))
import deeploy_venv  # noqa: E402

OWN = ("control", "tied_cnn", "recurrent", "adapter", "deep_adapter")
"""Models of tests/real/models.py, the smallest network first."""
L3_WORDS = ("ram_", "_L3", ".hex")
_FUNCTION = re.compile(r"^(?:static )?void\s+\w+\([^;{}]*\) \{\n.*?^\}$", re.M | re.S)
_NUMBER = re.compile(r"(?<=[(, ])\d+(?=[,;)])")


@dataclass(frozen=True)
class Real:
    """One generated folder. code: bytes of its C, without headers."""

    name: str
    folder: Path
    code: int


def given(folder: Path) -> Real:
    """A generated folder from its path. Raises SystemExit where there is no Network.c in it."""
    if not (folder / "Network.c").is_file():
        raise SystemExit(f"{folder}: there is no Network.c in it. Give a folder that Deeploy has written")
    return Real(Path(os.path.abspath(folder)).name, folder.resolve(), (folder / "Network.c").stat().st_size)


def made(models: Sequence[str | Path], work: Path) -> tuple[list[Real], list[str]]:
    """Networks that Deeploy makes here of own models, by name, or of a folder each; and what could not be had, in words."""
    found, missing = [], []
    for model in models:
        name = model if isinstance(model, str) else model.name
        try:
            source = deeploy_venv.own_model(model) if isinstance(model, str) else model
            folder = deeploy_venv.generate(source)
        except (deeploy_venv.Unavailable, deeploy_venv.NoNetwork, OSError) as error:
            missing.append(f"{name}: {str(error).splitlines()[0][:160]}")
            continue
        (work / "real").mkdir(exist_ok=True)
        named = work / "real" / name
        named.symlink_to(folder)
        found.append(Real(name, named, (named / "Network.c").stat().st_size))
    return found, missing


def models_of_the_user() -> list[Path]:
    """Folders with network.onnx, inputs.npz and outputs.npz that GAPNET_REAL_MODELS names, as for tests/real."""
    return [Path(p) for p in os.environ.get("GAPNET_REAL_MODELS", "").split(os.pathsep) if p]


# --- changes ------------------------------------------------------------------------------------------

def retrain(folder: Path, number: int) -> None:
    """Change every file of a network; equal ones stay equal, as those of one tensor do after a training."""
    for path in sorted((folder / "hex").iterdir()):
        with open(path, "r+b") as file:
            last = path.stat().st_size - 4
            file.seek(last)
            held = file.read(1)
            file.seek(last)
            file.write(bytes([(held[0] + number + 1) % 256]))


def change_number(original: str, number: int) -> str:
    """C in which one number of one function has changed, a function that has nothing to do with L3."""
    functions = [m for m in _FUNCTION.finditer(original) if not any(word in m[0] for word in L3_WORDS) and _NUMBER.search(m[0])]
    chosen = functions[len(functions) // 2]
    found = _NUMBER.search(original, chosen.start(), chosen.end())
    assert found is not None
    return f"{original[:found.start()]}{1000 + number}{original[found.end():]}"


def add_statement(original: str, number: int) -> str:
    """C in which a function that copies from L3 has one statement more."""
    functions = [m for m in _FUNCTION.finditer(original) if "pi_cl_ram_copy" in m[0]]
    chosen = functions[len(functions) // 2]
    start = original.index("{\n", chosen.start()) + 2
    return f"{original[:start]}  volatile int changed = {1000 + number};\n{original[start:]}"


CHANGES: dict[str, Callable[[str, int], str]] = {"number": change_number, "statement": add_statement}


# --- several in one folder ----------------------------------------------------------------------------

def gathered(networks: Sequence[Real], size: int, folder: Path) -> int:
    """One folder with the C of several networks, under names of their own, until it holds `size` bytes of C; the bytes."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "hex").mkdir(parents=True)
    written = number = 0
    largest_first = sorted(networks, key=lambda n: -n.code)
    while written < size:
        network = next((n for n in largest_first if written + n.code <= size * 1.1), largest_first[-1])
        text = _renamed((network.folder / "Network.c").read_text(), number)
        (folder / f"Network_{number}.c").write_text(text)
        (folder / f"Network_{number}.h").write_text(_renamed((network.folder / "Network.h").read_text(), number))
        for path in (network.folder / "hex").iterdir():
            shutil.copyfile(path, folder / "hex" / f"{number}_{path.name}")
        written += len(text)
        number += 1
    return written


def _renamed(text: str, number: int) -> str:
    text = re.sub(rf"\b{PREFIX}", f"Network{number}_", text)
    text = re.sub(r"\b(Run|Init)Network\b", rf"\1Network{number}", text)
    return re.sub(r'"(\w+\.hex)"', rf'"{number}_\1"', text).replace('"Network.h"', f'"Network_{number}.h"').replace(
        "__DEEPLOY_HEADER__", f"__DEEPLOY_HEADER_{number}__")

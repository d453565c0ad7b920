"""What every case of the benchmark needs: a folder to work in, the package as users run it, and how often to measure."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import measuring
from measuring import Sample

REPOSITORY = Path(__file__).resolve().parents[2]
SDK = REPOSITORY / "tests" / "real" / "sdk"
COMPILER = "riscv64-unknown-elf-gcc"


@dataclass(frozen=True)
class Sizes:
    """How large the inputs are that the benchmark makes: constants and their bytes in all, C in bytes, networks."""

    files: int = 1000
    files_bytes: int = 64 << 20
    few: int = 300
    many: int = 3000
    code: int = 7_000_000
    networks: int = 8


QUICK = Sizes(files=50, files_bytes=1 << 20, few=30, many=300, code=300_000, networks=2)


@dataclass(frozen=True)
class Bench:
    """work: an empty folder of its own; repeats: runs behind each median."""

    work: Path
    repeats: int
    sizes: Sizes

    def prepare(self) -> None:
        """Copy the package, so that it is measured with its bytecode beside it, and stays the same while others edit it."""
        shutil.copytree(REPOSITORY / "site_scons", self.package, ignore=shutil.ignore_patterns("__pycache__"))
        measuring.run([sys.executable, "-m", "compileall", "-q", self.package], self.environment)
        self.python("-m", "gapnet", "--version")

    @property
    def package(self) -> Path:
        return self.work / "site_scons"

    @property
    def environment(self) -> dict[str, str]:
        """Of a user: bytecode is kept, nothing of a test run's settings."""
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("PYTHON", "GAPNET_"))}
        return {**kept, "PYTHONPATH": str(self.package)}

    def python(self, *arguments: str | Path) -> Sample:
        """One run of this Python. Raises measuring.Failed."""
        return measuring.run([sys.executable, *arguments], self.environment, self.work)

    def share(self, folder: Path, out: Path, *options: str) -> Sample:
        """One run of `python -m gapnet share`, into what lies in `out`. Raises measuring.Failed."""
        return self.python("-m", "gapnet", "share", folder, "--output", out, *options)

    def clean_share(self, folder: Path, out: Path, *options: str) -> Sample:
        """The same into an empty folder."""
        shutil.rmtree(out, ignore_errors=True)
        return self.share(folder, out, *options)

    def clean(self, folder: Path, name: str = "out") -> Callable[[int], Sample]:
        """A clean share as a peer of `measuring.in_turns`, into a folder of that name."""
        return lambda _: self.clean_share(folder, self.work / name)

    def compile(self, folder: Path) -> Sample:
        """The peer: the compiler of the device on the generated C, optimised as firmwares are. Raises measuring.Failed."""
        return measuring.run([COMPILER, "-march=rv32imc", "-mabi=ilp32", "-O2", "-w", "--specs=picolibc.specs", f"-I{SDK}",
                              f"-I{folder}", "-c", folder / "Network.c", "-o", self.work / "Network.o"])

    def copied(self, folder: Path, name: str) -> Path:
        """A copy of a generated folder that a case may change."""
        target = self.work / name / folder.name
        shutil.rmtree(target.parent, ignore_errors=True)
        shutil.copytree(folder, target, ignore=shutil.ignore_patterns("deeployStates"))
        return target

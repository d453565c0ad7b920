"""A program of several files: its text in one string, what the proof says of it, and what happens when it runs.

A text is cut at lines `//// NAME`; a file marked `//// NAME hidden` is compiled but not shown to the proof.
"""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from gapnet.analyse import analyse
from gapnet.errors import InputError

RUNTIME = Path(__file__).parent / "runtime"
_CUT = re.compile(r"^//// (\S+)( hidden)?\n", re.M)


@dataclass(frozen=True)
class Outcome:
    """Per constant's name: whether it was proved, with the reason where not. refused: why nothing was, or None."""

    proved: dict[str, bool]
    reasons: dict[str, str]
    files: dict[str, str]
    refused: str | None


@dataclass(frozen=True)
class Touched:
    """Names of the files whose allocation was written or freed."""

    written: frozenset[str]
    freed: frozenset[str]


def split(text: str) -> tuple[dict[str, str], dict[str, str]]:
    """Files that the proof sees and files that it does not, by name."""
    seen: dict[str, str] = {}
    hidden: dict[str, str] = {}
    marks = list(_CUT.finditer(text))
    for mark, following in zip(marks, [*marks[1:], None], strict=False):
        end = following.start() if following else len(text)
        (hidden if mark.group(2) else seen)[mark.group(1)] = text[mark.end():end]
    return seen, hidden


def prove(text: str) -> Outcome:
    """What the proof says of a program."""
    seen, _ = split(text)
    try:
        analysis = analyse({name: body.encode("latin-1") for name, body in seen.items()})
    except InputError as error:
        return Outcome({}, {}, {}, str(error))
    constants = [c for c in analysis.constants if c.role == "constant"]
    return Outcome({c.name: c.proved for c in constants}, {c.name: f"{c.reason} at {c.where}" for c in constants if c.reason},
                   {c.name: c.file for c in constants}, None)


class Machine:
    """Compiles and runs programs in one folder."""

    def __init__(self, folder: Path, compiler: str | None = None):
        self.folder, self.compiler = folder, compiler or shutil.which("tcc") or "gcc"
        self.objects: dict[str, Path] = {}

    def run(self, text: str, flags: Sequence[str] = (), compiler: str | None = None) -> Touched:
        """What happened to each loaded file's memory. Raises RuntimeError where a program does not build or run."""
        if compiler is None and Path(self.compiler).name == "tcc":
            try:
                return self.run(text, flags, self.compiler)
            except RuntimeError:  # it gets some initialisers wrong; a second opinion
                compiler = "gcc"
        compiler = compiler or self.compiler
        seen, hidden = split(text)
        for name, body in {**seen, **hidden}.items():
            (self.folder / name).write_bytes(body.encode("latin-1"))
        inside = {t for body in seen.values() for t in re.findall(r'#\s*include\s*"([^"]*)"', body)}
        sources = [n for n in (*seen, *hidden) if n.endswith(".c") and n not in inside]
        program = self.folder / "program"
        program.unlink(missing_ok=True)
        command = [compiler, "-w", "-I.", f"-I{RUNTIME}", *flags, *sources, str(self._runtime(compiler)), "-o", str(program)]
        built = subprocess.run(command, cwd=self.folder, capture_output=True, text=True)
        if built.returncode:
            raise RuntimeError(f"it does not compile:\n{built.stderr}")
        ran = subprocess.run([str(program)], cwd=self.folder, capture_output=True, text=True)
        if ran.returncode:
            raise RuntimeError(f"it ended with {ran.returncode}: {ran.stderr}")
        lines = [line.split() for line in ran.stdout.splitlines()]
        return Touched(frozenset(f for f, w, _ in lines if w != "0"), frozenset(f for f, _, w in lines if w != "0"))

    def _runtime(self, compiler: str) -> Path:
        if compiler not in self.objects:
            made = self.folder / f"runtime-{Path(compiler).name}.o"
            subprocess.run([compiler, "-w", "-c", str(RUNTIME / "runtime.c"), "-o", str(made)], check=True)
            self.objects[compiler] = made
        return self.objects[compiler]

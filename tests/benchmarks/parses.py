"""How often C is parsed, counted from outside: no part of the package knows that somebody counts.

A sitecustomize module on PYTHONPATH sees every call of every thread of a process, and writes at its end how many of them entered
pycparser's parser, and how many the analysis. It costs time, so nothing is timed with it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path

import measuring
from bench import Bench

COUNTER = Path(__file__).resolve().parent / "counter"


def counting(environment: Mapping[str, str], counts: Path) -> dict[str, str]:
    """An environment in which every Python appends what it counted to the file `counts`."""
    path = ":".join([str(COUNTER), *filter(None, [environment.get("PYTHONPATH", "")])])
    return {**environment, "PYTHONPATH": path, "PARSES_COUNTED": str(counts)}


def read(counts: Path) -> dict[str, int]:
    """Sums over all processes: `parse` and `analyse`. Raises OSError where nobody counted."""
    found = [json.loads(line) for line in counts.read_text().splitlines()]
    return {name: sum(line[name] for line in found) for name in ("parse", "analyse")}


def in_share(bench: Bench, folder: Path, out: Path) -> int:
    """Pieces of C that one run of share parses."""
    counts = bench.work / "counts"
    counts.unlink(missing_ok=True)
    command = [sys.executable, "-m", "gapnet", "share", folder, "--output", out]
    measuring.run(command, counting(bench.environment, counts), bench.work)
    return read(counts)["parse"]

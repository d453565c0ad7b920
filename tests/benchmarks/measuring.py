"""Time and memory of commands: wall clock, in turns, medians."""

from __future__ import annotations

import contextlib
import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path


class Failed(Exception):
    """A measured command did not end well, so its time says nothing."""


@dataclass(frozen=True)
class Sample:
    """One run. seconds: wall clock from start to end; cpu: seconds of all cores; peak: bytes that the process held at most."""

    seconds: float
    cpu: float
    peak: int
    output: str


@dataclass(frozen=True)
class Measured:
    """Several runs. seconds, cpu: medians; spread: the fastest and the slowest; peak: the most bytes of any."""

    seconds: float
    cpu: float
    spread: tuple[float, float]
    peak: int


def run(command: Sequence[str | Path], environment: Mapping[str, str] | None = None, folder: Path | None = None) -> Sample:
    """Run a command and wait for it. Raises Failed unless it exits with 0.

    The peak is that of the process, or of one that it waited for, and never less than what the caller has held, because a new
    process begins as a copy of it; so what the caller held earlier is forgotten first, where the kernel does that.
    """
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")
    with tempfile.TemporaryFile() as said:
        start = time.perf_counter()
        process = subprocess.Popen([str(c) for c in command], env=environment, cwd=folder, stdin=subprocess.DEVNULL,
                                   stdout=said, stderr=subprocess.STDOUT)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        said.seek(0)
        output = said.read().decode(errors="replace")
    if process.returncode:
        raise Failed(f"{' '.join(map(str, command))} ended with {process.returncode}:\n{output[-2000:]}")
    return Sample(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss << 10, output)


def in_turns(repeats: int, peers: Mapping[str, Callable[[int], Sample]]) -> dict[str, Measured]:
    """Every peer once per round, one behind the other, so that what else the machine does meets all of them.

    A peer takes the number of the round, prepares what it needs, and gives a Sample of what is to be measured.
    """
    samples: dict[str, list[Sample]] = {name: [] for name in peers}
    for number in range(repeats):
        for name, peer in peers.items():
            samples[name].append(peer(number))
    return {name: _together(found) for name, found in samples.items()}


def _together(samples: Sequence[Sample]) -> Measured:
    times = [s.seconds for s in samples]
    return Measured(statistics.median(times), statistics.median(s.cpu for s in samples), (min(times), max(times)),
                    max(s.peak for s in samples))

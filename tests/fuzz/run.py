"""Fuzz one reader of the package for some time, or look at what was found.

    python tests/fuzz/run.py TARGET --seconds N     libFuzzer through atheris; what it learns stays in build/fuzz/TARGET
    python tests/fuzz/run.py TARGET FILE...         what becomes of these inputs, without atheris

Exit status 1 where something was found: build/fuzz/TARGET/findings holds one input of each kind, with a traceback beside it;
inputs that are slow or need much memory by themselves are there as timeout-*, slow-unit-* and oom-*. At the end a part of what
was kept is run again with two hash seeds; outcomes that differ are findings, too.
"""

from __future__ import annotations

import argparse
import atexit
import hashlib
import importlib.util
import os
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path

import seeds
from _paths import HERE, TESTS
from targets import TARGETS, forget_scratch

WORK = TESTS.parent / "build" / "fuzz"
SLOWEST, MEMORY = 10, 1024
"""Seconds of CPU and MB that one input may take; on a busy machine it may be six times as long."""
COMPARED = 40
"""Inputs that are run under two hash seeds."""

_DONE = re.compile(r"^(?:Done (\d+) runs|stat::number_of_executed_units:\s*(\d+))", re.M)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--seconds", type=int, default=60)
    options = parser.parse_args()
    if options.files:
        return replay(options.target, options.files)
    if importlib.util.find_spec("atheris") is None:
        print("the fuzzers need atheris: python -m pip install -e '.[fuzz]' with Python 3.11 to 3.13", file=sys.stderr)
        return 2
    return fuzz(options.target, options.seconds)


def fuzz(name: str, seconds: int) -> int:
    """Run the engine until the time is over, again where an input ended it; exit status."""
    folder = WORK / name
    found = folder / "findings"
    found.mkdir(parents=True, exist_ok=True)
    print(f"{name}: {seeds.write(name, folder / 'seeds')} seeds", flush=True)
    (folder / "corpus").mkdir(exist_ok=True)
    scratch = tempfile.mkdtemp(prefix="gapnet-fuzz-", dir="/dev/shm" if Path("/dev/shm").is_dir() else None)
    atexit.register(shutil.rmtree, scratch, ignore_errors=True)  # an engine never comes to its end by itself
    os.environ["GAPNET_FUZZ_SCRATCH"] = scratch
    start, runs = time.monotonic(), 0
    while (left := seconds - int(time.monotonic() - start)) > 0:
        engine = subprocess.run(
            [sys.executable, str(HERE / "engine.py"), name, str(found), f"-max_total_time={left}", f"-max_len={seeds.LARGEST}",
             f"-timeout={6 * SLOWEST}", f"-report_slow_units={SLOWEST // 2}", f"-rss_limit_mb={MEMORY}",
             f"-artifact_prefix={found}/", "-print_final_stats=1", str(folder / "corpus"), str(folder / "seeds")],
            capture_output=True, text=True, errors="backslashreplace")
        (folder / "engine.log").write_text(engine.stderr[-1_000_000:])
        counts = [int(a or b) for a, b in _DONE.findall(engine.stderr)]
        runs += max(counts, default=0)
        if not counts:
            print(engine.stderr[-2000:], file=sys.stderr)
            return 70
    for path in found.glob("*-*"):
        if not _is_slow(name, path):  # a busy machine is no fault of an input
            path.unlink()
    kinds = sorted(p for p in found.iterdir() if p.suffix != ".txt")
    spent = time.monotonic() - start
    differ = _differing(name, folder / "corpus")
    print(f"{name}: {runs} inputs in {spent:.0f} s, {len(kinds)} findings, {len(differ)} depend on the hash seed")
    for path in kinds:
        note = path.with_suffix(".txt")
        print(f"  {path}: {note.read_text().splitlines()[-1][:200] if note.exists() else 'slow, or memory'}")
    for line in differ:
        print(f"  {line}")
    return 1 if kinds or differ else 0


def replay(name: str, files: list[Path]) -> int:
    """Run inputs and print a digest of each outcome, or what went wrong; exit status."""
    status = 0
    for path in sorted(q for p in files for q in (p.iterdir() if p.is_dir() else [p])):
        start = time.monotonic()
        try:
            outcome = TARGETS[name](path.read_bytes())
            print(f"{path}: {hashlib.sha256(repr(outcome).encode('utf-8', 'surrogatepass')).hexdigest()[:16]}")
        except Exception:
            print(f"{path}: {traceback.format_exc()}")
            status = 1
        if time.monotonic() - start > SLOWEST / 2:
            print(f"{path}: took {time.monotonic() - start:.0f} s", file=sys.stderr)
    forget_scratch()
    return status


def _is_slow(name: str, path: Path) -> bool:
    """Whether an input needs much time or memory of its own, in a process of its own."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    limit = MEMORY << 20
    try:
        ran = subprocess.run([sys.executable, __file__, name, str(path)], capture_output=True, timeout=30 * SLOWEST,
                             preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_DATA, (limit, limit)))
    except subprocess.TimeoutExpired:
        return True
    return ran.returncode != 0 or resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before > SLOWEST / 2


def _differing(name: str, corpus: Path) -> list[str]:
    """Outcomes that are not the same under two hash seeds, of as many inputs as take little time; their names are digests."""
    some = [str(p) for p in sorted(corpus.iterdir())[:COMPARED]]
    if not some:
        return []
    outcomes = [subprocess.run([sys.executable, __file__, name, *some], capture_output=True, text=True,
                               env={**os.environ, "PYTHONHASHSEED": seed}).stdout.splitlines() for seed in ("1", "2")]
    early = [] if len(outcomes[0]) == len(outcomes[1]) else ["one run ended early"]
    return [a for a, b in zip(*outcomes, strict=False) if a != b] + early


if __name__ == "__main__":
    sys.exit(main())

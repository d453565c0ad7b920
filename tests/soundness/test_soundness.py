"""The proof against programs whose truth is known by running them.

GAPNET_SOUNDNESS_PROGRAMS: how many random programs (150). GAPNET_SOUNDNESS_SEED: the fresh half's seed, to repeat a run.
"""

from __future__ import annotations

import os
import random
import re
from dataclasses import dataclass
from pathlib import Path

import pytest
from harness import Machine, Outcome, prove
from hypothesis import HealthCheck, given, seed, settings
from strategy import Case, programs

PROGRAMS = int(os.environ.get("GAPNET_SOUNDNESS_PROGRAMS", "150"))
FRESH_SEED = int(os.environ.get("GAPNET_SOUNDNESS_SEED", "0")) or random.SystemRandom().randrange(1, 1 << 31)
FIXED_SEED = 20_260_801
ROUND = 250  # programs per run of hypothesis, whose memory of what it has tried grows
PROVABLE_SHARE = 0.95
REGRESSIONS = sorted((Path(__file__).parent / "regressions").glob("*.c"))


@dataclass
class Count:
    """Figures of one run."""

    programs: int = 0
    constants: int = 0
    written: int = 0
    shared: int = 0
    unsound: int = 0
    refused: int = 0
    provable: int = 0
    proved: int = 0

    def line(self) -> str:
        """All figures, for people."""
        share = 100 * self.proved / max(1, self.provable)
        return (f"programs {self.programs}, constants {self.constants}, written at run time {self.written}, "
                f"shared {self.shared}, unsound {self.unsound}, refused {self.refused}, "
                f"proved {share:.1f} % of {self.provable} provable")


@pytest.fixture(scope="session")
def machine(tmp_path_factory: pytest.TempPathFactory) -> Machine:
    return Machine(tmp_path_factory.mktemp("soundness"))


def _unsound(outcome: Outcome, touched: frozenset[str]) -> list[str]:
    return sorted(name for name, proved in outcome.proved.items() if proved and outcome.files[name] in touched)


def _check(case: Case, machine: Machine, count: Count) -> None:
    outcome, ran = prove(case.text), machine.run(case.text)
    touched = ran.written | ran.freed
    files = [line.split('"')[1] for line in case.text.splitlines() if line.startswith("  load_file_to_ram(W")]
    untouched = {f"{name[1:]}.hex" for name in case.untouched}
    assert not untouched & touched, "the generator does not know its own program"
    count.programs += 1
    count.constants += len(files)
    count.written += len(touched & set(files))
    count.shared += sum(outcome.proved.values())
    count.refused += outcome.refused is not None
    count.provable += len(case.untouched)
    count.proved += sum(outcome.proved.get(name, False) for name in case.untouched)
    wrong = _unsound(outcome, touched)
    count.unsound += len(wrong)
    assert not wrong, f"{wrong} written at run time and yet proved read-only"


@pytest.mark.parametrize("kind", ["fixed", "fresh"])
def test_random_programs(kind: str, machine: Machine, capsys: pytest.CaptureFixture[str]) -> None:
    """No program writes what was proved, and what no text touches is proved."""
    first, count, left = (FIXED_SEED if kind == "fixed" else FRESH_SEED), Count(), (PROGRAMS + 1) // 2
    print(f"repeat with GAPNET_SOUNDNESS_SEED={first}")  # shown where the test fails
    try:
        for part in range((left + ROUND - 1) // ROUND):
            _round(first + part, min(ROUND, left - part * ROUND), machine, count)
    finally:
        with capsys.disabled():
            print(f"\nsoundness, {kind} seed {first}: {count.line()}", flush=True)
    assert count.proved >= PROVABLE_SHARE * count.provable, count.line()


def _round(number: int, examples: int, machine: Machine, count: Count) -> None:
    @seed(number)
    @settings(max_examples=examples, database=None, derandomize=False, deadline=None, print_blob=False,
              suppress_health_check=list(HealthCheck))
    @given(programs())
    def check(case: Case) -> None:
        _check(case, machine, count)

    check()


@pytest.mark.parametrize("path", REGRESSIONS, ids=lambda p: p.stem)
def test_regression(path: Path, machine: Machine) -> None:
    """A program that once deceived the proof, or might have: the verdicts in its first comment hold."""
    text = path.read_bytes().decode("latin-1")
    head, program = text[:text.index("*/")], text[text.index("////"):]
    expected = dict(re.findall(r"^ \* (\w+): (blocked|proved)$", head, re.M))
    flags = re.search(r"^ \* flags: (.*)$", head, re.M)
    assert expected, "the file says no verdict"
    outcome = prove(program)
    for name, verdict in expected.items():
        assert outcome.proved.get(name, False) == (verdict == "proved"), outcome.refused or outcome.reasons.get(name)
    if "not run" not in head:
        touched = machine.run(program, flags.group(1).split() if flags else (), "gcc")
        assert not _unsound(outcome, touched.written | touched.freed)
        files = dict(re.findall(r'load_file_to_ram\((\w+), "([^"]*)"\)', program))
        written = {name for name, file in files.items() if file in touched.written | touched.freed}
        assert written <= {name for name, verdict in expected.items() if verdict == "blocked"}

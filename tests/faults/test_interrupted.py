"""The command line stopped at any moment: what is there is complete, and the next run gives what a clean run gives."""

import json
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from runs import SHARE, environment, everything, make_project, run_cli

KILLING = Path(__file__).parent / "killing.py"
SEED, KILLS = 1, 200


def kill(folder, *arguments):
    done = subprocess.run([sys.executable, str(KILLING), str(folder), *arguments], stdin=subprocess.DEVNULL, capture_output=True,
                          env=environment(), timeout=600, check=False)
    assert done.stdout, done.stderr.decode()
    said = json.loads(done.stdout)
    print(arguments, said)
    assert (done.returncode, said["fault"], said["traceback"]) == (0, None, False)
    assert all(line.startswith("gen: L3 ") or line == "interrupted; nothing is half-written" for line in said["said"])
    return said


@pytest.mark.slow
@pytest.mark.parametrize(("how", "status"), [("SIGKILL", "-9"), ("SIGINT", "130")])
def test_killed_at_each_change_of_the_disk(tmp_path, how, status):
    said = kill(tmp_path, "steps", how)
    assert set(said["statuses"]) == {"0", status}
    assert said["statuses"]["0"] == 4 and said["statuses"][status] > 40


@pytest.mark.slow
def test_killed_at_random_moments(tmp_path):
    said = kill(tmp_path, "random", str(KILLS), str(SEED))
    assert said["turns"] == KILLS and said["statuses"]["-9"] > KILLS // 4


@pytest.mark.slow
def test_a_program_interrupted_from_its_start_on_says_nothing_odd(tmp_path):
    """The whole program, imports too; only Python's own first moments may print a traceback."""
    folder = make_project(tmp_path / "project").folder
    started = time.monotonic()
    run_cli(folder, *SHARE)
    lasting, order = time.monotonic() - started, random.Random(SEED)
    clean = everything(folder / "build/kws")
    for _ in range(20):
        after = lasting * order.uniform(0.3, 1)
        process = subprocess.Popen([sys.executable, "-m", "gapnet", *SHARE], cwd=folder, env=environment(),
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        time.sleep(after)
        process.send_signal(signal.SIGINT)
        said = process.communicate()[0].decode()
        assert "gapnet" not in said or "Traceback" not in said, (SEED, after, said)
        assert run_cli(folder, *SHARE)[0] == 0
        assert everything(folder / "build/kws") == clean


def test_what_a_killed_run_left_behind_is_removed_by_the_next_one(tmp_path):
    folder = make_project(tmp_path / "project").folder
    run_cli(folder, *SHARE, "--hex")
    clean = everything(folder / "build/kws")
    for name in (".0123456789abcdef.part", "hex/.0123456789abcdef.part"):
        (folder / "build/kws" / name).write_text("half")
    (folder / "build/kws/.mine.part").write_text("mine")
    run_cli(folder, *SHARE, "--hex")
    assert everything(folder / "build/kws") == clean | {".mine.part": b"mine"}

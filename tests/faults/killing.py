"""A program that kills runs of the command line and looks at what the next run makes of it: `killing.py random|steps ...`.

Runs are forked from here, so that hundreds of them take seconds; each is a whole `share` with nothing in memory but the package.
Prints one line of JSON with what was done, and ends with 1 at the first difference.
"""

import json
import os
import random
import signal
import sys
import time
from pathlib import Path

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS / "faults"), str(TESTS / "unit"), str(TESTS / "scons")]

from gapnet.cli import main  # noqa: E402
from gapnet.writing import JOURNAL  # noqa: E402
from networks import network, write_folder  # noqa: E402
from runs import everything  # noqa: E402

TARGET = "out"
WRITES = ("os.mkdir", "os.rename", "os.remove", "os.rmdir")
ARGUMENTS = ("share", "gen", "-o", TARGET, "--hex")


def make_variants(folder):
    """Two networks that share a name: other constants, other files, and a source of its own in each."""
    constants = [(f"c{i}", 16, f"{i}.hex") for i in range(12)]
    for name, some, own in (("a", constants, "a_only.h"), ("b", constants[:7], "b_only.c")):
        files = {file: bytes([int(file.split(".")[0]) // 2]) * 16 for _, _, file in some}
        write_folder(folder / name / "gen", network(some), files)
        (folder / name / "gen" / own).write_text("int x;\n" if own.endswith(".h") else "static int x;\n")


def forked(folder, work=lambda: None):
    """Start a run in a folder; `work` is done in the new process before."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})  # what comes at once comes when the run has begun
    child = os.fork()
    if child:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        return child
    status = 99
    try:
        os.chdir(folder)
        os.dup2(os.open(folder.parent / "said", os.O_WRONLY | os.O_CREAT | os.O_APPEND), 1)
        os.dup2(1, 2)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        work()
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        status = main(ARGUMENTS)
    finally:
        os._exit(status)


def ended(child):
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def aim(folder, target):
    """Let a variant write into the common target."""
    link = folder / TARGET
    link.unlink(missing_ok=True)
    link.symlink_to(target)


def kill_at(step, how):
    """Make this process kill itself at its n-th change of the disk."""
    count = 0

    def hook(event, arguments):
        nonlocal count
        opened = event == "open" and isinstance(arguments[1], str) and arguments[1][0] in "wax"
        if event in WRITES or opened:
            count += 1
            if count == step:
                os.kill(os.getpid(), how)
    sys.addaudithook(hook)


class Loop:
    """folder: holds both variants and the target; clean: what each of them makes of an empty target."""

    def __init__(self, folder):
        self.folder, self.target = folder, folder / "target"
        self.statuses, self.turns = {}, 0
        make_variants(folder)
        self.clean = {}
        for name in "ab":
            own = folder / f"clean_{name}"
            own.mkdir()
            aim(folder / name, own)
            started = time.monotonic()
            assert ended(forked(folder / name)) == 0
            self.lasting = time.monotonic() - started
            self.clean[name] = everything(own)
            aim(folder / name, self.target)
        self.target.mkdir()
        (self.target / "mine.txt").write_text("mine")

    def after(self, status, name):
        """What was killed is made good by the next run, of the same network or the other one."""
        self.statuses[status] = self.statuses.get(status, 0) + 1
        self.turns += 1
        for path, data in everything(self.target).items():
            known = self.clean["a"].get(path), self.clean["b"].get(path), b"mine"
            if data not in known and not path.endswith(".part") and path != JOURNAL:
                return f"{path} is half-written"
        assert ended(forked(self.folder / name)) == 0
        found = everything(self.target)
        if found.pop("mine.txt", None) != b"mine":
            return "a file of the user is gone"
        if found != self.clean[name]:
            return f"differs: {sorted(set(found) ^ set(self.clean[name])) or 'bytes'}"
        return None

    def kill_at_random(self, count, seed):
        """Kill runs at random moments."""
        order = random.Random(seed)
        for _ in range(count):
            started, name = order.choice("ab"), order.choice("ab")
            child = forked(self.folder / started)
            time.sleep(self.lasting * order.uniform(0, 1.1))
            os.kill(child, order.choice([signal.SIGKILL, signal.SIGINT]))
            fault = self.after(ended(child), name)
            if fault:
                return f"{started} was killed, then {name} was built: {fault}"
        return None

    def kill_at_steps(self, how):
        """Kill runs at each of their changes of the disk, from the first to the last, on what the other network has left."""
        for started, former in ("ab", "ba"):
            for name in (started, former):
                step, status, built = 0, None, None
                while status != 0:
                    step += 1
                    assert built == former or ended(forked(self.folder / former)) == 0
                    status = self._killed(started, step, how)
                    fault, built = self.after(status, name), name
                    if fault:
                        return f"{started} was killed at its change {step}, then {name} was built: {fault}"
        return None

    def _killed(self, name, step, how):
        return ended(forked(self.folder / name, lambda: kill_at(step, how)))


def run(folder, kind, *how):
    loop = Loop(folder)
    if kind == "random":
        fault = loop.kill_at_random(int(how[0]), int(how[1]))
    else:
        fault = loop.kill_at_steps(getattr(signal, how[0]))
    said = (folder / "said").read_text()
    print(json.dumps({"fault": fault, "turns": loop.turns, "statuses": {str(k): v for k, v in sorted(loop.statuses.items())},
                      "traceback": "Traceback" in said, "said": sorted(set(said.splitlines()))}))
    return 1 if fault or "Traceback" in said else 0


if __name__ == "__main__":
    sys.exit(run(Path(sys.argv[1]).resolve(), *sys.argv[2:]))

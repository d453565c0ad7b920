"""`diff` on two runs of a network that Deeploy really generated, between which one byte of one weight changed."""

import json
import re
import shutil
import subprocess
import sys
from collections import defaultdict

import pytest
from real_runs import CASES, MORE, PACKAGE_PATH, case_name, share

pytestmark = pytest.mark.real

networks = pytest.mark.parametrize("run", [c for c in CASES if c[1] == "formatted"] + MORE, indirect=True, ids=case_name)


def groups(run):
    """Names of the constants in each memory, in the order of the program: the first one allocates it."""
    found = defaultdict(list)
    for c in run.listed:
        if c["role"] == "constant":
            found[c["shared_with"] or c["name"]].append(c["name"])
    return list(found.values())


def changed(run, name, tmp_path):
    """What `diff` says, as data, when the first byte of a constant's file is another one."""
    folder = tmp_path / name / run.before.folder.name
    shutil.copytree(run.before.folder, folder)
    path = folder / "hex" / next(c["file"] for c in run.listed if c["name"] == name)
    data = path.read_bytes()
    path.chmod(0o644)
    path.write_bytes(bytes([data[0] ^ 1]) + data[1:])
    old, new = tmp_path / f"{name}.json", share(folder, tmp_path / name / "out", "--no-verify")
    old.write_text(json.dumps(run.manifest))
    must = ["--require-shared", name] if any(name in g and g[1:] for g in groups(run)) else []
    done = subprocess.run([sys.executable, "-m", "gapnet", "diff", old, new, "--format", "json", "--max-growth", "0", *must],
                          text=True, capture_output=True, env={"PYTHONPATH": str(PACKAGE_PATH)}, check=False)
    said = json.loads(done.stdout)
    assert (done.returncode, done.stderr.splitlines()) == (1 if said["broken"] else 0, [f"{new}: {b}" for b in said["broken"]])
    return said


@networks
def test_one_changed_weight_is_named_alone_with_the_lost_sharing_and_the_reason(run, tmp_path):
    shared = [g for g in groups(run) if len(g) > 1]
    if not shared:
        pytest.skip("nothing is shared in it")
    largest = max(shared, key=len)
    for name in {largest[0], largest[-1], shared[0][1]}:
        together = next(g for g in shared if name in g)
        said = changed(run, name, tmp_path)
        (change,) = said["changes"]
        assert (change["kind"], change["name"], change["others"]) == ("unshared", name, [])
        other = re.fullmatch(r"its bytes are no longer those of (\w+)", change["why"])[1]
        assert other in together and other != name
        file, line = re.fullmatch(r"(.*):(\d+)", change["where"]).groups()
        code = (run.before.folder / file).read_text().splitlines()
        assert name in "".join(code[int(line) - 1:int(line) + 3])
        size = next(c["bytes"] for c in run.listed if c["name"] == name)
        l3 = said["totals"]["l3_requested_bytes"]
        assert l3["new"]["after"] - l3["old"]["after"] in range(1, size + 1)
        assert len(said["broken"]) == 3 and said["broken"][0].startswith("L3 grew by ") and said["broken"][2].startswith(
            f"{name} must be shared (--require-shared), but is not: {change['where']}: its bytes are no longer those of {other}")


@networks
def test_one_changed_weight_that_nothing_shared_is_named_alone(run, tmp_path):
    names = [g[0] for g in groups(run) if len(g) == 1]
    if not names:
        pytest.skip("everything is shared in it")
    said = changed(run, names[-1], tmp_path)
    assert [(c["kind"], c["name"]) for c in said["changes"]] == [("changed", names[-1])]
    assert said["broken"] == [] and all(total["old"] == total["new"] for total in said["totals"].values())

"""SCons killed at any moment: the next run gives what a clean build gives, and nothing is left over."""

import random
import shutil
import signal
import subprocess
import time

import pytest
from gapnet.writing import temporary_name
from scons_project import APP, NETWORK
from tiny_network import CONSTANTS

SEED = 1
KILLER = """
import os, signal
def kill(target, source, env):
    os.kill(os.getpid(), signal.SIGKILL)
env.Command("killed", {node}, kill)
Alias("kill", "killed")
Default("build/kws")
"""


def killed(project, after, how):
    """Start a build and kill it after some seconds."""
    process = subprocess.Popen(project.command(), cwd=project.folder, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    time.sleep(after)
    process.send_signal(how)
    output = process.communicate()[0].decode()
    if how == signal.SIGINT and "KeyboardInterrupt" not in output:  # Python itself is not ready in its first moments
        assert "Traceback" not in output
    return process.returncode


def ours(snapshot):
    """What GapNetwork makes. SCons takes a compiler's outputs for up to date where it was killed before it recorded them."""
    return {name: data for name, data in snapshot.items() if name.startswith("kws/") and not name.endswith(".o")}


def generate_anew(project, constants):
    """Write another network in place of the one that is there."""
    shutil.rmtree(project.folder / "gen")
    project.generate(constants)


@pytest.mark.slow
def test_a_killed_build_is_completed_by_the_next_one(make_project):
    constants = [(f"c{i}", i // 2) for i in range(60)]
    expected = []
    for some in (constants, constants[:50]):
        clean = make_project(APP, some, name=f"clean_{len(some)}")
        start = time.monotonic()
        clean.run()
        lasting = time.monotonic() - start
        expected.append((some, clean.snapshot("build")))
    project = make_project(APP, constants, name="killed")
    order = random.Random(SEED)
    print(f"seed {SEED}")
    for turn in range(20):
        generate_anew(project, expected[turn % 2][0])
        killed(project, lasting * order.uniform(0.3, 1), order.choice([signal.SIGKILL, signal.SIGINT]))
        if turn % 2:  # else the next one finds what two of them have left
            some, outputs = expected[order.choice((0, 1))]
            generate_anew(project, some)
            project.run()
            found = project.snapshot("build")
            assert set(found) == set(outputs), f"seed {SEED}, turn {turn}"
            assert ours(found) == ours(outputs), f"seed {SEED}, turn {turn}"
            project.run()  # SCons may compile once more: it saw no headers in C that was not up to date when it looked first
            project.assert_up_to_date()


@pytest.mark.parametrize("product", ["analysis", "manifest"])
def test_outputs_that_scons_did_not_record_are_made_again(make_project, product):
    """Killed when another network is written, before SCons writes its records; then the first network comes back."""
    node = "net[0]" if product == "analysis" else "net.manifest"
    project = make_project(NETWORK + KILLER.format(node=node))
    project.run()
    before = project.snapshot()
    generate_anew(project, CONSTANTS[:3])
    project.run("kill", status=-signal.SIGKILL)
    assert project.snapshot() != before
    generate_anew(project, CONSTANTS)
    project.run("build/kws")
    assert project.snapshot() == before
    project.assert_up_to_date("build/kws")


def test_a_mark_stays_until_its_action_is_done_again(make_project):
    project = make_project(NETWORK + KILLER.format(node="net.manifest") + 'Command("other", [], Touch("$TARGET"))\n')
    project.run("build/kws")
    before = project.snapshot()
    generate_anew(project, CONSTANTS[:3])
    project.run("kill", status=-signal.SIGKILL)
    generate_anew(project, CONSTANTS)
    project.run("other")
    project.run("build/kws")
    assert project.snapshot() == before


def test_what_a_killed_run_left_behind_is_removed_by_the_next_one(make_project):
    project = make_project()
    project.run()
    before = project.snapshot()
    for name in map(temporary_name, ("Network.c", "readfs.img", "analysis.json")):
        project.write(f"build/kws/{name}", "half")
    project.write("build/kws/.mine", "mine")
    project.write("gen/Network.c", project.read("gen/Network.c") + b"// changed\n")
    project.run()
    assert set(project.snapshot()) == set(before) | {".mine"}


def test_cleaning_removes_what_a_killed_run_left_behind(make_project):
    project = make_project()
    project.run()
    project.write(f"build/kws/{temporary_name('Network.c')}", "half")
    project.run("-c")
    assert not project.snapshot()

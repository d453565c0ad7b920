"""SCons killed at any moment: the next run gives what a clean build gives, and nothing is left over."""

import random
import signal
import subprocess
import time

import pytest
from gapnet.folder import temporary_name
from scons_project import APP


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


@pytest.mark.slow
def test_a_killed_build_is_completed_by_the_next_one(make_project):
    constants = [(f"c{i}", i // 2) for i in range(60)]
    clean = make_project(APP, constants, name="clean")
    start = time.monotonic()
    clean.run()
    lasting = time.monotonic() - start
    expected = clean.snapshot("build")
    project = make_project(APP, constants, name="killed")
    order = random.Random(1)
    for turn in range(20):
        project.generate(constants if turn % 2 else constants[:50])
        killed(project, lasting * order.uniform(0.3, 1), order.choice([signal.SIGKILL, signal.SIGINT]))
    project.generate(constants)
    project.run()
    assert project.snapshot("build") == expected
    project.assert_up_to_date()


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

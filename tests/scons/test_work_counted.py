"""What new weights and a build of nothing new cost, in parses and compiles, not in seconds."""

import subprocess
import sys

import pytest
from parse_counts import Counts
from scons_project import APP, HEAD, SITE_SCONS
from tiny_network import content, write_generated

NOTHING = {"parse": 0, "analyse": 0}
EIGHT = HEAD + """\
for i in range(8):
    net = env.GapNetwork(f"build/net_{i}", f"gen_{i}")
    env.Program(f"build/app_{i}", net.sources)
"""
COMMAND = [sys.executable, "-m", "gapnet", "share", "gen", "--output", "build/kws"]


@pytest.fixture
def counts(tmp_path):
    return Counts(tmp_path / "counts")


def test_new_weights_in_scons_reach_no_parser(make_project, counts):
    project = make_project(APP)
    assert project.run(environment=counts.environment()).ran == ["read", "share", "compile", "link"]
    first = counts.take()
    assert first["parse"] > 0 and first["analyse"] == 1, "the counter sees what a clean build does"
    project.write("gen/hex/3.hex", content(9))
    assert project.run(environment=counts.environment()).ran == ["share"]
    assert counts.take() == NOTHING
    project.write("gen/hex/2.hex", content(9))  # no longer what it was shared with
    assert project.run(environment=counts.environment()).ran == ["share", "compile", "link"]
    assert counts.take() == NOTHING


def test_new_c_reaches_the_parser_once(make_project, counts):
    project = make_project(APP)
    project.run()
    project.generate((("first", 2), ("conv", 1), ("conv_again", 1)))
    project.run(environment=counts.environment())
    assert counts.take()["analyse"] == 1


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["-j1", "-j4"])
def test_eight_networks_that_are_up_to_date_compile_and_parse_nothing(make_project, counts, jobs):
    project = make_project(EIGHT)
    for i in range(8):
        write_generated(project.folder / f"gen_{i}", (("conv", i), ("bias", 9), ("conv_again", i)))
    first = project.run(jobs, environment=counts.environment())
    assert sorted(first.ran) == sorted(["read", "share", "compile", "link"] * 8)
    assert counts.take()["analyse"] == 8
    again = project.run(jobs, environment=counts.environment())
    assert again.ran == [] and again.output.count("is up to date") == again.output.count("\n")
    assert counts.take() == NOTHING


def test_new_weights_on_the_command_line_reach_no_parser(make_project, counts):
    project = make_project()
    environment = counts.environment({"PYTHONPATH": str(SITE_SCONS)})

    def share():
        subprocess.run(COMMAND, cwd=project.folder, env=environment, check=True, capture_output=True)
        return counts.take()

    assert share()["parse"] > 0
    project.write("gen/hex/2.hex", content(9))
    assert share() == NOTHING
    assert project.manifest()["totals"]["files"]["after"] == 4

"""What lies in the target folder and cannot be read: it is written anew, or named."""

import os
import stat

import pytest
from runs import make_project, run_cli

SHARE = "share", "gen", "--output", "out"


@pytest.fixture
def built(tmp_path):
    folder = make_project(tmp_path).folder
    assert run_cli(folder, *SHARE)[0] == 0
    return folder


@pytest.mark.parametrize("name", ["analysis.json", "Network.c", "readfs.img", "report.html"])
def test_an_output_that_may_not_be_read_is_written_anew(built, name):
    path = built / "out" / name
    before = path.read_bytes()
    path.chmod(0)
    assert run_cli(built, *SHARE, obedient=True)[0] == 0
    assert path.read_bytes() == before and path.stat().st_mode & stat.S_IRUSR


def test_a_pipe_of_the_name_of_the_analysis_does_not_stop_a_run(built):
    path = built / "out/analysis.json"
    before = path.read_bytes()
    path.unlink()
    os.mkfifo(path)
    assert run_cli(built, *SHARE)[0] == 0
    assert path.read_bytes() == before


def test_a_manifest_that_may_not_be_read_is_named(built):
    (built / "out/manifest.json").chmod(0)
    assert run_cli(built, "inspect", "out", obedient=True) == (2, "", "out/manifest.json: cannot be read (Permission denied)\n")

"""A disk that is full, for real: a small file system in memory is mounted where the target is. Only root can do that."""

import os
import subprocess

import pytest
from networks import network, write_folder
from runs import everything, make_project, run_cli, run_scons

SIZE = 256 << 10
LINE = "{}: cannot be written (No space left on device)"


@pytest.fixture
def disk(tmp_path):
    """A folder with 256 KiB of room."""
    if os.getuid() != 0:
        pytest.skip("only root can mount a small file system")
    folder = tmp_path / "project" / "build"
    folder.mkdir(parents=True)
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(folder)], capture_output=True, check=False)
    if done.returncode:
        pytest.skip(f"a file system cannot be mounted here: {done.stderr.decode().strip()}")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def write(folder, size):
    write_folder(folder, network([("P", size, "0.hex"), ("Q", size, "1.hex")]), {"0.hex": b"\1" * size, "1.hex": b"\2" * size})


def fill(path):
    """Take all the room that is left."""
    with pytest.raises(OSError), path.open("wb", buffering=0) as file:
        while True:
            file.write(bytes(4096))


def test_the_command_line_keeps_what_was_there(disk):
    project = disk.parent
    write(project / "small", 16)
    write(project / "large", SIZE)
    assert run_cli(project, "share", "large", "--output", "build/kws") == (2, "", LINE.format("build/kws") + "\n")
    assert everything(disk) == {}
    assert run_cli(project, "share", "small", "--output", "build/kws")[0] == 0
    before = everything(disk)
    assert run_cli(project, "share", "large", "--output", "build/kws", "--hex") == (2, "", LINE.format("build/kws") + "\n")
    assert everything(disk) == before


def test_what_a_killed_run_left_makes_room(disk):
    project = disk.parent
    write(project / "small", 16)
    (disk / "kws").mkdir()
    (disk / "kws/.0123456789abcdef.part").write_bytes(b"x" * (SIZE - 8192))
    assert run_cli(project, "share", "small", "--output", "build/kws")[0] == 0


@pytest.mark.slow
def test_scons_leaves_nothing_half_written(disk):
    project = make_project(disk.parent)
    write(project.folder / "large", SIZE)
    project.write("SConstruct", project.read("SConstruct").replace(b'"gen"', b'"large"'))
    status, said = run_scons(project.folder)
    assert status == 2 and "Traceback" not in said
    assert [x for x in said.splitlines() if x.startswith("scons: ***")] == [
        f"scons: *** [build/kws/Network.c] {LINE.format('build/kws')}"]
    assert set(everything(disk / "kws")) == {"analysis.json"}
    (disk / "kws/analysis.json").unlink()
    fill(disk / "fill")
    status, said = run_scons(project.folder)
    assert status == 2 and "Traceback" not in said
    assert [x for x in said.splitlines() if x.startswith("scons: ***")] == [
        f"scons: *** [build/kws/analysis.json] {LINE.format('build/kws')}"]
    assert everything(disk / "kws") == {}

"""The folder that gapy works in: files out of images, what the SDK wants there, which gapy is called and with what around it."""

import os
import sys
from pathlib import Path

import pytest
from gapnet import image
from gapnet.errors import InputError
from gapnet.gapy import Job, target_of
from gapnet.sdk import GAP9_SDK, SIRACUSA_SDK, environment_of
from gapnet.workfolder import call, files_of, place, prepare, program_of, unpack

FILES = [("0.hex", b"zero"), ("a@b.hex", b"at"), ("same.hex", b"zero")]
IMAGE = image.build(FILES)


def test_the_files_of_an_image_are_written_as_they_are(tmp_path):
    paths = unpack([("i.img", IMAGE)], tmp_path)
    assert [os.path.basename(p) for p in paths] == [name for name, _ in FILES]
    assert all(os.path.isabs(p) and Path(p).read_bytes() == data for p, (_, data) in zip(paths, FILES))


def test_several_images_and_empty_ones(tmp_path):
    images = [("a", image.build([("x", b"1")])), ("empty", b""), ("b", image.build([("y", b"2")]))]
    assert files_of(images) == {"x": b"1", "y": b"2"}
    assert unpack([("empty", b"")], tmp_path / "work") == ()
    assert not (tmp_path / "work").exists()


def test_a_file_of_an_earlier_image_is_given_to_nobody(tmp_path):
    unpack([("i.img", IMAGE)], tmp_path)
    assert [os.path.basename(p) for p in unpack([("i.img", image.build([("new", b"n")]))], tmp_path)] == ["new"]


def test_one_name_in_two_images_is_refused():
    with pytest.raises(InputError, match="b.img: holds '0.hex', and so does a.img. A readfs partition opens the first"):
        files_of([("a.img", IMAGE), ("b.img", IMAGE)])


@pytest.mark.parametrize("name", ["..", ".", "a/b", "/etc/x"])
def test_a_name_that_would_leave_the_folder_is_refused(tmp_path, name):
    bad = IMAGE.replace(b"\x06\0\0\x000.hex\0", len(name + "\0").to_bytes(4, "little") + name.encode() + b"\0")
    size = len(bad) - len(IMAGE)
    bad = (int.from_bytes(bad[:8], "little") + size).to_bytes(8, "little") + bad[8:] + bytes(16)
    with pytest.raises(InputError):
        unpack([("i.img", bad)], tmp_path / "work")
    assert not (tmp_path / "work").exists()


def test_what_is_no_image_is_refused(tmp_path):
    with pytest.raises(InputError, match="app: not a readfs image"):
        unpack([("app", b"\x7fELF")], tmp_path)


def test_a_colon_in_the_work_folder_is_refused_before_anything_is_written(tmp_path):
    with pytest.raises(InputError, match="':' in a path"):
        unpack([("i.img", IMAGE)], tmp_path / "a:b")
    assert not (tmp_path / "a:b").exists()


def executable(path, text="#!/bin/sh\n"):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


def test_the_gapy_of_the_sdk_comes_before_the_one_on_path_and_the_chosen_one_before_both(tmp_path):
    on_path = executable(tmp_path / "bin/gapy")
    environment = {"PATH": str(on_path.parent), "GAP_SDK_HOME": str(tmp_path / "sdk")}
    assert program_of(target_of("gap9"), environment) == str(on_path)
    own = executable(tmp_path / "sdk/utils/gapy_v2/bin/gapy")
    assert program_of(target_of("gap9"), environment) == str(own)
    chosen = executable(tmp_path / "my_gapy")
    assert program_of(target_of("gap9"), environment, str(chosen)) == str(chosen)
    own.chmod(0o644)
    assert program_of(target_of("gap9"), environment) == str(on_path)


def test_no_gapy_at_all(tmp_path):
    with pytest.raises(InputError, match="there is no gapy for gap9, neither at .*gapy_v2/bin/gapy nor on PATH. "
                                         "Source configs/gap9_evk_audio.sh of the GAP9 SDK"):
        program_of(target_of("gap9"), {"PATH": str(tmp_path)})
    with pytest.raises(InputError, match="there is no program 'mine'"):
        program_of(target_of("gap9"), {"PATH": str(tmp_path)}, "mine")


def job(tmp_path, **environment):
    target = target_of("gap9")
    environment["GAP_SDK_HOME"] = str(tmp_path / "sdk")
    return Job(target, target.platform("gvsoc"), environment, str(tmp_path / "work"), "app")


def test_efuses_are_copied_and_their_absence_is_told(tmp_path):
    with pytest.raises(InputError, match="efuse_hyper_preload.data: there is no such file. The GAP9 SDK is not complete"):
        prepare(job(tmp_path))
    source = tmp_path / "sdk/utils/efuse/GAP9/efuse_hyper_preload.data"
    source.parent.mkdir(parents=True)
    source.write_bytes(b"fuse")
    prepare(job(tmp_path))
    assert (tmp_path / "work/chip.efuse_preload.data").read_bytes() == b"fuse"


def test_a_file_that_is_placed_keeps_its_bytes(tmp_path):
    (tmp_path / "a").write_bytes(b"x" * 5)
    place(tmp_path / "a", tmp_path / "work/b")
    assert (tmp_path / "work/b").read_bytes() == b"x" * 5


@pytest.mark.parametrize("code, status", [("sys.exit(0)", 0), ("sys.exit(7)", 7), ("os.kill(os.getpid(), 9)", 137)])
def test_the_exit_status_is_that_of_a_shell(tmp_path, code, status):
    (tmp_path / "work").mkdir()
    assert call([sys.executable, "-c", f"import os, sys; {code}"], job(tmp_path)) == status


def test_a_program_that_cannot_be_run(tmp_path):
    (tmp_path / "work").mkdir()
    with pytest.raises(InputError, match="cannot be run"):
        call([str(executable(tmp_path / "bad", "no program"))], job(tmp_path))


def test_what_is_passed_on_from_around():
    around = {"GAP_SDK_HOME": "/sdk", "GVSOC_PATH": "/g", "TARGET_CHIP": "GAP9_V2", "BOARD_NAME": "b", "PYTHONPATH": "/p",
              "PATH": "/a:/b", "SECRET": "s", "CFLAGS": "-O9", "INSTALL_DIR": "/i", "TARGET_CHIP_FAMILY": "GAP9"}
    found = environment_of(GAP9_SDK, {"PATH": "/b:/c", "BOARD_NAME": "mine", "MY": "own"}, around)
    assert found == {name: value for name, value in around.items() if name not in ("SECRET", "CFLAGS")} | {
        "PATH": "/a:/b:/c", "BOARD_NAME": "mine", "MY": "own"}


def test_a_variable_may_have_another_name():
    assert environment_of(SIRACUSA_SDK, {}, {"INSTALL_DIR": "/i"})["GVSOC_INSTALL_DIR"] == "/i"
    both = environment_of(SIRACUSA_SDK, {}, {"INSTALL_DIR": "/i", "GVSOC_INSTALL_DIR": "/g"})
    assert both["GVSOC_INSTALL_DIR"] == "/g" and both["INSTALL_DIR"] == "/i"

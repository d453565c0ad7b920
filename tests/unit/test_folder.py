"""Folders are read whole, and written whole or not at all."""

import os

import pytest
from gapnet import folder as folder_stage
from gapnet.errors import InputError
from gapnet.folder import read_folder, write_outputs
from networks import write_folder


def contents(folder):
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_what_is_read(tmp_path):
    write_folder(tmp_path / "net", "int a;", {"0.hex": b"x"}, Network_h="int b;", notes_txt="no")
    sources, hex_files = read_folder(tmp_path / "net")
    assert sources == {"Network.c": b"int a;", "Network.h": b"int b;"}
    assert hex_files == {"0.hex": tmp_path / "net" / "hex" / "0.hex"}


def test_a_folder_without_hex(tmp_path):
    (tmp_path / "Network.c").write_bytes(b"int a;")
    assert read_folder(tmp_path) == ({"Network.c": b"int a;"}, {})


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda p: None, "there is no such folder"),
        (lambda p: p.write_text(""), "is not a folder"),
        (lambda p: p.mkdir(), "there is no .c file in it"),
    ],
)
def test_what_is_no_generated_folder(tmp_path, make, message):
    path = tmp_path / "net"
    make(path)
    with pytest.raises(InputError) as error:
        read_folder(path)
    assert (error.value.message, error.value.path) == (message, str(path))
    assert error.value.hint


def test_written_files(tmp_path):
    outputs = {"Network.c": b"a", "hex/0.hex": b"b", "manifest.json": b"c"}
    write_outputs(tmp_path / "new" / "out", outputs)
    assert contents(tmp_path / "new" / "out") == outputs


def test_permissions_are_those_of_the_user(tmp_path):
    mask = os.umask(0o027)
    try:
        write_outputs(tmp_path, {"a": b"1"})
    finally:
        os.umask(mask)
    assert (tmp_path / "a").stat().st_mode & 0o777 == 0o640


def test_a_file_that_is_right_is_left_alone(tmp_path):
    write_outputs(tmp_path, {"a": b"1", "b": b"2"})
    for name in "ab":
        os.utime(tmp_path / name, (1, 1))
    write_outputs(tmp_path, {"a": b"1", "b": b"3"})
    assert (tmp_path / "a").stat().st_mtime == 1
    assert (tmp_path / "b").stat().st_mtime != 1
    assert contents(tmp_path) == {"a": b"1", "b": b"3"}


def test_nothing_is_half_written_when_the_disk_is_full(tmp_path, monkeypatch):
    write_outputs(tmp_path, {"a": b"old a", "b": b"old b"})
    real, calls = folder_stage.Path.write_bytes, []

    def full(path, data):
        calls.append(path)
        if len(calls) == 2:
            raise OSError(28, "No space left on device")
        return real(path, data)

    monkeypatch.setattr(folder_stage.Path, "write_bytes", full)
    with pytest.raises(InputError) as error:
        write_outputs(tmp_path, {"a": b"new a", "b": b"new b"})
    assert "No space left on device" in str(error.value)
    assert contents(tmp_path) == {"a": b"old a", "b": b"old b"}


def test_an_interruption_leaves_no_temporary_file(tmp_path, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(folder_stage.os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_outputs(tmp_path, {"a": b"1"})
    assert contents(tmp_path) == {}


def test_a_target_that_is_a_file(tmp_path):
    (tmp_path / "out").write_text("mine")
    with pytest.raises(InputError):
        write_outputs(tmp_path / "out", {"a": b"1"})
    assert (tmp_path / "out").read_text() == "mine"

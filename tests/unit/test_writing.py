"""Folders are written whole or not at all, whatever stops a run."""

import os

import pytest
from gapnet import writing
from gapnet.errors import InputError
from gapnet.writing import write_outputs


def contents(folder):
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


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
    real, calls = writing.Path.write_bytes, []

    def full(path, data):
        calls.append(path)
        if len(calls) == 2:
            raise OSError(28, "No space left on device")
        return real(path, data)

    monkeypatch.setattr(writing.Path, "write_bytes", full)
    with pytest.raises(InputError) as error:
        write_outputs(tmp_path, {"a": b"new a", "b": b"new b"})
    assert "No space left on device" in str(error.value)
    assert contents(tmp_path) == {"a": b"old a", "b": b"old b"}


def test_an_interruption_leaves_no_temporary_file(tmp_path, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(writing.os, "replace", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_outputs(tmp_path, {"a": b"1"})
    assert contents(tmp_path) == {}


def test_a_target_that_is_a_file(tmp_path):
    (tmp_path / "out").write_text("mine")
    with pytest.raises(InputError):
        write_outputs(tmp_path / "out", {"a": b"1"})
    assert (tmp_path / "out").read_text() == "mine"

"""What a path holds, for people."""

import pytest
from gapnet.contents import digest_of
from gapnet.errors import InputError
from gapnet.image import build
from gapnet.inspection import inspect


def test_an_image(tmp_path):
    path = tmp_path / "readfs.img"
    path.write_bytes(build([("0.hex", b"x" * 1234), ("longer_name.hex", b"y")]))
    lines = inspect(path).splitlines()
    assert [line.split() for line in lines] == [
        ["name", "size", "offset", "digest"],
        ["0.hex", "1,234", "64", digest_of(b"x" * 1234)],
        ["longer_name.hex", "1", "1,304", digest_of(b"y")],
        ["2", "files,", "1,305", "bytes"],
    ]
    assert len({line.index(" ", 16) for line in lines[1:3]}) == 1  # columns stand under each other


def test_a_manifest_of_a_newer_schema(tmp_path):
    path = tmp_path / "m.json"
    path.write_text('{"schema": 2}')
    with pytest.raises(InputError) as error:
        inspect(path)
    assert str(error.value) == f"{path}: manifest schema 2 is not known. Use a newer gapnet"


@pytest.mark.parametrize("data", [b"", b"x", b"{", b"[1]", b'{"schema": 1, "networks": 7, "totals": 1}', bytes(200)])
def test_anything_else_is_an_input_error(tmp_path, data):
    path = tmp_path / "thing"
    path.write_bytes(data)
    with pytest.raises(InputError) as error:
        inspect(path)
    assert error.value.path == str(path)

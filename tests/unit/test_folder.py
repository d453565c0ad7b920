"""Generated folders are read whole."""

import pytest
from gapnet.errors import InputError
from gapnet.folder import read_folder
from networks import write_folder


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

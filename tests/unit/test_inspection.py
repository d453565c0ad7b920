"""What a path holds, for people."""

import pytest
from gapnet.cli import main
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


CODE = """\
static int *P;
void InitNetwork(void) {
  P = cl_ram_malloc(4);
  load_file_to_ram(P, "0.hex");
}
"""


def generated(folder):
    (folder / "hex").mkdir(parents=True)
    (folder / "Network.c").write_text(CODE)
    (folder / "hex/0.hex").write_bytes(b"abcd")
    return folder


def test_a_fault_in_a_generated_folder_names_a_path_that_can_be_opened(tmp_path):
    folder = generated(tmp_path / "gen")
    (folder / "hex/0.hex").unlink()
    with pytest.raises(InputError) as error:
        inspect(folder)
    assert error.value.path == str(folder / "Network.c") and error.value.line == 4


@pytest.mark.parametrize("options", [[], ["--hex"]])
def test_a_result_shows_what_was_done_and_needs_no_hex(tmp_path, capsys, options):
    folder, result = generated(tmp_path / "gen"), tmp_path / "out"
    assert main(["share", str(folder), "--output", str(result), "--verbose", *options]) == 0
    assert inspect(result) == inspect(result / "manifest.json") == capsys.readouterr().out.removesuffix("\n")


@pytest.mark.parametrize("text", ["", "{", "[]"])
def test_a_damaged_manifest_of_a_result_is_what_is_wrong_with_it(tmp_path, text):
    result = tmp_path / "out"
    assert main(["share", str(generated(tmp_path / "gen")), "--output", str(result)]) == 0
    (result / "manifest.json").write_text(text)
    with pytest.raises(InputError, match="is not a manifest of gapnet") as error:
        inspect(result)
    assert error.value.path == str(result / "manifest.json")


def test_a_result_of_several_networks(tmp_path, capsys):
    assert main(["share", *(str(generated(tmp_path / n)) for n in "ab"), "--output", str(tmp_path / "out")]) == 0
    assert inspect(tmp_path / "out").startswith("a, b: ")


@pytest.mark.parametrize("text", ["", "{", "[]", '{"files": []}'])
def test_a_manifest_of_somebody_else_leaves_a_generated_folder_what_it_is(tmp_path, text):
    folder = generated(tmp_path / "gen")
    (folder / "manifest.json").write_text(text)
    assert inspect(folder).startswith("gen: ")

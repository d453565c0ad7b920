"""`verify` on a folder whose manifest is damaged: said in one line, never a traceback."""

import json

import pytest
from gapnet.cli import main
from networks import network, write_folder


@pytest.fixture
def shared(tmp_path):
    source = write_folder(tmp_path / "net", network([("W", 4, "0.hex")]), {"0.hex": b"AAAA"})
    assert main(["share", str(source), "-o", str(tmp_path / "out")]) == 0
    return source, tmp_path / "out"


def judged(shared, manifest, capsys):
    source, folder = shared
    (folder / "manifest.json").write_text(manifest if isinstance(manifest, str) else json.dumps(manifest))
    capsys.readouterr()
    return main(["verify", str(source), str(folder)]), capsys.readouterr().err


@pytest.mark.parametrize("key, value", [
    ("image", "x"), ("image", [1]), ("image", {"extra": 1}), ("image", {"extra": [1]}), ("image", {"extra": [[]]}),
    ("functions", 1), ("functions", [1]), ("functions", "f(none)"), ("networks", None), ("schema", [])])
def test_what_has_another_form_is_no_manifest(shared, key, value, capsys):
    right = json.loads((shared[1] / "manifest.json").read_text())
    assert judged(shared, right, capsys) == (0, "")
    status, said = judged(shared, right | {key: value}, capsys)
    assert status == 2 and "is not a manifest of gapnet" in said


@pytest.mark.parametrize("key, status", [("image", 2), ("networks", 2), ("schema", 2), ("totals", 70), ("functions", 0)])
def test_what_is_missing(shared, key, status, capsys):
    right = json.loads((shared[1] / "manifest.json").read_text())
    found, said = judged(shared, {k: v for k, v in right.items() if k != key}, capsys)
    assert found == status and "bug of gapnet, not" not in said  # an older manifest tells of no functions


@pytest.mark.parametrize("text", ["", "[]", "null", "[" * 100_000, "{", '{"schema": 1}'])
def test_what_is_no_json_object_is_no_manifest(shared, text, capsys):
    status, said = judged(shared, text, capsys)
    assert status == 2 and "is not a manifest of gapnet" in said


@pytest.mark.parametrize("value", [None, [], {}, [1], {"0.hex": 1}])
def test_what_is_compared_is_told_apart(shared, value, capsys):
    right = json.loads((shared[1] / "manifest.json").read_text())
    for wrong in (right | {"totals": value}, right | {"networks": [{"constants": [value]}]}, right | {"networks": [value]}):
        status, said = judged(shared, wrong, capsys)
        assert status == 70 and "does not do what" in said and "manifest.json" in said

"""One folder per refusal: a small network, and what must be said about the constant that may not be shared.

`expected.json` of a folder:
    about    what is refused here
    hex      contents of `hex/`, "AA*16" is sixteen bytes 0xAA
    blocked  the constants that keep an allocation of their own, each with the exact `reason` and `where` of the manifest
    shared   the constants that are shared all the same, each with its survivor: one refusal must not cost the whole network
    xfail    why the answer is not yet the right one
A folder with `expected.txt` is refused as a whole: that file holds what stands on stderr.
"""

import json
import re
import shutil
from pathlib import Path

import pytest
from gapnet.cli import main

HERE = Path(__file__).parent
FOLDERS = sorted(path.parent for path in HERE.glob("*/expected.json"))


def expectation(folder):
    return json.loads((folder / "expected.json").read_text())


def cases(refused_whole):
    for folder in FOLDERS:
        if (folder / "expected.txt").exists() == refused_whole:
            why = expectation(folder).get("xfail")
            marks = [pytest.mark.xfail(reason=why, strict=True)] if why else []
            yield pytest.param(folder, id=folder.name, marks=marks)


def place(folder, target):
    """Copy of a folder with its `hex/`, as a generator would have written it."""
    ignored = shutil.ignore_patterns("expected.*")
    shutil.copytree(folder, target, ignore=ignored)
    (target / "hex").mkdir()
    for name, content in expectation(folder)["hex"].items():
        byte, count = content.split("*")
        (target / "hex" / name).write_bytes(bytes.fromhex(byte) * int(count))


@pytest.mark.parametrize("folder", list(cases(refused_whole=False)))
def test_constant_keeps_its_allocation(folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    place(folder, tmp_path / folder.name)
    assert main(["share", folder.name, "--output", "out"]) == 0
    constants = json.loads((tmp_path / "out" / "manifest.json").read_text())["networks"][0]["constants"]

    blocked = {c["name"]: {"reason": c["reason"], "where": c["where"]} for c in constants if c["reason"]}
    shared = {c["name"]: c["shared_with"] for c in constants if c["shared_with"]}
    assert blocked == expectation(folder)["blocked"]
    assert shared == expectation(folder)["shared"]
    for source in folder.glob("*.[ch]"):
        after = (tmp_path / "out" / source.name).read_text()
        assert lines_without(source.read_text(), shared) == lines_without(after, shared)


def lines_without(text, names):
    """Lines that name none of `names`; which of several equal files is loaded does not matter here."""
    lines = re.sub(r'"\d+\.hex"', '"N.hex"', text).splitlines()
    return [line for line in lines if line.strip() and not any(name in line for name in names)]


@pytest.mark.parametrize("folder", list(cases(refused_whole=True)))
def test_network_is_refused_as_a_whole(folder, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    place(folder, tmp_path / folder.name)
    assert main(["share", folder.name, "--output", "out"]) == 2
    assert capsys.readouterr().err == (folder / "expected.txt").read_text()
    assert not (tmp_path / "out").exists()

"""Each odd input comes out right, or keeps what it has and says why; the source folder stays as it was."""

import json

import pytest
from gapnet.image import parse
from oddities import BY_NAME, ODDITIES
from runs import everything, make_project, run_cli, run_scons


def prepared(case, folder):
    project = make_project(folder / "project")
    case.prepare(project.folder)
    return project.folder


def sources(folder):
    return {name: data for name, data in everything(folder / "gen").items() if not name.startswith("out")}


def image_of(target):
    path = target / "readfs.img"
    return tuple(file.name for file in parse(path.read_bytes())) if path.exists() else ()


def check(case, folder, target):
    """What must hold of a target folder."""
    manifest = json.loads((target / "manifest.json").read_text())
    assert image_of(target) == case.image
    reasons = {c["name"]: f"{c['reason']} ({c['where']})" for c in manifest["networks"][0]["constants"] if c["reason"]}
    if case.reason is not None:
        assert reasons["P"] == case.reason
    for file in parse((target / "readfs.img").read_bytes()) if case.image else ():
        assert file.data == (folder / "gen/hex" / file.name).read_bytes()
    assert not [n for n in everything(target) if n.endswith(".part")]


def test_names_are_different():
    assert len(BY_NAME) == len(ODDITIES)


@pytest.mark.parametrize("case", ODDITIES, ids=BY_NAME)
def test_the_command_line_gets_it_right(case, tmp_path):
    folder = prepared(case, tmp_path)
    before = sources(folder)
    assert run_cli(folder, *case.arguments) == (0, case.line + "\n", "")
    assert sources(folder) == before
    check(case, folder, folder / case.arguments[-1])
    first = everything(folder / case.arguments[-1])
    assert run_cli(folder, *case.arguments) == (0, case.line + "\n", "")
    assert everything(folder / case.arguments[-1]) == first


@pytest.mark.slow
@pytest.mark.parametrize("case", [c for c in ODDITIES if c.scons], ids=lambda c: c.name)
def test_scons_gets_it_right(case, tmp_path):
    folder = prepared(case, tmp_path)
    before = sources(folder)
    status, said = run_scons(folder)
    assert (status, said.splitlines()[-1]) == (0, case.line.replace("gen:", "kws:", 1)), said
    assert sources(folder) == before
    if case.image:
        check(case, folder, folder / "build/kws")
    status, said = run_scons(folder)
    assert status == 0 and "Sharing" not in said and "Reading" not in said, said

"""Each bad input is one line with a cure, and changes nothing on disk."""

import sys

import pytest
from gapnet.cli import main
from refusals import ALL, REFUSALS
from runs import SHARE, environment, everything, make_project, run_cli, run_scons
from scons_project import HEAD


def prepared(case, folder, sconstruct):
    project = make_project(folder / "project", sconstruct)
    case.prepare(project.folder)
    return project.folder


def settings(case, folder):
    """What a case puts into the environment; paths are those of its folder."""
    more = {k: v.replace("without", str(folder / "without")) for k, v in case.environment.items()}
    if "PYTHONPATH" in more:
        more["PYTHONPATH"] += environment()["PYTHONPATH"]
    return more


@pytest.fixture
def restored(tmp_path):
    """Rights are given back, so that the folder can be removed."""
    yield
    for name in ("gen", "gen/hex", "build", "build/kws"):
        path = tmp_path / "project" / name
        if path.is_dir():
            path.chmod(0o755)


def test_names_are_different():
    assert len(ALL) == sum(len(cases) for cases in REFUSALS.values())


@pytest.mark.parametrize("case", ALL.values(), ids=ALL)
def test_the_command_line_says_what_is_wrong_and_changes_nothing(case, tmp_path, restored):
    folder = prepared(case, tmp_path, HEAD)
    before = everything(folder) if not case.obedient else set(tmp_path.rglob("*"))
    said = run_cli(folder, *case.arguments, obedient=case.obedient, **settings(case, folder))
    assert said == (2, "", case.message.format(python=sys.executable) + "\n")
    assert (everything(folder) if not case.obedient else set(tmp_path.rglob("*"))) == before


@pytest.mark.parametrize("case", [c for c in ALL.values() if c.keeps], ids=lambda c: c.name)
def test_what_an_earlier_run_wrote_stays(case, tmp_path, monkeypatch, capsys):
    folder = make_project(tmp_path / "project").folder
    monkeypatch.chdir(folder)
    assert main(SHARE) == 0
    case.prepare(folder)
    before = everything(folder)
    capsys.readouterr()
    assert main(case.arguments) == 2
    assert capsys.readouterr() == ("", f"{case.message}\n")
    assert everything(folder) == before


@pytest.mark.slow
@pytest.mark.parametrize("case", [c for c in ALL.values() if c.scons is not None], ids=lambda c: c.name)
def test_scons_says_the_same_and_leaves_nothing_half_written(case, tmp_path, restored):
    call = f'net = env.GapNetwork("build/kws", "gen", {case.options})\n'
    folder = prepared(case, tmp_path, HEAD + call)
    before = everything(folder / "gen") if not case.obedient else None
    status, said = run_scons(folder, obedient=case.obedient, **settings(case, folder))
    faults = [line for line in said.splitlines() if line.startswith("scons: ***")]
    assert (status, len(faults), "Traceback" in said) == (2, 1, False), said
    assert faults[0].endswith((case.scons or case.message).format(python=sys.executable)), said
    assert case.scons or str(folder) not in faults[0]
    if before is not None:
        assert everything(folder / "gen") == before
        written = {n for n, data in everything(folder).items() if n.startswith("build/kws/") and isinstance(data, bytes)}
        assert written <= {"build/kws/analysis.json", "build/kws/hex"}

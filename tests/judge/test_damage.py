"""No damage to a right result gets past the judge, on the example and on a network that Deeploy generated."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import deeploy_venv
import pytest
from damage import BESIDE, KINDS, NotHere, Result
from gapnet.analyse import analyse
from gapnet.cli import main
from gapnet.errors import Mismatch
from gapnet.recheck import compare

EXAMPLE = Path(__file__).parents[2] / "example_app" / "generate_network.py"


@pytest.fixture(scope="session")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("example") / "net"
    subprocess.run([sys.executable, "-B", str(EXAMPLE), str(folder)], check=True, stdout=subprocess.DEVNULL)
    return folder


def judge_all(original: Path, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Do every kind of damage to the shared network, print the table, and fail for what was accepted."""
    right = folder / "right"
    assert main(["share", str(original), "-o", str(right), "--hex"]) == 0
    assert main(["verify", str(original), str(right)]) == 0
    sources = {p.name: p.read_bytes() for p in original.iterdir() if p.is_file()}
    proved = {(c.path, c.name): c.body for c in analyse(sources).constants if c.proved}
    rows, accepted, done = [], [], 0
    for kind in KINDS:
        work = folder / "damaged"
        shutil.copytree(right, work)
        try:
            kind(Result(original, work))
        except NotHere:
            rows.append(f"{_title(kind):44} -  not in this network")
        else:
            done += 1
            assert _tree(work) != _tree(right), f"{kind.__name__} changes nothing"
            found = _difference(original, work, proved)
            rows.append(f"{_title(kind):44} {'caught' if found else 'ACCEPTED':8}  {found}"[:150])
            accepted += [] if found else [kind.__name__]
            if found and kind not in BESIDE:
                assert "manifest.json" not in found and "hex/" not in found, f"{kind.__name__}: not seen in C and image: {found}"
        shutil.rmtree(work)
    with capsys.disabled():
        print(f"\n{original.name}: {done} kinds of damage, {done - len(accepted)} caught", *rows, sep="\n  ")
    assert not accepted
    assert done >= 50


def _title(kind: object) -> str:
    return getattr(kind, "__name__", "").replace("_", " ")


def _tree(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def _difference(original: Path, shared: Path, proved: dict[tuple[str, str], int]) -> str:
    try:
        compare([original], shared, [proved])
    except Mismatch as error:
        return error.message.partition(" does: ")[2]
    return ""


@pytest.mark.slow
def test_example(example: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    judge_all(example, tmp_path, capsys)


@pytest.mark.real
def test_real_network(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    try:
        network = deeploy_venv.generate(deeploy_venv.own_model("recurrent"))
    except deeploy_venv.Unavailable as error:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(str(error))
    judge_all(network, tmp_path, capsys)


def test_what_differs_is_said_and_nothing_is_written(example: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    right = tmp_path / "right"
    assert main(["share", str(example), "-o", str(right)]) == 0
    capsys.readouterr()
    code = (right / "Network.c").read_text()
    (right / "Network.c").write_text(code.replace('"0.hex"', '"2.hex"', 1))
    before = _tree(right)
    assert main(["verify", str(example), str(right)]) == 70
    out = capsys.readouterr()
    assert out.out == ""
    assert out.err.startswith(f"{right}: does not do what {example} does: Network.c")
    assert out.err.endswith("Build it again; if nobody has changed it, this is a bug of gapnet\n")
    assert _tree(right) == before


def test_a_folder_that_share_did_not_write(example: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", str(example), str(example)]) == 2
    assert capsys.readouterr().err == (
        f"{example}/manifest.json: cannot be read (No such file or directory)\n")

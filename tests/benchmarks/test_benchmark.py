"""The benchmark itself, small and untimed, so that it works on the day when somebody needs its figures."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

HERE = Path(__file__).resolve().parent
CASES = (
    "clean share of control (0.1 MB of C) / compiling it", "weights changed", "pieces of C that are parsed", "a number changed",
    "a statement added", "null build", "share without C work / cp -r", "jdupes", "--hex", "300 constants / 30", "peak memory",
)


@pytest.mark.slow
@pytest.mark.real
def test_every_case_is_measured(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(HERE.parent / "real"))
    import deeploy_venv
    try:
        deeploy_venv.python()
    except deeploy_venv.Unavailable as error:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(str(error))
    for tool in ("riscv64-unknown-elf-gcc", "gcc"):
        if shutil.which(tool) is None:
            pytest.skip(f"there is no {tool}")
    plot = tmp_path / "growth.svg"
    done = subprocess.run([sys.executable, str(HERE / "run.py"), "--quick", "--work", str(tmp_path), "--plot", str(plot)],
                          capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    rows = [line for line in done.stdout.splitlines() if line.startswith("| ")]
    for case in CASES:
        (row,) = [row for row in rows if case in row.split("|")[1]]
        measured = row.split("|")[3].strip()
        assert re.match(r"\d", measured) or (case == "jdupes" and measured == "skipped: there is no jdupes"), row
    assert any(row.startswith("| control") for row in rows), "the table of bytes and files"
    assert ElementTree.parse(plot).getroot().tag.endswith("svg")
    assert [path.name for path in tmp_path.iterdir()] == ["growth.svg"], "it leaves nothing behind"

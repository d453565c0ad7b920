"""What the README shows is what the commands print."""

import json
from pathlib import Path

from gapnet.cli import main

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()


def test_the_sample_of_the_report_is_real(tmp_path, monkeypatch, capsys):
    monkeypatch.syspath_prepend(str(ROOT / "tests" / "failing"))
    import test_failing

    test_failing.place(ROOT / "tests" / "failing" / "team_fork", tmp_path / "team_fork")
    monkeypatch.chdir(tmp_path)
    assert main(["share", "team_fork", "--output", "out", "--verbose"]) == 0
    assert capsys.readouterr().out.strip() in README


def test_the_figures_of_the_example_are_real(tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "example_app"))
    from generator.sources import generate

    for name, data in generate().items():
        (tmp_path / "generated" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "generated" / name).write_bytes(data if isinstance(data, bytes) else data.encode())
    monkeypatch.chdir(tmp_path)
    assert main(["share", "generated", "--output", "out"]) == 0

    totals = json.loads((tmp_path / "out" / "manifest.json").read_text())["totals"]
    for row, key in (("L3 requested (bytes)", "l3_requested_bytes"), ("L3 allocations", "l3_allocations"),
                     ("Files loaded", "file_loads"), ("Bytes loaded", "loaded_bytes")):
        line = next(text for text in README.splitlines() if text.startswith(row))
        assert line.split()[-2:] == [str(totals[key]["before"]), str(totals[key]["after"])]

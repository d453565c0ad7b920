"""What the README, docs/budgets.md and docs/compare.md show is what the commands print."""

import json
import re
from pathlib import Path

from gapnet.boards import BOARDS
from gapnet.cli import main

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()
COMPARE = (ROOT / "docs" / "compare.md").read_text()
BUDGETS = (ROOT / "docs" / "budgets.md").read_text()


def test_the_sample_of_the_report_is_real(tmp_path, monkeypatch, capsys):
    monkeypatch.syspath_prepend(str(ROOT / "tests" / "failing"))
    import test_failing

    test_failing.place(ROOT / "tests" / "failing" / "team_fork", tmp_path / "team_fork")
    monkeypatch.chdir(tmp_path)
    assert main(["share", "team_fork", "--output", "out", "--verbose"]) == 0
    assert capsys.readouterr().out.strip() in README


def test_the_sample_of_a_budget_is_real(tmp_path, monkeypatch, capsys):
    monkeypatch.syspath_prepend(str(ROOT / "tests" / "failing"))
    import test_failing

    test_failing.place(ROOT / "tests" / "failing" / "team_fork", tmp_path / "team_fork")
    monkeypatch.chdir(tmp_path)
    assert main("share team_fork --output out --l3-size 96".split()) == 2
    assert f"$ python -m gapnet share team_fork --output out --l3-size 96\n{capsys.readouterr().err}```" in BUDGETS


def test_the_samples_of_diff_are_real(tmp_path, monkeypatch, capsys):
    monkeypatch.syspath_prepend(str(ROOT / "tests" / "failing"))
    import test_failing

    for name, data in (("old", bytes([0xaa] * 16)), ("new", bytes([0xbb] * 16))):
        test_failing.place(ROOT / "tests" / "failing" / "team_fork", tmp_path / name / "kws")
        (tmp_path / name / "kws/hex/2.hex").write_bytes(data)
        monkeypatch.chdir(tmp_path / name)
        assert main("share kws --output build/kws".split()) == 0
    (tmp_path / "old/build/kws/manifest.json").rename("baseline.json")
    compare = "diff baseline.json build/kws/manifest.json"
    capsys.readouterr()
    assert main(compare.split()) == 0
    assert f"```\n$ python -m gapnet {compare}\n{capsys.readouterr().out}```" in COMPARE
    assert main(f"{compare} --format json".split()) == 0
    for change in json.loads(capsys.readouterr().out)["changes"]:
        assert json.dumps(change) in " ".join(COMPARE.split())
    gated = f"{compare} --max-growth 8 --require-shared W_c"
    assert main(gated.split()) == 1
    assert f"```\n$ python -m gapnet {gated} >changes.txt\n{capsys.readouterr().err}```" in COMPARE


def test_the_table_of_boards_is_real():
    table = BUDGETS.split("| erase block |\n|---|---|---|---|\n")[1].split("\n\n")[0]
    rows = [line.split("|")[1:-1] for line in table.splitlines()]
    listed = {name: (l3.strip(), flash.strip(), block.strip()) for names, l3, flash, block in rows
              for name in re.findall(r"`(\w+)`", names)}
    assert listed == {name: (f"{b.l3 >> 20}M", f"{b.flash.type}, {b.flash.size >> 20}M", f"{b.flash.block >> 10}K")
                      for name, b in BOARDS.items()}


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


def test_what_is_linked_is_there():
    """Every file that a page links to, and every heading in it."""
    for page in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")):
        for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text()):
            path, _, heading = link.partition("#")
            target = (page.parent / path) if path else page
            assert target.exists(), f"{page.name}: {link}"
            if heading:
                headings = re.findall(r"^#+ (.*)$", target.read_text(), re.M)
                assert heading in {re.sub(r"[^\w -]", "", h.lower()).replace(" ", "-") for h in headings}, f"{page.name}: {link}"


def test_the_readme_stays_a_page_that_a_user_reads():
    assert len(README.splitlines()) <= 260

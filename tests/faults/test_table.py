"""docs/errors.md and the README say what the cases say, which other tests hold against real runs."""

import re
import subprocess
import sys
from pathlib import Path

from refusals import ALL
from table import page

ROOT = Path(__file__).resolve().parents[2]


def test_the_page_is_the_one_that_the_command_prints():
    done = subprocess.run([sys.executable, str(ROOT / "tests" / "faults" / "table.py")], capture_output=True, check=True)
    assert done.stdout.decode("utf-8") == page() == (ROOT / "docs" / "errors.md").read_text(encoding="utf-8")


def test_what_the_readme_says_of_a_network_is_what_the_cases_say():
    """Boards, flash and tools that are missing have their own tests."""
    section = (ROOT / "README.md").read_text(encoding="utf-8").split("## When it stops")[1].split("\n## ")[0]
    rows = re.findall(r"^\| `((?:gen|build/kws|gapnet|GapNetwork)\b[^|]*)` \|", section, re.M)
    messages = "\n".join([page(), *(case.message for case in ALL.values())])
    assert len(rows) >= 9
    for row in rows:
        for part in re.split(r"\.\.\.", row):
            assert part.strip(" ()") in messages, row

"""Makes the pictures of docs/report.md: `python tests/browser/screenshots.py`, with Debian's chromium and Playwright.

    python tests/browser/screenshots.py [MANIFEST]

Without an argument the example's report is opened, light and dark. MANIFEST is the manifest.json of another network, for the
picture of a real one.
"""

import json
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "site_scons")]

import chromium  # noqa: E402
from gapnet.webpage import as_html  # noqa: E402
from made_networks import MANIFESTS  # noqa: E402

PICTURES = HERE.parents[1] / "docs" / "pictures"
LARGEST = 300_000
"""Bytes of a picture."""
TALL = {"width": 1180, "height": 1200}
HOLD = """(n) => { const groups = new Map();
  for (const row of rows) if (row.group >= 0) into(groups, row.group, row);
  const sizes = [...groups.values()].sort((a, b) => b.length - a.length);
  hold({ row: sizes[n][0] }); }"""


def picture(page, name):
    """A picture of what the window shows."""
    target = PICTURES / f"{name}.png"
    page.screenshot(path=target, animations="disabled")
    size = target.stat().st_size
    print(f"{target.relative_to(HERE.parents[1])}: {size:,} bytes")
    if size > LARGEST:
        raise SystemExit(f"{target} has more than {LARGEST:,} bytes")


def show(running, path, scheme, name, section, group=None):
    """A section of a report at the top of the window. group: which group of sharers is selected, the largest is 0."""
    opened = chromium.Opened(running, path, scheme, TALL)
    if group is not None:
        opened.page.evaluate(HOLD, group)
    opened.page.evaluate("(id) => document.getElementById(id).scrollIntoView()", section)
    picture(opened.page, name)
    opened.close()


def main(arguments):
    PICTURES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, chromium.browser() as running:
        path = Path(folder) / "report.html"
        if arguments:
            path.write_bytes(as_html(json.loads(Path(arguments[0]).read_bytes())))
            show(running, path, "light", "report-real-glance", "glance")
            show(running, path, "light", "report-real", "maps", 0)
            return
        path.write_bytes(as_html(MANIFESTS["example"](Path(folder))))
        show(running, path, "light", "report-light", "maps")
        show(running, path, "dark", "report-dark", "maps", 0)
        path.write_bytes(as_html(MANIFESTS["many"](Path(folder))))
        show(running, path, "light", "report-doubled", "doubled")


if __name__ == "__main__":
    main(sys.argv[1:])

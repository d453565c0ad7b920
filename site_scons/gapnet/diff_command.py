"""`python -m gapnet diff`: what changed between two manifests, and whether it may."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

FORMATS = ("table", "json", "markdown")


def add_options(parser: argparse.ArgumentParser) -> None:
    """Give the command its options."""
    parser.add_argument("old", type=Path, metavar="OLD.json", help="a manifest that was kept, or the folder that share wrote")
    parser.add_argument("new", type=Path, metavar="NEW.json", help="the one of now")
    parser.add_argument("--format", choices=FORMATS, default="table",
                        help="table for a terminal, json for scripts, markdown for the comment of a pull request (table)")
    parser.add_argument("--max-growth", metavar="BYTES",
                        help="bytes, as 4K, by which the L3 of the shared firmware and its image may each grow (no limit)")
    parser.add_argument("--require-shared", action="append", default=[], metavar="NAME",
                        help="a constant that must share memory, as NAME or NETWORK/NAME; may be repeated")
    parser.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> None:
    # Imported here: the other commands start without them.
    from .diff import compare
    from .gate import RuleBroken, Rules, missing
    from .record import read_record
    from .sizes import parse_size

    rules = Rules(None if options.max_growth is None else parse_size(options.max_growth, what="--max-growth"),
                  tuple(options.require_shared))
    if not options.old.is_symlink() and not options.old.exists():
        raise missing(str(options.old), str(options.new))
    diff = compare(read_record(options.old), read_record(options.new))
    broken = rules.broken(diff)
    print(_shown(diff, broken, options.format), end="")
    if broken:
        sys.stdout.flush()
        raise RuleBroken(f"\n{options.new}: ".join(broken), str(options.new))


def _shown(diff: Any, broken: list[str], form: str) -> str:
    if form == "json":
        import json

        from .diff import as_data
        return json.dumps(as_data(diff) | {"broken": broken}, indent=1) + "\n"
    if form == "markdown":
        from .diff_markdown import as_markdown
        return as_markdown(diff, broken)
    from .diff_listing import as_text
    from .terminal import look
    return as_text(diff, look(sys.stdout))

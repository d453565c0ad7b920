"""`python -m gapnet verify`: the judge on a result that lies on disk."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from . import progress
from .recheck import recheck


def add_options(parser: argparse.ArgumentParser) -> None:
    """Give the command its options."""
    parser.add_argument("original", type=Path, nargs="+", metavar="ORIGINAL_DIR", help="the folders that share was given")
    parser.add_argument("shared", type=Path, metavar="SHARED",
                        help="the folder that share wrote, or the manifest of a GapReadfs image")
    parser.add_argument("--function", action="append", metavar="SPEC",
                        help="as for share (default: those that share was given)")
    parser.set_defaults(run=_verify)


def _verify(options: argparse.Namespace) -> None:
    with progress.shown(sys.stderr) as stage:
        verdict = recheck(options.original, options.shared, options.function, stage)
    print(verdict)

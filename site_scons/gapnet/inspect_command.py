"""`python -m gapnet inspect`: what a file or folder holds."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from . import progress
from .inspection import inspect
from .terminal import look


def add_options(parser: argparse.ArgumentParser) -> None:
    """Give the command its options."""
    parser.add_argument("path", type=Path, metavar="PATH")
    parser.add_argument("--function", action="append", default=[], metavar="SPEC", help="as for share")
    parser.set_defaults(run=_inspect)


def _inspect(options: argparse.Namespace) -> None:
    with progress.shown(sys.stderr) as stage:
        text = inspect(options.path, tuple(options.function), look(sys.stdout), stage)
    print(text, end="")

"""How often C is parsed, counted from outside: no part of the package knows that somebody counts.

A sitecustomize module on PYTHONPATH puts counting functions in the place of pycparser's parser and of the analysis when they are
imported, and writes at the end of the process how often each was called.
"""

import json
import os
from pathlib import Path

COUNTER = Path(__file__).resolve().parent / "counter"


class Counts:
    """What was counted in the file at `path`, by any number of processes, since it was asked last."""

    def __init__(self, path):
        self.path = path

    def environment(self, base=os.environ):
        """Variables with which every Python counts."""
        path = os.pathsep.join([str(COUNTER), *filter(None, [base.get("PYTHONPATH")])])
        return {**base, "PYTHONPATH": path, "PARSES_COUNTED": str(self.path)}

    def take(self):
        """{"parse": calls of the parser, "analyse": programs that were read}. Raises OSError where no process has counted."""
        lines = [json.loads(line) for line in self.path.read_text().splitlines()]
        self.path.unlink()
        return {name: sum(line[name] for line in lines) for name in ("parse", "analyse")}

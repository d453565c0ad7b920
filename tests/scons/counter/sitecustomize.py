"""Counts calls of pycparser's parser and of gapnet's analysis in this process; see parse_counts.py."""

import atexit
import functools
import importlib.machinery
import json
import os
import sys

_seen = {"parse": [], "analyse": []}
_WATCHED = {"pycparser.c_parser": ("CParser", "parse"), "gapnet.analyse": ("analyse",)}
"""Modules, and the way to the function in each that is watched."""


class _Finder:
    """Finds a watched module as usual, and puts the counting function in its place as soon as it has run."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name not in _WATCHED:
            return None
        spec = importlib.machinery.PathFinder.find_spec(name, path, target)
        if spec is not None:
            run = spec.loader.exec_module
            spec.loader.exec_module = lambda module: (run(module), _watch(module, *_WATCHED[name]))
        return spec


def _watch(holder, *way):
    for name in way[:-1]:
        holder = getattr(holder, name)
    function = getattr(holder, way[-1])

    @functools.wraps(function)
    def counted(*arguments, **options):
        _seen[way[-1]].append(1)  # lists are safe in threads
        return function(*arguments, **options)

    setattr(holder, way[-1], counted)


def _write(path):
    with open(path, "a") as file:
        file.write(json.dumps({name: len(calls) for name, calls in _seen.items()}) + "\n")


if os.environ.get("PARSES_COUNTED"):
    atexit.register(_write, os.environ["PARSES_COUNTED"])
    sys.meta_path.insert(0, _Finder)

"""The part that needs atheris: one process of libFuzzer on one target. `run.py` starts it, and again when it dies.

    python engine.py TARGET FINDINGS [arguments of libFuzzer]
"""

import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["gapnet"], enable_loader_override=False):
    import targets

import findings
import mutations

name, found = sys.argv[1], Path(sys.argv[2])
target, mutator = targets.TARGETS[name], mutations.MUTATORS[name]


def once(data):
    try:
        target(data)
    except Exception as error:
        findings.keep(found, data, error)


def mutate(data, room, seed):
    return mutations.limited(mutator(data, seed, lambda d: atheris.Mutate(d, room)), room)


atheris.Setup([sys.argv[0], *sys.argv[3:]], once, custom_mutator=mutate)
atheris.Fuzz()

"""Marks beside outputs that SCons has not recorded yet.

SCons writes down what it built when it ends. One that is killed before has new outputs on disk and old records: if the inputs
then go back to what they were, it takes those outputs for up to date. A mark is set before an action writes and goes when SCons
has ended by itself; where one is found, the action is done again.
"""

import atexit
import os
from contextlib import contextmanager, suppress

from gapnet.writing import temporary_name

_done = set()


def mark_of(name):
    """Name of the mark of the action whose outputs include `name`."""
    return temporary_name(name).replace(".part", ".made")


def remake(env, folder, name, nodes):
    """Have nodes made again where their action has left its mark."""
    if os.path.exists(os.path.join(folder.get_abspath(), mark_of(name))):
        env.AlwaysBuild(nodes)


@contextmanager
def marked(folder, name):
    """Keep a mark while an action writes, and until SCons has ended; not where it has written nothing."""
    mark = folder / mark_of(name)
    before = mark.exists()
    with suppress(OSError):  # the action tells what is wrong with the place
        mark.touch()
    try:
        yield
    except BaseException:
        if not before:
            with suppress(OSError):
                mark.unlink(missing_ok=True)
        raise
    _done.add(mark)


def keep(folder, name):
    """Have the mark of an action that has written stay when SCons has ended: what it wrote is not to be taken for done."""
    _done.discard(folder / mark_of(name))


@atexit.register  # SCons has written its records by then
def _forget():
    for mark in _done:
        with suppress(OSError):
            mark.unlink(missing_ok=True)

"""A line that says what is being done, for whoever waits in front of a terminal.

It comes after two seconds, stands on stderr, and is gone when the work is: what is printed afterwards stands where it stood.
Work that nobody watches calls a function that does nothing.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

from .terminal import WIDTH, is_terminal, shortened, visible

PATIENCE = 2.0
"""Seconds without a line."""
_AGAIN = 0.25
_ERASE = "\r\x1b[K"

Stage = Callable[[str], None]
"""Called with what is done from now on, as `reading the C of kws`."""


def quiet(text: str) -> None:
    """The stage that nobody sees."""


@contextmanager
def shown(stream: TextIO | None, patience: float | None = None) -> Iterator[Stage]:
    """A stage whose texts a terminal shows from `patience` seconds on (`PATIENCE`), with the seconds since the work began.
    None, a file, a pipe and TERM=dumb, which cannot erase, show nothing."""
    if stream is None or not is_terminal(stream) or os.environ.get("TERM") == "dumb":
        yield quiet
        return
    line = _Line(stream, PATIENCE if patience is None else patience)
    try:
        yield line.stage
    finally:
        line.end()


class _Line:
    """A thread of its own writes, so that no step of the work has to."""

    def __init__(self, stream: TextIO, patience: float):
        import threading  # only where somebody looks, as shutil below

        self._stream, self._patience, self._began, self._text = stream, patience, time.monotonic(), ""
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._write, daemon=True)
        self._thread.start()

    def stage(self, text: str) -> None:
        self._text = visible(text)

    def end(self) -> None:
        """No line from now on."""
        self._over.set()
        self._thread.join()

    def _write(self) -> None:
        import shutil
        drawn = False
        wait = self._patience
        with suppress(OSError, ValueError):  # a terminal that has gone ends no work
            while not self._over.wait(wait):
                wait = _AGAIN
                if self._text:
                    seconds = f", {time.monotonic() - self._began:.0f} s"
                    columns = shutil.get_terminal_size((WIDTH, 24)).columns - 1 - len(seconds)
                    self._stream.write(f"\r{shortened(self._text, max(8, columns))}{seconds}\x1b[K")
                    self._stream.flush()
                    drawn = True
            if drawn:
                self._stream.write(_ERASE)
                self._stream.flush()

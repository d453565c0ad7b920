"""How text looks in a terminal: how wide, in colour or not, and broken into lines.

Colour only underlines what the words say, and is never in a file or a pipe unless the user asks for it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TextIO

from .errors import GapnetError

WIDTH = 80
NARROWEST = 60
"""Columns: where the terminal does not say how wide it is, and what a table needs at least."""
_CODES = {"bold": "1", "red": "31", "green": "32", "yellow": "33", "dim": "2"}
_BREAKS = re.compile(r"[_/.]")


@dataclass(frozen=True)
class Look:
    """width: columns that a line may take; colour: whether words are painted."""

    width: int = WIDTH
    colour: bool = False

    def paint(self, text: str, *styles: str) -> str:
        """The text in the styles that `_CODES` names; as it is where there is no colour."""
        if not self.colour or not text or not styles:
            return text
        return f"\x1b[{';'.join(_CODES[s] for s in styles)}m{text}\x1b[0m"


PLAIN = Look()


def look(stream: TextIO, environ: Mapping[str, str] = os.environ) -> Look:
    """How text for a stream is to look."""
    return Look(width(stream), wants_colour(stream, environ))


def is_terminal(stream: TextIO) -> bool:
    """Whether somebody looks at a stream; also of one that is closed or is no file."""
    try:
        return stream.isatty()
    except (AttributeError, ValueError):
        return False


def width(stream: TextIO) -> int:
    """Columns of a line: those of COLUMNS, or of the terminal, or 80."""
    if not is_terminal(stream) and not os.environ.get("COLUMNS", "").isdecimal():
        return WIDTH
    import shutil  # only where somebody looks
    return max(NARROWEST, shutil.get_terminal_size((WIDTH, 24)).columns)


def wants_colour(stream: TextIO, environ: Mapping[str, str] = os.environ) -> bool:
    """Whether to paint, as CPython decides it for its own messages: NO_COLOR goes before FORCE_COLOR and CLICOLOR_FORCE (which
    `0` turns off), those before TERM=dumb and CLICOLOR=0, and those before what the stream is."""
    if environ.get("NO_COLOR"):
        return False
    if any(environ.get(name, "0") not in ("", "0") for name in ("FORCE_COLOR", "CLICOLOR_FORCE")):
        return True
    if environ.get("FORCE_COLOR") == "0" or environ.get("CLICOLOR") == "0" or environ.get("TERM") == "dumb":
        return False
    if os.name == "nt" and not any(name in environ for name in ("WT_SESSION", "ANSICON", "TERM")):
        return False  # a console that may print the codes themselves
    return is_terminal(stream)


def fault(error: GapnetError, look: Look) -> str:
    """An error as it is printed, its place painted."""
    place, message, rest = str(error).partition(error.message)
    return look.paint(place.rstrip(), "bold") + " " * place.endswith(" ") + message + rest


def visible(text: str) -> str:
    """Text in one line without anything that moves a cursor; a name can hold every character."""
    return text if text.isprintable() else "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def shortened(text: str, columns: int) -> str:
    """Text without its middle where it is longer than `columns`."""
    if len(text) <= columns:
        return text
    tail = max(0, columns - 3) // 2
    return (text[:max(0, columns - 3 - tail)] + "..." + text[len(text) - tail:])[:columns]


def wrapped(words: Sequence[str], columns: int) -> list[str]:
    """Lines of at most `columns`, without losing anything. words: what a line is broken between; one that is longer than a line
    is broken after `_`, `/` or `.`, unless it is a place in a file: that is never cut."""
    lines: list[str] = []
    line = ""
    for word in words:
        if line and len(line) + 1 + len(word) > columns:
            lines.append(line)
            line = ""
        line = f"{line} {word}" if line else word
        while len(line) > columns and not is_place(word):
            ends = [m.end() for m in _BREAKS.finditer(line, columns // 2, columns)]
            cut = ends[-1] if ends else columns
            lines.append(line[:cut])
            line = line[cut:]
    return [*lines, line] if line else lines


_PLACE = re.compile(r".*:\d+[:,.)]?", re.S)


def is_place(word: str) -> bool:
    """Whether a word is `path:line`, with a sign behind it or without."""
    return _PLACE.fullmatch(word) is not None


def sentence(place: str, text: str) -> list[str]:
    """Words of `place: text` for `wrapped`; a place may hold spaces and is one word."""
    return [f"{visible(place)}:", *visible(text).split()] if place else visible(text).split()

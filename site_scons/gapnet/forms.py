"""Forms: the tokens of a piece with its names and numbers left open.

Generators write the same functions again and again with other names and sizes. What the words of a piece are and what its syntax
tree looks like depends on its form alone, so each form is judged and parsed once, and filled in for every piece that has it.
Names that mean something by themselves (keywords, standard types, attributes) are part of the form.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from .extensions import EXTENSIONS
from .keywords import KEYWORDS, PARSER_WORDS, STANDARD_TYPE

NUMBER, STRING, HIDDEN = -1, -2, -3
"""Marks of a plain number, of a plain string that stands alone, and of text that the parser must not see."""
Mark = int | str
"""One of those; or a name, as twice its number in order of appearance, plus one where it is known to be no type; or the token."""

_PLAIN_NUMBER = re.compile(r"(?:0|[1-9][0-9]*)$", re.A)
_PLAIN_STRING = re.compile(r'"[^"\\\n]*"$')
_LETTER = re.compile(r"[A-Za-z_$]", re.A)
_KEPT = KEYWORDS | PARSER_WORDS | EXTENSIONS


@dataclass(frozen=True, slots=True)
class Form:
    """marks: one per token; names: those left open, by number; values: numbers and strings left open, in order."""

    marks: tuple[Mark, ...]
    names: list[str]
    values: list[str]

    def name(self, mark: Mark) -> str:
        """The name that a mark stands for."""
        return mark if isinstance(mark, str) else self.names[mark >> 1]


class Forms:
    """Makes forms. not_types: names known to be variables, functions or enumerators."""

    def __init__(self, not_types: frozenset[str]):
        self._not_types = not_types
        self._kinds: dict[str, str] = {"": "hidden"}

    def of(self, texts: Iterable[str]) -> Form:
        """Form of tokens; an empty text is one that the parser must not see."""
        kinds = self._kinds
        marks: list[Mark] = []
        numbers: dict[str, int] = {}
        values: list[str] = []
        before = ""
        for text in texts:
            kind = kinds.get(text)
            if kind is None:
                kind = kinds[text] = self._kind(text)
            if kind == "fixed":
                marks.append(text)
            elif kind == "name":
                marks.append(numbers.setdefault(text, len(numbers)) << 1)
            elif kind == "number":
                marks.append(NUMBER)
                values.append(text)
            elif kind == "no type":
                marks.append(numbers.setdefault(text, len(numbers)) << 1 | 1)
            elif kind == "hidden":
                marks.append(HIDDEN)
                continue  # the parser sees no gap between two strings
            elif kind == "string" and before not in ("string", "text"):
                marks.append(STRING)
                values.append(text)
            else:
                _join_neighbours(marks, values)
                marks.append(text)
            before = kind
        return Form(tuple(marks), list(numbers), values)

    def _kind(self, text: str) -> str:
        if _PLAIN_NUMBER.match(text):
            return "number"
        if text.startswith('"'):
            return "string" if _PLAIN_STRING.match(text) else "text"
        if not _LETTER.match(text) or text in _KEPT or text.strip("_") in _KEPT or STANDARD_TYPE.match(text):
            return "fixed"
        return "no type" if text in self._not_types else "name"


def _join_neighbours(marks: list[Mark], values: list[str]) -> None:
    """A string that another one follows is part of one with it, and is not left open."""
    last = next((i for i in range(len(marks) - 1, -1, -1) if marks[i] != HIDDEN), None)
    if last is not None and marks[last] == STRING:
        marks[last] = values.pop()

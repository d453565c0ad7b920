"""A file, cut into its top-level pieces: one declaration or one function definition each.

Each piece is parsed and analysed for itself, so a function that cannot be read costs only what it names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from .tokens import names_in

_MARKS = re.compile(r"""["'{}();]""")
_BRACES = re.compile(r"""["'{}]""")
_VISIBLE = re.compile(r"\S")
_LITERAL = re.compile(r'"[^"\\]*(?:\\[\s\S][^"\\]*)*"|\'[^\'\\]*(?:\\[\s\S][^\'\\]*)*\'')
ATTRIBUTE = re.compile(r"__attribute__\s*\(\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\)")
_AGGREGATE = re.compile(r"\s*(?:(?:typedef|static|const|extern|volatile)\s+)*(?:struct|union|enum)\b")


@dataclass(frozen=True, slots=True)
class Piece:
    """start, end: offsets. is_function: it has a body. names: every identifier in it, strings included; whole: its brackets pair
    up."""

    start: int
    end: int
    is_function: bool
    names: frozenset[str]
    whole: bool = True


@lru_cache(maxsize=8)  # a file is cut to choose its pieces, to find its functions, and to read it
def cut(code: str) -> tuple[Piece, ...]:
    """Pieces of a text without comments and directives, in order; white space and lone `;` belong to none."""
    return tuple(_cut(code))


def _cut(code: str) -> Iterator[Piece]:
    start = position = 0
    braces = parens = 0
    function = False
    while (match := (_MARKS if braces == 0 else _BRACES).search(code, position)) is not None:
        char = match.group()
        if braces:  # brackets inside are only counted
            parens += code.count("(", position, match.start()) - code.count(")", position, match.start())
        position = match.end()
        if char in "\"'":
            literal = _LITERAL.match(code, match.start())
            position = literal.end() if literal else position
        elif char == "{":
            if braces == 0 and parens == 0:
                function = _opens_function(code[start:match.start()])
            braces += 1
        elif char == "}":
            braces -= 1
            if braces < 0:
                break
            if braces == 0 and function and parens == 0:
                yield _piece(code, start, position, is_function=True)
                start, function = position, False
        elif char == "(":
            parens += 1
        elif char == ")":
            parens -= 1
        elif parens == 0:
            if code[start:match.start()].strip():
                yield _piece(code, start, position)
            start = position
    if code[start:].strip():
        yield _piece(code, start, len(code), whole=False)


def _piece(code: str, start: int, end: int, is_function: bool = False, whole: bool = True) -> Piece:
    first = _VISIBLE.search(code, start)
    start = first.start() if first else len(code)
    return Piece(start, end, is_function, frozenset(names_in(code[start:end])), whole)


def _opens_function(head: str) -> bool:
    head = ATTRIBUTE.sub("", head).rstrip()
    if "=" in head or "(" not in head:
        return False
    if head.endswith(")"):
        return True
    # `struct S` behind attributes, or a macro between the parameters and the body
    return not _AGGREGATE.match(head) and re.search(r"\)\s*\w+$", head) is not None

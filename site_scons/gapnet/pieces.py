"""A file, cut into its top-level pieces: one declaration or one function definition each.

Each piece is parsed and analysed for itself, so a function that cannot be read costs only what it names.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

_MARKS = re.compile(r"""["']|[{}();]""")
_VISIBLE = re.compile(r"\S")
_LITERAL = re.compile(r'"[^"\\]*(?:\\[\s\S][^"\\]*)*"|\'[^\'\\]*(?:\\[\s\S][^\'\\]*)*\'')
ATTRIBUTE = re.compile(r"__attribute__\s*\(\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)\)")
_AGGREGATE = re.compile(r"\s*(?:(?:typedef|static|const|extern|volatile)\s+)*(?:struct|union|enum)\b")


@dataclass(frozen=True, slots=True)
class Piece:
    """start, end: offsets. is_function: it has a body. whole: its brackets pair up."""

    start: int
    end: int
    is_function: bool
    whole: bool = True


@lru_cache(maxsize=8)  # a file is cut to choose its pieces, to find its functions, and to read it
def cut(code: str) -> tuple[Piece, ...]:
    """Pieces of a text without comments and directives, in order; white space and lone `;` belong to none."""
    return tuple(_cut(code))


def _cut(code: str) -> list[Piece]:
    pieces: list[Piece] = []
    start = 0
    braces = parens = 0
    function = False
    position = 0
    while True:
        match = _MARKS.search(code, position)
        if match is None:
            break
        char = match.group()
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
                return pieces + [Piece(_skip_space(code, start), len(code), False, whole=False)]
            if braces == 0 and function and parens == 0:
                pieces.append(Piece(_skip_space(code, start), position, True))
                start, function = position, False
        elif char == "(":
            parens += 1
        elif char == ")":
            parens -= 1
        elif braces == 0 and parens == 0:
            first = _skip_space(code, start)
            if first < match.start():
                pieces.append(Piece(first, position, False))
            start = position
    if code[start:].strip():
        pieces.append(Piece(_skip_space(code, start), len(code), False, whole=False))
    return pieces


def _skip_space(code: str, position: int) -> int:
    first = _VISIBLE.search(code, position)
    return first.start() if first else len(code)


def _opens_function(head: str) -> bool:
    head = ATTRIBUTE.sub("", head).rstrip()
    if "=" in head or "(" not in head:
        return False
    if head.endswith(")"):
        return True
    # `struct S` behind attributes, or a macro between the parameters and the body
    return not _AGGREGATE.match(head) and re.search(r"\)\s*\w+$", head) is not None

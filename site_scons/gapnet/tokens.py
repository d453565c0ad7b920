"""The text of a C file, cut into what a compiler would see and what it would not.

Positions are offsets into the file. Text is the file decoded as Latin-1, so that one character is one byte whatever the
file's encoding. Nothing here knows C's grammar: comments, strings, directives and braces only.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

# Runs of plain characters are one step of a pattern, so that a literal of megabytes takes neither time nor memory.
_SPLICE = r"\\[ \t]*\r?\n"
_STRING = rf'"[^"\\\n]*(?:(?:{_SPLICE}|\\.)[^"\\\n]*)*"'
_CHAR = rf"'(?!')[^'\\\n]*(?:(?:{_SPLICE}|\\.)[^'\\\n]*)*'"
_LINE_COMMENT = rf"//[^\n\\]*(?:(?:{_SPLICE}|\\)[^\n\\]*)*"
_BLOCK_COMMENT = r"/\*[\s\S]*?\*/"

# What has a meaning of its own before any grammar; everything between two matches is ordinary text.
_OUTER = re.compile(
    rf"""(?P<directive>\#(?:{_BLOCK_COMMENT}|{_LINE_COMMENT}|{_STRING}|{_CHAR}|{_SPLICE}|[^\n/\\"']+|.)*)
       |(?P<comment>{_LINE_COMMENT}|{_BLOCK_COMMENT})
       |(?P<string>{_STRING})
       |(?P<char>{_CHAR})
       |(?P<splice>{_SPLICE})
       |(?P<stray>["'\x00]|/\*|\?\?[=/'()!<>-]|<%|%>|<:|:>|%:|\\)""",
    re.X,
)

_MARK = re.compile(r"""[#/"'\\?<%:\x00]""")

_KINDS = {"name": r"[A-Za-z_$][\w$]*", "number": r"\.?[0-9](?:[eEpP][+-]|[\w.])*", "string": _STRING, "char": _CHAR,
          "punct": r"\.\.\.|<<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[^\s\w]"}
_TOKEN = re.compile("|".join(f"(?P<{kind}>{pattern})" for kind, pattern in _KINDS.items()), re.A)
_TOKEN_TEXT = re.compile(rf"\s*({'|'.join(_KINDS.values())})", re.A)  # white space is passed over in one go

_LITERALS = re.compile(rf"{_STRING}|{_CHAR}")
_NAME = re.compile(r"[A-Za-z_$][\w$]*", re.A)
_COMMENT_IN_DIRECTIVE = re.compile(rf"({_STRING}|{_CHAR})|{_LINE_COMMENT}|{_BLOCK_COMMENT}|{_SPLICE}")
_SIMPLE_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "0": "\0", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}


class Token(NamedTuple):
    """One token. kind: name, number, string, char or punct; start, end: offsets into the file."""

    kind: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Directive:
    """One preprocessor line with its continuations. name: `define`, `if`, ...; body: the rest without comments."""

    name: str
    body: str
    start: int
    end: int


@dataclass(frozen=True)
class Text:
    """A file as the stages see it.

    path: how messages name it. raw: the file, Latin-1. code: `raw` with comments, directives and line splices blanked,
    same length, same newlines. strings: offsets of string literals outside directives. problem: (offset, what) of the
    first thing that no reader of this package understands, or None.
    """

    path: str
    raw: str
    code: str
    directives: tuple[Directive, ...]
    strings: tuple[tuple[int, int], ...]
    problem: tuple[int, str] | None
    _lines: list[int] = field(repr=False, compare=False)

    def line(self, offset: int) -> int:
        """Line number of an offset, from 1."""
        return bisect_right(self._lines, offset)

    def has_directive(self, start: int, end: int) -> bool:
        """Whether a directive stands between two offsets."""
        first = bisect_left(self.directives, start, key=lambda d: d.start)
        return first < len(self.directives) and self.directives[first].start < end


def blank(text: str) -> str:
    """Spaces of the same length; newlines stay."""
    return "\n".join(" " * len(line) for line in text.split("\n"))


def read_text(path: str, data: bytes) -> Text:
    """Text of the file `path` with the bytes `data`."""
    raw = data.decode("latin-1")
    parts: list[str] = []
    directives: list[Directive] = []
    strings: list[tuple[int, int]] = []
    problem: tuple[int, str] | None = None
    done = 0
    if raw.startswith("\xef\xbb\xbf"):  # a byte order mark is white space to a compiler
        parts.append("   ")
        done = 3
    at = done
    while (mark := _MARK.search(raw, at)) is not None:  # quick: most of a file is no mark
        match = _OUTER.match(raw, mark.start())
        if match is None:
            at = mark.end()
            continue
        at = match.end()
        kind = match.lastgroup
        start, end = match.span()
        if kind == "string":
            strings.append((start, end))
            if raw[start - 1:start] == "R":
                problem = problem or (start, "a raw string")
            continue
        if kind == "char":
            continue
        if kind == "directive" and raw[raw.rfind("\n", 0, start) + 1:start].strip(" \t\f\v\xef\xbb\xbf"):
            kind = "stray"  # also a directive behind a comment: legal, never seen, not worth a second rule
        if kind == "stray" or (kind == "splice" and raw[start - 1:start].strip() and raw[end:end + 1].strip()):
            what = "a line splice inside a token" if kind == "splice" else f"unexpected {match.group()[:20]!r}"
            problem = problem or (start, what)
        elif kind == "directive":
            directives.append(_directive(match.group(), start, end))
            if "/*" in match.group() and set("\"'") & set(_LITERALS.sub("", match.group())):
                problem = problem or (start, "a quotation mark without its pair beside a comment")
        parts.append(raw[done:start])
        parts.append(blank(raw[start:end]))
        done = end
    bare = re.search(r"\r(?!\n)", raw)
    if bare and (problem is None or bare.start() < problem[0]):
        problem = (bare.start(), "a line ends in a carriage return alone")
    parts.append(raw[done:])
    code = "".join(parts)
    if "\r" in code or "\f" in code or "\v" in code:
        code = code.replace("\r", " ").replace("\f", " ").replace("\v", " ")
    lines = [0]
    lines.extend(m.end() for m in re.finditer("\n", raw))
    return Text(path, raw, code, tuple(directives), tuple(strings), problem, lines)


def _directive(text: str, start: int, end: int) -> Directive:
    plain = _COMMENT_IN_DIRECTIVE.sub(lambda m: m.group(1) or " ", text)
    match = re.match(r"\s*#\s*(\w*)\s*([\s\S]*)", plain)
    assert match is not None
    return Directive(match.group(1), match.group(2).strip(), start, end)


def tokenize(text: str, start: int = 0, end: int | None = None) -> list[Token]:
    """Tokens of `text` between two offsets; `text` has no comments and no directives."""
    return list(each_token(text, start, end))


def each_token(text: str, start: int = 0, end: int | None = None) -> Iterator[Token]:
    """The same tokens, one by one: for those who stop early."""
    end = len(text) if end is None else end
    return (Token(m.lastgroup or "", m.group(), m.start(), m.end()) for m in _TOKEN.finditer(text, start, end))


def texts_and_starts(text: str, start: int, end: int) -> tuple[list[str], list[int]]:
    """Texts and offsets of the same tokens, for those who need no more."""
    texts = _TOKEN_TEXT.findall(text, start, end)
    starts = []
    for token in texts:  # only white space is between two tokens
        start = text.index(token, start)
        starts.append(start)
        start += len(token)
    return texts, starts


@lru_cache(maxsize=4096)
def kind_of(token: str) -> str:
    """Kind of a token's text."""
    match = _TOKEN.match(token)
    return (match.lastgroup or "") if match else ""


def statement_start(code: str, offset: int) -> int:
    """Offset of the first character of the statement around an offset, as far as `;` and braces tell."""
    start = offset
    while start > 0 and code[start - 1] not in ";{}":
        start -= 1
    while start < offset and code[start].isspace():
        start += 1
    return start


def names_in(text: str) -> list[str]:
    """Every identifier in a text, strings included (an assembler line names symbols in one)."""
    return _NAME.findall(text)


def readable(text: str) -> str:
    """Text of a file as people know it: UTF-8 where it is that, and as a file system's names are given to Python."""
    return text if text.isascii() else text.encode("latin-1").decode("utf-8", "surrogateescape")


def whole_character(raw: str, offset: int) -> str:
    """The character at an offset, which in UTF-8 is up to four of a file's bytes."""
    for length in (1, 2, 3, 4):
        with suppress(UnicodeDecodeError):
            return raw[offset:offset + length].encode("latin-1").decode("utf-8")
    return raw[offset:offset + 1]


def string_value(literal: str) -> str | None:
    """Value of one string literal with its quotes; None where it holds an escape that is not understood."""
    body = re.sub(_SPLICE, "", literal[1:-1])
    if "\\" not in body:
        return body
    out: list[str] = []
    for m in re.finditer(r"\\x([0-9a-fA-F]+)|\\([0-7]{1,3})|\\(.)|([^\\]+)", body, re.S):
        if m.group(4):
            out.append(m.group(4))
        elif m.group(1) or m.group(2):
            code = int(m.group(1), 16) if m.group(1) else int(m.group(2), 8)
            out.append(chr(code & 0xFF))
        elif m.group(3) in _SIMPLE_ESCAPES or m.group(3) in "\\'\"?":
            out.append(_SIMPLE_ESCAPES.get(m.group(3), m.group(3)))
        else:
            return None
    return "".join(out)

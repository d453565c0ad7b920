"""How the few statements that matter to L3 are written, as patterns on the text of C.

Deliberately not the parser that the rest of the package reads C with: what one of them takes wrongly, the other hardly will.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

# runs of plain characters are one step of a pattern: some literals have megabytes
_LITERAL = rb'"[^"\\\n]*(?:\\.[^"\\\n]*)*"'
_HIDE = re.compile(rb"//[^\n\\]*(?:\\(?:[ \t]*\r?\n)?[^\n\\]*)*|/\*.*?\*/|'[^'\\\n]*(?:\\.[^'\\\n]*)*'|" + _LITERAL, re.S)
STRING = re.compile(_LITERAL, re.S)
_INCLUDE = re.compile(rb"^[ \t]*#[ \t]*include[^\n]*", re.M)
_SPLICE = re.compile(rb"\\[ \t]*\r?\n")
_NAME = rb"[A-Za-z_$][\w$]*"
_BRACKETS = rb"\((?:[^();{}]|\((?:[^();{}]|\((?:[^();{}]|\([^();{}]*\))*\))*\))*\)"
_CASTS = rb"(?P<cast%s>(?:" + _BRACKETS + rb"\s*)*)"
_SIZES = {b"int8_t": 1, b"uint8_t": 1, b"char": 1, b"int16_t": 2, b"uint16_t": 2, b"int32_t": 4, b"uint32_t": 4,
          b"float32_t": 4, b"float": 4, b"int": 4, b"signed": 4, b"unsigned": 4, b"int64_t": 8, b"uint64_t": 8, b"double": 8,
          b"float64_t": 8, b"float16_t": 2}
_FILLED = re.compile(rb"(?:\([^()]*\*\s*\)\s*)*(%s)" % _NAME)
_SEPARATOR = re.compile(_LITERAL + rb"|[,()\[\]{}]", re.S)
_FACTOR = re.compile(rb"\s*(?:sizeof\s*\(\s*(\w+)\s*\)|(0[xX][0-9a-fA-F]+|\d+)[uUlL]*)\s*$")


@dataclass(frozen=True)
class Roles:
    """Functions that matter. allocate: index of the size by name, None where no argument is one; load: indices of
    (destination, file) by name, the destination None for loads that do not reach L3."""

    allocate: Mapping[str, int | None]
    load: Mapping[str, tuple[int | None, int]]

    def statements(self) -> re.Pattern[bytes]:
        """Pattern of the statements that matter."""
        makers, loaders = (b"|".join(sorted(re.escape(n.encode()) for n in names)) or b"(?!)"
                           for names in (self.allocate, self.load))
        make = rb"(?P<new>%s)\s*=\s*%s(?P<maker>%s)\s*(?P<size>%s)\s*;" % (_NAME, _CASTS % b"1", makers, _BRACKETS)
        load = rb"(?P<loader>%s)\s*(?P<given>%s)\s*;" % (loaders, _BRACKETS)
        alias = rb"(?P<name>%s)\s*=\s*%s(?P<other>%s)\s*;" % (_NAME, _CASTS % b"2", _NAME)
        sum_of = rb"\(\s*(?:\([^()]*\)\s*)?(?P<arena>%s)\s*\+\s*(?P<at>\d+)\s*\)" % _NAME
        inner = rb"(?P<inner>%s)\s*=\s*%s%s\s*;" % (_NAME, _CASTS % b"3", sum_of)
        common = (rb"if\s*\(\s*!\s*(?P<common>gapnet_\w+)_loaded\s*\)\s*\{\s*"
                  rb"(?P=common)\s*=\s*%s(?P<maker2>%s)\s*(?P<size2>%s)\s*;\s*"
                  rb"(?P<loader2>%s)\s*(?P<given2>%s)\s*;\s*(?P=common)_loaded\s*=\s*1\s*;\s*\}\s*"
                  rb"(?P<taker>%s)\s*=\s*%s(?P=common)\s*;"
                  % (_CASTS % b"4", makers, _BRACKETS, loaders, _BRACKETS, _NAME, _CASTS % b"5"))
        return re.compile(rb"(?<![\w$.>])(?:%s|%s|%s|%s|%s)" % (common, make, load, alias, inner))


DEEPLOY = Roles({"ram_malloc": 0, "cl_ram_malloc": 0}, {"load_file_to_ram": (0, 1), "load_file_to_local": (None, 1)})
"""What Deeploy's generators call."""


def without_comments(data: bytes) -> bytes:
    """C with comments, includes and line splices blanked."""
    code = _HIDE.sub(lambda m: _spaces(m) if m[0].startswith(b"/") else m[0], data)
    if b"include" in code:
        code = _INCLUDE.sub(_spaces, code)
    return _SPLICE.sub(_spaces, code)


def _spaces(match: re.Match[bytes]) -> bytes:
    return b"\n".join(b" " * len(line) for line in match[0].split(b"\n"))


def string_value(literal: bytes) -> str | None:
    """A string's value; None where it holds an escape that is not simple."""
    body = literal[1:-1]
    try:
        return body.decode("latin-1").encode("latin-1").decode("unicode_escape") if b"\\" in body else body.decode("latin-1")
    except UnicodeDecodeError:
        return None


def loaded_by(loader: bytes, given: bytes, roles: Roles) -> tuple[str, str, bytes] | None:
    """(file, symbol that is filled, all but the file) of a load; None where its name is no literal: nobody edits it."""
    to, file = roles.load[loader.decode()]
    arguments = arguments_of(given[1:-1])
    if max(to or 0, file) >= len(arguments) or STRING.sub(b"", arguments[file]).strip():
        return None
    values = [string_value(m[0]) for m in STRING.finditer(arguments[file])]
    if not values or None in values:
        return None
    plain = None if to is None else _FILLED.fullmatch(arguments[to].strip())
    rest = loader + b" " + b",".join(a for i, a in enumerate(arguments) if i != file)
    return "".join(v for v in values if v is not None), plain[1].decode() if plain else "", rest


def size_of(text: bytes) -> int | None:
    """Value of a product of numbers and sizes of known types."""
    product = 1
    for part in text.split(b"*"):
        match = _FACTOR.match(part)
        if match is None or (match[1] and match[1] not in _SIZES):
            return None
        digits = (match[2] or b"").lower()
        octal = digits.startswith(b"0") and digits.isdigit()
        product *= _SIZES[match[1]] if match[1] else int(digits, 16 if digits.startswith(b"0x") else 8 if octal else 10)
    return product or None


def arguments_of(arguments: bytes) -> list[bytes]:
    """Arguments of a call, at the commas outside brackets and strings."""
    out, depth, start = [], 0, 0
    for match in _SEPARATOR.finditer(arguments):
        mark = match[0]
        if mark in (b"(", b"[", b"{"):
            depth += 1
        elif mark in (b")", b"]", b"}"):
            depth -= 1
        elif mark == b"," and depth == 0:
            out.append(arguments[start:match.start()])
            start = match.end()
    return [*out, arguments[start:]]

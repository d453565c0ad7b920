"""What a generated folder asks of L3, read with plain patterns.

An independent witness: it knows nothing of the package under test, and only as much C as Deeploy's Init
functions are made of.
"""

import functools
import re
from dataclasses import dataclass
from pathlib import Path

_COMMENT_OR_STRING = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"', re.DOTALL)
_MALLOC = re.compile(
    r"\b(\w+)\s*=\s*(?:\([^()]*\)\s*)?cl_ram_malloc\s*\(\s*"
    r"(?:sizeof\s*\(\s*int8_t\s*\)\s*\*\s*)?(\d+)\s*\)\s*;")
_LOAD = re.compile(r'\bload_file_to_ram\s*\(\s*(\w+)\s*,\s*"([^"]*)"\s*\)\s*;')
_ALIAS = re.compile(r"(?<=[;{}])\s*(\w+)\s*=\s*(?:\([\w\s]+\*\s*\)\s*)?(\w+)\s*;")
_STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"')


@dataclass(frozen=True)
class Statement:
    kind: str  # "malloc", "load" or "alias"
    symbol: str
    value: object  # bytes asked for, name of the file, or the symbol whose memory it takes
    start: int
    end: int
    text: str


@dataclass(frozen=True)
class Source:
    """One C file. `text` keeps the line endings as they are in the file."""

    text: str
    statements: tuple

    def of_kind(self, kind):
        return {s.symbol: s for s in self.statements if s.kind == kind}

    def only(self, kind):
        return [s for s in self.statements if s.kind == kind]


def read_source(path):
    return parse_source(path.read_bytes())


@functools.lru_cache(maxsize=16)
def parse_source(data):
    text = data.decode("utf-8")
    code = _COMMENT_OR_STRING.sub(lambda m: m[0] if m[0][0] == '"' else re.sub(r"\S", " ", m[0]), text)
    found = [Statement("malloc", m[1], int(m[2]), m.start(), m.end(), text[m.start():m.end()])
             for m in _MALLOC.finditer(code)]
    found += [Statement("load", m[1], m[2], m.start(), m.end(), text[m.start():m.end()])
              for m in _LOAD.finditer(code)]
    # `a = b;` between any two locals looks like an alias; only memory that the file knows of counts, and
    # an alias of an alias is one as well.
    known = {s.symbol for s in found}
    assignments = [m for m in _ALIAS.finditer(code)]
    for m in assignments:
        if m[2] in known:
            known.add(m[1])
            found.append(Statement("alias", m[1], m[2], m.start(1), m.end(), text[m.start(1):m.end()]))
    return Source(text, tuple(sorted(found, key=lambda s: s.start)))


@dataclass(frozen=True)
class Network:
    folder: Path
    sources: dict  # name of the C file -> Source

    def statements(self, kind):
        return [s for source in self.sources.values() for s in source.only(kind)]

    def strings(self):
        return {string for source in self.sources.values() for string in _STRING.findall(source.text)}

    def constants(self):
        """Symbols with a malloc and a load of their own -> (bytes asked for, name of the file)."""
        result = {}
        for source in self.sources.values():
            mallocs, loads = source.of_kind("malloc"), source.of_kind("load")
            result.update({s: (mallocs[s].value, loads[s].value) for s in mallocs if s in loads})
        return result


def read_network(folder):
    return Network(folder, {path.name: read_source(path) for path in sorted(folder.glob("*.c"))})


def without_edits(before, after):
    """Both texts with every statement that is not in both cut out, and the white space around it.

    Two equal results mean that nothing else changed. Statements are matched by what they say, so that one
    that stayed in its words stays in the texts and must be in its place.
    """
    in_before = {(s.symbol, s.text) for s in before.statements}
    in_after = {(s.symbol, s.text) for s in after.statements}
    return _cut(before, in_before - in_after), _cut(after, in_after - in_before)


def _cut(source, edited):
    pieces, position = [], 0
    for statement in source.statements:
        if (statement.symbol, statement.text) in edited:
            pieces.append(source.text[position:statement.start])
            position = statement.end
    pieces.append(source.text[position:])
    # White space goes at the cuts only; two cuts with nothing but space between them are one.
    last = len(pieces) - 1
    trimmed = [(p if i == 0 else p.lstrip()) for i, p in enumerate(pieces)]
    trimmed = [(p if i == last else p.rstrip()) for i, p in enumerate(trimmed)]
    return [p for i, p in enumerate(trimmed) if p or i in (0, last)]

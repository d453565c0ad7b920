"""What the Init functions of a program do to L3, replayed on an abstract memory, for `verify`.

This is a reader of its own: it looks for the few statements that matter with patterns on the text, where the rest of the
package parses. A fault of one is not likely to be a fault of the other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

GRANULE = 8
"""The device's allocator rounds sizes up to this."""

_HIDE = re.compile(rb'//(?:[^\n\\]|\\\r?\n|\\)*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'', re.S)
_STRING = re.compile(rb'"(?:[^"\\\n]|\\.)*"')
_CAST = rb"(?:\([^()]*\)\s*)*"
_ARGUMENTS = rb'\((?P<%s>(?:"(?:[^"\\\n]|\\.)*"|[^();"]|\((?:[^();]|\((?:[^();]|\([^();]*\))*\))*\))*)\)\s*;'
_ALIAS = rb"(?P<name>[A-Za-z_]\w*)\s*=\s*%s(?P<other>[A-Za-z_]\w*)\s*;" % _CAST
_OFFSET = (rb"(?P<inner>[A-Za-z_]\w*)\s*=\s*%s\(\s*(?:\([^()]*\)\s*)?(?P<arena>[A-Za-z_]\w*)\s*\+\s*(?P<at>\d+)\s*\)\s*;" % _CAST)
_PRODUCT = re.compile(rb"\s*(?:sizeof\s*\(\s*(\w+)\s*\)\s*\*\s*)?(\d+)\s*(?:\*\s*sizeof\s*\(\s*(\w+)\s*\)\s*)?$")
_SIZES = {b"int8_t": 1, b"uint8_t": 1, b"char": 1, b"int16_t": 2, b"uint16_t": 2, b"int32_t": 4, b"uint32_t": 4,
          b"float32_t": 4, b"float": 4}


@dataclass(frozen=True)
class Roles:
    """Functions that matter. allocate: index of the size by name; load: indices of (destination, file) by name, the
    destination None for loads that do not reach L3."""

    allocate: Mapping[str, int]
    load: Mapping[str, tuple[int | None, int]]

    def statements(self) -> re.Pattern[bytes]:
        """Pattern of the statements that matter."""
        makers, loaders = (b"|".join(sorted(re.escape(n.encode()) for n in names)) or b"(?!)" for names in (self.allocate, self.load))
        make = rb"(?P<new>[A-Za-z_]\w*)\s*=\s*%s(?P<maker>%s)\s*%s" % (_CAST, makers, _ARGUMENTS % b"size")
        load = rb"(?P<loader>%s)\s*%s" % (loaders, _ARGUMENTS % b"given")
        return re.compile(rb"(?<![\w.>])(?:%s|%s|%s|%s)" % (make, load, _ALIAS, _OFFSET))


DEEPLOY = Roles({"ram_malloc": 0, "cl_ram_malloc": 0}, {"load_file_to_ram": (0, 1), "load_file_to_local": (None, 1)})
"""What Deeploy's generators call."""


@dataclass
class Region:
    """One allocation. owner: the symbol it was made for; size: bytes, None where it cannot be told; known: bytes that a load
    wrote, by offset; aliases: names that were pointed here before anything was loaded."""

    owner: str
    size: int | None
    known: dict[int, bytes] = field(default_factory=dict)
    early: list[str] = field(default_factory=list)


@dataclass
class Memory:
    """pointers: (region, offset) by symbol. aliases: (name, what it was pointed to). others: (destination, bytes) of each load that goes elsewhere, in order. late:
    (alias, owner) where an alias was made before what it points to was loaded. past: loads that do not fit. rest: the
    program's text without the statements that were replayed. strings: every string literal of the program."""

    pointers: dict[str, tuple[Region, int]] = field(default_factory=dict)
    others: list[tuple[str, bytes | None]] = field(default_factory=list)
    aliases: set[tuple[str, str]] = field(default_factory=set)
    late: list[tuple[str, str]] = field(default_factory=list)
    past: list[str] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    rest: dict[str, bytes] = field(default_factory=dict)
    strings: set[str] = field(default_factory=set)


def replay(sources: Mapping[str, bytes], read: Callable[[str], bytes | None], roles: Roles,
           symbols: Mapping[str, set[str]] | None = None) -> Memory:
    """Memory after every Init function of a program has run.

    read: bytes of a loaded file, None where there is none. symbols: per file, the only names whose aliases count; by default
    those that the file allocates.
    """
    memory = Memory()
    statements = roles.statements()
    for path in sorted(sources):
        code = _HIDE.sub(_without_comments, sources[path])
        memory.strings |= {m.group()[1:-1].decode("latin-1") for m in _STRING.finditer(code)}
        matches = list(statements.finditer(code))
        own = {m["new"].decode() for m in matches if m["new"]} if symbols is None else symbols.get(path, set())
        memory.rest[path] = _run(path, code, matches, own, read, roles, memory)
    return memory


def _without_comments(match: re.Match[bytes]) -> bytes:
    text = match.group()
    return re.sub(rb"[^\n]", b" ", text) if text.startswith(b"/") else text


def _run(path: str, code: bytes, matches: list[re.Match[bytes]], symbols: set[str], read: Callable[[str], bytes | None],
         roles: Roles, memory: Memory) -> bytes:
    """Replay one file; its text without the statements replayed."""
    kept: list[bytes] = []
    done = 0
    for match in matches:
        if match["new"]:
            size = _size(_split(match["size"])[roles.allocate[match["maker"].decode()]])
            memory.pointers[f"{path}:{match['new'].decode()}"] = (Region(match["new"].decode(), size), 0)
        elif match["loader"]:
            to, file = roles.load[match["loader"].decode()]
            given = _split(match["given"])
            literals = [m.group()[1:-1] for m in _STRING.finditer(given[file])] if file < len(given) else []
            if not literals or _STRING.sub(b"", given[file]).strip():
                continue  # no literal name: nobody edits it
            destination = b"" if to is None else re.sub(rb"^%s" % _CAST, b"", given[to].strip())
            _load(path, destination, b"".join(literals), read, memory)
        elif match["arena"]:
            _point(path, match["inner"].decode(), match["arena"].decode(), int(match["at"]), memory)
            continue  # nobody edits these
        elif match["name"].decode() in symbols:
            name, other = match["name"].decode(), match["other"].decode()
            _point(path, name, other, 0, memory)
            memory.aliases.add((name, other))
            if f"{path}:{other}" in memory.pointers and not memory.pointers[f"{path}:{other}"][0].known:
                memory.pointers[f"{path}:{other}"][0].early.append(name)
        else:
            continue
        kept.append(code[done:match.start()])
        done = match.end()
    return b"".join(kept) + code[done:]


def _split(arguments: bytes) -> list[bytes]:
    """Arguments of a call, at the commas outside brackets and strings."""
    out, depth, start, at = [], 0, 0, 0
    while at < len(arguments):
        char = arguments[at:at + 1]
        if char == b'"':
            literal = _STRING.match(arguments, at)
            at = literal.end() if literal else at + 1
            continue
        depth += (char in (b"(", b"[", b"{")) - (char in (b")", b"]", b"}"))
        if char == b"," and depth == 0:
            out.append(arguments[start:at])
            start = at + 1
        at += 1
    return [*out, arguments[start:]]


def _size(text: bytes) -> int | None:
    match = _PRODUCT.match(text)
    if match is None:
        return None
    unit = _SIZES.get(match.group(1) or match.group(3) or b"char")
    return int(match.group(2)) * unit if unit else None


def _point(path: str, name: str, other: str, offset: int, memory: Memory) -> None:
    target = memory.pointers.get(f"{path}:{other}")
    if target is not None:
        region, at = target
        memory.pointers[f"{path}:{name}"] = (region, at + offset)


def _load(path: str, to: bytes, literal: bytes, read: Callable[[str], bytes | None], memory: Memory) -> None:
    name = literal.decode("latin-1")
    data = read(name)
    if data is None:
        memory.missing.append(name)
        return
    destination = b" ".join(to.split()).decode("latin-1")
    target = memory.pointers.get(f"{path}:{destination}")
    if target is None:
        memory.others.append((destination, data))
        return
    region, offset = target
    if region.size is not None and offset + len(data) > -(-region.size // GRANULE) * GRANULE:
        memory.past.append(f"{name} into {destination}")
    memory.late += [(alias, destination) for alias in region.early if alias != destination and offset == 0]
    region.known[offset] = data

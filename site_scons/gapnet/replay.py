"""What the Init functions of a program do to L3, replayed on an abstract memory, for `verify`.

This is a reader of its own: it looks for the few statements that matter with patterns on the text, where the rest of the
package parses. A fault of one is not likely to be a fault of the other. It need not know every form in which C can say a thing:
only statements of a plain form are ever edited, and all other text must be the same in both programs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from .shapes import DEEPLOY, STRING, Roles, arguments_of, loaded_by, size_of, string_value, without_comments

Bytes = bytes | memoryview
"""What a file holds; a view of an image saves a copy of it."""

GRANULE = 8
"""The device's allocator rounds sizes up to this."""


def same_bytes(one: Bytes, other: Bytes) -> bool:
    """Whether two are equal, at the speed of memory: `==` takes a view byte by byte."""
    return len(one) == len(other) and (one if isinstance(one, bytes) else bytes(one)).startswith(other)


@dataclass
class Region:
    """One allocation. owner: the symbol it was made for; size: bytes, None where it cannot be told; maker: the function that
    made it and what else that was given, nothing for the SDK's, which are of one RAM; known: bytes that a load wrote, by offset;
    early: names that were pointed here before anything was loaded."""

    owner: str
    size: int | None
    maker: bytes = b""
    known: dict[int, Bytes] = field(default_factory=dict)
    early: list[str] = field(default_factory=list)

    def is_like(self, other: Region) -> bool:
        """Whether two are made and filled in one way."""
        return ((self.owner, self.size, self.maker, self.early) == (other.owner, other.size, other.maker, other.early)
                and self.known.keys() == other.known.keys()
                and all(same_bytes(data, other.known[at]) for at, data in self.known.items()))


@dataclass(frozen=True)
class Slot:
    """A statement that was replayed, at its place in the text. kind: `allocate`, `alias`, `load`, or `common` for a block that
    fills memory common to several Init functions, unless it is filled, and points to it; symbol: what it sets, or the destination
    of a load; text: what must not change; data: what is loaded; size: of an allocation, None where it is not known; cast: of the
    pointer in an alias or a common block; common: the name of that memory; other: what an alias is pointed to."""

    kind: str
    symbol: str
    text: bytes = b""
    data: Bytes | None = None
    size: int | None = None
    cast: bytes = b""
    common: str = ""
    other: str = ""


@dataclass
class Memory:
    """pointers: (region, offset) by `file:symbol`. aliases: (name, what it was pointed to). late: (alias, owner) where an
    alias was made before what it points to was loaded. past: (`file:symbol`, file) of loads that do not fit; missing: files that
    are not there. text: per file the program, as runs of text and the statements replayed between them. strings: every
    string literal of the program and every beginning of adjacent ones; whole: adjacent ones joined; elsewhere: those outside
    the statements replayed. commons: memory common to several Init functions, by name; clashing: names that two of them fill
    in different ways. computed: a load may name its file in another way."""

    pointers: dict[str, tuple[Region, int]] = field(default_factory=dict)
    aliases: set[tuple[str, str]] = field(default_factory=set)
    late: list[tuple[str, str]] = field(default_factory=list)
    past: list[tuple[str, str]] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    text: dict[str, list[bytes | Slot]] = field(default_factory=dict)
    strings: set[str] = field(default_factory=set)
    whole: set[str] = field(default_factory=set)
    elsewhere: set[str] = field(default_factory=set)
    commons: dict[str, Region] = field(default_factory=dict)
    clashing: list[str] = field(default_factory=list)
    computed: bool = False


def replay(sources: Mapping[str, bytes], read: Callable[[str], Bytes | None], roles: Roles = DEEPLOY,
           symbols: Mapping[str, set[str]] | None = None, commons: dict[str, Region] | None = None) -> Memory:
    """Memory after every Init function of a program has run.

    read: bytes of a loaded file, None where there is none. symbols: per file, the only names whose aliases count; by default
    those that the file allocates. commons: memory that other networks have in common with this one; what is new is added.
    """
    memory = Memory(commons={} if commons is None else commons)
    statements = roles.statements()
    loaders = re.compile(rb"\b(?:%s)\b" % (b"|".join(re.escape(n.encode()) for n in sorted(roles.load)) or b"(?!)"))
    for path in sorted(sources):
        code = without_comments(sources[path])
        _collect_strings(code, memory)
        shape = STRING.sub(lambda m: b'"' + b"_" * (len(m[0]) - 2) + b'"', code)  # what stands in a string is no code
        matches = list(statements.finditer(shape))
        own = {m["new"].decode() for m in matches if m["new"]} if symbols is None else symbols.get(path, set())
        memory.text[path] = _run(path, sources[path], code, matches, own, read, roles, memory)
        loads = sum(1 for s in memory.text[path] if isinstance(s, Slot) and s.kind in ("load", "common"))
        memory.computed |= loads < sum(1 for _ in loaders.finditer(shape))
    return memory


def _collect_strings(code: bytes, memory: Memory) -> None:
    joined, end = "", -1
    for match in STRING.finditer(code):
        value = string_value(match[0])
        if value is None:
            end = -1
            continue
        if end >= 0 and not code[end:match.start()].strip() and len(joined) < 1024:
            memory.whole.discard(joined)
            joined += value
        else:
            joined = value
        end = match.end()
        memory.strings |= {value, joined}
        memory.whole.add(joined)


def _run(path: str, raw: bytes, code: bytes, matches: list[re.Match[bytes]], symbols: set[str],
         read: Callable[[str], Bytes | None], roles: Roles, memory: Memory) -> list[bytes | Slot]:
    """Replay one file; its text, comments and all, with the statements replayed."""
    out: list[bytes | Slot] = []

    def keep(start: int, end: int) -> None:
        if code.find(b'"', start, end) >= 0:
            memory.elsewhere |= {v for v in (string_value(m[0]) for m in STRING.finditer(code[start:end])) if v is not None}
        out.append(raw[start:end])

    done = 0
    for match in matches:
        slot: Slot | None = None
        if match["common"]:
            if raw[match.start():match.end()] == code[match.start():match.end()]:  # a comment there is not ours
                slot = _common(path, match, code, read, roles, memory)
        elif match["new"]:
            slot = _allocate(path, match, code, roles, memory)
        elif match["loader"]:
            slot = _load(path, match, code, read, roles, memory)
        elif match["arena"]:
            _point(path, match["inner"].decode(), match["arena"].decode(), int(match["at"]), memory)
        elif match["name"].decode() in symbols:
            slot = _alias(path, match, memory)
        if slot is not None:
            keep(done, match.start())
            out.append(slot)
            done = match.end()
    keep(done, len(code))
    return out


def _allocate(path: str, match: re.Match[bytes], code: bytes, roles: Roles, memory: Memory) -> Slot:
    name, maker = match["new"].decode(), match["maker"].decode()
    given = arguments_of(code[match.start("size") + 1:match.end("size") - 1])
    at = roles.allocate[maker]
    size = size_of(given[at]) if at is not None and at < len(given) else None
    memory.pointers[f"{path}:{name}"] = (Region(name, size, _maker(match["maker"], given, at)), 0)
    rest = b",".join(g for i, g in enumerate(given) if i != at or size is None)
    return Slot("allocate", name, match["maker"] + b" " + match["cast1"] + b" " + rest, size=size)


def _maker(name: bytes, given: list[bytes], size_at: int | None) -> bytes:
    """What an allocation is taken from."""
    others = [b"".join(g.split()) for i, g in enumerate(given) if i != size_at]
    return b"" if name.decode() in DEEPLOY.allocate and not any(others) else b"%s(%s)" % (name, b",".join(others))


def _load(path: str, match: re.Match[bytes], code: bytes, read: Callable[[str], Bytes | None], roles: Roles,
          memory: Memory) -> Slot | None:
    call = loaded_by(match["loader"], code[match.start("given"):match.end("given")], roles)
    if call is None:
        return None
    name, symbol, rest = call
    data = read(name)
    if data is None:
        memory.missing.append(name)
    elif f"{path}:{symbol}" in memory.pointers:
        region, offset = memory.pointers[f"{path}:{symbol}"]
        _fill(name, f"{path}:{symbol}", data, region, offset, memory)
        memory.late += [(alias, symbol) for alias in region.early if alias != symbol and offset == 0]
    return Slot("load", symbol, rest, data)


def _fill(name: str, key: str, data: Bytes, region: Region, offset: int, memory: Memory) -> None:
    if region.size is not None and offset + len(data) > -(-region.size // GRANULE) * GRANULE:
        memory.past.append((key, name))
    region.known[offset] = data


def _common(path: str, match: re.Match[bytes], code: bytes, read: Callable[[str], Bytes | None], roles: Roles,
            memory: Memory) -> Slot | None:
    """A block whose first run fills the memory it names. Every block of that name does the same, so it does not matter which."""
    common, maker = match["common"].decode(), match["maker2"]
    call = loaded_by(match["loader2"], code[match.start("given2"):match.end("given2")], roles)
    given = arguments_of(code[match.start("size2") + 1:match.end("size2") - 1])
    at = roles.allocate[maker.decode()]
    size = size_of(given[at]) if at is not None and at < len(given) else None
    if call is None or call[1] != common or size is None:
        return None
    name, _, rest = call
    data = read(name)
    region = Region(common, size, _maker(maker, given, at))
    if data is None:
        memory.missing.append(name)
    else:
        _fill(name, common, data, region, 0, memory)
    known = memory.commons.setdefault(common, region)
    if not known.is_like(region):
        memory.clashing.append(common)
    symbol = match["taker"].decode()
    memory.pointers[f"{path}:{symbol}"] = (known, 0)
    others = b",".join(g for i, g in enumerate(given) if i != at)
    return Slot("common", symbol, maker + b" " + match["cast4"] + b" " + others + b"|" + rest, data, size, match["cast5"], common)


def _alias(path: str, match: re.Match[bytes], memory: Memory) -> Slot:
    name, other = match["name"].decode(), match["other"].decode()
    _point(path, name, other, 0, memory)
    memory.aliases.add((name, other))
    target = memory.pointers.get(f"{path}:{other}")
    if target is not None and not target[0].known:
        target[0].early.append(name)
    return Slot("alias", name, cast=match["cast2"], other=other)


def _point(path: str, name: str, other: str, offset: int, memory: Memory) -> None:
    target = memory.pointers.get(f"{path}:{other}")
    if target is not None:
        memory.pointers[f"{path}:{name}"] = (target[0], target[1] + offset)

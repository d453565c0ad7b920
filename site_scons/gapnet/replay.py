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
_ALLOCATE = rb"(?P<new>[A-Za-z_]\w*)\s*=\s*%s(?:cl_)?ram_malloc\s*\((?P<size>(?:[^();]|\([^();]*\))*)\)\s*;" % _CAST
_LOAD = rb'load_file_to_(?:ram|local)\s*\((?P<to>(?:[^(),;"]|\([^();"]*\))*),\s*(?P<file>"(?:[^"\\\n]|\\.)*")\s*\)\s*;'
_ALIAS = rb"(?P<name>[A-Za-z_]\w*)\s*=\s*%s(?P<other>[A-Za-z_]\w*)\s*;" % _CAST
_OFFSET = (rb"(?P<inner>[A-Za-z_]\w*)\s*=\s*%s\(\s*(?:\([^()]*\)\s*)?(?P<arena>[A-Za-z_]\w*)\s*\+\s*(?P<at>\d+)\s*\)\s*;" % _CAST)
_STATEMENT = re.compile(rb"(?<![\w.>])(?:%s|%s|%s|%s)" % (_ALLOCATE, _LOAD, _ALIAS, _OFFSET))
_MARK = re.compile(rb"(?<!\w)(?:(?:cl_)?ram_malloc|load_file_to_(?:ram|local))\s*\(")
_PRODUCT = re.compile(rb"\s*(?:sizeof\s*\(\s*(\w+)\s*\)\s*\*\s*)?(\d+)\s*(?:\*\s*sizeof\s*\(\s*(\w+)\s*\)\s*)?$")
_SIZES = {b"int8_t": 1, b"uint8_t": 1, b"char": 1, b"int16_t": 2, b"uint16_t": 2, b"int32_t": 4, b"uint32_t": 4,
          b"float32_t": 4, b"float": 4}


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


def replay(sources: Mapping[str, bytes], read: Callable[[str], bytes | None], symbols: Mapping[str, set[str]] | None = None) -> Memory:
    """Memory after every Init function of a program has run.

    read: bytes of a loaded file, None where there is none. symbols: per file, the only names whose aliases count; by default
    those that the file allocates.
    """
    memory = Memory()
    for path in sorted(sources):
        code = _HIDE.sub(_without_comments, sources[path])
        memory.strings |= {m.group()[1:-1].decode("latin-1") for m in _STRING.finditer(code)}
        own = symbols.get(path, set()) if symbols is not None else allocated(code)
        memory.rest[path] = _run(path, code, own, read, memory)
    return memory


def allocated(code: bytes) -> set[str]:
    """Names that a file assigns an allocation to."""
    return {m.group("new").decode() for m in _STATEMENT.finditer(code) if m.group("new")}


def _without_comments(match: re.Match[bytes]) -> bytes:
    text = match.group()
    return re.sub(rb"[^\n]", b" ", text) if text.startswith(b"/") else text


def _run(path: str, code: bytes, symbols: set[str], read: Callable[[str], bytes | None], memory: Memory) -> bytes:
    """Replay one file; its text without the statements replayed."""
    kept: list[bytes] = []
    done = 0
    for match in _STATEMENT.finditer(code):
        groups = match.groupdict()
        if groups["new"]:
            region = Region(groups["new"].decode(), _size(groups["size"]))
            memory.pointers[f"{path}:{region.owner}"] = (region, 0)
        elif groups["file"]:
            _load(path, groups["to"], groups["file"], read, memory)
        elif groups["arena"]:
            _point(path, groups["inner"].decode(), groups["arena"].decode(), int(groups["at"]), memory)
            continue  # nobody edits these
        elif groups["name"].decode() in symbols:
            name, other = groups["name"].decode(), groups["other"].decode()
            _point(path, name, other, 0, memory)
            memory.aliases.add((name, other))
            if f"{path}:{other}" in memory.pointers and not memory.pointers[f"{path}:{other}"][0].known:
                memory.pointers[f"{path}:{other}"][0].early.append(name)
        else:
            continue
        kept.append(code[done:match.start()])
        done = match.end()
    return b"".join(kept) + code[done:]


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
    name = literal[1:-1].decode("latin-1")
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

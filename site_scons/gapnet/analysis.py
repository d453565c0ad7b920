"""All that the C alone decides, in a form that can be kept in a file: what is allocated, loaded, proved, and where to edit.

Weights change more often than C: with this at hand, a new image needs no parsing.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields

from .contents import digest_of
from .identity import tool_digest

VERSION = 6
Span = tuple[int, int]
COMMON = "gapnet_"
"""How the names of common memory begin."""


@dataclass(frozen=True, slots=True)
class Constant:
    """One load into L3, with the allocation it fills if it has one of its own. Spans are offsets into the source `path`.

    name: the symbol; line: of the load; file: what it loads; allocated: line of the allocation; bytes: requested for it, None for
    an input, which lies inside an arena. proved: it is never written after its load; reason, where: why not. kind: the pointer
    type as a cast would write it. function: where it is loaded, body: offset of its definition. allocation, size, load,
    literal, destination: spans of the two statements, of the size, of the file's name and of the pointer that is filled;
    together: nothing stands between the two statements. room, arena: of an input, the bytes from where it begins to the end of
    the arena, and the arena's name, where the C tells. dead: under an `#if 0`, so that nothing loads it. memory: in words what
    its allocation is taken from; only constants of equal words lie in one memory, and None is like nothing else.
    """

    name: str
    path: str
    line: int
    file: str
    allocated: int | None
    bytes: int | None
    proved: bool
    reason: str | None
    where: str
    kind: str | None
    function: str
    allocation: Span | None
    size: Span | None
    load: Span
    literal: Span | None
    destination: Span | None
    together: bool
    body: int
    room: int | None = None
    arena: str | None = None
    dead: bool = False
    memory: str | None = None

    @property
    def role(self) -> str:
        """`constant` where it has an allocation of its own, else `input`."""
        return "input" if self.bytes is None else "constant"


@dataclass(frozen=True, slots=True)
class LocalLoad:
    """A load of a file into L1 or L2: its name follows the file, nothing else is known of it. dead: as in Constant."""

    path: str
    line: int
    file: str
    literal: Span | None
    dead: bool = False


@dataclass(frozen=True, slots=True)
class Analysis:
    """constants: in program order. arenas: sizes of the other literal L3 allocations, (name, bytes). local: loads to L1 or L2.
    strings: every other string of the program. computed: places that load a name which is no literal. made_of: digest of the C
    and the lines of the function table, see `key_of`; made_by: of those lines and of this package, see `rules_of`. taken: names
    in the C that begin as those of common memory do. marks: per file those of its pieces, see `unchanged`."""

    made_of: str
    made_by: str
    sources: tuple[str, ...]
    constants: tuple[Constant, ...]
    arenas: tuple[tuple[str, int], ...]
    local: tuple[LocalLoad, ...]
    strings: tuple[str, ...]
    computed: tuple[str, ...]
    unreadable: tuple[str, ...]
    taken: tuple[str, ...] = ()
    marks: tuple[tuple[str, tuple[str, ...]], ...] = ()
    version: int = VERSION


def key_of(files: Mapping[str, bytes], functions: Iterable[str] = ()) -> str:
    """Digest of all that decides an analysis: names and bytes of the files, in any order, and the lines of the table."""
    decided = sorted((name, digest_of(data)) for name, data in files.items()), list(functions)
    return digest_of(repr(decided).encode("utf-8", "surrogatepass"))


def rules_of(functions: tuple[str, ...]) -> str:
    """Digest of what decides an analysis beside the C: this package, the parser, and the lines of the function table. Raises
    ModuleNotFoundError where there is no parser."""
    return digest_of(repr((functions, tool_digest())).encode("utf-8", "surrogatepass"))


def dump(analysis: Analysis) -> bytes:
    """Analysis as JSON whose first line has a digest of the others: facts that are not those that were written prove nothing."""
    facts = ",\n".join(f"{json.dumps(f.name)}: {_lines(getattr(analysis, f.name))}" for f in fields(analysis)).encode() + b"\n}\n"
    return _first_line(facts) + facts


def _lines(value: object) -> str:
    """JSON of one key, over several lines where it holds things of their own."""
    if not isinstance(value, tuple) or not value or isinstance(value[0], str):
        return json.dumps(value)
    items = (v if isinstance(v, tuple) else {name: getattr(v, name) for name in v.__slots__} for v in value)
    return "[\n" + ",\n".join(map(json.dumps, items)) + "]"


def _first_line(facts: bytes) -> bytes:
    return b'{"digest": "%s",\n' % digest_of(facts).encode()


def parse(data: bytes) -> Analysis:
    """Analysis from what `dump` gave. Raises ValueError where it is damaged, or not one of this version."""
    facts = data.partition(b"\n")[2]
    if not facts or data != _first_line(facts) + facts:
        raise ValueError("not an analysis, or damaged")
    raw = json.loads(data)
    if raw.get("version") != VERSION:
        raise ValueError("not an analysis of this version")
    spans = ("allocation", "size", "load", "literal", "destination")

    def restore(item: dict) -> dict:
        return {k: tuple(v) if k in spans and v is not None else v for k, v in item.items()}

    return Analysis(
        raw["made_of"], raw["made_by"], tuple(raw["sources"]), tuple(Constant(**restore(c)) for c in raw["constants"]),
        tuple((name, size) for name, size in raw["arenas"]), tuple(LocalLoad(**restore(c)) for c in raw["local"]),
        tuple(raw["strings"]), tuple(raw["computed"]), tuple(raw["unreadable"]), tuple(raw["taken"]),
        tuple((name, tuple(marks)) for name, marks in raw["marks"]))

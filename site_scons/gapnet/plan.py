"""What becomes of each constant and each file: the sharing rules, and nothing of C or of formats.

RAM: two constants are one only if both are proved read-only, their files are equal byte for byte, and one Init function
allocates and loads the first before it allocates the second. Flash: equal bytes are stored once, whatever RAM may do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from .analysis import Analysis, Constant, LocalLoad
from .contents import Content, distinct
from .errors import InputError

PADDING = 4
"""Files are padded with zeros to a multiple of this, allocations are not."""


@dataclass(frozen=True)
class Placed:
    """What becomes of one constant or input. survivor: whose allocation it uses instead of its own; bytes: what its own
    allocation requests afterwards, 0 where it has none; image_file: the file that fills it; reason: why it was not shared
    although nothing else equal to it was either, None where there is nothing to say."""

    constant: Constant
    content: Content
    survivor: Constant | None
    bytes: int
    image_file: str
    reason: str | None
    where: str


@dataclass(frozen=True)
class Plan:
    """placed: per constant, in program order. local: the file that serves each load into L1 or L2. image: (name, bytes) in
    the order of the image. pinned: names that the program uses in another way and that stay. loaded: every name that the
    untouched program loads, with its content. stale: files that nothing loads."""

    analysis: Analysis
    placed: tuple[Placed, ...]
    local: tuple[tuple[LocalLoad, str], ...]
    image: tuple[tuple[str, bytes], ...]
    pinned: tuple[str, ...]
    loaded: dict[str, Content]
    stale: tuple[str, ...]


def make_plan(analysis: Analysis, files: Mapping[str, bytes], names: frozenset[str], share: bool = True) -> Plan:
    """Plan for one network.

    files: bytes of every file in `needed_files(analysis, names)`; names: all files there are. share: off leaves every load and
    every file as they are. Raises InputError for a file that is missing or larger than what it is loaded into.
    """
    everything: list[Constant | LocalLoad] = [*analysis.constants, *analysis.local]
    loads = [(c.file, c.path, c.line) for c in everything]
    for file, path, line in loads:
        if file not in files:
            raise InputError(f"{file!r} is loaded here, but there is no such file in hex/", path, line,
                             "Generate the network again, C and files together")
    for constant in analysis.constants:
        _check_size(constant, len(files[constant.file]))
    contents = distinct(files)
    loaded = {file: contents[file] for file, _, _ in loads}
    placed = _share(analysis, contents, share)
    remaining = [p.constant.file for p in placed if p.survivor is None] + [c.file for c in analysis.local]
    kept: dict[int, str] = {}
    for file in remaining:
        kept.setdefault(id(contents[file]), file)
    pinned = [n for n in files if n not in loaded or n in analysis.strings or may_be_built(analysis, names)]
    pinned += [c.file for c in everything if c.literal is None and c.file not in pinned]

    def serve(file: str) -> str:
        return kept[id(contents[file])] if share and file in loaded else file

    placed = [replace(p, image_file=serve((p.survivor or p.constant).file)) for p in placed]
    local = tuple((item, serve(item.file) if item.literal else item.file) for item in analysis.local)
    order = dict.fromkeys([p.image_file for p in placed if p.survivor is None] + [name for _, name in local])
    order.update(dict.fromkeys(natural(pinned)))
    image = tuple((name, files[name]) for name in order)
    stale = tuple(natural(names - set(loaded) - set(order)))
    return Plan(analysis, tuple(placed), local, image, tuple(natural(pinned)), loaded, stale)


def needed_files(analysis: Analysis, names: frozenset[str]) -> list[str]:
    """Names of the files whose bytes a plan needs, those that are loaded first, in program order."""
    order = dict.fromkeys([c.file for c in analysis.constants] + [c.file for c in analysis.local])
    others = names if may_be_built(analysis, names) else names & set(analysis.strings)
    order.update(dict.fromkeys(natural(others)))
    return list(order)


def may_be_built(analysis: Analysis, names: frozenset[str]) -> bool:
    """Whether the program may load a name that no literal says: then any file can be needed."""
    endings = {n[n.rfind("."):] for n in names if "." in n}
    return bool(analysis.computed) or any(s not in names and any(e in s for e in endings) for s in analysis.strings)


def natural(names: frozenset[str] | set[str] | list[str]) -> list[str]:
    """Names sorted as people do, 2.hex before 10.hex."""
    def key(name: str) -> tuple[int, str, str]:
        stem = name.split(".", 1)[0]
        return (int(stem), "", name) if stem.isdecimal() and stem.isascii() else (1 << 62, stem, name)
    return sorted(names, key=key)


def _check_size(constant: Constant, size: int) -> None:
    if not constant.bytes:
        return
    room = -(-constant.bytes // PADDING) * PADDING
    if size > room:
        raise InputError(f"{constant.file!r} has {size} bytes, but {constant.name} is allocated with {constant.bytes}",
                         constant.path, constant.allocated,
                         "C and files are from different runs of the generator: generate both again, into an empty folder")


@dataclass
class _Group:
    """Constants of one content in one Init function: survivors, and the largest request of those that use each."""

    survivors: list[Constant] = field(default_factory=list)
    largest: dict[Constant, int] = field(default_factory=dict)


def _share(analysis: Analysis, contents: dict[str, Content], share: bool) -> list[Placed]:
    groups: dict[tuple[str, int, int], _Group] = {}
    first: dict[int, Constant] = {}
    out: list[Placed] = []
    for constant in analysis.constants:
        content = contents[constant.file]
        reason, where = constant.reason, constant.where
        survivor: Constant | None = None
        if constant.proved and len(content.data) < (constant.bytes or 0):
            reason = f"its file has {len(content.data)} bytes of the {constant.bytes} that are allocated"
        elif constant.proved and share:
            assert constant.allocation is not None and constant.bytes is not None
            group = groups.setdefault((constant.path, constant.body, id(content)), _Group())
            survivor = next((s for s in group.survivors if s.load[1] <= constant.allocation[0]), None)
            if survivor is not None:
                group.largest[survivor] = max(group.largest[survivor], constant.bytes)
            else:
                other = first.setdefault(id(content), constant)
                if other is not constant:
                    same = (other.path, other.body) == (constant.path, constant.body)
                    reason = f"it is allocated before {other.name}, which is equal to it, is loaded" if same else \
                        f"{other.name}, which is equal to it, is loaded by {other.function}"
                group.survivors.append(constant)
                group.largest[constant] = constant.bytes
        out.append(Placed(constant, content, survivor, constant.bytes or 0, "", reason, where))
    largest = {kept: size for g in groups.values() for kept, size in g.largest.items()}
    return [replace(p, bytes=0 if p.survivor else largest.get(p.constant, p.bytes)) for p in out]

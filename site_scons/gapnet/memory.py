"""Which constants share L3: the rules for RAM.

Two constants are one only if both are proved read-only, their files are equal byte for byte, and both are allocated in the same
RAM. Within one Init function the first is allocated and loaded before the second is pointed to it. Where several Init functions
have the same constant, the first of them that runs allocates and loads it, whichever that is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from .analysis import COMMON, Analysis, Constant
from .contents import Content, digest_of


@dataclass(frozen=True)
class Common:
    """Memory that several Init functions use; the first that runs fills it. symbol: its name in C, the same for the same bytes
    wherever it is built; bytes: as much as the largest of its users asks for."""

    symbol: str
    bytes: int


@dataclass(frozen=True)
class Placed:
    """What becomes of one constant or input. survivor: whose allocation it uses instead of its own, network: that one's network;
    common: set where its Init function fills memory common to several, or finds it filled; bytes: what its own allocation
    requests afterwards, 0 where it has none; image_file: the file that fills it; reason: why it was not shared although nothing
    else equal to it was either, None where there is nothing to say."""

    constant: Constant
    content: Content
    survivor: Constant | None
    bytes: int
    image_file: str
    reason: str | None
    where: str
    network: str = ""
    common: Common | None = None


@dataclass
class _Group:
    """Constants of one content in one Init function: survivors, and the largest request of those that use each."""

    survivors: list[Constant] = field(default_factory=list)
    largest: dict[Constant, int] = field(default_factory=dict)


Unit = tuple[str, str, int]
"""An Init function: network, file, offset of its definition."""
Kind = tuple[Content, str]
"""What may lie in one memory: a content, and what the memory is taken from."""


def share_memory(networks: Mapping[str, tuple[Analysis, bool]], contents: Mapping[str, Mapping[str, Content]],
                 across: bool) -> dict[str, list[Placed]]:
    """What becomes of each constant's memory, per network, in program order; which file fills it is left open.

    networks: what is known of each, and whether it may share; contents: of each network's files by name; across: whether Init
    functions may have memory in common.
    """
    groups: dict[Kind, dict[Unit, _Group]] = {}
    drafts: dict[str, list[Placed]] = {}
    for name, (analysis, share) in networks.items():
        drafts[name] = [_placed(name, c, contents[name][c.file], groups, share) for c in analysis.constants]
    apart = {id(g.survivors[0]): _why_not_common(g.survivors[0], content, networks[unit[0]][0].taken)
             for (content, _), units in groups.items() for unit, g in units.items()}
    commons = {kind: _common(kind, units, apart) for kind, units in groups.items()} if across else {}
    settling = _Settling(groups, commons, apart)
    return {name: [settling.settled(name, p) for p in draft] for name, draft in drafts.items()}


def _kind(network: str, constant: Constant, content: Content) -> Kind:
    alone = f"{network}/{constant.path}:{constant.load[0]}"
    return content, f"={alone}" if constant.memory is None else constant.memory


def _placed(network: str, constant: Constant, content: Content, groups: dict[Kind, dict[Unit, _Group]],
            share: bool) -> Placed:
    """A constant within its Init function; notes it in its group."""
    reason, survivor = constant.reason, None
    if constant.proved and len(content.data) < (constant.bytes or 0):
        reason = f"its file has {len(content.data)} bytes of the {constant.bytes} that are allocated"
    elif constant.proved and share:
        assert constant.allocation is not None and constant.bytes is not None
        units = groups.setdefault(_kind(network, constant, content), {})
        group = units.setdefault((network, constant.path, constant.body), _Group())
        survivor = next((s for s in group.survivors if s.load[1] <= constant.allocation[0]), None)
        if survivor is None:
            group.survivors.append(constant)
        kept = survivor or constant
        group.largest[kept] = max(group.largest.get(kept, 0), constant.bytes)
    return Placed(constant, content, survivor, constant.bytes or 0, "", reason, constant.where, network if survivor else "")


def _common(kind: Kind, units: Mapping[Unit, _Group], apart: Mapping[int, str | None]) -> Common | None:
    """Memory for a content that several Init functions have, as far as they can take it from there."""
    taking = [group for group in units.values() if apart[id(group.survivors[0])] is None]
    if len(taking) < 2:
        return None
    content, memory = kind
    size = max(group.largest[group.survivors[0]] for group in taking)
    origin = f"_{digest_of(memory.encode('utf-8', 'surrogatepass'))[:8]}" if memory else ""
    return Common(f"{COMMON}{content.digest}_{size}{origin}", size)


def _why_not_common(constant: Constant, content: Content, taken: Iterable[str]) -> str | None:
    """Why its two statements cannot become the one that fills common memory; None where they can.

    taken: names of its program that begin as those of common memory.
    """
    if not constant.together or None in (constant.size, constant.literal, constant.destination):
        return "more stands between its own allocation and load"
    if any(name.startswith(f"{COMMON}{content.digest}_") for name in taken):
        return "its C has the name of common memory for it already"
    return None


@dataclass
class _Settling:
    """A constant in view of all others of its content. apart: why the first of a group cannot take from common memory; owners:
    the first user of each common memory; firsts: the first proved constant of each content."""

    groups: Mapping[Kind, Mapping[Unit, _Group]]
    commons: Mapping[Kind, Common | None]
    apart: Mapping[int, str | None]
    owners: dict[Kind, tuple[str, Constant]] = field(default_factory=dict)
    firsts: dict[Content, Constant] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for (content, _), units in self.groups.items():
            self.firsts.setdefault(content, next(iter(units.values())).survivors[0])

    def settled(self, network: str, placed: Placed) -> Placed:
        """What becomes of a constant."""
        constant = placed.constant
        if placed.survivor is not None:
            return replace(placed, bytes=0)
        kind = _kind(network, constant, placed.content)
        group = self.groups.get(kind, {}).get((network, constant.path, constant.body))
        if group is None or not any(s is constant for s in group.survivors):
            return placed
        common = self.commons.get(kind)
        if common is None or constant is not group.survivors[0] or self.apart[id(constant)] is not None:
            return replace(placed, bytes=group.largest[constant], reason=self._why_apart(network, constant, kind))
        owner_network, owner = self.owners.setdefault(kind, (network, constant))
        mine = (owner_network, owner) == (network, constant)
        return replace(placed, survivor=None if mine else owner, network="" if mine else owner_network, common=common,
                       bytes=common.bytes if mine else 0)

    def _why_apart(self, network: str, constant: Constant, kind: Kind) -> str | None:
        """Why a proved constant keeps its own allocation beside an equal one, None where it is the first of its content."""
        unit, first = next((u, g.survivors[0]) for u, g in self.groups[kind].items())
        if constant is first:
            equal = self.firsts[kind[0]]
            return None if equal is first else f"{equal.name}, which is equal to it, is not known to lie in the same RAM"
        if unit == (network, constant.path, constant.body):
            return f"it is allocated before {first.name}, which is equal to it, is loaded"
        why = self.apart.get(id(constant))
        return f"{first.name}, which is equal to it, is loaded by {first.function}" + (f", and {why}" if why else "")

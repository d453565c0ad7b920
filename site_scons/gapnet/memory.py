"""Which constants share L3: the rules for RAM.

Two constants are one only if both are proved read-only and their files are equal byte for byte. Within one Init function the
first is allocated and loaded before the second is pointed to it. Where several Init functions have the same constant, the first
of them that runs allocates and loads it, whichever that is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from .analysis import Analysis, Constant
from .contents import Content


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


def share_memory(networks: Mapping[str, tuple[Analysis, bool]], contents: Mapping[str, Mapping[str, Content]],
                 across: bool) -> dict[str, list[Placed]]:
    """What becomes of each constant's memory, per network, in program order; which file fills it is left open.

    networks: what is known of each, and whether it may share; contents: of each network's files by name; across: whether Init
    functions may have memory in common.
    """
    groups: dict[Content, dict[Unit, _Group]] = {}
    drafts: dict[str, list[Placed]] = {}
    for name, (analysis, share) in networks.items():
        drafts[name] = [_placed(name, c, contents[name][c.file], groups, share) for c in analysis.constants]
    commons = {content: _common(content, units) for content, units in groups.items()} if across else {}
    largest = {id(kept): size for units in groups.values() for g in units.values() for kept, size in g.largest.items()}
    owners: dict[Content, tuple[str, Constant]] = {}
    return {name: [_settled(name, p, commons.get(p.content), groups.get(p.content, {}), largest, owners) for p in draft]
            for name, draft in drafts.items()}


def _placed(network: str, constant: Constant, content: Content, groups: dict[Content, dict[Unit, _Group]],
            share: bool) -> Placed:
    """A constant within its Init function; notes it in its group."""
    reason, survivor = constant.reason, None
    if constant.proved and len(content.data) < (constant.bytes or 0):
        reason = f"its file has {len(content.data)} bytes of the {constant.bytes} that are allocated"
    elif constant.proved and share:
        assert constant.allocation is not None and constant.bytes is not None
        group = groups.setdefault(content, {}).setdefault((network, constant.path, constant.body), _Group())
        survivor = next((s for s in group.survivors if s.load[1] <= constant.allocation[0]), None)
        if survivor is None:
            group.survivors.append(constant)
        kept = survivor or constant
        group.largest[kept] = max(group.largest.get(kept, 0), constant.bytes)
    return Placed(constant, content, survivor, constant.bytes or 0, "", reason, constant.where, network if survivor else "")


def _common(content: Content, units: Mapping[Unit, _Group]) -> Common | None:
    """Memory for a content that several Init functions have, as far as they can take it from there."""
    taking = [group for group in units.values() if _can_take(group.survivors[0])]
    if len(taking) < 2:
        return None
    size = max(group.largest[group.survivors[0]] for group in taking)
    return Common(f"gapnet_{content.digest}_{size}", size)


def _can_take(constant: Constant) -> bool:
    """Whether its two statements can become the one that fills common memory."""
    return constant.together and None not in (constant.size, constant.literal, constant.destination)


def _settled(network: str, placed: Placed, common: Common | None, units: Mapping[Unit, _Group], largest: Mapping[int, int],
             owners: dict[Content, tuple[str, Constant]]) -> Placed:
    """A constant in view of all others of its content. owners: filled with the first user of each common memory."""
    constant = placed.constant
    if placed.survivor is not None:
        return replace(placed, bytes=0)
    group = units.get((network, constant.path, constant.body))
    if group is None or constant not in group.survivors:
        return placed
    if common is None or constant is not group.survivors[0] or not _can_take(constant):
        return replace(placed, bytes=largest[id(constant)], reason=_why_apart(network, constant, units))
    owner_network, owner = owners.setdefault(placed.content, (network, constant))
    mine = (owner_network, owner) == (network, constant)
    return replace(placed, survivor=None if mine else owner, network="" if mine else owner_network, common=common,
                   bytes=common.bytes if mine else 0)


def _why_apart(network: str, constant: Constant, units: Mapping[Unit, _Group]) -> str | None:
    """Why a proved constant keeps its own allocation beside an equal one, None where it is the first of its content."""
    unit, first = next((u, g.survivors[0]) for u, g in units.items())
    if constant is first:
        return None
    if unit == (network, constant.path, constant.body):
        return f"it is allocated before {first.name}, which is equal to it, is loaded"
    apart = "" if _can_take(constant) else ", and more stands between its own allocation and load"
    return f"{first.name}, which is equal to it, is loaded by {first.function}{apart}"

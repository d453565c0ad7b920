"""What is still doubled, by cause: the list that a user works through. Made from the manifest alone; sizes are bytes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

_CHAIN = re.compile(r" \([^()]* -> [^()]*\)$")
_WORD = re.compile(r"[A-Za-z_]\w*")

_HINTS = (
    (r"written by|is written", "If it is meant to change, it must keep its memory. If not, take the write out of the C."),
    (r"is not a known constant, so", "Give the direction of the copy as a literal or as a constant table of literals."),
    (r"which is not known|behind the parameters", "If the function only reads, say so: GAPNETWORK_FUNCTIONS or --function."),
    (r"as if it were L1|as L1 or L2", "This is a fault of the C: L3 can only be reached by copies."),
    (r"compared", "Compare its address with NULL only, or not at all."),
    (r"not static", "Declare it static."),
    (r"other files can", "Make the symbol that shows its address static, or do not store the address there."),
    (r"may not run|may not be loaded|more than once|another function|before it is allocated|not a positive literal",
     "Allocate it once with a literal size and load it once, in straight-line code of one Init function."),
    (r"assigned here|is taken", "Set its pointer once, to its allocation, and do not give the pointer's own address away."),
    (r"freed", "Do not free it: constants stay as long as the network runs."),
    (r"assembler", "Do without the name in assembler text, or keep its memory."),
    (r"inside an arena", "Inputs lie in arenas that the network writes: they cannot share."),
    (r"header|\.h is included|in doubt|cannot see|cannot be read",
     "Put every header that it needs into the generated folder, or mend what cannot be read."),
    (r"its file has", "Generate the network again: C and files are from different runs."),
    (r"is allocated before", "Load each constant right behind its allocation."),
    (r"is loaded by|one Init function",
     "Load it in one Init function, or let Init functions have memory in common (GAPNETWORK_COMMON)."),
    (r"sharing is off", "Build with sharing on: without GAPNETWORK_SHARE=False, --no-share."),
)


@dataclass(frozen=True)
class Copy:
    """One constant that lies in L3 beside an equal one. row: its place among the constants of all networks; bytes: of its
    allocation afterwards; reason, where: what stands against sharing it."""

    row: int
    network: str
    name: str
    bytes: int
    reason: str
    where: str


@dataclass(frozen=True)
class Cause:
    """Why copies stay. saves: what it saves if this cause alone is gone; together: what it saves at most, with the causes
    `others` that stand against the rest of the same contents; hint: what a user can do, "" where nothing general can be said."""

    text: str
    copies: tuple[Copy, ...]
    saves: int
    together: int
    others: tuple[str, ...]
    hint: str


@dataclass(frozen=True)
class Doubled:
    """causes: the one that saves most first. saves: bytes if all of them were gone. rows: the constants that are concerned."""

    causes: tuple[Cause, ...]
    saves: int
    rows: frozenset[int]


def doubled(manifest: dict[str, Any]) -> Doubled:
    """Contents that keep more than one allocation in the shared firmware."""
    classes = [kept for kept in _kept(manifest).values() if len(kept) > 1]
    names = {c["name"] for network in manifest["networks"] for c in network["constants"]}
    by_cause: dict[str, list[Copy]] = {}
    alone: dict[str, int] = {}
    together: dict[str, int] = {}
    others: dict[str, dict[str, None]] = {}
    for kept in classes:
        free = [copy for copy in kept if not copy.reason]
        anchor = free[:1]
        blocked = [copy for copy in kept if copy.reason]
        causes: dict[str, list[Copy]] = {}
        for copy in blocked:
            causes.setdefault(cause_of(copy.name, copy.reason, names), []).append(copy)
        if free[1:]:
            causes.setdefault(_why_free(manifest), []).extend(free[1:])
        for cause, copies in causes.items():
            by_cause.setdefault(cause, []).extend(copies)
            alone[cause] = alone.get(cause, 0) + _gain(anchor + copies)
            together[cause] = together.get(cause, 0) + min(_gain(kept), sum(c.bytes for c in copies))
            if not anchor:
                others.setdefault(cause, {}).update(dict.fromkeys(c for c in causes if c != cause))
    found = [Cause(cause, tuple(sorted(copies, key=lambda c: (-c.bytes, c.row))), alone[cause], together[cause],
                   tuple(others.get(cause, ())), hint_for(cause)) for cause, copies in by_cause.items()]
    found.sort(key=lambda c: (-c.saves, -c.together, c.text))
    return Doubled(tuple(found), sum(map(_gain, classes)), frozenset(c.row for kept in classes for c in kept))


def cause_of(name: str, reason: str, names: set[str]) -> str:
    """A reason without what is of one constant alone, so that equal causes come together. names: of all constants."""
    def plain(match: re.Match[str]) -> str:
        word = match[0]
        return "it" if word == name else "another constant" if word in names else word

    return _WORD.sub(plain, _CHAIN.sub("", reason))


def hint_for(reason: str) -> str:
    """What a user can do about a reason."""
    return next((hint for pattern, hint in _HINTS if re.search(pattern, reason)), "")


def _kept(manifest: dict[str, Any]) -> dict[str, list[Copy]]:
    """By content, the constants that keep an allocation, each allocation once."""
    kept: dict[str, list[Copy]] = {}
    seen: set[int] = set()
    row = 0
    for network in manifest["networks"]:
        for c in network["constants"]:
            place = c["allocation"]
            if c["role"] == "constant" and place is not None and place["before"] == place["after"] not in seen:
                seen.add(place["after"])
                size = manifest["l3"][place["after"]]["after"]
                kept.setdefault(c["digest"], []).append(
                    Copy(row, network["name"], c["name"], size, c["reason"] or "", c["where"] or ""))
            row += 1
    return kept


def _gain(copies: Sequence[Copy]) -> int:
    """Bytes that are saved where these are one."""
    return sum(c.bytes for c in copies) - max((c.bytes for c in copies), default=0)


def _why_free(manifest: dict[str, Any]) -> str:
    return "each is the only one of its Init function" if manifest["share"] else "sharing is off"

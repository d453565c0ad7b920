"""What a firmware takes of L3 and L2, piece by piece, and whether it fits.

Nobody looks at what an allocation gives: on the device, one that fails yields the address 0xffffffff, and the network runs on it.

L3 is counted as by `pi_ram_alloc` of the pmsis bsp: every size rounded up to 8, nothing kept beside a block, and 8 bytes less
than the RAM to give; nothing counts as freed. L2 is counted as by its readfs: while a file system is mounted its directory stays
there, rounded up to 8, and an open file has a handle and a cache; `load_file_to_ram` never closes its file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from .budget import as_table, largest_first
from .errors import InputError
from .image import directory_size, entry_size
from .memory import Placed
from .plan import Firmware, Plan

GRAIN = 8
RESERVED = 8
"""What the allocator of L3 rounds sizes and addresses up to, and what it never gives of the RAM; bytes."""
OPEN_FILE = 304
"""L2 of a file that is not closed, bytes: a cache of 136 and a handle of about 160, which differs a little between SDKs."""


@dataclass(frozen=True)
class Allocation:
    """L3 of one constant. name: its symbol; file: that fills it afterwards; before, after: bytes requested by the untouched and
    by the shared network, 0 for none; least: bytes of the file, which it takes at least where no size is known."""

    name: str
    file: str
    before: int
    after: int
    least: int


@dataclass(frozen=True)
class Usage:
    """Of one memory. bytes: what the firmware takes; untouched: what it would take without sharing; rows: of what, each three
    columns of which the last is its bytes; rest: what belongs to no row."""

    bytes: int
    untouched: int
    rows: tuple[tuple[object, ...], ...]
    rest: int


def allocations(placed: Iterable[Placed], inside: Iterable[str]) -> list[Allocation]:
    """Allocations of constants; one that is loaded twice counts once. inside: the networks that are counted: memory in common
    with another one counts here. An allocation of unknown size has 0 bytes before and after."""
    return list(sites(placed, inside).values())


def sites(placed: Iterable[Placed], inside: Iterable[str]) -> dict[object, Allocation]:
    """As `allocations`, by what tells one of a network's allocations from another: (file, symbol, span in the C)."""
    seen: dict[object, Allocation] = {}
    for p in placed:
        c = p.constant
        if c.bytes is not None:
            alone = p.common is not None and p.survivor is not None and p.network not in inside
            after = p.common.bytes if alone and p.common is not None else p.bytes
            seen.setdefault((c.path, c.name, c.allocation), Allocation(c.name, p.image_file, c.bytes, after, len(p.content.data)))
    return seen


def kept_loads(plans: Sequence[Plan]) -> list[Placed]:
    """Constants and inputs whose file the networks still load, in program order."""
    inside = {plan.name for plan in plans}
    return [p for plan in plans for p in plan.placed if p.survivor is None or p.network not in inside]


def shipped_before(firmware: Firmware) -> list[tuple[str, int]]:
    """(name, bytes) of each file that the untouched networks need, those that no network brought among them."""
    found = []
    for plan in firmware.plans:
        found += [(n, len(c.data)) for n, c in plan.loaded.items()]
        found += [(n, len(d)) for n, d in plan.image if n in plan.pinned and n not in plan.loaded]
    return found + [(n, len(d)) for n, d in firmware.image if n in firmware.extra]


def of_l3(firmware: Firmware) -> Usage:
    """L3 that the networks allocate. Memory that the application allocates beside them is not seen."""
    plans = firmware.plans
    inside = {plan.name for plan in plans}
    rows: list[tuple[object, ...]] = []
    total, asked, untouched = 0, 0, 0
    for plan in plans:
        place = f"{plan.name}/" if len(plans) > 1 else ""
        pieces = [(name, "", size, size) for name, size in plan.analysis.arenas]
        pieces += [(a.name, a.file, a.before or a.least, a.after if a.before else a.least)
                   for a in allocations(plan.placed, inside)]
        for name, file, before, after in pieces:
            untouched += _rounded(before)
            total += _rounded(after)
            asked += after
            if after:
                rows.append((place + name, file, after))
    return Usage(total, untouched, tuple(rows), total - asked)


def of_l2(firmware: Firmware) -> Usage:
    """L2 that the file system takes when every network has loaded its files, each once."""
    plans = firmware.plans
    loads = Counter([p.image_file for p in kept_loads(plans)] + [name for plan in plans for _, name in plan.local])
    names = [name for name, _ in firmware.image]
    before = [name for name, _ in shipped_before(firmware)]
    loads_before = sum(len(plan.placed) + len(plan.local) for plan in plans)
    rows = tuple((n, loads[n], entry_size(n) + OPEN_FILE * loads[n]) for n in names)
    total = _file_system(names, loads.total())
    return Usage(total, _file_system(before, loads_before), rows, total - sum(size for _, _, size in rows))


def room(l3_size: int) -> int:
    """Bytes that can be allocated in an L3 of that size."""
    return max(0, l3_size - RESERVED) // GRAIN * GRAIN


def as_data(firmware: Firmware, l3_size: int | None, l2_size: int | None) -> dict[str, Any]:
    """For the manifest: what is taken of each memory, what would be without sharing, and how much there may be."""
    limits = {"l3": None if l3_size is None else room(l3_size), "l2": l2_size}
    used = {"l3": of_l3(firmware), "l2": of_l2(firmware)}
    return {name: {"bytes": used[name].bytes, "untouched": used[name].untouched, "limit": limits[name]} for name in used}


def check(firmware: Firmware, l3_size: int | None, l2_size: int | None) -> None:
    """Raise InputError with a list of what takes the space where the firmware does not fit.

    l3_size: bytes of the RAM; l2_size: what the file system may take of L2; None does not limit. The path is the names of all
    networks.
    """
    who = ", ".join(plan.name for plan in firmware.plans)
    l3 = of_l3(firmware) if l3_size is not None else None
    l2 = of_l2(firmware) if l2_size is not None else None
    if l3_size is not None and l3 is not None and l3.bytes > room(l3_size):
        has = f"{l3_size:,} bytes of L3 have room for {room(l3_size):,}"
        # names last: Deeploy's have up to 150 letters
        rows = [(size, file, name) for name, file, size in _rows(l3, "allocations", f"rounding up to {GRAIN}", "all")]
        table = as_table(("bytes", "filled from", "allocation"), rows, left=2)
        raise InputError(f"{has}, but the firmware allocates {l3.bytes:,}: {l3.bytes - room(l3_size):,} too many", who,
                         hint=f"Make something smaller, or give the size of a larger RAM:\n{table}")
    if l2_size is not None and l2 is not None and l2.bytes > l2_size:
        has = f"{l2_size:,} bytes of L2 are planned for the file system"
        table = as_table(("file", "loads", "bytes"), _rows(l2, "files", "header and alignment", ""))
        raise InputError(f"{has}, but its directory and open files need {l2.bytes:,}: {l2.bytes - l2_size:,} too many", who,
                         hint=f"Load fewer files, or plan more for it; a file that is loaded stays open, {OPEN_FILE} bytes "
                         f"each:\n{table}")


def _rows(usage: Usage, what: str, rest: str, together: str) -> list[tuple[object, ...]]:
    """Rows of a table: the largest pieces, what belongs to none, the sum, and the sum without sharing."""
    return [*largest_first(usage.rows, what), (rest, "", usage.rest), (together, "", usage.bytes),
            ("without sharing", "", usage.untouched)]


def _file_system(names: Sequence[str], loads: int) -> int:
    return _rounded(directory_size(names)) + OPEN_FILE * loads if names else 0


def _rounded(size: int) -> int:
    return -(-size // GRAIN) * GRAIN

"""What lies where: L3 in the order in which the networks request it, and the readfs image, both before and after sharing.

Generated code allocates its arenas first and then its constants in program order, so that is the order of the list. Which
addresses the allocator gives is its own affair; the sizes and their order are the program's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .analysis import Constant
from .image import directory_size
from .plan import Firmware, Plan
from .usage import shipped_before, sites

Site = tuple[str, object]
"""An allocation: its network, and what tells it from the others there."""


@dataclass(frozen=True)
class Extents:
    """Where everything lies. l3: allocations as data for the manifest; of: per constant, in program order of all networks, what
    the manifest says of its place."""

    l3: list[dict[str, Any]]
    image: dict[str, Any]
    of: list[dict[str, Any]]


def extents(firmware: Firmware, align: int, share: bool) -> Extents:
    """Places of everything in a firmware. align: of file data in the image, bytes; share: equal files lie on the same data."""
    l3, index = _allocations(firmware.plans)
    before, after = _before(firmware, align), _after(firmware, align, share)
    first = {(e["network"], e["name"]): i for i, e in reversed(list(enumerate(before["files"])))}
    last = {e["name"]: i for i, e in enumerate(after["files"])}
    of = []
    for plan in firmware.plans:
        arenas = {name: (index[plan.name, f"arena {i}"], size) for i, (name, size) in enumerate(plan.analysis.arenas)}
        for p in plan.placed:
            own = index.get((plan.name, _site(p.constant)))
            kept = own
            if p.survivor is not None and (own is None or not l3[own]["after"]):
                kept = index.get((p.network, _site(p.survivor)))
            of.append({
                "allocation": {"before": own, "after": kept} if own is not None else _inside(p.constant, arenas),
                "image_entry": {"before": first.get((plan.name, p.constant.file)), "after": last.get(p.image_file)}})
    return Extents(l3, {"directory": {"before": before["directory"], "after": after["directory"]},
                        "before": before["files"], "after": after["files"]}, of)


def _site(constant: Constant) -> object:
    return constant.path, constant.name, constant.allocation


def _allocations(plans: Sequence[Plan]) -> tuple[list[dict[str, Any]], dict[Site, int]]:
    """Every L3 allocation of known size, and where in the list each of them stands."""
    l3: list[dict[str, Any]] = []
    index: dict[Site, int] = {}
    inside = {plan.name for plan in plans}
    for plan in plans:
        for i, (name, size) in enumerate(plan.analysis.arenas):
            index[plan.name, f"arena {i}"] = len(l3)
            l3.append({"network": plan.name, "name": name, "kind": "arena", "before": size, "after": size})
        for site, allocation in sites(plan.placed, inside).items():
            if allocation.before:
                index[plan.name, site] = len(l3)
                l3.append({"network": plan.name, "name": allocation.name, "kind": "constant",
                           "before": allocation.before, "after": allocation.after})
    return l3, index


def _inside(constant: Constant, arenas: dict[str, tuple[int, int]]) -> dict[str, int] | None:
    """Where in an arena an input lies, where the C tells; bytes from the arena's start."""
    if constant.arena not in arenas or constant.room is None:
        return None
    at, size = arenas[constant.arena]
    return {"before": at, "after": at, "offset": max(0, size - constant.room)}


def _before(firmware: Firmware, align: int) -> dict[str, Any]:
    """The image of the untouched networks: every file has data of its own."""
    networks = [(plan.name, name) for plan in firmware.plans
                for name in [*plan.loaded, *(n for n, _ in plan.image if n in plan.pinned and n not in plan.loaded)]]
    networks += [(None, name) for name, _ in firmware.image if name in firmware.extra]  # type: ignore[misc]
    files = shipped_before(firmware)
    end = directory = directory_size(name for name, _ in files) if files else 0
    entries = []
    for (network, name), (_, size) in zip(networks, files, strict=True):
        offset = _round_up(end, align)
        entries.append({"name": name, "network": network, "bytes": size, "offset": offset})
        end = offset + size
    return {"directory": directory, "files": entries}


def _after(firmware: Firmware, align: int, share: bool) -> dict[str, Any]:
    """The image as it is built."""
    end = directory = directory_size(name for name, _ in firmware.image) if firmware.image else 0
    offsets: dict[int, int] = {}
    entries = []
    for name, data in firmware.image:
        offset = offsets.get(id(data)) if share else None  # equal contents are one object
        if offset is None:
            offset = offsets[id(data)] = _round_up(end, align)
            end = offset + len(data)
        entries.append({"name": name, "bytes": len(data), "offset": offset})
    return {"directory": directory, "files": entries}


def _round_up(value: int, align: int) -> int:
    return -(-value // align) * align

"""The least that a firmware could take: what sharing can reach, and what no sharing can go below."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .image import directory_size
from .plan import Firmware
from .usage import sites


def bounds(firmware: Firmware, align: int) -> dict[str, int]:
    """The least that each total of the manifest could be: every content once where it is proved that nothing writes it, and all
    else as it is. Names that the program asks for in a way that cannot be changed stay in the image."""
    plans = firmware.plans
    placed = [p for plan in plans for p in plan.placed]
    free = [p for p in placed if p.constant.proved and p.constant.bytes]
    fixed = [p for p in placed if not (p.constant.proved and p.constant.bytes)]
    kept = [a for plan in plans for a in sites([p for p in plan.placed if not p.constant.proved], ()).values() if a.before]
    largest: dict[Any, int] = {}
    for p in free:
        largest[p.content] = max(largest.get(p.content, 0), p.constant.bytes or 0)
    arenas = [size for plan in plans for _, size in plan.analysis.arenas]
    local = [len(plan.loaded[item.file].data) for plan in plans for item, _ in plan.local]
    constants = sum(a.before for a in kept) + sum(largest.values())
    return {
        "l3_requested_bytes": sum(arenas) + constants,
        "l3_allocations": len(arenas) + len(kept) + len(largest),
        "constant_bytes": constants,
        "file_loads": len(fixed) + len(largest) + len(local),
        "loaded_bytes": sum(len(p.content.data) for p in fixed) + sum(len(c.data) for c in largest) + sum(local),
        **_least_image(firmware, align),
    }


def _least_image(firmware: Firmware, align: int) -> dict[str, int]:
    stay = {name for plan in firmware.plans for name in plan.pinned} | set(firmware.extra)
    names, data = _once(firmware.image, stay)
    directory = directory_size(names) if names else 0
    end = directory
    for size in data:
        end = _round_up(end, align) + size
    return {"files": len(names), "file_bytes": sum(data), "image_bytes": end}


def _once(files: Iterable[tuple[str, bytes]], stay: set[str]) -> tuple[list[str], list[int]]:
    """Names and sizes of the contents of files: each content under its first name, or under all of its names that stay."""
    names: dict[bytes, list[str]] = {}
    for name, data in files:
        names.setdefault(data, []).append(name)
    kept = [[n for n in all_names if n in stay] or all_names[:1] for all_names in names.values()]
    return [n for group in kept for n in group], [len(data) for data in names]


def _round_up(value: int, align: int) -> int:
    return -(-value // align) * align

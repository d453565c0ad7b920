"""manifest.json: the result as data, for people's scripts and for the stages that show it. Sizes are bytes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from .bounds import bounds
from .extents import extents
from .image import image_size
from .memory import Placed
from .options import SCHEMA
from .plan import Firmware, Plan
from .usage import allocations, as_data, kept_loads, shipped_before

_ONE_LINE = 4
"""How deep a constant lies: what it holds is not put on lines of its own."""


def network_of(plan: Plan, places: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """One network's part of the manifest. places: of each of its constants, see `extents`."""
    return {
        "name": plan.name,
        "sources": [s for s in plan.analysis.sources if s.endswith(".c")],
        "headers": [s for s in plan.analysis.sources if not s.endswith(".c")],
        "constants": [_constant(plan.name, p) | where for p, where in zip(plan.placed, places, strict=True)],
        "arenas": [{"name": n, "bytes": b} for n, b in plan.analysis.arenas],
        "stale": list(plan.stale),
        "pinned": list(plan.pinned),
        "unreadable": list(plan.analysis.unreadable),
        "computed_names": list(plan.analysis.computed),
    }


def _constant(network: str, placed: Placed) -> dict[str, Any]:
    constant = placed.constant
    return {
        "name": constant.name,
        "bytes": constant.bytes if constant.bytes is not None else len(placed.content.data),
        "file": constant.file,
        "digest": placed.content.digest,
        "role": constant.role,
        "shared_with": placed.survivor.name if placed.survivor else None,
        "shared_with_network": placed.network if placed.survivor and placed.network != network else None,
        "common": placed.common.symbol if placed.common else None,
        "offset": 0,
        "image_file": placed.image_file,
        "reason": None if placed.survivor else placed.reason,
        "where": placed.where,
    }


def make_manifest(firmware: Firmware, image: bytes | None, align: int, share: bool = True,
                  functions: Sequence[str] = (), l3_size: int | None = None, l2_size: int | None = None) -> dict[str, Any]:
    """Manifest of the networks of a firmware and their image (None: they load no file). share: whether sharing was on.
    functions: what the project said of its own functions, on which the proof rests. l3_size, l2_size: see `usage.check`."""
    where = extents(firmware, align, share)
    least = bounds(firmware, align)
    places = iter(where.of)
    return {
        "schema": SCHEMA,
        "share": share,
        "functions": list(functions),
        "networks": [network_of(plan, [next(places) for _ in plan.placed]) for plan in firmware.plans],
        "l3": where.l3,
        "image": {"files": [n for n, _ in firmware.image], "extra": list(firmware.extra), "align": align, **where.image}
        if image is not None else None,
        "totals": _totals(firmware, len(image or b""), align, share, least["constant_bytes"]),
        "lower_bounds": least,
        "budget": as_data(firmware, l3_size, l2_size),
    }


def _totals(firmware: Firmware, image_bytes: int, align: int, share: bool, least: int) -> dict[str, Any]:
    plans = firmware.plans
    inside = {plan.name for plan in plans}
    own = [(a.before, a.after) for plan in plans for a in allocations(plan.placed, inside) if a.before]
    arenas = [size for plan in plans for _, size in plan.analysis.arenas]
    local = [plan.loaded[item.file] for plan in plans for item, _ in plan.local]
    loads = [p.content for plan in plans for p in plan.placed] + local
    kept = [p.content for p in kept_loads(plans)] + local
    before = shipped_before(firmware)
    contents = {id(c): c for plan in plans for c in plan.loaded.values()}
    return {
        "l3_requested_bytes": _pair(sum(arenas) + sum(b for b, _ in own), sum(arenas) + sum(a for _, a in own)),
        "l3_allocations": _pair(len(arenas) + len(own), len(arenas) + sum(1 for _, a in own if a)),
        "constant_bytes": _pair(sum(b for b, _ in own), sum(a for _, a in own)) | {"lower_bound": least},
        "file_loads": _pair(len(loads), len(kept)),
        "loaded_bytes": _pair(sum(len(c.data) for c in loads), sum(len(c.data) for c in kept)),
        "files": _pair(len(before), len(firmware.image)),
        "file_bytes": _pair(sum(size for _, size in before), _stored(firmware, share)),
        "image_bytes": _pair(image_size(before, align), image_bytes),
        "distinct_contents": len(contents),
        "distinct_bytes": sum(len(c.data) for c in contents.values()),
    }


def _pair(before: int, after: int) -> dict[str, int]:
    return {"before": before, "after": after}


def _stored(firmware: Firmware, share: bool) -> int:
    """Bytes of data in the image; with sharing, two names of equal bytes lie on the same data."""
    data = [d for _, d in firmware.image]
    return sum(map(len, {id(d): d for d in data}.values() if share else data))


def dump(manifest: dict[str, Any]) -> bytes:
    """Manifest as JSON, what belongs to one constant or file on one line."""
    return _lines(manifest, 0).encode("ascii") + b"\n"


def _lines(value: Any, depth: int) -> str:
    """JSON of a value, over several lines where it holds others. depth: of what it lies in."""
    items = list(value.values()) if isinstance(value, dict) else value
    if depth == _ONE_LINE or not isinstance(items, list) or not any(isinstance(i, (dict, list)) for i in items):
        return json.dumps(value)
    before = [f"{json.dumps(key)}: " for key in value] if isinstance(value, dict) else [""] * len(items)
    first, last = "{}" if isinstance(value, dict) else "[]"
    inside = ",\n".join(f"{' ' * (depth + 1)}{key}{_lines(item, depth + 1)}" for key, item in zip(before, items, strict=True))
    return f"{first}\n{inside}\n{' ' * depth}{last}"

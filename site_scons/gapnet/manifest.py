"""manifest.json: the result as data, for people's scripts and for the stages that show it. Sizes are bytes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from .image import image_size
from .plan import Placed, Plan

SCHEMA = 1


def network_of(name: str, plan: Plan) -> dict[str, Any]:
    """One network's part of the manifest."""
    return {
        "name": name,
        "sources": [s for s in plan.analysis.sources if s.endswith(".c")],
        "headers": [s for s in plan.analysis.sources if not s.endswith(".c")],
        "constants": [_constant(p) for p in plan.placed],
        "arenas": [{"name": n, "bytes": b} for n, b in plan.analysis.arenas],
        "stale": list(plan.stale),
        "pinned": list(plan.pinned),
        "unreadable": list(plan.analysis.unreadable),
        "computed_names": list(plan.analysis.computed),
    }


def _constant(placed: Placed) -> dict[str, Any]:
    constant = placed.constant
    return {
        "name": constant.name,
        "bytes": constant.bytes if constant.bytes is not None else len(placed.content.data),
        "file": constant.file,
        "digest": placed.content.digest,
        "role": constant.role,
        "shared_with": placed.survivor.name if placed.survivor else None,
        "offset": 0,
        "image_file": placed.image_file,
        "reason": None if placed.survivor else placed.reason,
        "where": placed.where,
    }


def make_manifest(name: str, plan: Plan, image: bytes | None, align: int, share: bool = True,
                  functions: Sequence[str] = ()) -> dict[str, Any]:
    """Manifest of one network and its image (None: the network loads no file). share: whether sharing was on. functions: what
    the project said of its own functions, on which the proof rests."""
    return {
        "schema": SCHEMA,
        "share": share,
        "functions": list(functions),
        "networks": [network_of(name, plan)],
        "image": {"files": [n for n, _ in plan.image], "align": align} if image is not None else None,
        "totals": _totals(plan, len(image or b""), align, share),
    }


def _totals(plan: Plan, image_bytes: int, align: int, share: bool) -> dict[str, Any]:
    own = _allocations(plan.placed)
    arenas = [size for _, size in plan.analysis.arenas]
    loads = [p.content for p in plan.placed] + [plan.loaded[item.file] for item, _ in plan.local]
    kept = [p.content for p in plan.placed if p.survivor is None] + [plan.loaded[item.file] for item, _ in plan.local]
    others = [(n, len(d)) for n, d in plan.image if n not in plan.loaded]
    shipped_before = [(n, len(c.data)) for n, c in plan.loaded.items()] + others
    contents = {id(c): c for c in plan.loaded.values()}
    return {
        "l3_requested_bytes": _pair(sum(arenas) + sum(b for b, _ in own), sum(arenas) + sum(a for _, a in own)),
        "l3_allocations": _pair(len(arenas) + len(own), len(arenas) + sum(1 for _, a in own if a)),
        "constant_bytes": _pair(sum(b for b, _ in own), sum(a for _, a in own)) | {"lower_bound": _lower_bound(plan)},
        "file_loads": _pair(len(loads), len(kept)),
        "loaded_bytes": _pair(sum(len(c.data) for c in loads), sum(len(c.data) for c in kept)),
        "files": _pair(len(shipped_before), len(plan.image)),
        "file_bytes": _pair(sum(size for _, size in shipped_before), _stored(plan, share)),
        "image_bytes": _pair(image_size(shipped_before, align), image_bytes),
        "distinct_contents": len(contents),
        "distinct_bytes": sum(len(c.data) for c in contents.values()),
    }


def _pair(before: int, after: int) -> dict[str, int]:
    return {"before": before, "after": after}


def _stored(plan: Plan, share: bool) -> int:
    """Bytes of data in the image; with sharing, two names of equal bytes lie on the same data."""
    data = [d for _, d in plan.image]
    return sum(len(d) for d in (set(data) if share else data))


def _allocations(placed: Sequence[Placed]) -> list[tuple[int, int]]:
    """(bytes before, bytes after) of each allocation that a constant has; one that is loaded twice counts once."""
    seen: dict[Any, tuple[int, int]] = {}
    for p in placed:
        if p.constant.bytes:
            seen.setdefault((p.constant.path, p.constant.allocation), (p.constant.bytes, p.bytes))
    return list(seen.values())


def _lower_bound(plan: Plan) -> int:
    """The fewest bytes that the constants can take: each content once where it is proved that nothing writes it."""
    fixed = [p for p in plan.placed if p.constant.bytes and not p.constant.proved]
    largest: dict[int, int] = {}
    for p in plan.placed:
        if p.constant.proved and p.constant.bytes:
            largest[id(p.content)] = max(largest.get(id(p.content), 0), p.constant.bytes)
    return sum(b for b, _ in _allocations(fixed)) + sum(largest.values())


def dump(manifest: dict[str, Any]) -> bytes:
    """Manifest as JSON."""
    return json.dumps(manifest, indent=1).encode("ascii") + b"\n"

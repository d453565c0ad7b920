"""The patched C: a few byte spans replaced, every other byte as it was."""

from __future__ import annotations

from collections.abc import Mapping

from .errors import InternalError
from .plan import Placed, Plan

Edit = tuple[int, int, bytes]


def patch(plan: Plan, sources: Mapping[str, bytes]) -> dict[str, bytes]:
    """Text of every source after the plan; those without an edit are the same object."""
    edits: dict[str, list[Edit]] = {}
    for placed in plan.placed:
        edits.setdefault(placed.constant.path, []).extend(_edits(placed, sources))
    for load, name in plan.local:
        if name != load.file and load.literal is not None:
            edits.setdefault(load.path, []).append((*load.literal, _string(name)))
    return {path: _apply(path, data, edits.get(path, [])) for path, data in sources.items()}


def _edits(placed: Placed, sources: Mapping[str, bytes]) -> list[Edit]:
    constant = placed.constant
    if placed.survivor is not None:
        if constant.allocation is None:
            raise InternalError(f"{constant.name} was shared without an allocation")
        kept = placed.survivor
        cast = "" if kept.kind == constant.kind and kept.kind else f"({constant.kind or 'void *'})"
        return [(*constant.allocation, f"{constant.name} = {cast}{kept.name};".encode("latin-1")), (*constant.load, b"")]
    edits: list[Edit] = []
    if constant.size is not None and placed.bytes != constant.bytes:
        edits.append((*constant.size, str(placed.bytes).encode()))
    if placed.image_file != constant.file and constant.literal is not None:
        edits.append((*constant.literal, _string(placed.image_file)))
    return edits


def _string(name: str) -> bytes:
    return b'"' + name.replace("\\", "\\\\").replace('"', '\\"').encode("ascii") + b'"'


def _apply(path: str, data: bytes, edits: list[Edit]) -> bytes:
    if not edits:
        return data
    out: list[bytes] = []
    done = 0
    for start, end, text in sorted(edits):
        if start < done or end < start:
            raise InternalError(f"two edits of {path} overlap at byte {start}")
        out += [data[done:start], text]
        done = end
    return b"".join(out) + data[done:]

"""The four maps of the report as rows of blocks: L3 and the readfs image, before and after. Made from the manifest alone.

L3 is laid out as `pi_ram_alloc` of the pmsis bsp counts it, one allocation behind the other, sizes rounded up to 8; the image as
it is written. Sizes are bytes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from .usage import GRAIN

ARENA, ALONE, KEPT, GONE, DOUBLED = "arena", "alone", "kept", "gone", "doubled"
DIRECTORY, PADDING, INPUT = "directory", "padding", "input"


@dataclass(frozen=True)
class Block:
    """A piece of memory. kind: one of the words above; start: from the beginning of the map; label: short, for people."""

    kind: str
    start: int
    bytes: int
    label: str


@dataclass(frozen=True)
class Map:
    """blocks: in the order of memory; padding: what lies between them, as blocks; inside: inputs, which lie in blocks; end: bytes
    from the first to the last; requested: of the blocks without padding."""

    blocks: tuple[Block, ...]
    padding: tuple[Block, ...]
    inside: tuple[Block, ...]
    end: int

    @property
    def requested(self) -> int:
        return sum(b.bytes for b in self.blocks)


@dataclass(frozen=True)
class Maps:
    """l3, image: before and after, image None where there is none. places: per constant of all networks, the block that it has
    in l3 before, l3 after, image before and image after; -1 where it has none, inputs count from -2 down among `inside`."""

    l3: tuple[Map, Map]
    image: tuple[Map, Map] | None
    places: tuple[tuple[int, int, int, int], ...]


def maps(manifest: dict[str, Any], doubled: frozenset[int]) -> Maps:
    """The maps of a manifest. doubled: rows of the constants that lie beside an equal one, see `doubled`."""
    constants = [c for network in manifest["networks"] for c in network["constants"]]
    before, first = _l3(manifest, constants, doubled, "before")
    after, second = _l3(manifest, constants, doubled, "after")
    none: list[int] = [-1] * len(constants)
    image, third, fourth = None, none, none
    if manifest["image"]:
        kinds = _files(manifest, constants)
        shown, third = _image(manifest["image"], constants, "before", kinds[0], manifest["totals"]["image_bytes"]["before"])
        built, fourth = _image(manifest["image"], constants, "after", kinds[1], manifest["totals"]["image_bytes"]["after"])
        image = (shown, built)
    return Maps((before, after), image, tuple(zip(first, second, third, fourth, strict=True)))


def _l3(manifest: dict[str, Any], constants: list[dict[str, Any]], doubled: frozenset[int], side: str) -> tuple[Map, list[int]]:
    """L3 on one side, and the block of each constant."""
    users: dict[int, list[int]] = {}
    for row, c in enumerate(constants):
        if c["allocation"] and c["role"] == "constant":
            users.setdefault(c["allocation"][side], []).append(row)
    after: dict[int, int] = {}
    for c in constants:
        if c["allocation"] and c["role"] == "constant":
            after[c["allocation"]["after"]] = after.get(c["allocation"]["after"], 0) + 1
    several = len(manifest["networks"]) > 1
    blocks: list[Block] = []
    padding: list[Block] = []
    numbers: dict[int, int] = {}
    end = 0
    for i, extent in enumerate(manifest["l3"]):
        size = extent[side]
        if not size:
            continue
        rows = users.get(i, [])
        kind = ARENA if extent["kind"] == "arena" else GONE if not extent["after"] else \
            DOUBLED if any(row in doubled for row in rows) else KEPT if after.get(i, 0) > 1 else ALONE
        label = extent["name"] if kind == ARENA or not rows else constants[rows[0]]["file"]
        label = f"{extent['network']}/{label}" if several else label
        numbers[i] = len(blocks)
        blocks.append(Block(kind, end, size, f"{label} \u00d7{after[i]}" if kind == KEPT and side == "after" else label))
        end += size
        if size % GRAIN:
            padding.append(Block(PADDING, end, GRAIN - size % GRAIN, ""))
            end += GRAIN - size % GRAIN
    inside: list[Block] = []
    places = []
    for c in constants:
        place = c["allocation"]
        if place is None or place[side] not in numbers:
            places.append(-1)
        elif c["role"] == "constant":
            places.append(numbers[place[side]])
        else:
            arena = blocks[numbers[place[side]]]
            offset = min(place["offset"], arena.bytes)
            places.append(-2 - len(inside))
            inside.append(Block(INPUT, arena.start + offset, min(c["bytes"], arena.bytes - offset), c["file"]))
    return Map(tuple(blocks), tuple(padding), tuple(inside), end), places


def _files(manifest: dict[str, Any], constants: Iterable[dict[str, Any]]) -> tuple[dict[int, str], dict[int, str]]:
    """Kind of each entry of the image before and after."""
    served: dict[int, dict[int, None]] = {}
    for c in constants:
        entry = c["image_entry"]
        if entry["before"] is not None and entry["after"] is not None:
            served.setdefault(entry["after"], {})[entry["before"]] = None
    before, after = {}, {}
    for last, firsts in served.items():
        twice = len(firsts) > 1
        after[last] = KEPT if twice else ALONE
        name = manifest["image"]["after"][last]["name"]
        kept = next((f for f in firsts if manifest["image"]["before"][f]["name"] == name), next(iter(firsts)))
        before.update({f: (KEPT if twice else ALONE) if f == kept else GONE for f in firsts})
    return before, after


def _image(image: dict[str, Any], constants: Iterable[dict[str, Any]], side: str, kinds: dict[int, str],
           size: int) -> tuple[Map, list[int]]:
    """The image on one side, and the block of each constant's file."""
    blocks = [Block(DIRECTORY, 0, image["directory"][side], "directory")]
    padding: list[Block] = []
    end = image["directory"][side]
    numbers: dict[int, int] = {}
    at: dict[tuple[int, int], int] = {}
    for i, entry in enumerate(image[side]):
        start, length = entry["offset"], entry["bytes"]
        if (start, length) in at:  # a second name of the same data
            numbers[i] = at[start, length]
            blocks[numbers[i]] = replace(blocks[numbers[i]], kind=KEPT)
            continue
        if start > end:
            padding.append(Block(PADDING, end, start - end, ""))
        numbers[i] = at[start, length] = len(blocks)
        blocks.append(Block(kinds.get(i, ALONE), start, length, entry["name"]))
        end = max(end, start + length)
    if end < size:
        padding.append(Block(PADDING, end, size - end, ""))
    return Map(tuple(blocks), tuple(padding), (), end), [numbers.get(c["image_entry"][side], -1) for c in constants]

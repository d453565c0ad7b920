"""Maps of memory as inline SVG: rows of a fixed number of bytes, drawn to scale.

One unit of the drawing is one byte, to the right as well as down, so that the width of a piece is its bytes. A block that goes
over the end of a row goes on in the next. Its pieces are one path, and `data-bytes` says what they add up to.
"""

from __future__ import annotations

from collections.abc import Container, Iterable

from .blocks import ALONE, ARENA, DIRECTORY, DOUBLED, GONE, INPUT, KEPT, PADDING, Block, Map
from .escaping import html

ROWS = 24
"""A map has at most as many rows, where the larger of the two sides is full."""
SMALLEST_ROW = 64
WIDTH = 512
"""Width of a row in points of the type; the page scales all of it together."""
LINE, PITCH, GUTTER = 16, 20, 44
"""Height of a row, distance of two rows, and room for addresses on the left, in the same points."""
_LETTER = 5.6
"""Mean width of a letter of the labels."""


def row_bytes(*maps: Map) -> int:
    """Bytes of a row for maps that are to be compared: a power of two."""
    needed = max(1, *(m.end for m in maps)) / ROWS
    row = SMALLEST_ROW
    while row < needed:
        row *= 2
    return row


def strip(content: Map, row: int, name: str, described: str, end: int) -> str:
    """SVG of a map. row: its bytes; name: id of the drawing; described: what a screen reader says of it; end: where the other
    side ends, bytes: what this one has less is drawn as free."""
    unit = row / WIDTH
    pitch, line = PITCH * unit, LINE * unit
    rows = max(1, -(-max(content.end, end) // row))
    free = Block("free", content.end, end - content.end, "") if end > content.end else None
    parts = [f'<svg class="map" id="{name}" role="listbox" tabindex="0" aria-label="{html(described)}" '
             f'data-row="{row}" viewBox="{-GUTTER * unit:g} {-unit:g} {(GUTTER + WIDTH + 2) * unit:g} '
             f'{rows * pitch:g}">']
    every = 1 if rows <= 8 else 4
    parts += ['<g aria-hidden="true">',
              *(_text(-6 * unit, i * pitch, unit, address(i * row), "at") for i in range(0, rows, every)), "</g>"]
    if free:
        parts.append(f'<path class="free" data-free="{free.bytes}" d="{_outline(free, row, pitch, line)}" aria-hidden="true"/>')
    parts += ['<g class="blocks" role="none">',
              *(f'<path class="{b.kind}" data-bytes="{b.bytes}" d="{_outline(b, row, pitch, line)}"/>' for b in content.blocks),
              "</g>"]
    if content.inside:
        parts += ['<g class="inside" role="none">', *(f'<path class="{b.kind}" data-inside="{b.bytes}" '
                                          f'd="{_outline(b, row, pitch, line)}"/>' for b in content.inside), "</g>"]
    if content.padding:
        total = sum(b.bytes for b in content.padding)
        outline = "".join(_outline(b, row, pitch, line) for b in content.padding)
        parts.append(f'<path class="padding" data-padding="{total}" d="{outline}" aria-hidden="true"/>')
    parts.append('<g class="labels" aria-hidden="true">')
    parts += _labels(content.blocks, row, unit, {number for b in content.inside for number, _, _ in pieces(b, row)})
    if free:
        parts += _labels([Block("free", free.start, free.bytes, f"{free.bytes:,} B free")], row, unit)
    parts.append('</g><path class="mark" aria-hidden="true" d=""/></svg>')
    return "".join(parts)


_KINDS = ((ARENA, "arena, written by the network"), (INPUT, "input inside an arena"), (ALONE, "nothing equals it"),
          (KEPT, "kept, several share it"), (GONE, "copy that goes away"), (DOUBLED, "doubled, not shared"),
          (DIRECTORY, "directory of the image"), (PADDING, "padding"), ("free", "free afterwards"))


def legend() -> str:
    """List items that explain the kinds of blocks."""
    items = [f'<li class="key"><svg viewBox="0 0 30 16" aria-hidden="true"><path class="{kind}" d="M.5 .5h29v15h-29z"/></svg>'
             f"{told}</li>" for kind, told in _KINDS]
    return patterns("key", WIDTH) + "".join(items)


_HATCHINGS = ((ARENA, 0, 4, .75), (INPUT, 4, 0, .75), (GONE, 4, 4, .72), (DOUBLED, 4, -4, .62))
"""Kinds with stripes: way to the right and down from one stripe to the next in points, and what part of it is ground."""


def patterns(name: str, row: int) -> str:
    """Stripes for the maps of one scale; kinds differ by them and not by colour alone. Gradients, and not patterns: on paper and
    in a PDF each of those would become thousands of lines."""
    unit = row / WIDTH
    made = "".join(
        f'<linearGradient id="{kind}-{name}" gradientUnits="userSpaceOnUse" x2="{x * unit:g}" y2="{y * unit:g}" '
        f'spreadMethod="repeat"><stop class="{kind}-ground"/><stop class="{kind}-ground" offset="{part}"/>'
        f'<stop class="{kind}-line" offset="{part}"/><stop class="{kind}-line" offset="1"/></linearGradient>'
        for kind, x, y, part in _HATCHINGS)
    return f'<svg class="defs" aria-hidden="true"><defs>{made}</defs></svg>'


def pieces(block: Block, row: int) -> list[tuple[int, int, int]]:
    """(row, first byte in it, bytes) of each piece of a block."""
    if not block.bytes:
        return [(block.start // row, block.start % row, 0)]
    out = []
    at, end = block.start, block.start + block.bytes
    while at < end:
        number, x = divmod(at, row)
        width = min(end - at, row - x)
        out.append((number, x, width))
        at += width
    return out


def address(offset: int) -> str:
    """An offset as people write it."""
    if not offset:
        return "0"
    for size, unit in ((1 << 20, "M"), (1 << 10, "K")):
        if offset >= size and offset % (size // 8) == 0:
            return f"{offset / size:g} {unit}"
    return f"{offset:,}"


def _outline(block: Block, row: int, pitch: float, line: float) -> str:
    number, x = divmod(block.start, row)
    if x + block.bytes <= row:  # most blocks end in the row where they begin
        return f"M{x} {number * pitch:.10g}h{block.bytes}v{line:g}h-{block.bytes}z"
    return "".join(f"M{x} {number * pitch:.10g}h{width}v{line:g}h-{width}z" for number, x, width in pieces(block, row))


def _labels(blocks: Iterable[Block], row: int, unit: float, full: Container[int] = ()) -> list[str]:
    """Texts of the blocks that have room for them, on their widest piece. full: rows where an arena has something inside."""
    out = []
    for block in blocks:
        if block.bytes < 14 * unit:  # most blocks of a large map
            continue
        number, x, width = max(pieces(block, row), key=lambda p: (block.kind != ARENA or p[0] not in full, p[2], -p[0]))
        label, room = block.label, int((width / unit - 8) / _LETTER)
        if len(label) > room and block.kind in (ARENA, DIRECTORY):
            label = block.kind
        if len(label) <= room:
            out.append(_text(x + 4 * unit, number * PITCH * unit, unit, label, block.kind))
    return out


def _text(x: float, y: float, unit: float, text: str, kind: str) -> str:
    return (f'<text class="on-{kind}" transform="translate({x:.10g} {y + 11.5 * unit:.10g}) scale({unit:g})">'
            f"{html(text)}</text>")

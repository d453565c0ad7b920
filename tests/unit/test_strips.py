"""Blocks cut into rows: nothing is lost and nothing is drawn twice."""

import re

from gapnet.blocks import ALONE, Block, Map
from gapnet.strips import SMALLEST_ROW, address, pieces, row_bytes, strip
from hypothesis import given
from hypothesis import strategies as st

SIZES = st.lists(st.integers(1, 900), min_size=1, max_size=12)


@given(st.integers(0, 5000), st.integers(0, 5000), st.sampled_from([64, 256, 1024]))
def test_pieces_are_the_block(start, size, row):
    found = pieces(Block(ALONE, start, size, ""), row)
    assert sum(width for _, _, width in found) == size
    assert all(x + width <= row for _, x, width in found)
    assert found[0][0] * row + found[0][1] == start
    ends = [(number * row + x, number * row + x + width) for number, x, width in found]
    assert all(one[1] == other[0] for one, other in zip(ends, ends[1:]))


@given(SIZES)
def test_widths_of_a_drawing_are_bytes(sizes):
    blocks, start = [], 0
    for size in sizes:
        blocks.append(Block(ALONE, start, size, "x"))
        start += size
    content = Map(tuple(blocks), (), (), start)
    row = row_bytes(content)
    svg = strip(content, row, "id", "what", start + 5)
    outlines = re.findall(r'data-bytes="(\d+)" d="([^"]*)"', svg)
    assert [int(size) for size, _ in outlines] == sizes
    assert [sum(map(int, re.findall(r"h(\d+)v", d))) for _, d in outlines] == sizes
    assert row >= SMALLEST_ROW and row & (row - 1) == 0
    assert 'data-free="5"' in svg


def test_addresses():
    found = [address(n) for n in (0, 64, 1024, 1536, 65536, 1 << 20, 3 << 19)]
    assert found == ["0", "64", "1 K", "1.5 K", "64 K", "1 M", "1.5 M"]

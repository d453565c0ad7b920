"""Maps to scale: pieces of blocks, rows, labels."""

import re

import pytest
from gapnet.blocks import ALONE, ARENA, PADDING, Block, Map
from gapnet.strips import ROWS, address, pieces, row_bytes, strip
from hypothesis import given
from hypothesis import strategies as st


def a_map(*sizes):
    blocks, end = [], 0
    for size in sizes:
        blocks.append(Block(ALONE, end, size, f"{len(blocks)}.hex"))
        end += size
    return Map(tuple(blocks), (), (), end)


@given(st.integers(0, 10_000), st.integers(0, 10_000), st.sampled_from([64, 128, 4096]))
def test_pieces_are_the_bytes_of_a_block(start, size, row):
    found = pieces(Block(ALONE, start, size, ""), row)
    covered = [number * row + x + i for number, x, width in found for i in range(width)]
    assert covered == list(range(start, start + size))
    assert found[0][0] * row + found[0][1] == start
    assert all(x + width <= row for _, x, width in found)


@pytest.mark.parametrize("end, row", [(0, 64), (64 * ROWS, 64), (64 * ROWS + 1, 128), (1 << 20, 65536), (2_660_448, 131072)])
def test_rows_are_powers_of_two_and_not_too_many(end, row):
    assert row_bytes(a_map(end)) == row
    assert row_bytes(a_map(1), a_map(end)) == row


def test_the_drawing_says_the_bytes_of_each_block():
    drawn = strip(a_map(100, 0, 28), 64, "m", "three blocks", 128)
    assert re.findall(r'class="alone" data-bytes="(\d+)"', drawn) == ["100", "0", "28"]
    assert 'data-row="64"' in drawn and 'aria-label="three blocks"' in drawn
    assert "free" not in drawn


def test_what_is_free_is_drawn_up_to_the_other_side():
    drawn = strip(a_map(100), 64, "m", "", 512)
    assert 'class="free" data-free="412"' in drawn and "412 B free" in drawn


def test_padding_is_one_path():
    m = Map((Block(ALONE, 0, 5, "a"), Block(ALONE, 8, 5, "b")), (Block(PADDING, 5, 3, ""), Block(PADDING, 13, 3, "")), (), 16)
    assert re.findall(r'class="padding" data-padding="(\d+)" d="([^"]*)"', strip(m, 64, "m", "", 16)) == [
        ("6", "M5 0h3v2h-3zM13 0h3v2h-3z")]


def test_a_label_is_written_where_it_has_room():
    texts = re.findall(r">([^<>]+)</text>", strip(a_map(20, 44), 64, "m", "", 64))
    assert texts == ["0", "0.hex", "1.hex"]
    assert ">1.hex<" not in strip(a_map(63, 1), 64, "m", "", 64)
    assert ">arena<" in strip(Map((Block(ARENA, 0, 8, "a name that is far too long for it"),), (), (), 8), 64, "m", "", 8)


def test_labels_are_escaped():
    assert "&lt;b&gt;" in strip(Map((Block(ALONE, 0, 64, "<b>"),), (), (), 64), 64, "m", "", 64)


@pytest.mark.parametrize("offset, text", [(0, "0"), (512, "512"), (1024, "1 K"), (1536, "1.5 K"), (524288, "512 K"),
                                          (1572864, "1.5 M"), (1000, "1,000")])
def test_addresses(offset, text):
    assert address(offset) == text

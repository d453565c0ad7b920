"""Where partitions go, and every table that cannot be."""

import pytest
from gapnet.errors import InputError
from gapnet.layout import Row, place, read_csv, row_of, table_offset_behind
from gapnet.partitions import Partition
from gapnet.sizes import parse_size
from hypothesis import given
from hypothesis import strategies as st

BLOCK = 0x1000
SIZES = "Write bytes, as 4096, 0x1000, 4K or 1M, below 4 GiB"
COLUMNS = "Write name, type, subtype, offset, size, flags; offset, size and flags may be empty"


@pytest.mark.parametrize(
    ("text", "size"),
    [("4096", 4096), ("0x1000", 4096), ("4K", 4096), ("4k", 4096), ("4KB", 4096), ("1M", 1 << 20), ("1 MB", 1 << 20),
     ("2sec", 8192), ("0xbK", 11264), (" 7 ", 7), (4096, 4096), ("0", 0), ("4294967295", 0xFFFFFFFF)],
)
def test_sizes(text, size):
    assert parse_size(text, BLOCK) == size


@pytest.mark.parametrize("text", ["", "x", "-1", "4G", "K", "1.5M", "4096M", "4294967296", "1_0", "010", "\u0664", True, None])
def test_what_is_no_size(text):
    with pytest.raises(InputError) as error:
        parse_size(text, what="flash size")
    assert str(error.value) == f"flash size {str(text)!r} cannot be understood. {SIZES}"


def test_sectors_are_known_only_with_a_block_size():
    with pytest.raises(InputError):
        parse_size("2sec")


CSV = b"""\xef\xbb\xbf# Name, Type, SubType, Offset, Size, Flags\r
Name, Type, SubType, Offset, Size, Flags
readfs,   data, readfs, ,         64K,
  # behind it
cfg,      data, 0x80,   0x20000,  4K, encrypted

boot,     app,  factory, , 2sec
ota,      APP,  OTA_1,  , 0x1000,,
odd,      7,    9,      , 1
"""


def test_a_table_in_csv():
    assert read_csv(CSV, BLOCK, "t.csv") == [
        Row("readfs", 1, 0x81, None, 0x10000, 0, "t.csv", 3),
        Row("cfg", 1, 0x80, 0x20000, 4096, 1, "t.csv", 5),
        Row("boot", 0, 0, None, 8192, 0, "t.csv", 7),
        Row("ota", 0, 0x11, None, 4096, 0, "t.csv", 8),
        Row("odd", 7, 9, None, 1, 0, "t.csv", 9),
    ]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("readfs", f"'readfs' is no row of a partition table. {COLUMNS}"),
        ("a,data,raw,,1,,x", f"'a,data,raw,,1,,x' is no row of a partition table. {COLUMNS}"),
        (",data,raw",
         "'' cannot be the name of a partition. Use printable ASCII characters without ',' and without blanks at its ends"),
        ("a,date", "type of partition 'a' is 'date', which is not known. Use app, data"),
        ("a,256", "type of partition 'a' is '256', which is not known. Use app, data"),
        ("a,data,readsf", "subtype of partition 'a' is 'readsf', which is not known. Use ota, raw, readfs, lfs"),
        ("a,9,readfs", "subtype of partition 'a' is 'readfs', which is not known. Use a number"),
        ("a,data,raw,12Q", f"offset of partition 'a' '12Q' cannot be understood. {SIZES}"),
        ("a,data,raw,,-4", f"size of partition 'a' '-4' cannot be understood. {SIZES}"),
        ("a,data,raw,,4,secret", "partition 'a' has a flag 'secret' that is not known. Known: encrypted"),
    ],
)
def test_a_row_that_cannot_be_understood(line, message):
    with pytest.raises(InputError) as error:
        read_csv(f"# comment\nok,data,raw,,4K\n{line}\n".encode(), BLOCK, "t.csv")
    assert str(error.value) == f"t.csv:3: {message}"


def test_a_table_that_is_no_text():
    with pytest.raises(InputError) as error:
        read_csv(b"\xba\x02\xff", BLOCK, "t.csv")
    assert str(error.value) == "t.csv: is no partition table in CSV. Write lines of name, type, subtype, offset, size, flags"


@pytest.mark.parametrize(
    ("name", "subtype"),
    [("readfs", 0x81), ("readfs_kws", 0x81), ("lfs", 0x82), ("lfs2", 0x82), ("weights", 0x80), ("my_readfs", 0x80)],
)
def test_data_is_what_its_name_says(name, subtype):
    assert row_of({"name": name}, BLOCK) == Row(name, 1, subtype)
    assert row_of({"name": name, "type": "app"}, BLOCK) == Row(name, 0, 0)


def rows(*given):
    return [Row(name, 1, 0x80, offset, size, 0, "t.csv", line) for line, (name, offset, size) in enumerate(given, 1)]


def placed(*given, needed=None, start=1032, size=1 << 20):
    return [(p.name, p.offset, p.size) for p in place(rows(*given), needed or {}, start, BLOCK, size)]


def test_the_next_block_and_whole_blocks():
    assert placed(("a", None, None), ("b", None, 5), ("c", None, None), needed={"a": 1, "c": 4097}) == [
        ("a", 0x1000, 0x1000), ("b", 0x2000, 5), ("c", 0x3000, 0x2000)]


def test_an_offset_sends_those_behind_it_on():
    assert placed(("a", 0x8000, 1), ("b", None, 1), ("c", 0x1000, 0x7000)) == [
        ("a", 0x8000, 1), ("b", 0x9000, 1), ("c", 0x1000, 0x7000)]


def test_the_flash_may_be_full_to_the_last_byte():
    assert placed(("a", None, 0xF000), size=0x10000) == [("a", 0x1000, 0xF000)]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ([("a", None, 1), ("b", None, 1), ("a", None, 1)],
         "t.csv:3: there are two partitions 'a'. Readers would always take the first: rename one"),
        ([("a", None, None)], "t.csv:1: partition 'a' has neither contents nor a size. Give one of them, or leave it out"),
        ([("a", None, 0)], "t.csv:1: partition 'a' has neither contents nor a size. Give one of them, or leave it out"),
        ([("a", 0x1800, 1)], "t.csv:1: partition 'a' starts at 0x1800, inside an erase block of 0x1000 bytes. "
                             "Use 0x2000, or leave the offset empty"),
        ([("a", 0, 1)], "t.csv:1: partition 'a' starts at 0x0, but boot section and partition table end at 0x408. "
                        "Use 0x1000 or more, or leave the offset empty"),
        ([("a", None, 0x1001), ("b", 0x2000, 1)], "t.csv:2: partition 'b' starts at 0x2000, but partition 'a' ends at 0x2001. "
                                                  "Move one of them, or leave offsets empty"),
        ([("a", 0x4000, 1), ("b", 0x1000, 0x3001)], "t.csv:2: partition 'a' starts at 0x4000, but partition 'b' ends at 0x4001. "
                                                    "Move one of them, or leave offsets empty"),
        ([("a", 0x2000, 1), ("b", 0x2000, 1)], "t.csv:2: partition 'b' starts at 0x2000, but partition 'a' ends at 0x2001. "
                                               "Move one of them, or leave offsets empty"),
    ],
)
def test_a_table_that_cannot_be(given, message):
    with pytest.raises(InputError) as error:
        placed(*given)
    assert str(error.value) == message


def test_one_byte_beyond_the_flash_lists_what_takes_the_space():
    with pytest.raises(InputError) as error:
        placed(("big", None, None), ("a", None, 0x1001), needed={"big": 12345, "a": 7}, size=0x6000)
    assert str(error.value) == (
        "t.csv:2: the flash has 24,576 bytes, but the partitions end at 24,577: 1 too many. "
        "Make something smaller, or give the size of a larger flash:\n"
        "partition               offset    size  contents\n"
        "boot section and table     0x0   1,032     1,032\n"
        "big                     0x1000  16,384    12,345\n"
        "a                       0x5000   4,097         7\n"
        "                                24,577")


def test_a_boot_section_beyond_the_flash():
    with pytest.raises(InputError) as error:
        placed(start=5000, size=4096)
    assert error.value.message == "the flash has 4,096 bytes, but the partitions end at 5,000: 904 too many"


def test_contents_for_no_partition():
    with pytest.raises(InputError) as error:
        placed(("a", None, 1), ("b", None, 1), needed={"a": 1, "c": 1})
    assert str(error.value) == ("t.csv: there are contents for partition 'c', but there is no such partition in the table. "
                                "It has a, b")


def test_31_partitions_fit_and_32_do_not():
    assert len(placed(*[(f"p{i}", None, 1) for i in range(31)])) == 31
    with pytest.raises(InputError) as error:
        placed(*[(f"p{i}", None, 1) for i in range(32)])
    assert str(error.value) == ("t.csv:32: 32 partitions, but a partition table has room for 31. "
                                "Put several networks into one readfs partition")


@pytest.mark.parametrize(
    ("end", "block", "offset"),
    [(8, 4096, 8), (8, 1032, 8), (8, 1024, 1024), (8, 512, 512), (3072, 4096, 3072), (3080, 4096, 4096), (4096, 4096, 4096),
     (8192, 262144, 8192), (261120, 262144, 261120), (261128, 262144, 262144), (1024, 512, 1024)],
)
def test_the_table_stands_behind_the_boot_section_if_its_room_fits_into_the_block(end, block, offset):
    assert table_offset_behind(end, block) == offset


ROWS = st.lists(st.tuples(st.one_of(st.none(), st.integers(0, 40).map(lambda n: n * BLOCK)),
                          st.one_of(st.none(), st.integers(1, 3 * BLOCK))), min_size=1, max_size=6)


@given(ROWS, st.lists(st.integers(1, 3 * BLOCK), min_size=6, max_size=6), st.integers(8, 3 * BLOCK))
def test_what_is_placed_never_overlaps(given_rows, sizes, start):
    asked = [Row(f"p{i}", 1, 0x80, *row) for i, row in enumerate(given_rows)]
    needed = {row.name: size for row, size in zip(asked, sizes)}
    try:
        found = place(asked, needed, start, BLOCK, 32 * BLOCK)
    except InputError:
        return
    taken = set(range(-(-start // BLOCK)))
    for row, p in zip(asked, found):
        assert isinstance(p, Partition) and (p.name, p.offset % BLOCK) == (row.name, 0)
        assert row.offset in (None, p.offset)
        assert p.size == row.size or row.size is None and needed[p.name] <= p.size < needed[p.name] + BLOCK
        blocks = set(range(p.offset // BLOCK, -(-p.end // BLOCK)))
        assert not blocks & taken and max(blocks) < 32
        taken |= blocks

"""Partition tables: each byte, and what is said of a table that cannot be."""

import hashlib

import pytest
from gapnet.errors import InputError
from gapnet.partitions import (
    MAX_ENTRIES,
    TABLE_ROOM,
    Partition,
    checked_name,
    pack_table,
    parse_table,
    subtype_name,
    type_name,
)
from hypothesis import given
from hypothesis import strategies as st

NAMES = st.text(st.characters(min_codepoint=33, max_codepoint=126, exclude_characters=","), min_size=1, max_size=16)
BYTE, WORD = st.integers(0, 255), st.integers(0, 0xFFFFFFFF)
PARTITIONS = st.lists(st.builds(Partition, NAMES, BYTE, BYTE, WORD, WORD, WORD), max_size=MAX_ENTRIES)

ENTRY = (
    b"\xba\x01\x01\x81"
    b"\x00\x00\x04\x00"
    b"\x34\x12\x00\x00"
    b"readfs\0\0\0\0\0\0\0\0\0\0"
    b"\x01\x00\x00\x00"
)


def test_a_table_byte_by_byte():
    assert pack_table([Partition("readfs", 1, 0x81, 0x40000, 0x1234, 1)]) == (
        b"\xba\x02\x01\x01\x01" + bytes(11) + hashlib.md5(ENTRY).digest() + ENTRY
    )
    assert TABLE_ROOM == 1024


@given(PARTITIONS, st.integers(0, 70))
def test_round_trip(partitions, offset):
    assert parse_table(bytes(offset) + pack_table(partitions) + b"more", offset) == partitions


def test_a_table_without_md5_is_read():
    table = bytearray(pack_table([Partition("a", 1, 0x80, 4096, 1)]))
    table[4], table[16:32] = 0, b"\xff" * 16
    assert parse_table(bytes(table), 0) == [Partition("a", 1, 0x80, 4096, 1)]


def changed(at, data):
    return lambda table: table[:at] + data + table[at + len(data) :]


def resealed(at, data):
    def change(table):
        table = changed(at, data)(table)
        return table[:16] + hashlib.md5(table[32:]).digest() + table[32:]
    return change


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (changed(0, b"\xbb"), "not a flash image: there is no partition table at 0"),
        (changed(2, b"\x02"), "partition table version 2 is not known"),
        (changed(3, b"\x20"), "damaged partition table: 32 entries, but there is room for 31"),
        (changed(3, b"\x03"), "damaged partition table: the image ends inside entry 2"),
        (changed(3, b"\x01"), "damaged partition table: the MD5 is wrong, devices would refuse it"),
        (changed(70, b"\x01"), "damaged partition table: the MD5 is wrong, devices would refuse it"),
        (changed(16, b"\x00\x00"), "damaged partition table: the MD5 is wrong, devices would refuse it"),
        (resealed(65, b"\x02"), "damaged partition table: entry 1 does not start with BA 01"),
        (resealed(44, b"\x00"), "damaged partition table: entry 0 has no proper name"),
        (resealed(44, b"\xe9"), "damaged partition table: entry 0 has no proper name"),
        (lambda table: table[:-1], "damaged partition table: the image ends inside entry 1"),
        (lambda table: table[:31], "not a flash image: the partition table would be at 0, but there are 31 bytes"),
    ],
)
def test_what_is_wrong_with_a_table(damage, message):
    table = pack_table([Partition("a", 1, 0x80, 4096, 1), Partition("b", 1, 0x81, 8192, 1)])
    with pytest.raises(InputError) as error:
        parse_table(damage(table), 0, "flash.img")
    assert str(error.value) == f"flash.img: {message}"


@pytest.mark.parametrize("name", ["", "a,b", "\u00e9", "a\nb", " a", "a "])
def test_names_that_no_reader_can_find(name):
    with pytest.raises(InputError) as error:
        checked_name(name, "t.csv", 3)
    assert str(error.value) == (f"t.csv:3: {name!r} cannot be the name of a partition. "
                                "Use printable ASCII characters without ',' and without blanks at its ends")


def test_a_name_of_16_bytes_fits_and_one_of_17_does_not():
    assert parse_table(pack_table([Partition("n" * 16, 1, 0x80, 0, 1)]), 0)[0].name == "n" * 16
    with pytest.raises(InputError) as error:
        checked_name("n" * 17)
    assert str(error.value) == (f"partition name {'n' * 17!r} has 17 bytes, but a partition table has room for 16. "
                                "Readers would never find it: make it shorter")


def test_more_partitions_than_the_table_has_room_for():
    with pytest.raises(InputError) as error:
        pack_table([Partition(f"p{i}", 1, 0x80, i, 1) for i in range(32)])
    assert error.value.message == "32 partitions, but a partition table has room for 31"


def test_words_for_types():
    assert (type_name(0), type_name(1), type_name(7)) == ("app", "data", "0x07")
    assert [subtype_name(1, n) for n in (0x80, 0x81, 0x82, 0x99)] == ["raw", "readfs", "lfs", "0x99"]
    assert [subtype_name(0, n) for n in (0, 0x10, 0x11, 0x81)] == ["factory", "ota0", "ota1", "0x81"]

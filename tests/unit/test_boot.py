"""The boot section: each byte, what is read from an ELF, and what a ROM would load."""

import struct
import zlib

import pytest
from device_flash import Device
from elves import elf, program
from gapnet.boot import Program, Segment, pack_section, parse_section, read_elf, section_end
from gapnet.errors import InputError
from hypothesis import given
from hypothesis import strategies as st

SEGMENTS = st.lists(st.builds(Segment, st.integers(0, 0xFFFFFFFF), st.binary(min_size=1, max_size=5000)), min_size=1, max_size=4,
                    unique_by=lambda s: s.address)
PROGRAMS = st.builds(Program, st.integers(0, 0xFFFFFFFF), SEGMENTS.map(tuple))


def test_without_a_program_it_is_the_offset_of_the_table():
    assert section_end(None, "hyper") == 8
    assert pack_section(None, "hyper", 8) == b"\x08\0\0\0\0\0\0\0"
    assert pack_section(None, "spi", 12) == b"\x0c\0\0\0\0\0\0\0\xff\xff\xff\xff"


def test_a_section_byte_by_byte():
    known = Program(0x1C000080, (Segment(0x1C000000, b"code" * 300), Segment(0x1C010000, b"data")))
    header = (
        b"\x00\x10\x00\x00"
        b"\x02\x00\x00\x00"
        b"\x80\x00\x00\x1c"
        b"\x00\x00\x00\x1c"
        b"\x00\x04\x00\x00" b"\x00\x00\x00\x1c" b"\xb0\x04\x00\x00" b"\x02\x00\x00\x00"
        b"\x00\x0c\x00\x00" b"\x00\x00\x01\x1c" b"\x04\x00\x00\x00" b"\x01\x00\x00\x00"
    )
    expected = header + struct.pack("<I", zlib.crc32(header))
    expected += b"\xff" * (0x400 - len(expected)) + b"code" * 300
    expected += b"\xff" * (0xC00 - len(expected)) + b"data"
    expected += b"\xff" * (0x1000 - len(expected))
    assert section_end(known, "hyper") == 0x1000
    assert pack_section(known, "hyper", 0x1000) == expected


@given(PROGRAMS, st.sampled_from(["hyper", "spi"]), st.integers(0, 3))
def test_a_rom_loads_what_was_given(known, kind, blocks):
    end = section_end(known, kind) + blocks * 4096
    section = pack_section(known, kind, end)
    assert len(section) == end
    assert parse_section(section) == (end, known)
    memory, entry = Device(section, {"hyper": 1024, "spi": 4096}[kind]).boot()
    assert (memory, entry) == ({s.address: s.data for s in known.segments}, known.entry)


@given(PROGRAMS, st.data())
def test_a_damaged_section_is_an_input_error_or_says_the_same(known, data):
    section = bytearray(pack_section(known, "hyper", section_end(known, "hyper")))
    end = 20 + 16 * len(known.segments)
    at = data.draw(st.integers(0, end - 1))
    section[at] ^= data.draw(st.integers(1, 255))
    try:
        _, found = parse_section(bytes(section), "flash.img")
    except InputError as error:
        assert str(error).startswith("flash.img: damaged boot section: ")
    else:  # no segments is no program
        assert found is None and section[4:8] == bytes(4)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda s: s[:7], "not a flash image: shorter than 8 bytes"),
        (lambda s: s[:8] + b"\0" + s[9:], "damaged boot section: the CRC is wrong, the ROM would refuse it"),
        (lambda s: s[:4] + b"\xff" + s[5:], "damaged boot section: 255 segments do not fit before the partition table"),
        (lambda s: s[:1100], "damaged boot section: segment 0 lies outside"),
    ],
)
def test_what_is_wrong_with_a_section(damage, message):
    section = pack_section(Program(0x80, (Segment(0, b"x" * 100),)), "hyper", 2048)
    with pytest.raises(InputError) as error:
        parse_section(damage(section), "flash.img")
    assert str(error.value) == f"flash.img: {message}"


def test_a_segment_that_lies_in_the_header():
    section = bytearray(pack_section(Program(0x80, (Segment(0, b"x" * 100),)), "hyper", 2048))
    section[16:20] = bytes(4)
    section[32:36] = struct.pack("<I", zlib.crc32(section[:32]))
    with pytest.raises(InputError) as error:
        parse_section(bytes(section))
    assert error.value.message == "damaged boot section: segment 0 lies outside"


def test_segments_of_an_elf_are_what_is_loaded_at_physical_addresses():
    found = read_elf(program((0x1C000000, b"code"), (0x1C010000, b"data"), entry=0x1C000094))
    assert found == Program(0x1C000094, (Segment(0x1C000000, b"code"), Segment(0x1C010000, b"data")))
    assert found.size == 8


def test_memory_that_is_only_cleared_is_not_in_the_flash():
    found = read_elf(elf([(1, 0, 0x1C000000, b"code", 4096), (1, 0, 0x10000000, b"", 512)]))
    assert [(s.address, s.data) for s in found.segments] == [(0x1C000000, b"code"), (0x10000000, b"")]
    memory, _ = Device(pack_section(found, "hyper", 2048)).boot()
    assert memory == {0x1C000000: b"code", 0x10000000: b""}


GOOD = program((0x1C000000, b"code"))
OTHER = "is an ELF, but not a 32-bit little-endian one for RISC-V. Give the program of the device"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is no ELF. Give the linked program, not a .bin or .img"),
        (b"\x7fELF", "is no ELF. Give the linked program, not a .bin or .img"),
        (GOOD[1:], "is no ELF. Give the linked program, not a .bin or .img"),
        (elf([(1, 0, 0, b"x", 1)], machine=62), OTHER),
        (elf([(1, 0, 0, b"x", 1)], kind=2), OTHER),
        (elf([(1, 0, 0, b"x", 1)], order=2), OTHER),
        (GOOD[:100], "damaged ELF: its program headers lie outside"),
        (GOOD[:-1], "damaged ELF: segment 1 lies outside"),
        (elf([]), "is an ELF without anything to load. Give the linked program, not an object file"),
        (elf([(4, 0, 0, b"note", 4)]), "is an ELF without anything to load. Give the linked program, not an object file"),
        (elf([(1, 0, 0, b"", 64)]), "is an ELF without anything to load. Give the linked program, not an object file"),
    ],
)
def test_what_is_no_program(data, message):
    with pytest.raises(InputError) as error:
        read_elf(data, "app.elf")
    assert str(error.value) == f"app.elf: {message}"


@given(st.binary(max_size=120), st.integers(0, 120))
def test_any_bytes_are_a_program_or_an_input_error(tail, keep):
    try:
        read_elf(GOOD[:keep] + tail)
    except InputError as error:
        assert error.path == "boot binary"

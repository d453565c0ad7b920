"""The boot section of a GAP8 flash: where the ROM finds the program that it loads, and where readers find the partition table.

Word 0 is the offset of the partition table. Without a program the section is this word as a u64. With one follow the number of
segments, the entry point, an address that the ROM ignores, 16 bytes a segment (flash offset, load address, size, number of
blocks) and the CRC32 of all that; then the segments, each on a block of the ROM. Everything is little-endian.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass

from .errors import InputError

EMPTY = struct.Struct("<Q")
HEADER = struct.Struct("<IIII")
SEGMENT = struct.Struct("<IIII")
CRC = struct.Struct("<I")
ROM_BLOCK = {"hyper": 1024, "spi": 4096}
"""Bytes that the ROM reads at a time, by the type of the flash."""
LEGACY_ADDRESS = 0x1C000000
PAD = b"\xff"
_ELF_HEADER = struct.Struct("<16sHHIIIIIHHHHHH")
_PROGRAM_HEADER = struct.Struct("<IIIIIIII")
_RISCV = 243
_LOAD = 1


@dataclass(frozen=True)
class Segment:
    """Bytes that the ROM copies to an address."""

    address: int
    data: bytes


@dataclass(frozen=True)
class Program:
    """What the ROM loads and starts."""

    entry: int
    segments: tuple[Segment, ...]

    @property
    def size(self) -> int:
        """Bytes that are loaded."""
        return sum(len(s.data) for s in self.segments)


def read_elf(data: bytes, path: str = "boot binary") -> Program:
    """The loaded segments of a 32-bit RISC-V ELF, at their physical addresses. Raises InputError where it is none."""
    if len(data) < _ELF_HEADER.size or data[:4] != b"\x7fELF":
        raise InputError("is no ELF", path, hint="Give the linked program, not a .bin or .img")
    ident, _, machine, _, entry, offset, _, _, _, size, count, *_ = _ELF_HEADER.unpack_from(data)
    if ident[4:6] != b"\x01\x01" or machine != _RISCV:
        raise InputError("is an ELF, but not a 32-bit little-endian one for RISC-V", path, hint="Give the program of the device")
    if count and (size < _PROGRAM_HEADER.size or offset + count * size > len(data)):
        raise InputError("damaged ELF: its program headers lie outside", path)
    segments = []
    for index in range(count):
        kind, start, _, address, length, *_ = _PROGRAM_HEADER.unpack_from(data, offset + index * size)
        if kind != _LOAD:
            continue
        if start + length > len(data):
            raise InputError(f"damaged ELF: segment {index} lies outside", path)
        segments.append(Segment(address, data[start:start + length]))
    if not any(s.data for s in segments):
        raise InputError("is an ELF without anything to load", path, hint="Give the linked program, not an object file")
    return Program(entry, tuple(segments))


def section_end(program: Program | None, flash_type: str) -> int:
    """Bytes of the boot section, before any padding: 8 without a program."""
    if program is None:
        return EMPTY.size
    block = ROM_BLOCK[flash_type]
    return _first(program, block) + sum(_blocks(len(s.data), block) * block for s in program.segments)


def pack_section(program: Program | None, flash_type: str, table_offset: int) -> bytes:
    """The boot section up to the partition table at an offset."""
    if program is None:
        return EMPTY.pack(table_offset).ljust(table_offset, PAD)
    block = ROM_BLOCK[flash_type]
    header = HEADER.pack(table_offset, len(program.segments), program.entry, LEGACY_ADDRESS)
    offset = _first(program, block)
    body = []
    for segment in program.segments:
        count = _blocks(len(segment.data), block)
        header += SEGMENT.pack(offset, segment.address, len(segment.data), count)
        body.append(segment.data.ljust(count * block, PAD))
        offset += count * block
    header += CRC.pack(zlib.crc32(header))
    return b"".join([header.ljust(_first(program, block), PAD), *body]).ljust(table_offset, PAD)


def parse_section(data: bytes, path: str = "image") -> tuple[int, Program | None]:
    """Offset of the partition table, and the program if there is one. Raises InputError where the section is damaged."""
    if len(data) < EMPTY.size:
        raise InputError("not a flash image: shorter than 8 bytes", path)
    table_offset, count = struct.unpack_from("<II", data)
    if count == 0:
        return table_offset, None
    end = HEADER.size + count * SEGMENT.size
    if end + CRC.size > min(len(data), table_offset):
        raise InputError(f"damaged boot section: {count} segments do not fit before the partition table", path)
    if zlib.crc32(data[:end]) != CRC.unpack_from(data, end)[0]:
        raise InputError("damaged boot section: the CRC is wrong, the ROM would refuse it", path)
    segments = []
    for index in range(count):
        offset, address, size, _ = SEGMENT.unpack_from(data, HEADER.size + index * SEGMENT.size)
        if offset < end or offset + size > min(len(data), table_offset):
            raise InputError(f"damaged boot section: segment {index} lies outside", path)
        segments.append(Segment(address, data[offset:offset + size]))
    return table_offset, Program(HEADER.unpack_from(data)[2], tuple(segments))


def _first(program: Program, block: int) -> int:
    """Offset of the first segment."""
    return _blocks(HEADER.size + len(program.segments) * SEGMENT.size + CRC.size, block) * block


def _blocks(size: int, block: int) -> int:
    return -(-size // block)

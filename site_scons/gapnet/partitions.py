"""Partition tables of GAP8 flashes: written, and read back.

Format of gap_sdk's and pulp-sdk's flash_partition (pmsis bsp) and of `gapy gen_flash_image`: a header of 32 bytes, then one
entry of 32 bytes a partition, everything little-endian. Header: BA 02, version 1, number of entries, 1 where an MD5 follows,
11 bytes 0, MD5 of the entries. Entry: BA 01, type, subtype, u32 offset, u32 size, name in 16 bytes, u32 flags.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Sequence
from dataclasses import dataclass

from .errors import InputError

HEADER = struct.Struct("<2sBBB11x16s")
ENTRY = struct.Struct("<2sBBII16sI")
MAGIC = b"\xba\x02"
ENTRY_MAGIC = b"\xba\x01"
VERSION = 1
MAX_ENTRIES = 31
TABLE_ROOM = HEADER.size + MAX_ENTRIES * ENTRY.size
"""Bytes kept for the table in every image, whatever it holds: 1024."""
NAME_BYTES = 16
"""A reader on the device compares as many bytes; a name that fills them has no NUL behind it."""
ENCRYPTED = 1
FLAGS = {"encrypted": ENCRYPTED}
TYPES = {"app": 0, "data": 1}
DATA, RAW, READFS, LFS = 1, 0x80, 0x81, 0x82
SUBTYPES = {
    0: {"factory": 0, "test": 0x20, "updater0": 0x30, "updater1": 0x31,
        **{f"ota{i}": 0x10 + i for i in range(16)}, **{f"ota_{i}": 0x10 + i for i in range(16)},
        **{f"app{i}": 0x40 + i for i in range(10)}},
    DATA: {"ota": 0, "raw": RAW, "readfs": READFS, "lfs": LFS},
}


@dataclass(frozen=True)
class Partition:
    """One entry of a table. offset: bytes from the start of the flash. flags: bit 0 tells that the contents are encrypted."""

    name: str
    type: int
    subtype: int
    offset: int
    size: int
    flags: int = 0

    @property
    def end(self) -> int:
        """Offset of the first byte behind it."""
        return self.offset + self.size

    @property
    def is_readable_readfs(self) -> bool:
        """Whether its contents are a readfs image that can be read here."""
        return (self.type, self.subtype) == (DATA, READFS) and not self.flags & ENCRYPTED


def checked_name(name: str, path: str | None = None, line: int | None = None) -> str:
    """The name, if a reader on the device can find it: 1 to 16 bytes of printable ASCII. Raises InputError."""
    if not name or not name.isascii() or not name.isprintable() or "," in name or name != name.strip():
        raise InputError(f"{name!r} cannot be the name of a partition", path, line,
                         hint="Use printable ASCII characters without ',' and without blanks at its ends")
    if len(name) > NAME_BYTES:
        raise InputError(f"partition name {name!r} has {len(name)} bytes, but a partition table has room for {NAME_BYTES}",
                         path, line, hint="Readers would never find it: make it shorter")
    return name


def type_name(number: int) -> str:
    """How a table in CSV calls a type."""
    return next((name for name, value in TYPES.items() if value == number), f"0x{number:02x}")


def subtype_name(kind: int, number: int) -> str:
    """How a table in CSV calls a subtype of a type."""
    return next((name for name, value in SUBTYPES.get(kind, {}).items() if value == number), f"0x{number:02x}")


def pack_table(partitions: Sequence[Partition]) -> bytes:
    """Bytes of a table, entries in this order, with the MD5 that readers check."""
    entries = b"".join(ENTRY.pack(ENTRY_MAGIC, p.type, p.subtype, p.offset, p.size, checked_name(p.name).encode("ascii"), p.flags)
                       for p in partitions)
    if len(partitions) > MAX_ENTRIES:
        raise InputError(f"{len(partitions)} partitions, but a partition table has room for {MAX_ENTRIES}",
                         hint="Put several networks into one readfs partition")
    return HEADER.pack(MAGIC, VERSION, len(partitions), 1, hashlib.md5(entries, usedforsecurity=False).digest()) + entries


def parse_table(data: bytes, offset: int, path: str = "image") -> list[Partition]:
    """Partitions of the table at an offset of a flash image, in its order. Raises InputError where it is none or damaged."""
    if offset + HEADER.size > len(data):
        raise InputError(f"not a flash image: the partition table would be at {offset}, but there are {len(data)} bytes", path)
    magic, version, count, has_md5, digest = HEADER.unpack_from(data, offset)
    if magic != MAGIC:
        raise InputError(f"not a flash image: there is no partition table at {offset}", path)
    if version != VERSION:
        raise InputError(f"partition table version {version} is not known", path)
    if count > MAX_ENTRIES:
        raise InputError(f"damaged partition table: {count} entries, but there is room for {MAX_ENTRIES}", path)
    start = offset + HEADER.size
    entries = data[start:start + count * ENTRY.size]
    if len(entries) < count * ENTRY.size:
        raise InputError(f"damaged partition table: the image ends inside entry {len(entries) // ENTRY.size}", path)
    if has_md5 and hashlib.md5(entries, usedforsecurity=False).digest() != digest:
        raise InputError("damaged partition table: the MD5 is wrong, devices would refuse it", path)
    partitions: list[Partition] = []
    for index, (magic, kind, subtype, first, size, name, flags) in enumerate(ENTRY.iter_unpack(entries)):
        if magic != ENTRY_MAGIC:
            raise InputError(f"damaged partition table: entry {index} does not start with BA 01", path)
        name = name.partition(b"\0")[0]
        if not name or not name.isascii():
            raise InputError(f"damaged partition table: entry {index} has no proper name", path)
        partitions.append(Partition(name.decode("ascii"), kind, subtype, first, size, flags))
    return partitions

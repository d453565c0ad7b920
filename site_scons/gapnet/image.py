"""ReadFS images: written, and read back.

Format of gap_sdk's and pulp-sdk's read_fs (pmsis bsp) and of `gapy gen_readfs`: directory size u64, number of files u32, per
file u32 offset, u32 size, u32 length of the name with its NUL, the name and a NUL, unaligned; then the data. Everything is
little-endian and relative to the partition.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from dataclasses import dataclass

from .contents import Content, distinct
from .errors import InputError

HEADER = struct.Struct("<QI")
ENTRY = struct.Struct("<III")
GAP = b"\xff"
LARGEST_ALIGN = 1 << 20
"""More than any flash's erase block."""
DEFAULT_ALIGN = 8
"""The cached reader moves data fastest where flash and buffer agree modulo 8, and returns wrong data where both are 5 to 7."""


@dataclass(frozen=True)
class File:
    """One file of an image. offset: bytes from the start of the partition."""

    name: str
    data: bytes
    offset: int = 0


def checked_align(align: int) -> int:
    """The alignment, if it is one. Raises InputError."""
    hint = "Use 8, or 4 for an image as gapy writes it"
    if align < 1 or align & (align - 1):
        raise InputError(f"alignment {align} is not a power of two", hint=hint)
    if align > LARGEST_ALIGN:
        raise InputError(f"alignment {align} is larger than the erase block of any flash", hint=hint)
    return align


def checked_name(name: str, path: str | None = None, line: int | None = None) -> str:
    """The name, if a reader on the device can open it; it compares byte by byte. path, line: where it is loaded. Raises
    InputError."""
    if not name or not name.isascii() or not name.isprintable() or set(name) & set(":/\\"):
        raise InputError(f"{name!r} cannot be a file name in a readfs image", path, line,
                         hint="Use one or more printable ASCII characters without ':', '/' and '\\'")
    return name


def directory_size(names: Iterable[str]) -> int:
    """Bytes of an image's directory, header included."""
    return HEADER.size + sum(map(entry_size, names))


def entry_size(name: str) -> int:
    """Bytes of one file's entry in the directory."""
    return ENTRY.size + len(name) + 1


def image_size(files: Iterable[tuple[str, int]], align: int = DEFAULT_ALIGN) -> int:
    """Bytes of an image of files, each (name, size) with data of its own; 0 where there is none."""
    files = list(files)
    if not files:
        return 0
    end = directory_size(name for name, _ in files)
    for _, size in files:
        end = _round_up(end, align) + size
    return end


def build(files: Iterable[tuple[str, bytes]], align: int = DEFAULT_ALIGN, once: bool = True) -> bytes:
    """Image of files, each (name, bytes), in this order.

    once: equal bytes of two names are stored once, with two directory entries on them. align: what each file's offset is a
    multiple of; 4 gives what `gapy gen_readfs` writes. Raises InputError for names that no reader can open, and for the same
    name twice: a reader takes the first and never notices.
    """
    checked_align(align)
    entries = [(checked_name(name), data) for name, data in files]
    if not entries:
        raise InputError("an image without files cannot be built")
    if len({name for name, _ in entries}) != len(entries):
        double = next(name for i, (name, _) in enumerate(entries) if name in {n for n, _ in entries[:i]})
        raise InputError(f"file {double!r} occurs twice in one readfs image", hint="Readers would always take the first")
    size = directory_size(name for name, _ in entries)
    directory = [HEADER.pack(size, len(entries))]
    parts: list[bytes] = []
    end = size
    contents = distinct(dict(entries)) if once else {}
    offsets: dict[Content, int] = {}
    for name, data in entries:
        offset = offsets.get(contents[name]) if once else None
        if offset is None:
            offset = _round_up(end, align)
            if once:
                offsets[contents[name]] = offset
            if offset + len(data) >= 1 << 32:
                raise InputError("the readfs image is larger than 4 GiB")
            parts += [GAP * (offset - end), data]
            end = offset + len(data)
        encoded = name.encode("ascii") + b"\0"
        directory.append(ENTRY.pack(offset, len(data), len(encoded)) + encoded)
    return b"".join(directory + parts)


def parse(data: bytes, path: str = "image") -> list[File]:
    """Files of an image, in the order of its directory. Raises InputError where it is not one."""
    if len(data) < HEADER.size:
        raise InputError("not a readfs image: shorter than its header", path)
    size, count = HEADER.unpack_from(data)
    if not HEADER.size <= size <= len(data) or count * (ENTRY.size + 2) > size:
        raise InputError(f"not a readfs image: a directory of {size} bytes with {count} files in {len(data)} bytes", path)
    files: list[File] = []
    position = HEADER.size
    for index in range(count):
        if position + ENTRY.size > size:
            raise InputError(f"damaged readfs image: the directory ends inside entry {index}", path)
        offset, length, name_length = ENTRY.unpack_from(data, position)
        position += ENTRY.size
        encoded = data[position:position + name_length]
        position += name_length
        if position > size or not encoded.endswith(b"\0") or b"\0" in encoded[:-1] or not encoded[:-1].isascii():
            raise InputError(f"damaged readfs image: entry {index} has no proper name", path)
        if offset < size or offset + length > len(data):
            raise InputError(f"damaged readfs image: {encoded[:-1].decode()!r} lies outside", path)
        files.append(File(encoded[:-1].decode("ascii"), data[offset:offset + length], offset))
    if position != size:
        raise InputError(f"damaged readfs image: {size - position} bytes left over in the directory", path)
    return files


def _round_up(value: int, align: int) -> int:
    return -(-value // align) * align

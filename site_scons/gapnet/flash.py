"""Flash images of GAP8: a boot section, a partition table and the contents of partitions; written, and read back.

The format is that of `gapy gen_flash_image`; what is not written is FF, as in an erased flash, and the end is padded to 4 bytes.
One thing is meant to differ: where the table has to move to the next block, word 0 of the flash says so here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from . import boards, boot, budget, image, layout
from .boards import Geometry
from .errors import InputError, InternalError
from .partitions import ENTRY, HEADER, MAGIC, TABLE_ROOM, Partition, pack_table, parse_table

BLOCK_SIZE = {"hyper": 256 << 10, "spi": 4 << 10}
FLASH_SIZE = {"hyper": 64 << 20, "spi": 16 << 20}
"""Bytes of an erase block and of the whole flash on GAP8's boards, by the type of the flash."""
PAD = b"\xff"


@dataclass(frozen=True)
class Content:
    """Bytes of a partition, and where they come from for messages."""

    data: bytes
    path: str | None = None


@dataclass(frozen=True)
class FlashImage:
    """What an image holds. program: what the ROM starts, if anything. data: bytes of each partition, as far as the image goes."""

    size: int
    table_offset: int
    program: boot.Program | None
    partitions: tuple[Partition, ...]
    data: tuple[bytes, ...]

    def files(self, index: int) -> list[image.File]:
        """Files of a readfs partition. Raises InputError where it holds no readfs image."""
        return image.parse(self.data[index], f"partition {self.partitions[index].name!r}")


def geometry(flash_type: str | None = None, block_size: str | int | None = None, flash_size: str | int | None = None,
             board: str | None = None) -> Geometry:
    """A flash from what a user gives; None for the board's value, or else the usual one of its type. Raises InputError.

    board: see `boards`. Where another type is given than the board's flash has, the usual values of that type hold.
    """
    known = boards.find(board).flash if board else None
    kind = flash_type or (known.type if known else "hyper")
    if kind not in BLOCK_SIZE:
        raise InputError(f"flash type {kind!r} is not known", hint=f"Use {' or '.join(BLOCK_SIZE)}")
    usual = known if known and known.type == kind else Geometry(kind, BLOCK_SIZE[kind], FLASH_SIZE[kind])
    block = usual.block if block_size is None else layout.parse_size(block_size, what="block size")
    size = usual.size if flash_size is None else layout.parse_size(flash_size, block, "flash size")
    if block < 8 or block & (block - 1):
        raise InputError(f"block size {block} is not a power of two from 8", hint="Give the size of the flash's erase block")
    return Geometry(kind, block, size)


def build(rows: Sequence[layout.Row], contents: Mapping[str, Content], flash: Geometry,
          program: boot.Program | None = None) -> bytes:
    """The image of a flash: partitions as `layout.place` puts them, with their contents.

    A partition without contents stays erased. Raises InputError for a table that cannot be, see there, for contents larger than
    their partition, and for contents of a readfs partition that are no readfs image.
    """
    if not rows and program is None and not contents:
        raise InputError("a flash image without partitions and boot binary cannot be built")
    for row in rows:
        if row.name in contents:
            _check_contents(row, contents[row.name])
    offset = layout.table_offset_behind(boot.section_end(program, flash.type), flash.block)
    needed = {name: len(content.data) for name, content in contents.items()}
    partitions = layout.place(rows, needed, offset + TABLE_ROOM, flash.block, flash.size)
    parts = [boot.pack_section(program, flash.type, offset), pack_table(partitions)]
    end = sum(map(len, parts))
    for p in sorted(partitions, key=lambda p: p.offset):
        if p.name in contents:
            parts += [PAD * (p.offset - end), contents[p.name].data]
            end = p.offset + needed[p.name]
    parts.append(PAD * (-end % 4))
    result = b"".join(parts)
    _judge(result, partitions, contents, program)
    return result


def parse(data: bytes, path: str = "image") -> FlashImage:
    """What an image holds. Raises InputError where it is none, or damaged: magic, version, MD5, CRC and bounds are checked."""
    offset, program = boot.parse_section(data, path)
    if offset < boot.EMPTY.size:
        raise InputError(f"not a flash image: the partition table would be at {offset}", path)
    partitions = parse_table(data, offset, path)
    end = offset + HEADER.size + len(partitions) * ENTRY.size
    for p in sorted(partitions, key=lambda p: p.offset):
        if p.end > 1 << 32:
            raise InputError(f"damaged partition table: partition {p.name!r} ends beyond 4 GiB", path)
        if p.offset < end:
            raise InputError(f"damaged partition table: partition {p.name!r} starts at {p.offset:#x}, but what is before it ends "
                             f"at {end:#x}", path)
        end = p.end
    return FlashImage(len(data), offset, program, tuple(partitions), tuple(data[p.offset:p.end] for p in partitions))


def is_flash_image(data: bytes) -> bool:
    """Whether bytes look like a flash image. A readfs image never does, whatever its files hold."""
    offset = int.from_bytes(data[:4], "little")
    has_program = data[4:8] != bytes(4)  # the directory of a readfs image would be larger than 4 GiB
    is_padded = data[8:offset].strip(PAD) == b""  # the number of its files would be FFFFFFFF
    return data[offset:offset + 2] == MAGIC and offset >= 8 and (has_program or is_padded)


def summary(data: bytes, flash: Geometry) -> str:
    """One line for people: what an image holds."""
    found = parse(data)
    names = [p.name for p in found.partitions]
    ends = max([found.size, *(p.end for p in found.partitions)])
    parts = f"{len(names)} partition{'' if len(names) == 1 else 's'}" + (f" ({', '.join(names)})" if names else "")
    return f"{parts}{' and a boot binary' if found.program else ''}, {ends:,} of {flash.size:,} bytes"


def _check_contents(row: layout.Row, content: Content) -> None:
    files: list[image.File] = []
    if Partition(row.name, row.type, row.subtype, 0, 0, row.flags).is_readable_readfs:
        if not content.data:
            raise InputError(f"the image for partition {row.name!r} is empty", content.path,
                             hint="Nothing in it loads a file: leave the partition out")
        try:
            files = image.parse(content.data, content.path or f"partition {row.name!r}")
        except InputError as error:
            raise InputError(error.message, error.path, hint=f"Partition {row.name!r} is a readfs partition: give it a readfs "
                             "image, or a list of files to make one") from None
    size, needs = row.size, len(content.data)
    if size is not None and needs > size:
        hint = "Make the partition larger, or leave something out"
        raise InputError(f"partition {row.name!r} has {size:,} bytes, but its contents need {needs:,}: {needs - size:,} too many",
                         row.path, row.line, hint + (":\n" + budget.of_files(files, needs) if files else ""))


def _judge(result: bytes, partitions: Sequence[Partition], contents: Mapping[str, Content], program: boot.Program | None) -> None:
    """Read the image back: what a device would find is what was asked for. Raises InternalError."""
    try:
        found = parse(result)
    except InputError as error:
        raise InternalError(f"the flash image cannot be read back: {error}") from None
    wrong = [p.name for p, data in zip(partitions, found.data)
             if not data.startswith(contents[p.name].data if p.name in contents else b"")]
    if wrong or list(found.partitions) != list(partitions) or found.program != program:
        raise InternalError(f"the flash image came out wrong: {wrong or 'its table or boot section'}")

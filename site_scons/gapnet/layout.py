"""Where partitions go: from a table in CSV, or from rows made otherwise, to offsets and sizes in the flash.

The CSV is that of gapy and ESP-IDF: `name, type, subtype, offset, size, flags`, one partition a line, `#` before a comment.
Without an offset a partition starts on the next erase block behind the row before it. Without a size it is as large as its
contents, rounded up to whole blocks; gapy demands a size.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .budget import as_table
from .errors import InputError
from .partitions import DATA, FLAGS, LFS, MAX_ENTRIES, RAW, READFS, SUBTYPES, TABLE_ROOM, TYPES, Partition, checked_name
from .sizes import parse_size

COLUMNS = ("name", "type", "subtype", "offset", "size", "flags")


@dataclass(frozen=True)
class Row:
    """One partition as it is asked for. offset, size: bytes, or None to choose. path, line: where it was asked for."""

    name: str
    type: int
    subtype: int
    offset: int | None = None
    size: int | None = None
    flags: int = 0
    path: str | None = None
    line: int | None = None


def row_of(fields: Mapping[str, object], block: int, path: str | None = None, line: int | None = None) -> Row:
    """A row from texts by column. Raises InputError at `path:line`.

    A row without a type is data. Data without a subtype is readfs or lfs where its name starts so, else raw.
    """
    def text(column: str) -> str:
        value = fields.get(column)
        return "" if value is None else str(value).strip()

    try:
        name = checked_name(text("name"))
        kind = _number(text("type") or "data", TYPES, f"type of partition {name!r}")
        named = SUBTYPES.get(kind, {})
        subtype = _number(text("subtype"), named, f"subtype of partition {name!r}") if text("subtype") else _usual(name, kind)
        flags = 0
        for flag in filter(None, (f.strip() for f in text("flags").split(":"))):
            if flag not in FLAGS:
                raise InputError(f"partition {name!r} has a flag {flag!r} that is not known", hint=f"Known: {', '.join(FLAGS)}")
            flags |= FLAGS[flag]
        offset, size = (parse_size(text(c), block, f"{c} of partition {name!r}") if text(c) else None for c in ("offset", "size"))
    except InputError as error:
        raise InputError(error.message, path, line, error.hint) from None
    return Row(name, kind, subtype, offset, size, flags, path, line)


def read_csv(data: bytes, block: int, path: str) -> list[Row]:
    """Rows of a table in CSV. block: bytes of an erase block, for sizes in `sec`. Raises InputError with the line at fault."""
    try:
        lines = data.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise InputError("is no partition table in CSV", path, hint=f"Write lines of {', '.join(COLUMNS)}") from None
    rows = []
    for number, line in enumerate(lines, 1):
        fields = [f.strip() for f in line.split(",")]
        if not line.strip() or line.lstrip().startswith("#") or tuple(f.lower() for f in fields) == COLUMNS:
            continue
        while fields and not fields[-1]:
            fields.pop()
        if len(fields) < 2 or len(fields) > len(COLUMNS):
            raise InputError(f"{line.strip()!r} is no row of a partition table", path, number,
                             hint=f"Write {', '.join(COLUMNS)}; offset, size and flags may be empty")
        rows.append(row_of(dict(zip(COLUMNS, fields)), block, path, number))
    return rows


def place(rows: Sequence[Row], needed: Mapping[str, int], start: int, block: int, flash_size: int) -> list[Partition]:
    """Partitions of rows, in their order.

    needed: bytes of contents by partition. start: first byte that partitions may have. block: erase block. Raises InputError for
    a name that occurs twice, an offset inside a block, partitions that overlap, contents for no partition, a partition without
    size and contents, more than 31 of them, and an end beyond the flash. Whether contents fit is for `flash.build` to say.
    """
    if len(rows) > MAX_ENTRIES:
        raise _at(rows[MAX_ENTRIES], f"{len(rows)} partitions, but a partition table has room for {MAX_ENTRIES}",
                  "Put several networks into one readfs partition")
    for index, row in enumerate(rows):
        if any(row.name == other.name for other in rows[:index]):
            raise _at(row, f"there are two partitions {row.name!r}", "Readers would always take the first: rename one")
    unknown = [name for name in needed if name not in {row.name for row in rows}]
    if unknown:
        raise InputError(f"there are contents for partition {unknown[0]!r}, but there is no such partition in the table",
                         next((row.path for row in rows), None), hint=f"It has {', '.join(r.name for r in rows) or 'none'}")
    placed: list[Partition] = []
    free = _round_up(start, block)
    for row in rows:
        size = row.size if row.size is not None else _round_up(needed.get(row.name, 0), block)
        if not size:
            raise _at(row, f"partition {row.name!r} has neither contents nor a size", "Give one of them, or leave it out")
        offset = free if row.offset is None else row.offset
        if offset % block:
            raise _at(row, f"partition {row.name!r} starts at {offset:#x}, inside an erase block of {block:#x} bytes",
                      f"Use {_round_up(offset, block):#x}, or leave the offset empty")
        if offset < start:
            raise _at(row, f"partition {row.name!r} starts at {offset:#x}, but boot section and partition table end at "
                      f"{start:#x}", f"Use {_round_up(start, block):#x} or more, or leave the offset empty")
        placed.append(Partition(row.name, row.type, row.subtype, offset, size, row.flags))
        free = _round_up(offset + size, block)
    _check_overlaps(rows, placed)
    _check_end(rows, placed, needed, start, flash_size)
    return placed


def _check_overlaps(rows: Sequence[Row], placed: Sequence[Partition]) -> None:
    order = sorted(range(len(placed)), key=lambda i: placed[i].offset)
    for before, after in zip(order, order[1:]):
        a, b = placed[before], placed[after]
        if b.offset < a.end:
            raise _at(rows[max(before, after)], f"partition {b.name!r} starts at {b.offset:#x}, but partition {a.name!r} ends at "
                      f"{a.end:#x}", "Move one of them, or leave offsets empty")


def _check_end(rows: Sequence[Row], placed: Sequence[Partition], needed: Mapping[str, int], start: int, flash_size: int) -> None:
    end = max([start, *(p.end for p in placed)])
    if end <= flash_size:
        return
    at = next((row for row, p in zip(rows, placed) if p.end > flash_size), None)
    lines: list[tuple[object, ...]] = [("boot section and table", f"{0:#x}", start, start)]
    lines += [(p.name, f"{p.offset:#x}", p.size, needed.get(p.name, 0)) for p in sorted(placed, key=lambda p: p.offset)]
    lines.append(("", "", end, ""))
    raise _at(at, f"the flash has {flash_size:,} bytes, but the partitions end at {end:,}: {end - flash_size:,} too many",
              "Make something smaller, or give the size of a larger flash:\n"
              + as_table(("partition", "offset", "size", "contents"), lines))


def table_offset_behind(boot_end: int, block: int) -> int:
    """Where the partition table goes: at once behind the boot section, or on the next block where its room does not fit."""
    boot_end = _round_up(boot_end, 8)
    return boot_end if boot_end + TABLE_ROOM <= _round_up(boot_end + 1, block) else _round_up(boot_end, block)


def _usual(name: str, kind: int) -> int:
    if kind != DATA:
        return 0
    return READFS if name.startswith("readfs") else LFS if name.startswith("lfs") else RAW


def _number(text: str, names: Mapping[str, int], what: str) -> int:
    if text.lower() in names:
        return names[text.lower()]
    try:
        number = int(text, 0)
    except ValueError:
        number = -1
    if not 0 <= number <= 255:
        raise InputError(f"{what} is {text!r}, which is not known", hint=f"Use {', '.join(names) or 'a number'}")
    return number


def _at(row: Row | None, message: str, hint: str) -> InputError:
    return InputError(message, row.path if row else None, row.line if row else None, hint)


def _round_up(value: int, block: int) -> int:
    return -(-value // block) * block

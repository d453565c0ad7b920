"""What takes the space, as a table under an error or in a listing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .image import File

SHOWN = 15
"""Files that are listed one by one; the rest is summed up."""


def as_table(head: Sequence[str], rows: Iterable[Sequence[object]], left: int = 0) -> str:
    """Lines with columns under each other, numbers with commas; column `left` stands left, the others right."""
    lines = [tuple(head)] + [tuple(f"{v:,}" if isinstance(v, int) else str(v) for v in row) for row in rows]
    widths = [max(len(line[i]) for line in lines) for i in range(len(head))]
    return "\n".join("  ".join(f"{v:<{w}}" if i == left else f"{v:>{w}}" for i, (v, w) in enumerate(zip(line, widths))).rstrip()
                     for line in lines)


def of_files(files: Sequence[File], total: int) -> str:
    """What takes the bytes of a readfs image: the largest files, the others, and what is no file's data."""
    # Files of equal bytes may lie on one place of the image: its bytes are the first one's.
    sizes, seen = [], set()
    for file in files:
        sizes.append((file.name, 0 if (file.offset, len(file.data)) in seen else len(file.data)))
        seen.add((file.offset, len(file.data)))
    rows = largest_first(sizes, "files")
    rows.append(("directory and alignment", total - sum(size for _, size in sizes)))
    rows.append(("", total))
    return as_table(("file", "bytes"), rows)


def largest_first(rows: Iterable[tuple[object, ...]], what: str) -> list[tuple[object, ...]]:
    """Rows whose last column is a size, the largest first and each of `SHOWN`; the others summed up as "N more `what`"."""
    def size(row: tuple[object, ...]) -> int:
        assert isinstance(row[-1], int)
        return row[-1]

    ordered = sorted(rows, key=size, reverse=True)
    rest = ordered[SHOWN:]
    more = (f"{len(rest)} more {what}", *("" for _ in rest[0][1:-1]), sum(map(size, rest))) if rest else None
    return ordered[:SHOWN] + ([more] if more else [])

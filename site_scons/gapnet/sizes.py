"""Sizes as people write them."""

from __future__ import annotations

from .errors import InputError

_UNITS = (("kb", 1 << 10), ("mb", 1 << 20), ("k", 1 << 10), ("m", 1 << 20))


def parse_size(text: str | int, block: int | None = None, what: str = "size") -> int:
    """Bytes of `4096`, `0x1000`, `4K`, `4KB`, `1M`, `1MB` or, where the erase block is known, `2sec`. Raises InputError."""
    given = str(text).strip()
    number, factor = given.lower(), 1
    for unit, value in (*_UNITS, *((("sec", block),) if block else ())):
        if number.endswith(unit):  # none of them ends like a hexadecimal number: its letters before are none of its digits
            number, factor = number[:-len(unit)].strip(), value
            break
    try:
        if isinstance(text, bool) or not number.isascii() or "_" in number:
            raise ValueError
        found = int(number, 0) * factor
    except ValueError:
        found = -1
    if not 0 <= found < 1 << 32:
        raise InputError(f"{what} {given!r} cannot be understood", hint="Write bytes, as 4096, 0x1000, 4K or 1M, below 4 GiB")
    return found

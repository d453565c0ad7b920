"""What is known of boards: the bytes of their L3, and their flash. Whatever a user gives goes before it."""

from __future__ import annotations

from dataclasses import dataclass

from .errors import InputError
from .sizes import parse_size


@dataclass(frozen=True)
class Geometry:
    """A flash. type: hyper or spi. block, size: bytes of an erase block and of all of it."""

    type: str
    block: int
    size: int


@dataclass(frozen=True)
class Board:
    """l3: bytes of the external RAM that networks allocate from. flash: the one that holds the readfs partition."""

    l3: int
    flash: Geometry


# HyperRAM of 8 MB: CONFIG_HYPERRAM_SIZE in gap_sdk, rtos/pmsis/bsp/include/bsp/<board>.h, the default RAM there.
# HyperFlash of 64 MB in blocks of 256 KB: data sheet of the S26KS512S, and the defaults of gapy gen_flash_image.
_GAP8 = Board(8 << 20, Geometry("hyper", 256 << 10, 64 << 20))

# HyperRAM of 8 MB: default size in gvsoc-core, models/devices/hyperbus/hyperram.py.
# HyperFlash of 8 MB: pulp_open_board.py in gvsoc-pulp, pulp/chips/<chip>; its blocks are those of the S26KS512S.
_GVSOC = Board(8 << 20, Geometry("hyper", 256 << 10, 8 << 20))

BOARDS = {
    "gapuino": _GAP8,
    "gapoc_a": _GAP8,
    "gapoc_b": _GAP8,
    "ai_deck": _GAP8,
    # RAM of 32 MB: CONFIG_APS25XXXN_SIZE in gap9_evk.h of the pmsis bsp, the default RAM there.
    # Octo-SPI flash of 64 MB in sectors of 4 KB: data sheet of the MX25U51245G, which gap9_evk.h names as the default flash.
    "gap9_evk": Board(32 << 20, Geometry("spi", 4 << 10, 64 << 20)),
    "siracusa": _GVSOC,  # CONFIG_HYPERRAM_SIZE in siracusa.h of pulp-sdk's pmsis_bsp says the same
    "pulp_open": _GVSOC,
}
"""By the name that the SDK's BOARD_NAME or the simulator's target has, in lower case and with `_` for other signs."""


def find(name: str) -> Board:
    """A board by its name; `pulp-open` and `GAP9.EVK` are understood. Raises InputError where it is not known."""
    found = BOARDS.get(name.strip().lower().replace("-", "_").replace(".", "_"))
    if found is None:
        raise InputError(f"board {name!r} is not known", hint=f"Known are {', '.join(sorted(BOARDS))}; of others, give the sizes")
    return found


def l3_size(board: str | None, size: str | int | None, what: str) -> int | None:
    """Bytes of L3: what is given, else what the board has, None where nothing is said. what: the option's name, for errors.
    Raises InputError."""
    known = find(board).l3 if board else None
    return known if size is None else parse_size(size, what=what)

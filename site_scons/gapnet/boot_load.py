"""How long a device loads its constants at boot: an estimate from below, before and after. Made from the manifest alone.

The loader reads every file from flash and writes it to L3, in chunks; each chunk costs two calls from the cluster to the fabric
controller. Nothing was measured: the rates are what the buses can carry at most, so a real boot takes longer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

CHUNK = 2048
"""Bytes that `load_file_to_ram` moves at a time, through a buffer in L2."""
CALLS_PER_CHUNK = 2
"""One reads the chunk from flash, one writes it to L3."""

OCTO_SPI = 200_000_000
"""Bytes a second: eight lines at both edges of a clock of 100 MHz, as on the GAP9 EVK, where flash and RAM share the bus."""
HYPERBUS = 50_000_000
"""Bytes a second of GAP8's HyperFlash. Its HyperRAM hangs on the same bus and is counted with the same rate."""
MRAM = 34_000_000
"""Bytes a second of GAP9's own MRAM, as flash."""


@dataclass(frozen=True)
class Bus:
    """A way from flash to L3. flash, ram: bytes a second at most."""

    name: str
    flash: int
    ram: int

    def seconds(self, loaded: int) -> float:
        """The least time in which so many bytes can be read from flash and written to L3, one after the other."""
        return loaded / self.flash + loaded / self.ram


BUSES = (Bus("GAP9, octo-SPI flash and RAM", OCTO_SPI, OCTO_SPI), Bus("GAP9, MRAM and octo-SPI RAM", MRAM, OCTO_SPI),
         Bus("GAP8, HyperFlash and HyperRAM", HYPERBUS, HYPERBUS))


@dataclass(frozen=True)
class BootLoad:
    """Bytes loaded, and calls that the chunks of all files cost, before and after."""

    bytes: tuple[int, int]
    calls: tuple[int, int]


def boot_load(manifest: dict[str, Any]) -> BootLoad:
    """What the boot of a manifest's firmware loads."""
    loaded = manifest["totals"]["loaded_bytes"]
    before = after = 0
    inside = {network["name"] for network in manifest["networks"]}
    for network in manifest["networks"]:
        for c in network["constants"]:
            before += _chunks(manifest, c["image_entry"]["before"], "before")
            if not c["shared_with"] or (c["shared_with_network"] or network["name"]) not in inside:
                after += _chunks(manifest, c["image_entry"]["after"], "after")
    return BootLoad((loaded["before"], loaded["after"]), (CALLS_PER_CHUNK * before, CALLS_PER_CHUNK * after))


def _chunks(manifest: dict[str, Any], entry: int | None, side: str) -> int:
    """Chunks of a file of the image."""
    if entry is None or manifest["image"] is None:
        return 0
    size: int = manifest["image"][side][entry]["bytes"]
    return -(-size // CHUNK)

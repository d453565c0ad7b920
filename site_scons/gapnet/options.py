"""What a user can choose, and how the files are called that a run writes."""

from __future__ import annotations

from dataclasses import dataclass

from .image import DEFAULT_ALIGN

IMAGE, MANIFEST, REPORT, ANALYSIS = "readfs.img", "manifest.json", "report.html", "analysis.json"
SCHEMA = 1
"""Of the manifest."""


@dataclass(frozen=True)
class Options:
    """What a user can choose. functions: lines of the function table; align: of file data in the image, bytes; share: off
    builds the untouched networks; across: whether Init functions may have memory in common; verify: off trusts the result
    without judging it; l3_size: bytes of the RAM, l2_size: bytes of L2 for the file system, None for no limit; full: reads all of
    the C, and takes nothing from an earlier run."""

    functions: tuple[str, ...] = ()
    align: int = DEFAULT_ALIGN
    share: bool = True
    verify: bool = True
    across: bool = True
    l3_size: int | None = None
    l2_size: int | None = None
    full: bool = False


USUAL = Options()
"""What holds where the user says nothing."""

"""Generated folders on disk, read whole; and what names and places may be."""

from __future__ import annotations

import os
from pathlib import Path

from .errors import InputError
from .share import SOURCE_SUFFIXES, read_bytes

HEX = "hex"
WHAT_TO_GIVE = "Give the folder that the generator wrote: C, headers and hex/"
HEX_HINT = "It must be the folder of the files that the C loads"


def read_folder(folder: Path) -> tuple[dict[str, bytes], dict[str, Path]]:
    """C and headers of a generated folder by name, and where each file of its `hex/` lies. Raises InputError."""
    try:
        what = not_a_folder(folder)
        if what is not None:
            raise InputError(what, str(folder), hint=WHAT_TO_GIVE)
        entries = sorted(folder.iterdir())
        what = not_a_folder(folder / HEX) if folder / HEX in entries else None
        if what is not None:
            raise InputError(what, str(folder / HEX), hint=HEX_HINT)
        inside = sorted((folder / HEX).iterdir()) if folder / HEX in entries else []
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror})", str(error.filename or folder)) from None
    sources = {p.name: read_bytes(p) for p in entries if p.suffix in SOURCE_SUFFIXES}
    if not any(name.endswith(".c") for name in sources):
        raise InputError("there is no .c file in it", str(folder), hint="Give the folder that the generator wrote")
    return sources, {p.name: p for p in inside}


def not_a_folder(path: Path | str) -> str | None:
    """What is wrong where a folder should be, in words; None where there is one. Raises OSError."""
    if os.path.isdir(path):
        return None
    if os.path.islink(path) and not os.path.exists(path):
        return "is a link that leads nowhere"
    try:
        os.stat(path)
    except (FileNotFoundError, NotADirectoryError):
        return "there is no such folder"
    return "is not a folder"


def name_of(folder: Path) -> str:
    """How the network of a generated folder is called: as the folder is where the user names it, be it a link."""
    return Path(os.path.abspath(folder)).name


def is_plain_name(name: object) -> bool:
    """Whether something read from a file can be the name of a file in a folder, and of nothing outside it."""
    return isinstance(name, str) and name not in ("", ".", "..") and not set(name) & set("/\\\0")

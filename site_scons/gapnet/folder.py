"""Generated folders on disk, read whole; and what names and places may be."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

from .errors import InputError

SOURCE_SUFFIXES = (".c", ".h", ".inc", ".inl", ".def")
HEX = "hex"
WHAT_TO_GIVE = "Give the folder that the generator wrote: C, headers and hex/"
HEX_HINT = "It must be the folder of the files that the C loads"


def read_folder(folder: Path) -> tuple[dict[str, bytes], dict[str, Path]]:
    """C and headers of a generated folder by name, and where each file of its `hex/` lies. Raises InputError."""
    try:
        what = not_a_folder(folder)
        if what is not None:
            raise InputError(what, str(folder), hint=WHAT_TO_GIVE)
        names = sorted(os.listdir(folder))
        what = not_a_folder(folder / HEX) if HEX in names else None
        if what is not None:
            raise InputError(what, str(folder / HEX), hint=HEX_HINT)
        inside = sorted(os.listdir(folder / HEX)) if HEX in names else []
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror})", str(error.filename or folder)) from None
    sources = {n: read_bytes(folder / n) for n in names if Path(n).suffix in SOURCE_SUFFIXES}
    if not any(name.endswith(".c") for name in sources):
        raise InputError("there is no .c file in it", str(folder), hint="Give the folder that the generator wrote")
    return sources, {n: folder / HEX / n for n in inside}


def read_bytes(path: Path) -> bytes:
    """Bytes of an input file. Raises InputError where it cannot be read."""
    try:
        mode = os.stat(path).st_mode
        if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):
            raise InputError("is neither a file nor a folder", str(path))
        with open(path, "rb", buffering=0) as file:
            return file.readall()
    except ValueError:  # a NUL in a name
        raise InputError("cannot be read (no such name)", repr(str(path))) from None
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ENOTDIR, errno.ELOOP) and os.path.islink(path):
            raise InputError("is a link that leads nowhere", str(path)) from None
        raise InputError(f"cannot be read ({error.strerror})", str(path)) from None


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

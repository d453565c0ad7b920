"""Generated folders on disk: read whole, and written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from .errors import InputError
from .share import SOURCE_SUFFIXES, read_bytes

HEX = "hex"


def read_folder(folder: Path) -> tuple[dict[str, bytes], dict[str, Path]]:
    """C and headers of a generated folder by name, and where each file of its `hex/` lies. Raises InputError."""
    if not folder.is_dir():
        raise InputError("is not a folder" if folder.exists() else "there is no such folder", str(folder),
                         hint="Give the folder that the generator wrote: C, headers and hex/")
    try:
        entries = sorted(folder.iterdir())
        inside = sorted((folder / HEX).iterdir()) if (folder / HEX).is_dir() else []
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror})", str(error.filename or folder)) from None
    sources = {p.name: read_bytes(p) for p in entries if p.suffix in SOURCE_SUFFIXES}
    if not any(name.endswith(".c") for name in sources):
        raise InputError("there is no .c file in it", str(folder), hint="Give the folder that the generator wrote")
    return sources, {p.name: p for p in inside}


def write_outputs(folder: Path, outputs: Mapping[str, bytes]) -> None:
    """Write files into a folder; each is complete or as it was, one with the right bytes is left alone. Raises InputError."""
    staged: list[tuple[str, Path]] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in sorted(outputs):
            target = folder / name
            if target.is_file() and target.read_bytes() == outputs[name]:
                continue
            target.parent.mkdir(exist_ok=True)
            handle, temporary = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
            staged.append((temporary, target))
            with os.fdopen(handle, "wb") as file:
                file.write(outputs[name])
            os.chmod(temporary, 0o666 & ~_umask())
        while staged:
            os.replace(*staged[0])
            staged.pop(0)
    except OSError as error:
        raise InputError(f"cannot be written ({error.strerror})", str(error.filename or folder)) from None
    finally:
        for temporary, _ in staged:
            Path(temporary).unlink(missing_ok=True)


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask

"""Generated folders on disk: read whole, and written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

try:
    import fcntl
except ImportError:  # pragma: no cover - not on Unix
    fcntl = None  # type: ignore[assignment]

from .contents import digest_of
from .errors import InputError
from .share import SOURCE_SUFFIXES, read_bytes

HEX = "hex"
_STEP = 1 << 20


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


def name_of(folder: Path) -> str:
    """How the network of a generated folder is called: as the folder is where the user names it, be it a link."""
    return Path(os.path.abspath(folder)).name


def write_outputs(folder: Path, outputs: Mapping[str, bytes], stamp: str | None = None) -> None:
    """Write files into a folder; each is complete or as it was, one with the right bytes is left alone. Raises InputError.

    stamp: the file that is written anyway, last, so that its time tells when all of them were right.

    What is not complete lies beside its target under `temporary_name`, which the next run uses again.
    """
    staged: list[tuple[Path, Path]] = []
    for name in sorted(outputs):
        target = folder / name
        if target.is_dir():
            raise InputError("is a folder, but a file must be written there", str(target), hint="Move it away")
        if "/" in name and target.parent.is_symlink():
            raise InputError("is a link", str(target.parent), hint="What it points to would be written over: remove it")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with _locked(folder):
            try:
                for name in sorted(outputs, key=lambda n: (n == stamp, n)):
                    target = folder / name
                    if name != stamp and target.is_file() and _holds(target, outputs[name]):
                        continue
                    target.parent.mkdir(exist_ok=True)
                    temporary = target.with_name(temporary_name(target.name))
                    staged.append((temporary, target))
                    temporary.write_bytes(outputs[name])
                while staged:
                    os.replace(*staged[0])
                    staged.pop(0)
            finally:
                for temporary, _ in staged:
                    temporary.unlink(missing_ok=True)
    except OSError as error:
        raise InputError(f"cannot be written ({error.strerror})", str(error.filename or folder)) from None


def _holds(path: Path, data: bytes) -> bool:
    """Whether a file has these bytes; an image may be large, so it is not read as a whole."""
    if path.stat().st_size != len(data):
        return False
    with path.open("rb") as file:
        return all(file.read(_STEP) == data[at:at + _STEP] for at in range(0, len(data), _STEP)) and not file.read(1)


def temporary_name(name: str) -> str:
    """Name under which a file is written before it takes its place; never longer than a name may be."""
    return f".{digest_of(name.encode())[:16]}.part"


def is_plain_name(name: object) -> bool:
    """Whether something read from a file can be the name of a file in a folder, and of nothing outside it."""
    return isinstance(name, str) and name not in ("", ".", "..") and not set(name) & set("/\\\0")


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Keep other runs out of a folder, where the system can."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        if fcntl is not None:
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)

"""Folders written whole or not at all, whatever stops a run."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # pragma: no cover - not on Unix
    fcntl = None  # type: ignore[assignment]

from .contents import digest_of
from .errors import InputError
from .folder import is_plain_name

_STEP = 1 << 20
_PART = re.compile(r"\.[0-9a-f]{16}\.part")
_NO_FOLDER = "is not a folder, but files must be written there"
MOVE = "Move it away"


def temporary_name(name: str) -> str:
    """Name under which a file is written before it takes its place; never longer than a name may be."""
    return f".{digest_of(name.encode('utf-8', 'surrogateescape'))[:16]}.part"


JOURNAL = ".gapnet.journal"
"""Names that a run is about to add to a folder: one that is killed leaves it to the next, which removes what is not its own."""


def write_outputs(folder: Path, outputs: Mapping[str, bytes], stamp: str | None = None, stale: Collection[str] = ()) -> None:
    """Write files into a folder; each is complete or as it was, one with the right bytes is left alone. Raises InputError.

    stamp: the file that is written anyway, last, so that its time tells when all of them were right. It is also what the next
    run knows the others by, so with it goes a journal of what is new. stale: names of files that an earlier run wrote and that
    are to go before the stamp is written. What is not complete lies beside its target under `temporary_name`; what a killed run
    left of that is removed.
    """
    made: list[Path] = []
    try:
        _check_places(folder, outputs)
        _make(folder, made)
        with _locked(folder):
            gone = {*stale, *_journal(folder)} - set(outputs) if stamp is not None else set()
            parents = {(folder / name).parent for name in (*outputs, *gone)}
            places = [folder, *sorted(p for p in parents if p != folder and not p.is_symlink())]
            try:
                _clean(places)  # it takes room
                staged = _stage(folder, outputs, stamp, made)
                if stamp is not None:
                    _note_new(folder, [name for name in staged if not (folder / name).exists()])
                for name in staged:
                    if name == stamp:
                        _remove(folder / n for n in sorted(gone) if (folder / n).parent in places)
                    os.replace(_part(folder, name), folder / name)
                _remove([folder / JOURNAL])
            finally:
                _clean(places)
    except BaseException as error:
        for path in reversed(made):
            with suppress(OSError):  # it holds something: it stays
                path.rmdir()
        if isinstance(error, OSError):
            path = Path(error.filename or folder)
            place = path.parent if _PART.fullmatch(path.name) else path
            raise InputError(f"cannot be written ({error.strerror})", str(place)) from None
        raise


def _check_places(folder: Path, outputs: Iterable[str]) -> None:
    """Raise InputError where something stands that must not be replaced."""
    if os.path.lexists(folder) and not folder.is_dir():
        raise InputError(_NO_FOLDER, str(folder), hint="Give another one, or move it away")
    for name in sorted(outputs):
        target = folder / name
        if target.is_dir():
            raise InputError("is a folder, but a file must be written there", str(target), hint=MOVE)
        if "/" in name and target.parent.is_symlink():
            raise InputError("is a link", str(target.parent), hint="What it points to would be written over: remove it")
        if "/" in name and target.parent.exists() and not target.parent.is_dir():
            raise InputError(_NO_FOLDER, str(target.parent), hint=MOVE)


def _make(folder: Path, made: list[Path]) -> None:
    """Make a folder and those above it; made: receives what was not there."""
    missing = []
    while not folder.is_dir():
        missing.append(folder)
        folder = folder.parent
    for path in reversed(missing):
        with suppress(FileExistsError):  # another run was quicker
            path.mkdir()
            made.append(path)


def _stage(folder: Path, outputs: Mapping[str, bytes], stamp: str | None, made: list[Path]) -> list[str]:
    """Write all that is not there yet beside its target; the names, the stamp last."""
    staged = []
    for name in sorted(outputs, key=lambda n: (n == stamp, n)):
        target = folder / name
        if name != stamp and target.is_file() and _holds(target, outputs[name]):
            continue
        _make(target.parent, made)
        staged.append(name)
        _part(folder, name).write_bytes(outputs[name])
    return staged


def _holds(path: Path, data: bytes) -> bool:
    """Whether a file has these bytes; an image may be large, so it is not read as a whole."""
    if path.stat().st_size != len(data):
        return False
    try:
        file = path.open("rb")
    except PermissionError:  # what may not be read can be replaced all the same
        return False
    with file:
        return all(file.read(_STEP) == data[at:at + _STEP] for at in range(0, len(data), _STEP)) and not file.read(1)


def _part(folder: Path, name: str) -> Path:
    target = folder / name
    return target.with_name(temporary_name(target.name))


def _clean(places: Iterable[Path]) -> None:
    """Remove what was not completed; under the lock nobody else is writing it."""
    for place in places:
        if place.is_dir():
            _remove(place / n for n in sorted(os.listdir(place)) if _PART.fullmatch(n))


def _remove(paths: Iterable[Path]) -> None:
    for path in paths:
        if not path.is_dir() or path.is_symlink():
            path.unlink(missing_ok=True)


def _journal(folder: Path) -> set[str]:
    """Names that a killed run has added or was about to."""
    try:
        names = json.loads((folder / JOURNAL).read_bytes())
        return {n for n in names if all(map(is_plain_name, n.split("/", 1)))}
    except (OSError, ValueError, TypeError, AttributeError, RecursionError):
        return set()


def _note_new(folder: Path, names: Iterable[str]) -> None:
    """Write the journal, complete or not at all; names of a run killed before stay in it."""
    new = {*names, *_journal(folder)}
    if new:
        half = _part(folder, JOURNAL)
        half.write_text(json.dumps(sorted(new)), encoding="ascii")
        os.replace(half, folder / JOURNAL)


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

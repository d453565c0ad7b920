"""The folder that gapy works in: the files of readfs images lie in it, and what the SDK wants to find there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from . import gapy
from .errors import InputError
from .folder import is_plain_name, read_bytes
from .gapy import Job, Target
from .image import checked_name, parse
from .writing import write_outputs

FILES = "readfs"
"""Subfolder of the work folder for the files of a readfs partition."""


def files_of(images: Iterable[tuple[str, bytes]]) -> dict[str, bytes]:
    """Files of readfs images, each (path, bytes), by name; an empty image has none. Raises InputError for a name that is there
    twice, as the device would always open the first, and for one that would leave the folder."""
    found: dict[str, bytes] = {}
    owner: dict[str, str] = {}
    for path, data in images:
        for file in parse(data, path) if data else []:
            if not is_plain_name(checked_name(file.name)):
                raise InputError(f"holds a file called {file.name!r}", path, hint="Build the image again")
            if file.name in found:
                raise InputError(f"holds {file.name!r}, and so does {owner[file.name]}", path,
                                 hint="A readfs partition opens the first of a name only: give gapy one of the two")
            found[file.name], owner[file.name] = file.data, path
    return found


def unpack(images: Iterable[tuple[str, bytes]], work: Path) -> tuple[str, ...]:
    """Write the files of images into the work folder; gives their absolute paths in the order of the images. Files of an earlier
    run stay, as nothing tells gapy about them. Raises InputError."""
    files = files_of(images)
    folder = work / FILES
    for name in files:
        gapy.plain_path(str(folder / name))
    if files:
        write_outputs(folder, files)
    return tuple(str(folder / name) for name in files)


def place(source: Path, target: Path) -> None:
    """Copy a file into the work folder. Raises InputError."""
    data = read_bytes(source)
    write_outputs(target.parent, {target.name: data})


def program_of(target: Target, environment: Mapping[str, str], chosen: str = "") -> str:
    """Absolute path of gapy: the one that the user has chosen, else the SDK's own, else the first on PATH. Raises InputError."""
    path = environment.get("PATH", "")
    if chosen:
        found = shutil.which(chosen, path=path)
        if not found:
            raise InputError(f"there is no program {chosen!r}", hint="GAPY must name gapy, or be left out")
        return os.path.abspath(found)
    places = [_filled(place, environment) for place in target.places]
    found = next((p for p in places if os.path.isfile(p) and os.access(p, os.X_OK)), None) or shutil.which("gapy", path=path)
    if not found:
        raise InputError(f"there is no gapy for {target.name}, neither at {' or '.join(target.places)} nor on PATH",
                         hint=f"Source {target.sdk.script} of the {target.sdk.name} in this shell, or let GAPY name it")
    return os.path.abspath(found)


def prepare(job: Job) -> None:
    """Make the work folder, with what the SDK wants to find there. Raises InputError."""
    write_outputs(Path(job.work), {})
    for source, name in gapy.copies(job):
        if not Path(source).is_file():
            raise InputError("there is no such file", source, hint=f"The {job.target.sdk.name} is not complete: build it")
        place(Path(source), Path(job.work) / name)


def call(arguments: list[str], job: Job) -> int:
    """Run gapy in the work folder, as the SDK does; gives its exit status as a shell would. Raises InputError."""
    sys.stdout.flush()
    try:
        status = subprocess.run(arguments, cwd=job.work, env=dict(job.environment), check=False).returncode
    except OSError as error:
        raise InputError(f"cannot be run ({error.strerror})", arguments[0]) from None
    return status if status >= 0 else 128 - status


def _filled(text: str, environment: Mapping[str, str]) -> str:
    try:
        return text.format(**environment)
    except KeyError:
        return ""

"""`inspect`: what a manifest, a readfs image, a flash image, a generated folder or a result of `share` holds, for people."""

from __future__ import annotations

import json
from pathlib import Path

from . import flash, image
from .budget import as_table
from .contents import digest_of
from .errors import GapnetError, InputError
from .folder import name_of, read_bytes, read_folder
from .listing import as_text
from .options import MANIFEST, REPORT, Options
from .partitions import ENCRYPTED, subtype_name, type_name
from .progress import Stage, quiet
from .record import loaded
from .share import share
from .terminal import PLAIN, Look


def inspect(path: Path, functions: tuple[str, ...] = (), look: Look = PLAIN, stage: Stage = quiet) -> str:
    """Text for a path, in lines as `look` says. stage: told what is done. Raises InputError where it is none of the five."""
    try:
        is_folder = path.is_dir()
    except (OSError, ValueError):
        raise InputError("there is no such file or folder", str(path)) from None
    if is_folder:
        if not _is_result(path):
            return _generated(path, functions, look, stage)
        return _manifest(path / MANIFEST, read_bytes(path / MANIFEST), look)
    data = read_bytes(path)
    if data[:1] == b"{":
        return _manifest(path, data, look)
    if flash.is_flash_image(data):
        return _flash(flash.parse(data, str(path)), path)
    if len(data) < image.HEADER.size or image.HEADER.unpack_from(data)[0] > len(data):
        raise InputError("is neither a manifest, nor a readfs image, nor a flash image, nor a generated folder", str(path))
    return _image(image.parse(data, str(path)), len(data))


def _is_result(folder: Path) -> bool:
    """Whether `share` wrote the folder: its manifest tells of it, and the files that its C loads need not lie beside it."""
    try:
        manifest = json.loads((folder / MANIFEST).read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        return False
    except (OSError, ValueError, RecursionError):
        manifest = None
    if isinstance(manifest, dict):
        return {"schema", "networks"} <= manifest.keys()
    return (folder / REPORT).exists()  # then the manifest is ours, too, and reading it tells what is wrong with it


def _generated(folder: Path, functions: tuple[str, ...], look: Look, stage: Stage) -> str:
    sources, hex_files = read_folder(folder)
    try:
        return as_text(share(name_of(folder), sources, hex_files, Options(functions), stage=stage).manifest, look)
    except GapnetError as error:
        if error.path in sources:
            raise type(error)(error.message, str(folder / error.path), error.line, error.hint) from None
        raise


def _manifest(path: Path, data: bytes, look: Look) -> str:
    try:
        return as_text(loaded(data, str(path)), look)
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError, OverflowError):
        raise InputError("is not a manifest of gapnet", str(path)) from None


def _image(files: list[image.File], size: int) -> str:
    width = max([4, *(len(f.name) for f in files)])
    lines = [f"{'name':{width}}{'size':>12}{'offset':>12}  digest"]
    lines += [f"{f.name:{width}}{len(f.data):>12,}{f.offset:>12,}  {digest_of(f.data)}" for f in files]
    lines.append(f"{len(files)} files, {size:,} bytes")
    return "\n".join(lines) + "\n"


def _flash(found: flash.FlashImage, path: Path) -> str:
    program = found.program
    lines = [f"flash image, {found.size:,} bytes, partition table at {found.table_offset:#x}",
             "no boot binary" if program is None else
             f"boot binary: {len(program.segments)} segment{'s' * (len(program.segments) != 1)}, {program.size:,} bytes, "
             f"entry point {program.entry:#x}", ""]
    rows: list[tuple[object, ...]] = []
    listings: list[str] = []
    for p, data in zip(found.partitions, found.data):
        used = len(data.rstrip(flash.PAD))
        if p.is_readable_readfs and used:
            try:
                files = image.parse(data)
            except InputError as error:
                raise InputError(f"partition {p.name!r}: {error.message}", str(path)) from None
            used = max([image.directory_size(f.name for f in files), *(f.offset + len(f.data) for f in files)])
            listings.append(f"\n{p.name}:\n{_image(files, used)}")
        rows.append((p.name, type_name(p.type), subtype_name(p.type, p.subtype), f"{p.offset:#x}", p.size, used,
                     "encrypted" if p.flags & ENCRYPTED else ""))
    table = as_table(("partition", "type", "subtype", "offset", "size", "used", ""), rows)
    return "\n".join([*lines, table, ""]) + "".join(listings)

"""`inspect`: what a manifest, a readfs image or a generated folder holds, for people."""

from __future__ import annotations

import json
from pathlib import Path

from . import image
from .contents import digest_of
from .errors import InputError
from .folder import read_folder
from .report import as_text
from .share import Options, read_bytes, share


def inspect(path: Path, functions: tuple[str, ...] = ()) -> str:
    """Text for a path. Raises InputError where it is none of the three."""
    try:
        is_folder = path.is_dir()
    except (OSError, ValueError):
        raise InputError("there is no such file or folder", str(path)) from None
    if is_folder:
        sources, hex_files = read_folder(path)
        return as_text(share(path.resolve().name, sources, hex_files, Options(functions)).manifest)
    data = read_bytes(path)
    if data[:1] == b"{":
        return _manifest(path, data)
    if len(data) < image.HEADER.size or image.HEADER.unpack_from(data)[0] > len(data):
        raise InputError("is neither a manifest, nor a readfs image, nor a generated folder", str(path))
    return _image(image.parse(data, str(path)), len(data))


def _manifest(path: Path, data: bytes) -> str:
    try:
        manifest = json.loads(data)
        if manifest["schema"] != 1:
            raise InputError(f"manifest schema {manifest['schema']!r} is not known", str(path), hint="Use a newer gapnet")
        return as_text(manifest)
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError, OverflowError):
        raise InputError("is not a manifest of gapnet", str(path)) from None


def _image(files: list[image.File], size: int) -> str:
    width = max((len(f.name) for f in files), default=4)
    lines = [f"{'name':{width}}{'size':>12}{'offset':>12}  digest"]
    lines += [f"{f.name:{width}}{len(f.data):>12,}{f.offset:>12,}  {digest_of(f.data)}" for f in files]
    lines.append(f"{len(files)} files, {size:,} bytes")
    return "\n".join(lines) + "\n"

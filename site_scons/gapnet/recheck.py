"""`python -m gapnet verify`: the judge alone, on a result that lies on disk.

The original is proved anew, so nothing of the result is taken for granted; of its manifest only which functions the project had
described, because no C says that.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from .analysis import analyse
from .contents import digest_of
from .errors import InputError, InternalError, Mismatch
from .folder import HEX, read_folder
from .replay import Memory
from .share import IMAGE, MANIFEST, read_bytes, roles_of
from .verify import read_image, verify


def recheck(original: Path, shared: Path, functions: Sequence[str] | None = None) -> str:
    """Compare a generated folder with what `share` made of it; a line for people.

    functions: the project's own lines of the function table; None takes those that the manifest names. Raises InputError where
    one of the folders cannot be read, Mismatch with the first difference.
    """
    sources, hex_files = read_folder(original)
    result, result_files = read_folder(shared)
    files = {name: read_bytes(path) for name, path in hex_files.items() if path.is_file()}
    image = read_bytes(shared / IMAGE) if (shared / IMAGE).exists() else None
    manifest = _manifest(shared / MANIFEST)
    described = manifest.get("functions", []) if functions is None else functions
    proved = {(c.path, c.name) for c in analyse(sources, described).constants if c.proved}
    try:
        after = verify(sources, result, files, image, proved, roles_of(described))
        shipped = read_image(image) if image else {}
        _same_files(shipped, {name: read_bytes(path) for name, path in result_files.items()} if result_files else None)
        _says_so(manifest, shipped, len(image or b""), after)
    except InternalError as error:
        raise Mismatch(f"does not do what {original} does: {error}", str(shared),
                       hint="Build it again; if nobody has changed it, this is a bug of gapnet") from None
    regions = {id(region) for region, _ in after.pointers.values()}
    return (f"{shared} does what {original} does: {len(after.pointers)} pointers to L3 show the same bytes from {len(regions)} "
            f"allocations, {len(shipped)} files")


def _manifest(path: Path) -> dict[str, Any]:
    try:
        manifest = json.loads(read_bytes(path))
        if manifest["schema"] == 1 and isinstance(manifest["networks"], list):
            return manifest
    except (ValueError, KeyError, TypeError, RecursionError):
        pass
    raise InputError("is not a manifest of gapnet", str(path), hint="Give the folder that 'share' wrote")


def _same_files(shipped: Mapping[str, bytes], beside: Mapping[str, bytes] | None) -> None:
    """The files of `hex/`, where there are any, are those of the image."""
    if beside is None:
        return
    for name in sorted({*shipped, *beside}):
        if name not in beside:
            raise InternalError(f"{HEX}/{name} is missing, the image holds it")
        if shipped.get(name) != beside[name]:
            raise InternalError(f"{HEX}/{name} is not what the image holds")


def _says_so(manifest: dict[str, Any], shipped: Mapping[str, bytes], image_bytes: int, after: Memory) -> None:
    """The manifest tells of the same files and the same sharing."""
    try:
        listed = list(manifest["image"]["files"]) if manifest["image"] else []
        if sorted(listed) != sorted(shipped):
            raise InternalError(f"{MANIFEST} lists other files than the image holds")
        if manifest["totals"]["image_bytes"]["after"] != image_bytes:
            raise InternalError(f"{MANIFEST} says that the image has another size than {image_bytes} bytes")
        for constant in (c for network in manifest["networks"] for c in network["constants"]):
            name, owner = constant["name"], constant["shared_with"]
            if owner is not None and (name, owner) not in after.aliases:
                raise InternalError(f"{MANIFEST} says that {name} shares with {owner}, but the C does not")
            if digest_of(shipped[constant["image_file"]]) != constant["digest"]:
                raise InternalError(f"{MANIFEST} names another digest for {name} than its file has")
    except (KeyError, TypeError) as error:
        raise InternalError(f"{MANIFEST} is damaged ({error})") from None

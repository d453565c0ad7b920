"""The judge: is the shared program the original one, as far as L3 can tell?

Both programs are replayed, the original from the files of its folder, the patched one from the image. Every pointer must show
the same bytes over what the original allocated, memory that may be written must still be its own, every load must fit and find
its file, and nothing else may have changed.
"""

from __future__ import annotations

import struct
from collections.abc import Collection, Mapping

from .errors import InternalError
from .replay import DEEPLOY, Memory, Region, Roles, replay


def verify(original: Mapping[str, bytes], patched: Mapping[str, bytes], files: Mapping[str, bytes], image: bytes | None,
           proved: Collection[tuple[str, str]], roles: Roles = DEEPLOY) -> None:
    """Compare two programs. Raises InternalError with what differs first.

    files: the loaded files of the original folder by name; image: of the patched program, None where it has none; proved:
    (file, symbol) of each constant that nothing writes; roles: the functions that allocate and load.
    """
    shipped = read_image(image) if image else {}
    before = replay(original, files.get, roles)
    symbols: dict[str, set[str]] = {path: set() for path in patched}
    for key in before.pointers:
        path, _, name = key.rpartition(":")
        symbols[path].add(name)
    after = replay(patched, shipped.get, roles, symbols)
    _same_text(before, after)
    _files_found(before, after, shipped, files)
    _same_bytes(before, after)
    _still_apart(before, after, {f"{path}:{name}" for path, name in proved})


def read_image(data: bytes) -> dict[str, bytes]:
    """Files of a readfs image by name, as the device's reader finds them. Raises InternalError where it is damaged."""
    files: dict[str, bytes] = {}
    try:
        size, count = struct.unpack_from("<QI", data, 0)
        at = 12
        for _ in range(count):
            offset, length, named = struct.unpack_from("<III", data, at)
            name = data[at + 12:at + 12 + named]
            at += 12 + named
            if not name.endswith(b"\0") or offset + length > len(data) or offset < size:
                raise InternalError(f"the image is damaged at entry {name!r}")
            files.setdefault(name[:-1].decode("ascii"), data[offset:offset + length])
        if at != size:
            raise InternalError("the image's directory has another size than it says")
    except (struct.error, UnicodeDecodeError):
        raise InternalError("the image cannot be read back") from None
    return files


def _same_text(before: Memory, after: Memory) -> None:
    for path, text in before.rest.items():
        if path not in after.rest:
            raise InternalError(f"{path} is missing from the result")
        if text != after.rest[path] and b"".join(text.split()) != b"".join(after.rest[path].split()):
            raise InternalError(f"{path} was changed outside allocations and loads")
    if set(after.rest) != set(before.rest):
        raise InternalError("the result has other sources than the original")


def _files_found(before: Memory, after: Memory, shipped: Mapping[str, bytes], files: Mapping[str, bytes]) -> None:
    if after.missing:
        raise InternalError(f"{after.missing[0]!r} is loaded, but the image does not hold it")
    for name in sorted(after.strings & set(files)):
        if name not in shipped:
            raise InternalError(f"{name!r} is named by the program, but the image does not hold it")
        if name in before.strings and shipped[name] != files[name]:
            raise InternalError(f"{name!r} has other bytes in the image than in the original folder")
    if after.past:
        raise InternalError(f"{after.past[0]} is larger than its allocation")
    if [(to, data) for to, data in after.others] != [(to, data) for to, data in before.others]:
        raise InternalError("a load that is no constant's has another destination or other bytes")


def _same_bytes(before: Memory, after: Memory) -> None:
    for key, (region, offset) in sorted(before.pointers.items()):
        if key not in after.pointers:
            raise InternalError(f"{key} points nowhere")
        now, at = after.pointers[key]
        if region.size is not None and now.size is not None and now.size - at < region.size - offset:
            raise InternalError(f"{key} has {now.size - at} bytes instead of {region.size - offset}")
        for place, data in region.known.items():
            room = len(data) if region.size is None else max(0, min(len(data), region.size - place))
            if _shown(now, at + place - offset, room) != data[:room]:
                raise InternalError(f"{key} shows other bytes than in the original")
    for alias, owner in after.late:
        if (alias, owner) not in before.aliases:
            raise InternalError(f"{alias} is pointed to {owner} before {owner} is loaded")


def _shown(region: Region, offset: int, length: int) -> bytes | None:
    for place, data in region.known.items():
        if place <= offset and offset + length <= place + len(data):
            return data[offset - place:offset - place + length]
    return None if length else b""


def _still_apart(before: Memory, after: Memory, proved: set[str]) -> None:
    owners: dict[int, dict[int, str]] = {}
    for key, (region, _) in sorted(before.pointers.items()):
        path = key.rpartition(":")[0]
        owners.setdefault(id(after.pointers[key][0]), {})[id(region)] = f"{path}:{region.owner}"
    for merged in owners.values():
        if len(merged) > 1:
            for owner in sorted(merged.values()):
                if owner not in proved:
                    raise InternalError(f"{owner} shares memory, but is not proved read-only")

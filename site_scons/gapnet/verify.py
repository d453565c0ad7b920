"""The judge: is the shared program the original one, as far as L3 can tell?

Both programs are replayed, the original from the files of its folder, the patched one from the image. Every pointer must show
the same bytes over what the original allocated, memory that may be written must still be its own, every load must fit and find
its file, the image must hold nothing else, and the text around the statements that were edited must be the same to the byte.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Collection, Iterable, Mapping

from .errors import InternalError
from .replay import DEEPLOY, Memory, Region, Roles, Slot, replay

_INCLUDE = re.compile(rb"^[ \t]*#[ \t]*include[^\n]*", re.M)
_QUOTED = re.compile(rb'"[^"\n]*"?')
_MADE = re.compile(rb"#[ \t]*define[^\n]*[\"#]")  # a macro may put a name together
_ONE_CAST = re.compile(rb"\((?P<type>(?:[^()]|\([^()]*\))*)\)")


def verify(original: Mapping[str, bytes], patched: Mapping[str, bytes], files: Mapping[str, bytes], image: bytes | None,
           proved: Collection[tuple[str, str]], roles: Roles = DEEPLOY) -> Memory:
    """Compare two programs; what the patched one does to L3. Raises InternalError with what differs first.

    files: the loaded files of the original folder by name; image: of the patched program, None where it has none; proved:
    (file, symbol) of each constant that nothing writes; roles: the functions that allocate and load.
    """
    shipped = read_image(image) if image else {}
    made_by_macros = any(_MADE.search(data) for data in patched.values())
    whole = original
    original, patched = _without_common_heads(original, patched, {*files, *shipped}, roles)
    before = replay(original, files.get, roles)
    symbols: dict[str, set[str]] = {path: set() for path in original}
    for key in before.pointers:
        path, _, name = key.rpartition(":")
        symbols[path].add(name)
    after = replay(patched, shipped.get, roles, symbols)
    _files_found(before, after, shipped, files)
    _same_bytes(before, after)
    _still_apart(before, after, {f"{path}:{name}" for path, name in proved})
    _same_text(before, after, whole)
    unnamed = sorted(set(shipped) - after.strings)
    if unnamed and not made_by_macros and not _puts_names_together(after, files):
        raise InternalError(f"{unnamed[0]!r} is in the image, but nothing names it")
    return after


def _puts_names_together(memory: Memory, files: Collection[str]) -> bool:
    """Whether the program may load a name that no literal says, so that its image may hold any file of the folder."""
    endings = {n[n.rfind("."):] for n in files if "." in n}
    return memory.computed or any(e in s for s in memory.strings - set(files) for e in endings)


def _without_common_heads(original: Mapping[str, bytes], patched: Mapping[str, bytes], files: Collection[str],
                          roles: Roles) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Both programs from the function on that first allocates or loads: what is before that is equal, or it is kept.

    Network files are large and this part of them is small. A head with a string that can be a part of a file's name is kept.
    """
    calls = re.compile(b"|".join(re.escape(n.encode()) for n in sorted({*roles.allocate, *roles.load})) or b"(?!)")
    before, after = dict(original), dict(patched)
    encoded = [n.encode() for n in files]
    for path, data in original.items():
        first = calls.search(data)
        cut = data.rfind(b"\n}", 0, first.start()) + 2 if first else 0
        head = data[:cut]
        if cut <= 1 or patched.get(path, b"")[:cut] != head:
            continue
        quoted = {q.strip(b'"') for q in _QUOTED.findall(_INCLUDE.sub(b"", head))} - {b""}
        if not any(q in name or name[name.rfind(b"."):] in q for q in quoted for name in encoded):
            before[path], after[path] = data[cut:], patched[path][cut:]
    return before, after


def read_image(data: bytes) -> dict[str, bytes]:
    """Files of a readfs image by name, as the device's reader finds them. Raises InternalError where it is damaged."""
    files: dict[str, bytes] = {}
    try:
        size, count = struct.unpack_from("<QI", data, 0)
        at, end = 12, size
        for _ in range(count):
            offset, length, named = struct.unpack_from("<III", data, at)
            name = data[at + 12:at + 12 + named]
            at += 12 + named
            if not name.endswith(b"\0") or offset + length > len(data) or offset < size:
                raise InternalError(f"the image is damaged at entry {name!r}")
            if name[:-1].decode("ascii") in files:
                raise InternalError(f"the image holds {name!r} twice")
            files[name[:-1].decode("ascii")] = data[offset:offset + length]
            end = max(end, offset + length)
        if at != size or end != len(data):
            raise InternalError("the image has another size than its directory says")
    except (struct.error, UnicodeDecodeError):
        raise InternalError("the image cannot be read back") from None
    return files


def _same_text(before: Memory, after: Memory, original: Mapping[str, bytes]) -> None:
    if set(after.text) != set(before.text):
        missing = sorted(set(before.text) - set(after.text))
        raise InternalError(f"{missing[0]} is missing from the result" if missing else
                            "the result has other sources than the original")
    for path, text in before.text.items():
        now = after.text[path]
        aliased = {s.symbol for s in now if isinstance(s, Slot) and s.kind == "alias"} - {
            s.symbol for s in text if isinstance(s, Slot) and s.kind == "alias"}
        kept = _merged(s for s in text if not (isinstance(s, Slot) and s.kind == "load" and s.symbol in aliased))
        found = _merged(now)
        if len(kept) != len(found):
            raise InternalError(f"{path} was changed outside allocations and loads")
        for old, new in zip(kept, found, strict=True):
            if isinstance(old, Slot) and isinstance(new, Slot):
                _same_statement(path, old, new, original[path])
            elif old != new:
                raise InternalError(f"{path} was changed outside allocations and loads")


def _merged(items: Iterable[bytes | Slot]) -> list[bytes | Slot]:
    """Runs of text joined where no statement stands between them."""
    out: list[bytes | Slot] = []
    for item in items:
        last = out[-1] if out else None
        if isinstance(item, bytes) and isinstance(last, bytes):
            out[-1] = last + item
        else:
            out.append(item)
    return out


def _same_statement(path: str, old: Slot, new: Slot, original: bytes) -> None:
    """A statement stays, or an allocation becomes an alias, or a survivor grows, or a load names another file of equal bytes."""
    if old.symbol != new.symbol:
        raise InternalError(f"{path}: {new.symbol} stands where {old.symbol} was")
    if old.kind == "allocate" and new.kind == "alias":
        if not _keeps_address(new, original):
            raise InternalError(f"{path}: the address of {new.symbol} is cut by a cast")
        return
    if old.kind != new.kind or old.text != new.text or old.data != new.data:
        raise InternalError(f"{path}: the {old.kind} of {old.symbol or 'a file'} is not what it was")
    if old.size != new.size and (old.size is None or new.size is None or new.size < old.size):
        raise InternalError(f"{path}:{old.symbol} has {new.size} bytes instead of {old.size}")


def _keeps_address(alias: Slot, original: bytes) -> bool:
    """Whether an alias has no cast, or one cast to a pointer type: one with a `*`, or the name that declares the symbol."""
    cast = alias.text.strip()
    if not cast:
        return True
    one = _ONE_CAST.fullmatch(cast)
    if one is None or b"*" in one["type"]:
        return one is not None
    words = rb"\s+".join(re.escape(w) for w in one["type"].split())
    declared = re.compile(rb"\b%s\b[^;=(){}]*\b%s\b" % (words, re.escape(alias.symbol.encode())))
    return bool(words) and declared.search(original) is not None


def _files_found(before: Memory, after: Memory, shipped: Mapping[str, bytes], files: Mapping[str, bytes]) -> None:
    for name in after.missing:
        if name not in before.missing:
            raise InternalError(f"{name!r} is loaded, but the image does not hold it")
    for name in sorted(after.whole & set(files)):
        if name not in shipped:
            raise InternalError(f"{name!r} is named by the program, but the image does not hold it")
    for name, data in shipped.items():
        if name not in files or (name in before.strings and data != files[name]):
            raise InternalError(f"{name!r} has other bytes in the image than in the original folder")
    past = [p for p in after.past if p not in before.past]
    if past:
        raise InternalError(f"{past[0]} is larger than its allocation")


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

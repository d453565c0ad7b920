"""The judge: is the shared program the original one, as far as L3 can tell?

Both programs are replayed, the original from the files of its folder, the patched one from the image. Every pointer must show
the same bytes over what the original allocated, memory that may be written must still be its own, every load must fit and find
its file, the image must hold nothing else, and the text around the statements that were edited must be the same to the byte.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Collection, Iterable, Mapping
from typing import TypeVar

from .analysis import COMMON
from .contents import digest_of
from .errors import InternalError
from .replay import Bytes, Memory, Region, Slot, replay, same_bytes
from .same_text import same_text
from .shapes import DEEPLOY, Roles

Data = TypeVar("Data", bytes, memoryview)

_INCLUDE = re.compile(rb"[ \t]*#[ \t]*include")
_QUOTED = re.compile(rb'"[^"\n]*"?')
_MADE = re.compile(rb"#[ \t]*define[^\n]*[\"#]")  # a macro may put a name together
_REDEFINED = re.compile(rb"#(?:[ \t]*(?:define|undef)[ \t]+(?:if|void|char|weak|__attribute__)\b|#)")
_A_NAME = re.compile(rb"(?<![\w$])[A-Za-z_$]")
_DECLARED = re.compile(rb"/\*[^*]*\*/\r?\n(?:__attribute__\(\(weak\)\) void \*(gapnet_\w+);\r?\n"
                       rb"__attribute__\(\(weak\)\) char \1_loaded;\r?\n)+")


def verify(original: Mapping[str, bytes], patched: Mapping[str, bytes], files: Mapping[str, bytes], image: bytes | None,
           proved: Mapping[tuple[str, str], int], roles: Roles = DEEPLOY, alone: bool = True,
           commons: dict[str, Region] | None = None, extra: Collection[str] = ()) -> Memory:
    """Compare two programs; what the patched one does to L3. Raises InternalError with what differs first.

    files: the loaded files of the original folder by name; image: of the patched program, None where it has none; proved:
    (file, symbol) of each constant that nothing writes, and the offset of the function that loads it; roles: the functions that
    allocate and load. alone: the image is of this program only; where it is not, `nothing_else` judges all of its programs
    together, and commons is the memory that those judged before have in common, extra the names of the files that no program
    brought.
    """
    shipped = read_image(memoryview(image)) if image else {}
    made_by_macros = any(_MADE.search(data) for data in patched.values())
    whole = original
    original, patched, declared = _without_declarations(original, patched)
    original, patched = _without_common_heads(original, patched, {*files, *shipped}, roles)
    before = replay(original, files.get, roles)
    symbols: dict[str, set[str]] = {path: set() for path in original}
    for key in before.pointers:
        path, _, name = key.rpartition(":")
        symbols[path].add(name)
    after = replay(patched, shipped.get, roles, symbols, commons)
    provable = {f"{path}:{name}": body for (path, name), body in proved.items()}
    brought = {name: data for name, data in shipped.items() if name in files or name not in extra}
    _files_found(before, after, brought, files, alone)
    _same_bytes(before, after)
    _still_apart(before, after, provable)
    _of_one_function(before, after, provable)
    _common_is_right(before, after, declared, provable)
    same_text(before, after, whole)
    after.computed = made_by_macros or _puts_names_together(after, files)
    if alone:
        nothing_else(shipped, [after])
    return after


def nothing_else(shipped: Iterable[str], programs: Iterable[Memory], extra: Collection[str] = ()) -> None:
    """Raises InternalError where an image holds a file that none of its programs names. extra: files put there by the user."""
    programs = list(programs)
    unnamed = sorted(set(shipped).difference(extra, *(p.strings for p in programs)))
    if unnamed and not any(p.computed for p in programs):
        raise InternalError(f"{unnamed[0]!r} is in the image, but nothing names it")


def _without_declarations(original: Mapping[str, bytes], patched: Mapping[str, bytes]) -> tuple[
        dict[str, bytes], dict[str, bytes], dict[str, set[str]]]:
    """Both programs without the definitions of common memory on top of a file, and the names that only the patched one has."""
    before, after, declared = dict(original), dict(patched), {}
    for path in patched:
        mark, names, after[path] = _cut_declarations(patched[path])
        old_mark, old_names, before_text = _cut_declarations(original.get(path, b""))
        if path in before:
            before[path] = before_text
        if mark != old_mark or not old_names <= names:
            raise InternalError(f"{path} does not begin as it did")
        declared[path] = names - old_names
    added = set().union(*declared.values())
    for path, data in original.items() if added else ():
        known = next((n for n in sorted(added) if n.encode() in data), None) if COMMON.encode() in data else None
        if known is not None:
            raise InternalError(f"{known} is common memory, but a name in {path} already")
        if _REDEFINED.search(data) or b"%:%:" in data:
            raise InternalError(f"there is common memory, but {path} gives its words another meaning")
    return before, after, declared


def _cut_declarations(data: bytes) -> tuple[bool, set[str], bytes]:
    """(it begins with a byte order mark, names of common memory that it defines on top, the rest)."""
    mark = data.startswith(b"\xef\xbb\xbf")
    names: set[str] = set()
    data = data[3:] if mark else data
    while (match := _DECLARED.match(data)) is not None:
        names |= {n.decode() for n in re.findall(rb"void \*(gapnet_\w+);", match[0])}
        data = data[match.end():]
    return mark, names, data


def _common_is_right(before: Memory, after: Memory, declared: Mapping[str, set[str]], proved: Collection[str]) -> None:
    """What becomes common was proved, is defined in its file, and is filled in one way wherever that is done."""
    if after.clashing:
        raise InternalError(f"{after.clashing[0]} is filled in two ways")
    for path, items in after.text.items():
        old = {s.symbol for s in before.text.get(path, ()) if isinstance(s, Slot) and s.kind == "common"}
        used = set()
        for slot in items:
            if isinstance(slot, Slot) and slot.kind == "common" and slot.symbol not in old:
                used.add(slot.common)
                if not f"{slot.common}_".startswith(f"{COMMON}{digest_of(slot.data or b'')}_{slot.size}_"):
                    raise InternalError(f"{slot.common} is not named after what fills it")
                if f"{path}:{slot.symbol}" not in proved:
                    raise InternalError(f"{path}:{slot.symbol} shares memory, but is not proved read-only")
        if used != declared.get(path, set()):
            raise InternalError(f"{path}: {min(used ^ declared.get(path, set()))} is not both defined and used")


def _puts_names_together(memory: Memory, files: Collection[str]) -> bool:
    """Whether the program may load a name that no literal says, so that its image may hold any file of the folder."""
    endings = {n[n.rfind("."):] for n in files if "." in n}
    return memory.computed or any(e in s for s in memory.strings - set(files) for e in endings)


def _without_common_heads(original: Mapping[str, bytes], patched: Mapping[str, bytes], files: Collection[str],
                          roles: Roles) -> tuple[dict[str, bytes], dict[str, bytes]]:
    """Both programs from the function on that first allocates or loads: what is before that is equal, or it is kept.

    Network files are large and this part of them is small; a header mostly has none. A head with a string that can be a part of
    a file's name is kept.
    """
    calls = [n.encode() for n in {*roles.allocate, *roles.load}]
    before, after = dict(original), dict(patched)
    encoded = [n.encode() for n in files]
    together, endings = b"\n".join(encoded), {n[n.rfind(b"."):] for n in encoded}
    for path, data in original.items():
        first = min((at for at in map(data.find, calls) if at >= 0), default=-1)
        cut = data.rfind(b"\n}", 0, first) + 2 if first >= 0 else len(data) if patched.get(path) == data else 0
        head = data[:cut]
        if cut > 1 and patched.get(path, b"").startswith(head) and not any(
                q in together or any(e in q for e in endings) for q in _quoted(head)):
            before[path], after[path] = data[cut:], patched[path][cut:]
    return before, after


def _quoted(code: bytes) -> set[bytes]:
    """What stands between quotes, comments or not, but in no include."""
    found: set[bytes] = set()
    end, included = 0, False
    for match in _QUOTED.finditer(code):
        line = code.rfind(b"\n", end, match.start()) + 1
        if line or not end:  # another line than that of the string before
            included = _INCLUDE.match(code, line) is not None
        end = match.end()
        if not included:
            found.add(match[0].strip(b'"'))
    return found - {b""}


def read_image(data: Data) -> dict[str, Data]:
    """Files of a readfs image by name, as the device's reader finds them. Raises InternalError where it is damaged.

    A view of the image gives views, which take no memory.
    """
    files: dict[str, Data] = {}
    try:
        size, count = struct.unpack_from("<QI", data, 0)
        at, end = 12, size
        for _ in range(count):
            offset, length, named = struct.unpack_from("<III", data, at)
            name = bytes(data[at + 12:at + 12 + named])
            at += 12 + named
            if not name or name.find(b"\0") != named - 1 or offset + length > len(data) or offset < size:
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


def _files_found(before: Memory, after: Memory, shipped: Mapping[str, Bytes], files: Mapping[str, bytes],
                 alone: bool) -> None:
    for name in after.missing:
        if name not in before.missing:
            raise InternalError(f"{name!r} is loaded, but the image does not hold it")
    for name in sorted(after.whole & set(files) & after.elsewhere):
        if name not in shipped:
            raise InternalError(f"{name!r} is named by the program, but the image does not hold it")
    known: dict[str, list[bytes]] = {}
    others = [n for n in sorted(shipped if alone else set(shipped) & after.strings)
              if n not in files or not same_bytes(files[n], shipped[n])]
    for data in files.values() if others else ():
        known.setdefault(digest_of(data), []).append(data)
    for name in others:
        by_loads_alone = name in after.strings and name not in after.elsewhere
        if not by_loads_alone or not any(same_bytes(d, shipped[name]) for d in known.get(digest_of(shipped[name]), ())):
            raise InternalError(f"{name!r} has other bytes in the image than in the original folder")
    for key, name in after.past:
        if key not in dict(before.past):  # the original may overflow, too; equal bytes are loaded, as is checked elsewhere
            raise InternalError(f"{name!r} into {key} is larger than its allocation")


def _same_bytes(before: Memory, after: Memory) -> None:
    for key, (region, offset) in sorted(before.pointers.items()):
        if key not in after.pointers:
            raise InternalError(f"{key} points nowhere")
        now, at = after.pointers[key]
        if region.size is not None and now.size is not None and now.size - at < region.size - offset:
            raise InternalError(f"{key} has {now.size - at} bytes instead of {region.size - offset}")
        for place, data in region.known.items():
            room = len(data) if region.size is None else max(0, min(len(data), region.size - place))
            shown = _shown(now, at + place - offset, room)
            if shown is None or not same_bytes(data[:room], shown):
                raise InternalError(f"{key} shows other bytes than in the original")
    for alias, owner in after.late:
        if (alias, owner) not in before.aliases:
            raise InternalError(f"{alias} is pointed to {owner} before {owner} is loaded")


def _shown(region: Region, offset: int, length: int) -> Bytes | None:
    for place, data in region.known.items():
        if place <= offset and offset + length <= place + len(data):
            return data[offset - place:offset - place + length]
    return None if length else b""


def _of_one_function(before: Memory, after: Memory, proved: Mapping[str, int]) -> None:
    """What is pointed to a constant instead of being allocated is so in the function that loads it: no other need have run."""
    for path, items in after.text.items():
        old = {s.symbol for s in before.text.get(path, ()) if isinstance(s, Slot) and s.kind == "alias"}
        for slot in items:
            if isinstance(slot, Slot) and slot.kind == "alias" and slot.symbol not in old:
                name, owner = f"{path}:{slot.symbol}", f"{path}:{slot.other}"
                if proved.get(name, -1) != proved.get(owner, -2):
                    raise InternalError(f"{name} is pointed to {slot.other}, which another function loads")


def _still_apart(before: Memory, after: Memory, proved: Mapping[str, int]) -> None:
    owners: dict[int, dict[int, str]] = {}
    for key, (region, _) in sorted(before.pointers.items()):
        path, now = key.rpartition(":")[0], after.pointers[key][0]
        owners.setdefault(id(now), {})[id(region)] = f"{path}:{region.owner}"
        if now.maker != region.maker:
            raise InternalError(f"{key} points into another memory than it did")
        if _A_NAME.search(region.maker.partition(b"(")[2]) and now.owner != region.owner:
            raise InternalError(f"{key} may point into another memory than it did")
    for merged in owners.values():
        if len(merged) > 1:
            for owner in sorted(merged.values()):
                if owner not in proved:
                    raise InternalError(f"{owner} shares memory, but is not proved read-only")

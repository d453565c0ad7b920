"""Is the text of two programs the same around the statements that were replayed, and are those changed only as sharing may?

An allocation may become an alias, whose load is gone; an allocation with its load may become the block that fills common
memory; a survivor may grow; a load may name another file of equal bytes. Every other byte is as it was.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from .errors import InternalError
from .replay import Bytes, Memory, Slot, same_bytes

_ONE_CAST = re.compile(rb"\((?P<type>(?:[^()]|\([^()]*\))*)\)")


def same_text(before: Memory, after: Memory, original: Mapping[str, bytes]) -> None:
    """Raises InternalError where anything but the statements that were replayed differs, or one of them in a way it must not."""
    if set(after.text) != set(before.text):
        missing = sorted(set(before.text) - set(after.text))
        raise InternalError(f"{missing[0]} is missing from the result" if missing else
                            "the result has other sources than the original")
    for path, text in before.text.items():
        now = after.text[path]
        aliased, common = (_made(kind, text, now) for kind in ("alias", "common"))
        kept = _merged(_in_pairs((s for s in text if not (isinstance(s, Slot) and s.kind == "load" and s.symbol in aliased)),
                                 common))
        found = _merged(now)
        if len(kept) != len(found):
            raise InternalError(f"{path} was changed outside allocations and loads")
        for old, new in zip(kept, found, strict=True):
            if isinstance(old, Slot) and isinstance(new, Slot):
                _same_statement(path, old, new, original[path])
            elif old != new:
                raise InternalError(f"{path} was changed outside allocations and loads")


def _made(kind: str, before: Iterable[bytes | Slot], after: Iterable[bytes | Slot]) -> set[str]:
    """Symbols that have a statement of a kind after and had none before."""
    now, then = ({s.symbol for s in text if isinstance(s, Slot) and s.kind == kind} for text in (after, before))
    return now - then


def _in_pairs(items: Iterable[bytes | Slot], common: set[str]) -> Iterator[bytes | Slot]:
    """The same items, with an allocation and the load right behind it as one, for those that become common."""
    waiting: list[Slot] = []
    for item in items:
        if waiting:
            if isinstance(item, bytes) and not item.strip():
                continue
            first = waiting.pop()
            if not isinstance(item, Slot) or (item.kind, item.symbol) != ("load", first.symbol):
                raise InternalError(f"{first.symbol} becomes common, but its load does not follow its allocation")
            yield Slot("pair", first.symbol, first.text + b"|" + item.text, item.data, first.size)
        elif isinstance(item, Slot) and item.kind == "allocate" and item.symbol in common:
            waiting.append(item)
        else:
            yield item
    yield from waiting


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
    """A statement stays, or an allocation becomes an alias, or with its load becomes common, or a survivor grows, or a load names
    another file of equal bytes."""
    if old.symbol != new.symbol:
        raise InternalError(f"{path}: {new.symbol} stands where {old.symbol} was")
    if old.kind == "allocate" and new.kind == "alias":
        if not _keeps_address(new, original):
            raise InternalError(f"{path}: the address of {new.symbol} is cut by a cast")
        return
    if old.kind == "pair" and new.kind == "common":
        text = re.sub(rb"\b%s\b" % re.escape(new.common.encode()), old.symbol.encode(), new.text)
        if text != old.text or not _keeps_address(new, original):
            raise InternalError(f"{path}: {new.symbol} is not filled as it was")
        new = replace(new, kind="pair", text=old.text)
    same = (old.kind, old.text, old.cast, old.common) == (new.kind, new.text, new.cast, new.common) or old.kind == "pair"
    if not same or not _same_data(old.data, new.data):
        raise InternalError(f"{path}: the {old.kind} of {old.symbol or 'a file'} is not what it was")
    if old.size != new.size and (old.size is None or new.size is None or new.size < old.size):
        raise InternalError(f"{path}:{old.symbol} has {new.size} bytes instead of {old.size}")


def _same_data(one: Bytes | None, other: Bytes | None) -> bool:
    return one is other if one is None or other is None else same_bytes(one, other)


def _keeps_address(alias: Slot, original: bytes) -> bool:
    """Whether an alias has no cast, or one cast to a pointer type: one with a `*`, or the name that declares the symbol."""
    cast = alias.cast.strip()
    if not cast:
        return True
    one = _ONE_CAST.fullmatch(cast)
    if one is None or b"*" in one["type"]:
        return one is not None
    words = rb"\s+".join(re.escape(w) for w in one["type"].split())
    declared = re.compile(rb"\b%s\b[^;=(){}]*\b%s\b" % (words, re.escape(alias.symbol.encode())))
    return bool(words) and declared.search(original) is not None

"""What became of the constants of a firmware between two manifests, and why.

Constants are compared by network and name, and sharing by who lies together, not by who points to whom: where the first of three
equal constants gets other bytes, the second one keeps the memory, and only the first has left it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from .record import TOTALS, Entry, Key, Record

UNSHARED, SHARED, APPEARED, VANISHED, GREW, SHRANK, ROLE, CHANGED = KINDS = (
    "unshared", "shared", "appeared", "vanished", "grew", "shrank", "role", "changed")
"""Left the memory that it shared; came into one that it did not use; is new; is gone; asks for more; for less; became an input or
ceased to be one; holds other bytes of the same number, and nothing else is to be said of it."""


@dataclass(frozen=True)
class Change:
    """Of one constant or arena. old, new: bytes requested for it, None where it is not; place: `file:line` in the C of the newer
    manifest, None for arenas and what is gone; why: in words; others: who it shares memory with, or shared it with where it is
    gone, as (network, name); what: constant, input or arena."""

    kind: str
    network: str
    name: str
    old: int | None
    new: int | None
    place: str | None = None
    why: str = ""
    others: tuple[tuple[str, str], ...] = ()
    what: str = "constant"

    @property
    def weight(self) -> int:
        """Bytes that the change is about: the difference of sizes, or the size where nothing grew or shrank."""
        sizes = (self.old or 0, self.new or 0)
        return abs(sizes[1] - sizes[0]) or sizes[1]


@dataclass(frozen=True)
class Diff:
    """old, new: the manifests. appeared, vanished: names of networks. renamed: what the one network of `old` was called, where
    it is the one of `new`. changes: by network, kind, and size, the largest first."""

    old: Record
    new: Record
    appeared: tuple[str, ...]
    vanished: tuple[str, ...]
    renamed: str | None
    changes: tuple[Change, ...]

    def growth(self, total: str) -> int:
        """By how much a total after sharing grew, negative where it shrank."""
        return self.new.totals[total][1] - self.old.totals[total][1]

    def is_empty(self) -> bool:
        """Whether nothing differs."""
        same_totals = all(self.old.totals[t] == self.new.totals[t] for t in TOTALS)
        return same_totals and not (self.changes or self.appeared or self.vanished or self.options())

    def options(self) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
        """Words of each option that is another one now: (those before, those now)."""
        return {name: (self.old.options[name], words) for name, words in self.new.options.items()
                if self.old.options.get(name, words) != words}

    def listed(self, kind: str) -> list[Change]:
        """Changes of one kind in the networks that both manifests have."""
        return [c for c in self.changes if c.kind == kind and c.network in self.old.networks and c.network in self.new.networks]

    def of(self, network: str, kind: str) -> list[Change]:
        """Changes of one kind in a network."""
        return [c for c in self.changes if (c.network, c.kind) == (network, kind)]


def compare(old: Record, new: Record) -> Diff:
    """What changed from `old` to `new`."""
    renamed = _renamed(old, new)
    if renamed is not None:
        old = _called(old, new.networks[0])
    changes = [*_parted(old, new), *_joined(old, new), *_sizes(old, new), *_arenas(old, new)]
    moved = {(c.network, c.name) for c in changes}
    changes += [_change(CHANGED, was, e) for was, e in _both(old, new)
                if was.digest != e.digest and (e.network, e.name) not in moved]
    networks = tuple(dict.fromkeys((*new.networks, *old.networks)))
    order = {(network, kind): i for i, (network, kind) in enumerate((n, k) for n in networks for k in KINDS)}
    changes.sort(key=lambda c: (order[c.network, c.kind], -c.weight))
    return Diff(old, new, tuple(n for n in new.networks if n not in old.networks),
                tuple(n for n in old.networks if n not in new.networks), renamed, tuple(changes))


def as_data(diff: Diff) -> dict[str, Any]:
    """A diff for scripts."""
    def pair(counts: tuple[int, int]) -> dict[str, int]:
        return {"before": counts[0], "after": counts[1]}

    return {
        "schema": 1,
        "networks": list(diff.new.networks),
        "appeared": list(diff.appeared),
        "vanished": list(diff.vanished),
        "renamed": diff.renamed,
        "totals": {key: {"old": pair(diff.old.totals[key]), "new": pair(diff.new.totals[key])} for key in TOTALS},
        "options": {name: {"old": list(before), "new": list(now)} for name, (before, now) in diff.options().items()},
        "changes": [{"kind": c.kind, "network": c.network, "name": c.name, "what": c.what, "old_bytes": c.old, "new_bytes": c.new,
                     "where": c.place, "why": c.why or None, "others": [{"network": n, "name": name} for n, name in c.others]}
                    for c in diff.changes],
    }


def why_alone(old: Record, new: Record, entry: Entry) -> str:
    """Why a constant of `new` shares no memory, with its place."""
    if not new.share:
        return "sharing is off"
    was = old.entries.get(entry.key)
    others = [other for other in old.memories[was.root] if other.key != entry.key] if was else []
    left = next((new.entries[other.key] for other in others if other.key in new.entries), None)
    if left is not None:
        return f"{entry.where}: {_why(entry, was, left)}"
    if entry.reason:
        return f"{entry.where}: {entry.reason}"
    if others:
        return f"{entry.where}: {_name(others[0], entry)}, which it shared memory with, is gone"
    equal = next((e for e in new.entries.values() if e.digest == entry.digest and e.key != entry.key), None)
    if equal is None:
        return f"{entry.where}: no other constant holds its bytes"
    return f"{equal.where}: {_name(equal, entry)}, which is equal to it: {equal.reason or 'is apart'}"


# --- networks ---

def _renamed(old: Record, new: Record) -> str | None:
    """The name of the one network of `old` where it is the one network of `new` under another name: most of the names of the
    constants of either are those of the other, too."""
    if len(old.networks) != 1 or len(new.networks) != 1 or old.networks == new.networks:
        return None
    before, after = ({key[1:] for key in r.entries} for r in (old, new))
    return old.networks[0] if 2 * len(before & after) > max(len(before), len(after)) else None


def _called(record: Record, name: str) -> Record:
    """The record of one network under another name."""
    def key(k: Key) -> Key:
        return (name, *k[1:]) if k[0] == record.networks[0] else k

    entries = {key(k): replace(e, key=key(k), root=key(e.root)) for k, e in record.entries.items()}
    return replace(record, networks=(name,), entries=entries, arenas={(name, a): size for (_, a), size in record.arenas.items()})


def _change(kind: str, was: Entry | None, now: Entry | None, why: str = "", others: Iterable[tuple[str, str]] = ()) -> Change:
    """A change of one constant from an entry to another; at least one of them is there."""
    e = now or was
    assert e is not None
    return Change(kind, e.network, e.name, was.bytes if was else None, now.bytes if now else None, now.where if now else None,
                  why, tuple(others), e.role)


# --- sizes ---

def _both(old: Record, new: Record) -> list[tuple[Entry, Entry]]:
    return [(old.entries[key], e) for key, e in new.entries.items() if key in old.entries]


def _sizes(old: Record, new: Record) -> list[Change]:
    changes = []
    for was, e in _both(old, new):
        if was.bytes != e.bytes:
            changes.append(_change(GREW if e.bytes > was.bytes else SHRANK, was, e))
        if was.role != e.role:
            changes.append(_change(ROLE, was, e, f"{was.role} before, {e.role} now"))
    for key, e in new.entries.items():
        if key not in old.entries:
            changes.append(_change(APPEARED, None, e, e.reason or "", new.company(e)))
    for key, e in old.entries.items():
        if key not in new.entries:
            changes.append(_change(VANISHED, e, None, others=old.company(e)))
    return changes


def _arenas(old: Record, new: Record) -> list[Change]:
    changes = []
    for key in dict.fromkeys((*new.arenas, *old.arenas)):
        before, after = old.arenas.get(key), new.arenas.get(key)
        if before != after:
            kind = (APPEARED if before is None else VANISHED if after is None else GREW if after > before else SHRANK)
            changes.append(Change(kind, *key, before, after, what="arena"))
    return changes


# --- sharing ---

def _parted(old: Record, new: Record) -> list[Change]:
    """Constants that left a memory in which others stayed."""
    changes = []
    for stayed, left in _splits(old, new, new):
        for e in left:
            why = "sharing is off" if not new.share else _why(e, old.entries[e.key], stayed[0])
            changes.append(_change(UNSHARED, old.entries[e.key], e, why, new.company(e)))
    return changes


def _joined(old: Record, new: Record) -> list[Change]:
    """Constants that came into a memory in which others were."""
    changes = []
    for _, came in _splits(new, old, old):
        for was in came:
            e = new.entries[was.key]
            why = "its bytes changed" if was.digest != e.digest else f"before: {was.reason}" if was.reason else ""
            changes.append(_change(SHARED, was, e, why, new.company(e)))
    return changes


def _splits(together: Record, apart: Record, judged: Record) -> Iterable[tuple[list[Entry], list[Entry]]]:
    """Memories of one record whose users lie in several of the other: (who kept it, who did not), as entries of `judged`.

    Those kept it who hold the bytes that they held, and whom nothing keeps from sharing; of several such parts the largest, of
    equal ones the first.
    """
    for users in together.memories.values():
        parts: dict[Key, list[Entry]] = {}
        for e in users:
            if e.key in apart.entries:
                parts.setdefault(apart.entries[e.key].root, []).append(judged.entries[e.key])
        if len(parts) < 2:
            continue

        def rank(part: Sequence[Entry], other: Mapping[Key, Entry] = together.entries) -> tuple[int, int]:
            return sum(e.reason is None and e.digest == other[e.key].digest for e in part), len(part)

        kept = max(parts.values(), key=rank)
        yield kept, [e for part in parts.values() if part is not kept for e in part]


def _why(entry: Entry, was: Entry | None, other: Entry) -> str:
    """Why a constant does not share memory with another one, with which it did."""
    found = []
    if entry.digest != other.digest:
        changed = was is None or was.digest != entry.digest
        found.append(f"its bytes are no longer those of {_name(other, entry)}" if changed else
                     f"the bytes of {_name(other, entry)} are no longer its own")
    if entry.reason:
        found.append(entry.reason)
    elif not found and other.reason:
        found.append(f"{_name(other, entry)}: {other.reason} ({other.where})")
    return "; ".join(found) or "it has memory of its own"


def _name(entry: Entry, seen_from: Entry) -> str:
    return entry.name if entry.network == seen_from.network else f"{entry.network}/{entry.name}"

"""A manifest as it was kept: read from disk, checked, and in the form in which two of them are compared.

It may be of an earlier version, which wrote fewer keys, and anybody may have edited it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from .errors import InputError
from .folder import read_bytes
from .options import MANIFEST, SCHEMA

TOTALS = ("l3_requested_bytes", "l3_allocations", "file_loads", "loaded_bytes", "files", "file_bytes", "image_bytes")
"""What every manifest counts, before and after sharing."""
Key = tuple[str, str, int]
"""A constant: its network, its name, and the how many-eth of that name it is; statics of two files may be called the same."""


@dataclass(frozen=True)
class Entry:
    """A constant or an input. bytes: of its allocation; root: whose memory it uses, itself where it has its own; reason, where:
    why it has, and the place, both as the manifest says; common: whether Init functions that the manifest need not list use its
    memory, too."""

    key: Key
    bytes: int
    digest: str
    role: str
    root: Key
    reason: str | None
    where: str
    common: bool = False

    @property
    def network(self) -> str:
        return self.key[0]

    @property
    def name(self) -> str:
        return self.key[1]


@dataclass(frozen=True)
class Record:
    """networks: their names. entries: by key, in the order of the manifest. arenas: bytes by (network, name). totals: (before,
    after) sharing by the names of `TOTALS`. share: whether sharing was on. options: what else decided the result, as words by
    name, as far as the manifest says it."""

    networks: tuple[str, ...]
    entries: Mapping[Key, Entry] = field(repr=False)
    arenas: Mapping[tuple[str, str], int] = field(repr=False)
    totals: Mapping[str, tuple[int, int]]
    share: bool
    options: Mapping[str, tuple[str, ...]]

    def named(self, name: str) -> list[Entry]:
        """Constants of a name, or of `network/name`."""
        network, slash, plain = name.rpartition("/")
        return [e for e in self.entries.values() if e.name == (plain if slash else name) and (not slash or e.network == network)]

    @cached_property
    def memories(self) -> dict[Key, list[Entry]]:
        """Who lies in one memory, by root; those that are alone in theirs, too."""
        found: dict[Key, list[Entry]] = {}
        for entry in self.entries.values():
            found.setdefault(entry.root, []).append(entry)
        return found

    def company(self, entry: Entry) -> list[tuple[str, str]]:
        """(network, name) of who else lies in the memory of a constant."""
        foreign = [] if entry.root in self.entries else [entry.root[:2]]
        return foreign + [(e.network, e.name) for e in self.memories[entry.root] if e.key != entry.key]

    def is_shared(self, entry: Entry) -> bool:
        """Whether anything else lies in the memory of a constant."""
        return entry.common or bool(self.company(entry))


def read_record(path: Path) -> Record:
    """The manifest at a path, or in a folder that `share` wrote. Raises InputError."""
    place = path / MANIFEST if os.path.isdir(path) else path
    return parse(read_bytes(place), str(place))


def parse(data: bytes, path: str | None = None) -> Record:
    """A manifest from its bytes. Raises InputError with the path."""
    try:
        return record_of(loaded(data, path))
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError, OverflowError):
        raise InputError("is not a manifest of gapnet", path) from None


def loaded(data: bytes, path: str | None = None) -> dict[str, Any]:
    """A manifest from its bytes, of a schema that is known; what it says is not looked at. Raises InputError for another schema,
    ValueError, KeyError, TypeError or RecursionError for what is none."""
    manifest = json.loads(data)
    if manifest["schema"] != SCHEMA:
        raise InputError(f"manifest schema {manifest['schema']!r} is not known", path, hint="Use a newer gapnet")
    return dict(manifest)


def record_of(manifest: Mapping[str, Any]) -> Record:
    """The record of a manifest as `manifest.make_manifest` makes it. Raises ValueError, KeyError, TypeError, AttributeError."""
    names = tuple(_text(n["name"]) for n in manifest["networks"])
    if len(set(names)) < len(names):
        raise ValueError("two networks of one name")
    plain = [(key, c) for n in manifest["networks"] for key, c in _keyed(_text(n["name"]), n["constants"])]
    roots = _roots(plain)
    entries = {key: Entry(key, _number(c["bytes"]), _text(c["digest"]), _text(c["role"]), roots[key],
                          None if c["reason"] is None else _text(c["reason"]), _text(c["where"]), bool(c.get("common")))
               for key, c in plain}
    arenas = {(n["name"], _text(a["name"])): _number(a["bytes"]) for n in manifest["networks"] for a in n.get("arenas", [])}
    totals = {key: manifest["totals"][key] for key in TOTALS}
    pairs = {key: (_number(pair["before"]), _number(pair["after"])) for key, pair in totals.items()}
    return Record(names, entries, arenas, pairs, bool(manifest.get("share", True)), _options(manifest))


def _options(manifest: Mapping[str, Any]) -> dict[str, tuple[str, ...]]:
    image = manifest.get("image") or {}
    found: dict[str, tuple[str, ...]] = {"sharing": ("on" if manifest["share"] else "off",)} if "share" in manifest else {}
    found |= {"functions": tuple(_text(f) for f in manifest["functions"])} if "functions" in manifest else {}
    found |= {"alignment": (str(_number(image["align"])),)} if "align" in image else {}
    found |= {"more files": tuple(_text(f) for f in image["extra"])} if "extra" in image else {}
    return found


def _keyed(network: str, constants: list[dict[str, Any]]) -> Iterator[tuple[Key, dict[str, Any]]]:
    count: dict[str, int] = {}
    for c in constants:
        name = _text(c["name"])
        count[name] = count.get(name, 0) + 1
        yield (network, name, count[name]), c


def _roots(plain: list[tuple[Key, dict[str, Any]]]) -> dict[Key, Key]:
    """Whose memory each uses. One that uses that of a network that is not in the manifest is with all others that do."""
    owners: dict[tuple[str, str, str], Key] = {}
    for (network, name, nth), c in plain:
        if not c["shared_with"]:
            owners.setdefault((network, name, _text(c["digest"])), (network, name, nth))
    found = {}
    for key, c in plain:
        whose = key
        if c["shared_with"]:
            network, name = _text(c.get("shared_with_network") or key[0]), _text(c["shared_with"])
            whose = owners.get((network, name, c["digest"]), (network, name, 0))
        found[key] = whose
    return found


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value


def _number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < 1 << 64:
        raise TypeError(f"{value!r} is no number of bytes")
    return value

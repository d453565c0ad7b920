"""The bytes of the files that a network loads, and which of them are equal.

A size and an xxh3-128 digest only tell which contents may be equal; bytes decide.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

import xxhash

Key = TypeVar("Key")


@dataclass(frozen=True, eq=False)
class Content:
    """One distinct content, equal to itself alone. data: its bytes; digest: xxh3-128, hexadecimal."""

    data: bytes
    digest: str


def digest_of(data: bytes | memoryview) -> str:
    """xxh3-128 of some bytes, hexadecimal."""
    return xxhash.xxh3_128_hexdigest(data)


def distinct(files: Mapping[Key, bytes]) -> dict[Key, Content]:
    """Content of each file by its name or whatever else tells files apart, the same object for equal bytes."""
    known: dict[tuple[int, str], list[Content]] = {}
    found: dict[Key, Content] = {}
    for name, data in files.items():
        digest = digest_of(data)
        same = known.setdefault((len(data), digest), [])
        content = next((c for c in same if c.data == data), None)
        if content is None:
            content = Content(data, digest)
            same.append(content)
        found[name] = content
    return found

"""The bytes of the files that a network loads, and which of them are equal.

A size and an xxh3-128 digest only tell which contents may be equal; bytes decide.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

import xxhash

Key = TypeVar("Key")


@dataclass(frozen=True, eq=False)
class Content:
    """One distinct content, equal to itself alone. data: its bytes."""

    data: bytes

    @cached_property
    def digest(self) -> str:
        """xxh3-128 of its bytes, hexadecimal."""
        return digest_of(self.data)


def digest_of(data: bytes | memoryview) -> str:
    """xxh3-128 of some bytes, hexadecimal."""
    return xxhash.xxh3_128_hexdigest(data)


def distinct(files: Mapping[Key, bytes]) -> dict[Key, Content]:
    """Content of each file by its name or whatever else tells files apart, the same object for equal bytes."""
    lengths = Counter(map(len, files.values()))
    known: dict[tuple[int, str], list[Content]] = {}
    found: dict[Key, Content] = {}
    for name, data in files.items():
        found[name] = content = Content(data)
        if lengths[len(data)] > 1:
            same = known.setdefault((len(data), content.digest), [])
            found[name] = next((c for c in same if c.data == data), content)
            if found[name] is content:
                same.append(content)
    return found

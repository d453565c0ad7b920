"""The bytes of the files that a network loads, and which of them are equal.

A size and an xxh3-128 digest only tell which contents may be equal; bytes decide.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import xxhash


@dataclass(frozen=True)
class Content:
    """One distinct content. first: the name it was first seen under; data: its bytes; digest: xxh3-128, hexadecimal."""

    first: str
    data: bytes
    digest: str


def digest_of(data: bytes) -> str:
    """xxh3-128 of some bytes, hexadecimal."""
    return xxhash.xxh3_128_hexdigest(data)


def distinct(files: Mapping[str, bytes]) -> dict[str, Content]:
    """Content of each file by name, the same object for equal bytes.

    files: bytes by name, in the order in which names should be kept.
    """
    known: dict[tuple[int, str], list[Content]] = {}
    found: dict[str, Content] = {}
    for name, data in files.items():
        digest = digest_of(data)
        same = known.setdefault((len(data), digest), [])
        content = next((c for c in same if c.data == data), None)
        if content is None:
            content = Content(name, data, digest)
            same.append(content)
        found[name] = content
    return found

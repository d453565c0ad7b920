"""Under which name each loaded file lies in the readfs image of a firmware.

A readfs has one flat name space in which the first match wins, and every generator starts at `0.hex`: of two networks with files
of one name and other bytes, the second would silently run on the first one's weights.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from .contents import Content
from .errors import InputError

_PREFIX = 24
"""The longest part of a network's name that goes into a file's name: the device keeps all names in L2."""


@dataclass
class Names:
    """Names of an image. taken: what lies under each. absent: what networks name and do not have, so that nothing of another
    one may lie there; by name the network."""

    taken: dict[str, Content] = field(default_factory=dict)
    absent: dict[str, str] = field(default_factory=dict)
    _kept: dict[Content, str] = field(default_factory=dict)

    def reserve(self, name: str, content: Content, whose: str) -> None:
        """A file that must keep its name. whose: who says so, for the error. Raises InputError where it is taken."""
        known = self.taken.setdefault(name, content)
        self._kept.setdefault(content, name)
        other = f"{self.absent[name]} names it, too, and has no such file" if name in self.absent else (
            "another file of that name is in it already" if known is not content else None)
        if other is not None:
            raise InputError(f"{whose} needs a file {name!r} in the image, but {other}",
                             hint="Its name is not a plain literal of a load, so it cannot be changed: rename one of the two")

    def serve(self, network: str, file: str, content: Content, once: bool = True) -> str:
        """Name of the file that serves a load of `file` in a network. once: one name is enough for equal bytes."""
        if self.taken.get(file) is content:
            return file
        if once and content in self._kept:
            return self._kept[content]
        name = next(n for n in _candidates(network, file) if n not in self.absent and self.taken.get(n, content) is content)
        self.taken[name] = content
        self._kept.setdefault(content, name)
        return name


def _candidates(network: str, file: str) -> Iterator[str]:
    yield file
    prefix = re.sub(r"[^A-Za-z0-9_.-]", "_", network)[:_PREFIX] or "_"
    yield f"{prefix}_{file}"
    number = 2
    while True:
        yield f"{prefix}{number}_{file}"
        number += 1


"""Which files of `hex/` a network needs, as far as its C tells."""

from __future__ import annotations

from collections.abc import Iterable

from .analysis import Analysis


def needed_files(analysis: Analysis, names: frozenset[str]) -> list[str]:
    """Names of the files whose bytes a plan needs, those that are loaded first, in program order."""
    order = dict.fromkeys([c.file for c in analysis.constants] + [c.file for c in analysis.local])
    others = names if may_be_built(analysis, names) else names & set(analysis.strings)
    order.update(dict.fromkeys(natural(others)))
    return list(order)


def may_be_built(analysis: Analysis, names: frozenset[str]) -> bool:
    """Whether the program may load a name that no literal says: then any file can be needed."""
    endings = {n[n.rfind("."):] for n in names if "." in n}
    return bool(analysis.computed) or any(s not in names and any(e in s for e in endings) for s in analysis.strings)


def natural(names: Iterable[str]) -> list[str]:
    """Names sorted as people do, 2.hex before 10.hex."""
    def key(name: str) -> tuple[int, str, str]:
        stem = name.split(".", 1)[0]
        return (int(stem), "", name) if stem.isdecimal() and stem.isascii() else (1 << 62, stem, name)
    return sorted(names, key=key)

"""Which pieces of a large program are worth parsing: those that can have to do with L3.

A piece that is left out counts as unseen code, like a function of the SDK: whatever it names may be touched, whatever is
given to it escapes. So leaving out can only block a constant, never prove one, and where it blocks one the program is read
whole. The choice here is a matter of speed alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from .pieces import ATTRIBUTE

if TYPE_CHECKING:  # `unchanged` does without them, and so does a run that reads no C
    from .functions import Function
    from .macros import Macros

SMALL = 100_000
"""Characters of code below which a program is read whole anyway."""

_TARGET = re.compile(r"(?<![\w$])([\w$]+)\s*=\s*(?:\([^()]*\)\s*)*$", re.A)
_DECLARATOR = re.compile(r"(?<![\w$])([A-Za-z_$][\w$]*)\s*(?=[\[(,;=):]|$)", re.A)
_IN_BRACES = re.compile(r"\{[^{}]*\}")
_L3_EFFECTS = frozenset(("read", "write", "free", "read_if", "load", "file", "size", "out"))


def is_large(size: int) -> bool:
    """Whether it pays to leave out pieces of a program. size: characters of all its files."""
    return size > SMALL


def l3_functions(table: Mapping[str, Function]) -> frozenset[str]:
    """Functions of the table that have to do with L3 or with files."""
    return frozenset(f.name for f in table.values() if f.result == "l3" or any(w in _L3_EFFECTS for w, _ in f.effects))


def l3_symbols(code: str, makers: Iterable[str]) -> set[str]:
    """Names that code assigns a new L3 allocation to, as far as a look at the text can tell. makers: functions that allocate."""
    found = set()
    for call in re.finditer(rf"\b(?:{'|'.join(sorted(map(re.escape, makers)))})\s*\(", code, re.A):
        target = _TARGET.search(code[max(0, call.start() - 1024):call.start()])
        if target:
            found.add(target.group(1))
    return found


def relevant(pieces: Sequence[tuple[str, bool]], names: Sequence[frozenset[str]], seeds: Iterable[str],
             forced: Iterable[int], macros: Macros) -> set[int]:
    """Indices of the pieces to parse.

    pieces: (text, is a function) of each; names: the identifiers in each; seeds: names that have to do with L3; forced:
    indices that are wanted anyway. To the functions that name a seed come the declarations of what they name.
    """
    seeds = set(seeds)
    seeds |= {m for m in macros.definitions if macros.names_behind([m]) & seeds}
    defined: dict[str, list[int]] = {}
    chosen: set[int] = set()
    todo = [i for i, found in enumerate(names) if not seeds.isdisjoint(found)] + list(forced)
    for i, (text, is_function) in enumerate(pieces):
        if not is_function:
            for name in declared_names(text):
                defined.setdefault(name, []).append(i)
    while todo:
        i = todo.pop()
        if i in chosen:
            continue
        chosen.add(i)
        todo += [j for name in names[i] for j in defined.get(name, ()) if j not in chosen]
    return chosen


def declared_names(text: str) -> list[str]:
    """Names that a declaration declares: those before the end of a declarator, outside braces."""
    head = (ATTRIBUTE.sub(" ; ", text) if "__attribute__" in text else text).split("=", 1)[0]
    while "{" in head:
        shorter = _IN_BRACES.sub(" ", head)
        if shorter == head:
            break
        head = shorter
    return _DECLARATOR.findall(head)

"""Macros that the program itself defines, and which of them a compiler is sure to use in the way they are written.

A macro with one definition, under no condition, before its use, is expanded. Any other one is doubtful: a name in a branch, one
that is undefined again, or one that another file may not see. What a doubtful macro stands for may be any of its bodies, or
nothing at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from .conditionals import Group, Spans, groups_of
from .facts import Where
from .tokens import Text, Token, names_in, tokenize

_NUMBER = re.compile(r"[-+~]?\(*[-+~]?\d\w*\)*$", re.A)
_DEFINE = re.compile(r"([A-Za-z_$][\w$]*)(\(([^()]*)\))?([\s\S]*)", re.A)


@dataclass(frozen=True, slots=True)
class Macro:
    """parameters: None for an object-like macro; body: its tokens; conditional: under an `#if`; where: of its definition."""

    name: str
    parameters: tuple[str, ...] | None
    body: tuple[Token, ...]
    conditional: bool
    where: Where

    @property
    def pastes(self) -> bool:
        """Whether it makes names out of parts."""
        return any(t.text == "#" for t in self.body) or any(t.text == "%" for t in self.body[:-1]) and "%:" in self.text

    @property
    def text(self) -> str:
        """Its body, without the spaces between tokens."""
        return "".join(t.text for t in self.body)


@dataclass(frozen=True)
class Macros:
    """All macros by name, each with all its definitions; undefined: names that some `#undef` removes. reach: per file the
    files whose definitions it sees, each with the offset of the include that brings them (-1: its own)."""

    definitions: dict[str, tuple[Macro, ...]]
    undefined: frozenset[str]
    reach: Mapping[str, Mapping[str, int]]

    def sure(self, name: str, path: str, offset: int) -> Macro | None:
        """The macro that a name at an offset of a file is for certain, None where that is in doubt."""
        found = self.definitions.get(name, ())
        if len(found) != 1 or name in self.undefined or found[0].conditional or "..." in (found[0].parameters or ()):
            return None
        home, defined, _ = found[0].where
        if home == path:
            return found[0] if defined < offset else None
        brought = self.reach.get(path, {}).get(home)
        return found[0] if brought is not None and brought < offset else None

    def is_number(self, name: str) -> bool:
        """Whether a name is no macro, or one that can be nothing but an integer: then only its value is not known."""
        return all(m.parameters is None and _NUMBER.match(m.text) for m in self.definitions.get(name, ()))

    def names_behind(self, names: Iterable[str]) -> set[str]:
        """Every name in the bodies of the macros among `names`, and of the macros those use."""
        found: set[str] = set()
        if not self.definitions:
            return found
        todo = [n for n in names if n in self.definitions]
        done = set(todo)
        while todo:
            for macro in self.definitions[todo.pop()]:
                inner = {n for t in macro.body if t.kind in ("name", "string") for n in names_in(t.text)}
                found |= inner
                fresh = [n for n in inner if n in self.definitions and n not in done]
                done.update(fresh)
                todo += fresh
        return found

    def pastes(self, names: Iterable[str]) -> bool:
        """Whether a macro among `names`, or one behind them, makes names out of parts."""
        names = set(names)
        if self.definitions.keys().isdisjoint(names):
            return False
        return any(m.pastes for n in names | self.names_behind(names) for m in self.definitions.get(n, ()))


def read_macros(texts: Mapping[str, Text], included: Mapping[str, list[tuple[int, str]]]) -> Macros:
    """Macros of all files of a program. included: per file (offset, file) of what it includes."""
    definitions: dict[str, tuple[Macro, ...]] = {}
    undefined = set()
    for text in texts.values():
        under = conditions_of(text, groups_of(text)[0])
        for directive in text.directives:
            match = _DEFINE.match(directive.body)
            if match is None or directive.name not in ("define", "undef"):
                continue
            if directive.name == "undef":
                undefined.add(match.group(1))
                continue
            parameters = None if match.group(2) is None else tuple(p.strip() for p in match.group(3).split(",") if p.strip())
            where = (text.path, directive.start, text.line(directive.start))
            conditional = under.hold(directive.start)
            macro = Macro(match.group(1), parameters, tuple(tokenize(match.group(4))), conditional, where)
            definitions[macro.name] = (*definitions.get(macro.name, ()), macro)
    return Macros(definitions, frozenset(undefined), {path: _reach(path, included) for path in texts})


def conditions_of(text: Text, groups: Iterable[Group]) -> Spans:
    """Where text stands under a conditional of its file; the include guard of the whole file is none."""
    own = [d for d in text.directives if d.name not in ("pragma",)]
    guarded = (len(own) > 2 and own[0].name == "ifndef" and own[1].name == "define" and own[-1].name == "endif"
               and own[1].body.split()[:1] == own[0].body.split()[:1]
               and not text.code[:own[0].start].strip() and not text.code[own[-1].end:].strip())
    return Spans((g for g in groups if not (guarded and (g.start, g.end) == (own[0].start, own[-1].end))), len(text.raw))


def _reach(path: str, included: Mapping[str, list[tuple[int, str]]]) -> dict[str, int]:
    """Files that a file includes, by itself or through others, with the offset of its own include that brings them."""
    found: dict[str, int] = {}
    for offset, target in included.get(path, ()):
        todo = [target]
        while todo:
            at = todo.pop()
            if at != path and (at not in found or offset < found[at]):
                found[at] = offset
                todo += [t for _, t in included.get(at, ())]
    return found

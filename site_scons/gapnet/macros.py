"""Macros that the program itself defines: what they may name, which are constants, which are plain functions.

The text that a macro stands for is not in the parser's view. So every name in a macro's body counts as touched wherever the
macro is used, but a macro that is a literal is a constant, and one that is an expression of its parameters is followed like
a function.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from .ctype import integer
from .facts import Where
from .tokens import Text, names_in

_DEFINE = re.compile(r"([A-Za-z_]\w*)(\(([^()]*)\))?([\s\S]*)", re.A)
_CHANGES = re.compile(r"=(?!=)|\+\+|--|&(?!&)|#|\bgoto\b|\breturn\b|\basm\b|__asm__")
_COMPARES = re.compile(r"[=!<>]=")


@dataclass(frozen=True, slots=True)
class Macro:
    """parameters: None for an object-like macro; body: its text; where: of its definition."""

    name: str
    parameters: tuple[str, ...] | None
    body: str
    where: Where


@dataclass(frozen=True)
class Macros:
    """All macros by name, each with all its definitions; undefined: names that some `#undef` removes."""

    definitions: dict[str, tuple[Macro, ...]]
    undefined: frozenset[str]

    def only(self, name: str) -> Macro | None:
        """The definition of a macro that has one for certain."""
        found = self.definitions.get(name, ())
        return found[0] if len(found) == 1 and name not in self.undefined else None

    def constants(self) -> dict[str, tuple[int, ...]]:
        """Values of macros that are integer literals, also in brackets."""
        out: dict[str, tuple[int, ...]] = {}
        for name in self.definitions:
            macro = self.only(name)
            if macro is not None and macro.parameters is None:
                value = integer(macro.body.strip().strip("()").strip())
                if value is not None:
                    out[name] = (value,)
        return out

    def functions(self) -> list[tuple[Macro, str]]:
        """Macros that can be read as a function of their parameters, with that function's text."""
        out = []
        for name in sorted(self.definitions):
            macro = self.only(name)
            if macro is None or not macro.parameters or "..." in macro.parameters:
                continue
            body = macro.body.strip()
            if body and not _CHANGES.search(_COMPARES.sub("  ", body)) and not set("{};\\\"'") & set(body):
                arguments = ", ".join(f"any_t {p}" for p in macro.parameters)
                out.append((macro, f"static any_t {name}({arguments}) {{ return ({body}); }}"))
        return out

    def names_behind(self, names: Iterable[str]) -> set[str]:
        """Every name in the bodies of the macros among `names`, and of the macros those use."""
        found: set[str] = set()
        todo = [n for n in names if n in self.definitions]
        done = set(todo)
        while todo:
            for macro in self.definitions[todo.pop()]:
                inner = set(names_in(macro.body)) - set(macro.parameters or ())
                found |= inner
                fresh = [n for n in inner if n in self.definitions and n not in done]
                done.update(fresh)
                todo += fresh
        return found

    def pasting(self) -> list[Macro]:
        """Macros that make names out of parts."""
        return [m for name in sorted(self.definitions) for m in self.definitions[name] if "##" in m.body]


def read_macros(texts: Iterable[Text]) -> Macros:
    """Macros of all files of a program."""
    definitions: dict[str, tuple[Macro, ...]] = {}
    undefined = set()
    for text in texts:
        for directive in text.directives:
            match = _DEFINE.match(directive.body)
            if match is None:
                continue
            if directive.name == "undef":
                undefined.add(match.group(1))
            elif directive.name == "define":
                inside = match.group(3)
                parameters = None if match.group(2) is None else tuple(p.strip() for p in inside.split(",") if p.strip())
                where = (text.path, directive.start, text.line(directive.start))
                macro = Macro(match.group(1), parameters, match.group(4), where)
                if all(m.parameters != macro.parameters or m.body != macro.body for m in definitions.get(macro.name, ())):
                    definitions[macro.name] = (*definitions.get(macro.name, ()), macro)
    return Macros(definitions, frozenset(undefined))

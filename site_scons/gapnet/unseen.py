"""Code that is not seen: what it may touch.

A header that is not there, a piece that cannot be read or is not worth reading, assembler text, a linker script: none of it
can be followed, but it can only reach what it names, or what was given to it. So whatever is named in such text escapes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from .ctype import UNKNOWN, Scope
from .extensions import ASSEMBLER
from .facts import HEADERS, Facts, Where
from .functions import Function
from .macros import Macros
from .parts import Part
from .reading import Reading
from .statements import Statements
from .tokens import Text, names_in

Includes = Mapping[str, list[tuple[int, str]]]


class UnseenCode:
    """Lets escape what unseen code can reach. included, unseen: per file (offset, name) of the files of the folder that it
    includes, and of others. assembled: names in assembler text, with the place; reaching: files in which code can name
    anything, with the place and why."""

    unsure: frozenset[str] = frozenset()

    def __init__(self, texts: Mapping[str, Text], facts: Facts, macros: Macros, table: dict[str, Function], included: Includes,
                 unseen: Includes):
        self.texts, self.facts, self.macros, self.table = texts, facts, macros, table
        self.included, self.unseen = included, unseen
        self.assembled: dict[str, Where] = {}
        self.reaching: list[tuple[str, Where, str]] = []

    @staticmethod
    def where(text: Text, offset: int) -> Where:
        return text.path, offset, text.line(offset)

    def walker(self, scope: Scope, reading: Reading) -> Statements:
        return Statements(scope, self.facts, self.table, reading, self.unsure)

    def escape_in(self, walker: Statements, names: Iterable[str], where: Where, why: str) -> None:
        """Let escape what a name may mean at file scope or as a local of any block of the piece just walked."""
        for name in sorted(set(names)):
            for base in walker.locals.get(name, ()):
                node = (walker.temporary(), ())
                self.facts.add("addr", node, base, ())
                self.facts.add("use", "escape", node, where, why)
            if name in walker.scope.variables or name in walker.scope.functions:
                walker.escape_name(name, where, why)
            else:  # it may be declared below
                self.facts.undeclared.setdefault((walker.scope.file, name), (where, why))

    def escape_all(self, text: Text, part: Part, scope: Scope, why: str, opaque: bool = False) -> None:
        names = part.names(text, self.macros)
        if opaque:
            self.facts.opaque_names |= names
        self.escape_pasted(names, self.where(text, part.piece.start), scope)
        self.escape_names(names, self.where(text, part.piece.start), scope, why)

    def skip(self, text: Text, part: Part, scope: Scope) -> None:
        """Take a piece that is not parsed for code that is not seen."""
        names = part.names(text, self.macros)
        for name in names:
            scope.unsettle(name)
        if part.piece.is_function:  # a call of it is one of code that is not seen, whatever other files define
            head = text.code[part.piece.start:text.code.find("(", part.piece.start)]
            for name in names_in(head)[-1:]:
                scope.functions[name] = ("<skipped>", ("fn", UNKNOWN))
        if not names.isdisjoint(ASSEMBLER):
            self.assembled.update(dict.fromkeys(names, self.where(text, part.piece.start)))
        self.escape_pasted(names, self.where(text, part.piece.start), scope)
        self.escape_names(names, self.where(text, part.piece.start), scope, "it is named in code that was skipped")

    def escape_names(self, names: Iterable[str], where: Where, scope: Scope, why: str) -> None:
        walker = self.walker(scope, Reading(self.texts[where[0]], place=where[1]))
        self.escape_in(walker, names, where, why)
        for name in names:
            self.facts.undeclared.setdefault((scope.file, name), (where, why))

    # --- what only the whole program shows ---

    def close(self, units: list[str]) -> None:
        """All files are read: let escape what no single piece shows."""
        self._escape_what_is_reached()
        self._escape_what_is_named_before(units)
        self._escape_before_late_includes(units)
        sets = next((t for t in self.texts.values() if "__start_" in t.code or "__stop_" in t.code), None)
        if sets is not None:  # the linker puts variables of one section side by side
            for base in list(self.facts.statics):
                self._escape_static(base, self.where(sets, sets.code.find("__st")), "a linker set may hold it")
        named = {base[1]: [base] for base in self.facts.statics}
        for base in self.facts.statics:
            named[base[1]].append(base)
        for name in sorted(self.assembled):  # wherever it stands: the assembler sees the whole file
            for base in [*self.facts.static_locals.get(name, ()), *named.get(name, ())]:
                self._escape_static(base, self.assembled[name], "assembler text names it")

    def _escape_what_is_named_before(self, units: list[str]) -> None:
        """A header, or code above the declaration, can mean a variable that a file which is not seen has declared already."""
        for (scope, name), declared in list(self.facts.statics.items()):
            for file in (HEADERS, scope) if scope in units else ():
                where, why = self.facts.undeclared.get((file, name), (None, ""))
                if why:
                    self._escape_static((scope, name), where or declared, why)
        for routine in self.facts.routines:
            where, why = self.facts.undeclared.get((HEADERS, routine.key[1]), (None, ""))
            if why and routine.key[0] in units:
                self._escape_routine(*routine.key, where or routine.where, why)

    def _escape_before_late_includes(self, units: list[str]) -> None:
        """A file that is not seen can name what was declared before it is included."""
        hidden = {name for name, items in self.unseen.items() if items}
        grown = True
        while grown:
            more = {n for n, targets in self.included.items() if any(t in hidden for _, t in targets)} - hidden
            hidden |= more
            grown = bool(more)
        for name in units:
            text = self.texts[name]
            late = [(o, f"{t} is included after its declaration and is not in the folder") for o, t in self.unseen[name]]
            late += [(o, f"{t} is included after its declaration and includes what is not in the folder")
                     for o, t in self.included[name] if t in hidden]
            for base, where in list(self.facts.statics.items()):
                after = [(o, why) for o, why in sorted(late) if base[0] == name and o > where[1]]
                if after:
                    self._escape_static(base, self.where(text, after[0][0]), after[0][1])

    def escape_unit(self, file: str, where: Where, why: str) -> None:
        """Let escape all that code in a file can name, once all of it is known."""
        self.reaching.append((file, where, why))

    def escape_pasted(self, names: Iterable[str], where: Where, scope: Scope) -> None:
        """Let escape what macros among names can name out of parts."""
        if self.macros.pastes(names):
            self.escape_unit(scope.file, where, "a macro that makes names out of parts (##) can name it")

    def _escape_what_is_reached(self) -> None:
        for file, where, why in self.reaching:  # a header may be included anywhere
            for base in list(self.facts.statics):
                if file == HEADERS or base[0] in (file, HEADERS):
                    self._escape_static(base, where, why)
            for scope, name in sorted({r.key for r in self.facts.routines}):
                if file == HEADERS or scope in (file, HEADERS):
                    self._escape_routine(scope, name, where, why)

    def _escape_routine(self, scope: str, name: str, where: Where, why: str) -> None:
        node = (("tmp", "", "", ("late", scope, name, why)), ())
        self.facts.add("function", node, scope, name, scope)
        self.facts.add("use", "escape", node, where, why)

    def _escape_static(self, base: Any, where: Where, why: str) -> None:
        node = (("tmp", "", "", ("late", base, why)), ())
        self.facts.add("addr", node, base, ())
        self.facts.add("use", "escape", node, where, why)

"""All files of a generated folder, read together: texts, pieces and the facts that they say.

A unit is one `.c` file with the headers before it. A header belongs to every unit; a file that another one includes is read
as a header whatever its name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pycparser import c_ast

from . import relevance, syntax
from .conditionals import Variants, variants_of
from .ctype import Scope, Structs
from .errors import InputError
from .facts import Facts, Where
from .functions import Function
from .includes import read_includes, reading_order
from .macros import Macro, Macros, read_macros
from .pieces import Piece, cut
from .statements import Statements
from .tokens import Text, Token, names_in, read_text, tokenize
from .words import Words, read_words

HEADERS = "<headers>"
_PRAGMA = "a #pragma names it"


@dataclass(frozen=True)
class Part:
    """One piece of one variant of a file, ready to be parsed; a skipped one has no tokens and counts as unseen code."""

    code: str
    piece: Piece
    tokens: list[Token]
    words: Words
    skipped: bool = False


@dataclass
class Program:
    """texts: every file, in the order they are read; facts: what they say; groups: conditionals per file."""

    texts: dict[str, Text]
    macros: Macros
    facts: Facts = field(default_factory=Facts)
    variants: dict[str, Variants] = field(default_factory=dict)
    unreadable: list[Where] = field(default_factory=list)


def read_program(files: Mapping[str, bytes], table: dict[str, Function], whole: bool = True) -> Program:
    """Program of the files by name. Raises InputError where a file with L3 allocations cannot be read.

    whole: off leaves out the pieces of a large program that have nothing to do with L3, see `relevance`.
    """
    texts = {name: read_text(name, files[name]) for name in sorted(files)}
    included, unseen = read_includes(texts)
    headers, units = reading_order(texts, included)
    program = Program({name: texts[name] for name in (*headers, *units)}, read_macros(texts.values()))
    reader = _Reader(program, table, included, unseen)
    if not whole and sum(len(t.code) for t in texts.values()) > relevance.SMALL:
        reader.select()
    return reader.read(headers, units)


class _Reader:
    def __init__(self, program: Program, table: dict[str, Function], included: dict[str, list[str]],
                 unseen: dict[str, list[tuple[int, str]]]):
        self.program, self.table, self.included, self.unseen = program, table, included, unseen
        self.facts, self.macros = program.facts, program.macros
        self.macro_names = frozenset(program.macros.definitions)
        self.facts.macros = self.macro_names
        self.chosen: dict[str, set[int]] | None = None  # starts of the pieces to parse, by file; None: all
        self.types: set[str] = set()
        self.sure: set[str] = set()
        self.fragments: set[str] = set()

    def read(self, headers: list[str], units: list[str]) -> Program:
        parts = {name: self._parts(name) for name in self.program.texts}
        self.unsure = frozenset(self.types - self.sure)
        common = Scope(HEADERS, Structs())
        self.facts.structs = common.structs
        common.constants.update(self.macros.constants())
        for macro, text in self.macros.functions():
            self._macro_function(macro, text, common)
        for name in headers:
            self._file(name, parts.pop(name), common)
        for name in units:
            self._file(name, parts.pop(name), common.inherit(name))
        self._escape_what_headers_name(units)
        self._escape_before_late_includes(units)
        self._escape_pasted()
        return self.program

    # --- cutting ---

    def select(self) -> None:
        """Choose the pieces that are worth parsing."""
        where, pieces, names = [], [], []
        seeds = set(relevance.l3_functions(self.table))
        for name, text in self.program.texts.items():
            seeds |= relevance.l3_symbols(text.code, self.table)
            for piece in cut(text.code):
                body = text.code[piece.start:piece.end]
                where.append((name, piece.start))
                pieces.append((body, piece.is_function))
                names.append(frozenset(names_in(body)))
        self.chosen = {name: set() for name in self.program.texts}
        for i in relevance.relevant(pieces, names, seeds, self.macros):
            self.chosen[where[i][0]].add(where[i][1])

    def _parts(self, name: str) -> list[Part]:
        text = self.program.texts[name]
        variants = self.program.variants[name] = variants_of(text)
        parts: list[Part] = []
        done: set[tuple[int, str]] = set()
        for code in variants.texts:
            for piece in cut(code):
                body = code[piece.start:piece.end]
                if (piece.start, body) in done:
                    continue
                done.add((piece.start, body))
                if self.chosen is not None and piece.whole and piece.start not in self.chosen[name]:
                    parts.append(Part(code, piece, [], Words(), skipped=True))
                    continue
                tokens = tokenize(code, piece.start, piece.end)
                words = read_words(tokens, piece.is_function)
                self.types |= words.types
                self.sure |= words.sure
                parts.append(Part(code, piece, tokens, words))
        return parts

    # --- one file ---

    def _file(self, name: str, parts: list[Part], scope: Scope) -> None:
        text = self.program.texts[name]
        if text.problem is not None:
            self._unreadable(text, *text.problem)
        network = self._is_network(parts)
        for part in parts:
            if part.skipped:
                self._escape_names(self._names(part), self._where(text, part.piece.start), scope, "it is named in code that was skipped")
                continue
            try:
                if not part.piece.whole:
                    raise syntax.Unreadable(part.piece.start, "brackets do not pair up")
                if part.words.strange is not None:
                    raise syntax.Unreadable(part.piece.start, f"attribute {part.words.strange!r} is not known")
                self._piece(text, part, scope)
            except syntax.Unreadable as fault:
                if network:
                    raise self._input_error(text, fault.offset, fault.what) from None
                self._unreadable(text, fault.offset, fault.what)
                self._escape_all(text, part, scope, f"{text.path} cannot be read here ({fault.what})")
            scope.forget_nodes()
        if text.problem is not None:
            if network:
                raise self._input_error(text, *text.problem)
            for part in parts:
                self._escape_all(text, part, scope, f"{text.path} cannot be read")
        for start, end in self.program.variants[name].uncovered:
            self._escape_names(set(names_in(text.code[start:end])), self._where(text, start), scope,
                               "it is named in a branch of #if that could not be read")
        for directive in text.directives:
            if directive.name not in ("define", "include", "undef", "if", "ifdef", "ifndef", "else", "elif", "endif", "line",
                                      "error", "warning", ""):
                self._escape_names(set(names_in(directive.body)), self._where(text, directive.start), scope, _PRAGMA)

    def _is_network(self, parts: list[Part]) -> bool:
        """Whether a file allocates and loads L3 constants: then it must be understood in full."""
        names = {t.text for part in parts for t in part.tokens if t.kind == "name"}
        known = [self.table[n] for n in names if n in self.table]
        return any(f.result == "l3" for f in known) and any(f.position("load") is not None for f in known)

    def _input_error(self, text: Text, offset: int, what: str) -> InputError:
        return InputError(f"the C cannot be read: {what}", text.path, text.line(offset),
                          "Nothing in this network was shared. Mend the C, or put what is no C behind a macro in a header")

    def _unreadable(self, text: Text, offset: int, what: str) -> None:
        self.program.unreadable.append((text.path, offset, text.line(offset)))

    @staticmethod
    def _where(text: Text, offset: int) -> Where:
        return text.path, offset, text.line(offset)

    def _piece(self, text: Text, part: Part, scope: Scope) -> None:
        counts = syntax.names_of_tokens(part.tokens)
        types = [n for n in counts if (n in self.types or n in scope.typedefs) and
                 (n in part.words.types or n not in part.words.declared or n in scope.typedefs)]
        tree = syntax.parse(part.code, part.piece.start, part.piece.end, part.words, types)

        def where(node: c_ast.Node) -> Where:
            return self._where(text, tree.offset(node))

        walker = self._walker(scope, where)
        for node in tree.nodes:
            walker.external(node, part.words.macros_before)
        unseen = counts - syntax.names_of_tree(tree.nodes)
        for start, end in part.words.blanks:
            unseen.update(n for t in part.tokens if t.kind == "string" and start <= t.start < end for n in names_in(t.text[1:-1]))
        for name in unseen:
            self._escape_in(walker, [name], self._first(text, part, name), "it is named in text that the parser cannot see")
        for macro in [n for n in counts if n in self.macro_names]:
            self._escape_in(walker, self.macros.names_behind([macro]), self._first(text, part, macro), f"macro {macro} names it")
        if any(n in self.macro_names for n in counts):
            self.fragments |= {t.text for t in part.tokens if t.kind in ("name", "number")}

    def _first(self, text: Text, part: Part, name: str) -> Where:
        """Where a name first stands in a piece's unseen text, or else in the piece."""
        def hidden(token: Token) -> bool:
            return any(start <= token.start < end for start, end in part.words.blanks)

        named = [t for t in part.tokens if t.text == name or (t.kind == "string" and hidden(t) and name in names_in(t.text))]
        first = next((t for t in named if hidden(t)), named[0] if named else None)
        return self._where(text, first.start if first else part.piece.start)

    def _walker(self, scope: Scope, where: Any) -> Statements:
        return Statements(scope, self.facts, self.table, self.macro_names, "", where, self.unsure)

    def _escape_in(self, walker: Statements, names: Iterable[str], where: Where, why: str) -> None:
        """Let escape what a name may mean at file scope or as a local of any block of the piece just walked."""
        for name in sorted(set(names)):
            for base in walker.locals.get(name, ()):
                node = (walker.temporary(), ())
                self.facts.add("addr", node, base, ())
                self.facts.add("use", "escape", node, where, why)
            if name in walker.scope.variables or name in walker.scope.functions:
                walker.escape_name(name, where, why)

    def _escape_all(self, text: Text, part: Part, scope: Scope, why: str) -> None:
        self._escape_names(self._names(part), self._where(text, part.piece.start), scope, why)

    def _names(self, part: Part) -> set[str]:
        """Every name that a piece may mean, those in strings (assembler text) and behind macros too."""
        names = set(names_in(part.code[part.piece.start:part.piece.end]))
        return names | self.macros.names_behind(names)

    def _escape_names(self, names: set[str], where: Where, scope: Scope, why: str) -> None:
        walker = self._walker(scope, lambda node: where)
        self._escape_in(walker, names, where, why)
        for name in names:
            self.facts.undeclared.setdefault((scope.file, name), (where, why))

    def _macro_function(self, macro: Macro, text: str, scope: Scope) -> None:
        names = set(names_in(text))
        try:
            types = {"any_t"} | {n for n in names if n in self.sure and n not in (macro.parameters or ())}
            tree = syntax.parse(text, 0, len(text), Words(), types)
        except syntax.Unreadable:
            return
        walker = self._walker(scope, lambda node: macro.where)
        for node in tree.nodes:
            if isinstance(node, c_ast.FuncDef):
                walker.external(node, [])
                self.facts.macro_functions.add(macro.name)

    # --- what only the whole program shows ---

    def _escape_what_headers_name(self, units: list[str]) -> None:
        for (scope, name), declared in list(self.facts.statics.items()):
            where, why = self.facts.undeclared.get((HEADERS, name), (None, ""))
            if why and scope in units:
                self._escape_static((scope, name), where or declared, why)

    def _escape_before_late_includes(self, units: list[str]) -> None:
        hidden = {name for name, items in self.unseen.items() if items}
        grown = True
        while grown:
            grown = False
            for name, targets in self.included.items():
                if name not in hidden and any(t in hidden for t in targets):
                    hidden.add(name)
                    grown = True
        for name in units:
            text = self.program.texts[name]
            late = [(offset, target) for offset, target in self.unseen[name]]
            for directive in text.directives:
                if directive.name == "include" and any(t in directive.body for t in self.included[name] if t in hidden):
                    late.append((directive.start, directive.body))
            for base, where in list(self.facts.statics.items()):
                after = [(o, t) for o, t in late if base[0] == name and o > where[1]]
                if after:
                    self._escape_static(base, self._where(text, min(after)[0]),
                                        f"{min(after)[1]} is included after its declaration and is not in the folder")

    def _escape_pasted(self) -> None:
        macros = self.macros.pasting()
        if not macros:
            return
        parts = self.fragments | {t.text for m in macros for t in tokenize(m.body) if t.kind in ("name", "number")}
        for base, where in list(self.facts.statics.items()):
            name = base[1]
            heads = [p for p in parts if name.startswith(p) and p != name]
            tails = [p for p in parts if name.endswith(p) and p != name]
            if heads and tails:
                self._escape_static(base, macros[0].where, f"macro {macros[0].name} makes names out of parts (##)")

    def _escape_static(self, base: Any, where: Where, why: str) -> None:
        node = (("tmp", "", "", ("late", base, why)), ())
        self.facts.add("addr", node, base, ())
        self.facts.add("use", "escape", node, where, why)

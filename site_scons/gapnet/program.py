"""All files of a generated folder, read together: texts, pieces and the facts that they say.

A unit is one `.c` file with the headers before it. A header belongs to every unit; a file that another one includes is read
as a header whatever its name.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from . import relevance, syntax
from .conditionals import Variants
from .ctype import SDK_TYPES, Scope, Structs
from .encoding import check_text
from .errors import InputError
from .facts import HEADERS, Facts, Where
from .forms import Forms
from .functions import Function
from .includes import read_includes, reading_order
from .keywords import KEYWORDS
from .macros import Macros, read_macros
from .parts import Part, parts_of, select
from .pieces import cut
from .reading import Reading
from .statements import Statements
from .tokens import Text, Token, names_in, read_text, readable, whole_character
from .trees import Trees
from .unchanged import marks_of
from .unseen import Includes, UnseenCode

_PRAGMA = "a #pragma names it"
_DIRECTIVE = re.compile(r"(^|[\n;:])\s*\.|\\|##")


@dataclass
class Program:
    """texts: every file, in the order they are read; facts: what they say; variants: per file; marks: of its pieces, see
    `unchanged`."""

    texts: dict[str, Text]
    macros: Macros
    facts: Facts = field(default_factory=Facts)
    variants: dict[str, Variants] = field(default_factory=dict)
    marks: dict[str, tuple[str, ...]] = field(default_factory=dict)
    unreadable: list[Where] = field(default_factory=list)


def read_program(files: Mapping[str, bytes], table: dict[str, Function], whole: bool = True) -> Program:
    """Program of the files by name. Raises InputError where a file with L3 allocations cannot be read.

    whole: off leaves out the pieces of a large program that have nothing to do with L3, see `relevance`.
    """
    for name in sorted(files):
        check_text(name, files[name])
    texts = {name: read_text(name, files[name]) for name in sorted(files)}
    included, unseen = read_includes(texts)
    headers, units = reading_order(texts, included)
    program = Program({name: texts[name] for name in (*headers, *units)}, read_macros(texts, included))
    large = relevance.is_large(sum(len(t.code) for t in texts.values()))
    chosen = None if whole or not large else select(program.texts, table, program.macros)
    return _Reader(program, table, included, unseen).read(headers, units, chosen)


def _may_define(code: str, name: str) -> bool:
    """Whether a typedef of a name may end in code."""
    return any(code[m.start() - 1:m.start()].strip() in ("", "}") and m.start() for m in re.finditer(rf"{name}\s*;", code))


class _Reader(UnseenCode):
    def __init__(self, program: Program, table: dict[str, Function], included: Includes, unseen: Includes):
        super().__init__(program.texts, program.facts, program.macros, table, included, unseen)
        self.program = program

    def read(self, headers: list[str], units: list[str], chosen: dict[str, set[int]] | None) -> Program:
        forms = Forms(frozenset(self.table) | self._function_names())
        self.trees = Trees(forms)
        parts: dict[str, list[Part]] = {}
        for name, text in self.program.texts.items():
            wanted = None if chosen is None else chosen[name]
            parts[name], self.program.variants[name] = parts_of(text, self.macros, forms, self.trees,
                                                                 wanted)
            plain = text.problem is None and not self.program.variants[name].groups
            skipped = [p.piece.start for p in parts[name] if p.skipped]
            self.program.marks[name] = marks_of(text, cut(text.code) if plain else None, skipped)
        structs = self.facts.structs = Structs()
        done: set[str] = set()
        for unit in units:
            reached = [h for h in headers if h in self.macros.reach[unit]]
            done.update(reached)
            self._unit(unit, reached, parts, structs)
            parts.pop(unit)
        for header in headers:  # what no unit includes, somebody else's code may
            if header not in done:
                self._unit(None, [*(h for h in headers if h in self.macros.reach[header]), header], parts, structs)
        self.close(units)
        return self.program

    def _unit(self, unit: str | None, headers: list[str], parts: dict[str, list[Part]], structs: Structs) -> None:
        """Read a unit behind the headers that it includes; only their names are in its sight."""
        common = Scope(HEADERS, structs)
        for name, (kind, fields) in SDK_TYPES.items():
            if not any(_may_define(t.code, name) for t in self.program.texts.values()):
                common.typedefs[name] = kind
                structs.define(kind[1], fields)
        in_sight = [p for h in headers for p in parts[h]]
        self._set_types(in_sight)
        for header in headers:
            self._file(header, parts[header], common)
        if unit is not None:
            self._set_types([*in_sight, *parts[unit]])
            self._file(unit, parts[unit], common.inherit(unit))

    def _function_names(self) -> frozenset[str]:
        """Names of all functions with a body."""
        names: set[str] = set()
        for text in self.program.texts.values():
            for piece in cut(text.code):
                if piece.is_function:
                    head = text.code[piece.start:text.code.find("(", piece.start)]
                    names.update(names_in(head)[-1:])
        return frozenset(names)

    def _set_types(self, parts: list[Part]) -> None:
        """Names of types as far as the pieces in sight show them."""
        variables = (p.words.declared for p in parts if not p.piece.is_function and p.texts and p.texts[0] != "typedef")
        self.types: set[str] = set().union(*(p.words.types for p in parts)).difference(*variables)
        self.unsure = frozenset(self.types - set().union(*(p.words.sure for p in parts)))

    # --- one file ---

    def _file(self, name: str, parts: list[Part], scope: Scope) -> None:
        text = self.program.texts[name]
        if text.problem is not None:
            self.program.unreadable.append(self.where(text, text.problem[0]))
        network = self._is_network(parts) if text.problem is None else self._names_network(set(names_in(text.raw)))
        torn = next((p for p in parts if not p.piece.whole), None)
        if network and torn is not None:  # what follows makes no sense, whatever a parser says of it
            raise self._input_error(text, torn.piece.start, "brackets do not pair up")
        for part in parts:
            if part.skipped:
                self.skip(text, part, scope)
                continue
            try:
                if not part.piece.whole:
                    raise syntax.Unreadable(part.start, "brackets do not pair up")
                self._piece(text, part, scope)
            except syntax.Unreadable as fault:
                offset = part.origin(fault.offset)
                if network:
                    raise self._input_error(text, offset, fault.what) from None
                self.program.unreadable.append(self.where(text, offset))
                self.escape_all(text, part, scope, f"{text.path} cannot be read here ({fault.what})", opaque=True)
            scope.forget_nodes()
        if text.problem is not None:
            if network:
                raise self._input_error(text, *text.problem)
            for part in parts:
                self.escape_all(text, part, scope, f"{text.path} cannot be read", opaque=True)
        for start, end in self.program.variants[name].uncovered:
            self.escape_names(set(names_in(text.code[start:end])), self.where(text, start), scope,
                               "it is named in a branch of #if that could not be read")
        for directive in text.directives:
            if directive.name not in ("define", "include", "undef", "if", "ifdef", "ifndef", "else", "elif", "endif", "line",
                                      "error", "warning", ""):
                names = set(names_in(directive.body))
                self.facts.opaque_names |= names
                self.escape_names(names, self.where(text, directive.start), scope, _PRAGMA)

    def _is_network(self, parts: list[Part]) -> bool:
        """Whether a file allocates and loads L3 constants: then it must be understood in full."""
        names: set[str] = set()
        for part in parts:
            names |= part.piece.names if part.expansion is None else set(names_in(part.expansion.text))
        return self._names_network(names)

    def _names_network(self, names: set[str]) -> bool:
        known = [self.table[n] for n in names if n in self.table]
        return any(f.result == "l3" for f in known) and any(f.position("load") is not None for f in known)

    def _input_error(self, text: Text, offset: int, what: str) -> InputError:
        if not what.isascii():
            what = f"Illegal character {whole_character(text.raw, offset)!r}" if what.startswith("Illegal") else readable(what)
        return InputError(f"the C cannot be read: {what}", text.path, text.line(offset),
                          "Nothing in this network was shared. Mend the C, or put what is no C behind a macro in a header")

    def _piece(self, text: Text, part: Part, scope: Scope) -> None:
        types = frozenset([n for n in part.distinct if (n in self.types or n in scope.typedefs) and n not in KEYWORDS and
                           (n in part.words.types or n not in part.words.declared or n in scope.typedefs)])
        tree = self._tree(part, types)

        walker = self.walker(scope, Reading(text, part, tree))
        walker.doubtful = bool(part.doubts or part.doubtful)
        scope.begin(text.path, part.piece.start, part.uneven or walker.doubtful)
        texts = part.distinct
        if texts & {"__volatile", "__volatile__"}:
            scope.doubtful = True  # the parser does not see the word
        if part.expansion is not None:
            self.facts.strings |= syntax.strings_of(part.expansion.made_strings())
        if "enum" in texts and "(" in texts:  # some may be declared inside, and hide others there
            for name in syntax.enumerators(tree.nodes):
                scope.unsettle(name)
        routines = len(self.facts.routines)
        try:
            for node in tree.nodes:
                walker.external(node, [part.origin(offset) for offset in part.words.macros_before])
        except RecursionError:
            raise syntax.Unreadable(part.start, "it is nested too deeply") from None
        if "enum" in texts and part.piece.is_function:
            for name in syntax.enumerators(tree.nodes):
                walker.note_local(name)
        for key in {r.key for r in self.facts.routines[routines:]}:
            head = any(start <= self._body_of(part) for start, _ in part.words.blanks)
            if key[0] == "" and (head or texts & {"__inline", "__inline__"}):
                self.facts.uncertain.add(key)  # an external definition may be used instead
        if part.conditional:  # without it, the name may be a function that is not seen
            self.facts.uncertain |= {r.key for r in self.facts.routines[routines:]}
        unseen = Counter(tree.unseen)
        for start, end in part.words.blanks:
            strings = [t for t in part.tokens if t.kind == "string" and start <= t.start < end]
            hidden = {n for value in syntax.strings_of(strings) for n in names_in(value)}
            unseen.update(hidden)
            self.facts.opaque_names |= hidden
            self.assembled.update({n: self.where(text, part.origin(start)) for n in hidden})
            if any(_DIRECTIVE.search(value) for value in syntax.strings_of(strings)):
                self.escape_unit(scope.file, self.where(text, part.origin(start)), "assembler directives can name it")
        for name in unseen:
            self.escape_in(walker, [name], self._first(text, part, name), "it is named in text that the parser cannot see")
        self._doubts(text, part, walker, tree)

    def _tree(self, part: Part, types: frozenset[str]) -> syntax.Tree:
        """Syntax tree of a piece; of one that may have other text all at once, as all of it is looked at."""
        tree = None
        if part.form is not None and not part.doubtful and "enum" not in part.distinct:
            tree = self.trees.tree(part.form, part.piece.is_function, part.texts, part.starts, types)
        return tree or syntax.parse(part.code, part.start, part.end, part.words, types, part.tokens)

    @staticmethod
    def _body_of(part: Part) -> int:
        """Offset of the first brace of a function."""
        return next((t.start for t in part.tokens if t.text == "{"), part.end)

    def _doubts(self, text: Text, part: Part, walker: Statements, tree: syntax.Tree) -> None:
        """Let escape what macros that may be something else can touch."""
        loose = sorted(n for n in part.doubtful if not syntax.only_statements(tree.nodes, n, part.tokens))
        whys = [(self.where(text, offset), why) for offset, why in part.doubts]
        whys += [(self._first(text, part, n), f"macro {n}, which may be defined in another way, is used here") for n in loose]
        if whys:
            self.facts.opaque_names |= part.declared() | self.macros.names_behind(part.declared())
            where, why = whys[0]
            self.escape_in(walker, part.names(text, self.macros), where, f"it is named in code that is in doubt: {why}")
        doubtful = part.distinct if part.expansion is None else part.doubtful
        self.escape_pasted(doubtful, self.where(text, part.piece.start), walker.scope)
        for macro in sorted(part.doubtful):
            self.facts.opaque_names.add(macro)
            self.escape_in(walker, self.macros.names_behind([macro]), self._first(text, part, macro), f"macro {macro} names it")

    def _first(self, text: Text, part: Part, name: str) -> Where:
        """Where a name first stands in a piece's unseen text, or else in the piece."""
        def hidden(token: Token) -> bool:
            return any(start <= token.start < end for start, end in part.words.blanks)

        named = [t for t in part.tokens if t.text == name or (t.kind == "string" and hidden(t) and name in names_in(t.text))]
        first = next((t for t in named if hidden(t)), named[0] if named else None)
        return self.where(text, part.origin(first.start) if first else part.piece.start)


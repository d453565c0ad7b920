"""Syntax trees of pieces, each filled in from the template of its form.

A tree from here is on loan: it is right until the next piece of the same form is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any

from pycparser import c_ast

from .forms import NUMBER, STRING, Form, Forms, Mark
from .keywords import KEYWORDS
from .syntax import Tree
from .templates import WORD, Template, make, mark_of, words_of
from .words import Words

LARGE = 200
"""Tokens above which a function is read statement by statement: what is too long to be written twice has short statements that
are."""

_BLOCKS = frozenset("if for while switch {".split())
_WRAPPED: tuple[Mark, ...] = ("void", "f", "(", ")", "{")
"""What a statement is put behind to be parsed, as marks."""
_GO_ON = frozenset("else while".split())
_TYPE_WORDS = frozenset("struct union enum typedef".split())


class Trees:
    """Makes trees out of forms. forms: makes those of statements."""

    def __init__(self, forms: Forms):
        self._forms = forms
        self._known: dict[Any, Template | None] = {}
        self._bodies: dict[Any, _Body | None] = {}
        self._words: dict[Any, Words] = {}

    def words(self, form: Form, is_function: bool, texts: Sequence[str], starts: Sequence[int]) -> Words:
        """Words of a piece, whose tokens are the texts and start at the offsets."""
        key = (form.marks, is_function)
        if key not in self._words:
            self._words[key] = words_of(form, is_function, texts)
        known = self._words[key]

        def named(marks: Iterable[str]) -> set[str]:
            return {form.name(mark_of(m)) for m in marks}

        blanks = [(starts[first], starts[last - 1] + len(texts[last - 1])) for first, last in known.blanks]
        return Words(blanks, named(known.types), named(known.sure), named(known.declared),
                     None if known.strange is None else form.name(mark_of(known.strange)),
                     [starts[i] for i in known.macros_before], [starts[i] for i in known.beside_strings])

    def tree(self, form: Form, is_function: bool, texts: Sequence[str], starts: Sequence[int],
             types: frozenset[str]) -> Tree | None:
        """Tree of a piece whose words are known. types: names to be read as types. None where it must be parsed by itself."""
        blanks = self._words[form.marks, is_function].blanks
        hidden = [text for first, last in blanks for text in texts[first:last] if WORD.match(text) and text not in KEYWORDS]
        if blanks:
            seen = list(texts)
            for first, last in blanks:
                seen[first:last] = [""] * (last - first)
            texts, form = seen, self._forms.of(seen)
        numbers = {name: f"${number}" for number, name in enumerate(form.names)}
        # a type that stands only in hidden text may be called like the number of an open name
        own = frozenset([numbers.get(t, t) for t in types.intersection(texts)])
        places = _Places(starts)
        if is_function and len(texts) > LARGE and _TYPE_WORDS.isdisjoint(texts):
            key = (form.marks, own)
            if key not in self._bodies:
                self._bodies[key] = self._body(form, texts, types)
            body = self._bodies[key]
            if body is not None:
                return Tree(body.fill(form, places), places.offset, hidden + [form.name(mark_of(n)) for n in body.unseen])
        template = self._template(form.marks, own)
        if template is None:
            return None
        template.fill(form.names, form.values)
        return Tree(template.nodes, places.offset, hidden + template.unseen_in(form))

    def _template(self, marks: tuple[Mark, ...], types: frozenset[str]) -> Template | None:
        key = (marks, types)
        if key not in self._known:
            self._known[key] = make(marks, types)
        return self._known[key]

    def _body(self, form: Form, texts: Sequence[str], types: frozenset[str]) -> _Body | None:
        """A function whose statements are filled in as they are walked, None where it must be parsed at once."""
        start = _body_start(texts)
        if start is None or texts[-1] != "}":
            return None
        numbers = {name: number for number, name in enumerate(form.names)}
        values = [0, *accumulate(mark in (NUMBER, STRING) for mark in form.marks)]
        parts: list[_Statement] = []
        unseen: list[str] = []
        for first, last in [(0, start + 1), *pairwise(_cuts(texts, start))]:
            own = self._forms.of(texts[first:last])
            wanted = types.intersection(texts[first:last])
            if wanted:
                wanted = frozenset([f"${own.names.index(t)}" if t in own.names else t for t in wanted])
            template = make((*own.marks, "}"), wanted) if first == 0 else self._template((*_WRAPPED, *own.marks, "}"), wanted)
            if template is None or len(template.nodes) != 1 or not isinstance(template.nodes[0], c_ast.FuncDef):
                return None
            if not types.isdisjoint(template.declared_in(own)):
                return None  # from there on it is no type
            base = 0 if first == 0 else first - len(_WRAPPED)
            parts.append(_Statement(base, template, [numbers[name] for name in own.names], values[first], values[last]))
            unseen += [f"${numbers[n]}" if n in numbers else n for n in template.unseen_in(own)]
        return _Body(parts[0], parts[1:], unseen)


@dataclass(frozen=True, slots=True)
class _Statement:
    """One statement of a function, or its head. base: index in the function of the token where the template begins; names: of the
    template's names the numbers in the function's form; first, last: indices of its values there."""

    base: int
    template: Template
    names: list[int]
    first: int
    last: int

    def fill(self, form: Form) -> c_ast.FuncDef:
        names = form.names
        self.template.fill([names[n] for n in self.names], form.values[self.first:self.last])
        return self.template.nodes[0]


@dataclass(frozen=True, slots=True)
class _Body:
    """A function, statement by statement. unseen: as in a template of all of it."""

    head: _Statement
    statements: list[_Statement]
    unseen: list[str]

    def fill(self, form: Form, places: _Places) -> list[c_ast.Node]:
        """The function with the names and values of a form with the same marks."""
        function = self.head.fill(form)
        function.body.block_items = _Filled(self.statements, form, places)
        return [function]


class _Places:
    """Offsets of nodes. base: index of the token where the tree that is being walked begins."""

    def __init__(self, starts: Sequence[int]):
        self._starts, self.base = starts, 0

    def offset(self, node: c_ast.Node) -> int:
        return self._starts[0 if node.coord is None else self.base + node.coord]


class _Filled:
    """The statements of a body, each filled in when it is its turn."""

    def __init__(self, statements: list[_Statement], form: Form, places: _Places):
        self._statements, self._form, self._places = statements, form, places

    def __iter__(self) -> Iterator[c_ast.Node]:
        for statement in self._statements:
            wrapped = statement.fill(self._form)
            self._places.base = statement.base
            yield from wrapped.body.block_items or ()
        self._places.base = 0


def _body_start(texts: Sequence[str]) -> int | None:
    """Index of the first brace of a function."""
    depth = 0
    for i, text in enumerate(texts):
        depth += (text == "(") - (text == ")")
        if text == "{" and depth == 0:
            return i
    return None


def _cuts(texts: Sequence[str], body: int) -> list[int]:
    """Indices between which the statements of a body stand. Where it is not plain that one ends, it goes on."""
    cuts = [body + 1]
    braces = parens = 0
    opening = ""  # the first token of the statement
    for i in range(body + 1, len(texts) - 1):
        text = texts[i]
        opening = opening or text
        if text in ("(", "["):
            parens += 1
        elif text in (")", "]"):
            parens -= 1
        elif text == "{":
            braces += 1
        elif text == "}":
            braces -= 1
        ends = text == ";" or (text == "}" and opening in _BLOCKS)
        if ends and braces == parens == 0:
            behind = i + 1
            while not texts[behind]:
                behind += 1
            following = texts[behind]
            if following not in _GO_ON and (text == ";" or following == "}" or WORD.match(following)):
                cuts.append(i + 1)
                opening = ""
    if cuts[-1] != len(texts) - 1:
        cuts.append(len(texts) - 1)
    return cuts

"""Templates: the words and syntax trees of forms, made once and filled in with the names and numbers of each piece in turn.

A tree from here is on loan: it is right until the next piece of the same form is read.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from pycparser import c_ast

from .forms import HIDDEN, NUMBER, STRING, Form, Forms, Mark
from .keywords import KEYWORDS
from .syntax import Tree, each_node, names_of_tree, parse_text
from .tokens import Token, kind_of
from .words import Words, read_words

LARGE = 200
"""Tokens above which a function is read statement by statement: what is too long to be written twice has short statements that
are."""

_WORD = re.compile(r"[A-Za-z_$]", re.A)
_BLOCKS = frozenset("if for while switch {".split())
_WRAPPED = ("void", "f", "(", ")", "{")
"""What a statement is put behind to be parsed."""
_GO_ON = frozenset("else while".split())
_TYPE_WORDS = frozenset("struct union enum typedef".split())


class Template:
    """Tree of a form. nodes: its external declarations; unseen: names that the parser did not see; declared: names that it
    declares; an open name is `$` and its number there. A node's `coord` is the index of its token."""

    def __init__(self, nodes: list[c_ast.Node], unseen: list[str], declared: frozenset[str]):
        self.nodes, self._unseen, self._declared = nodes, unseen, declared
        self._names: list[tuple[Any, str, int]] = []
        self._listed: list[tuple[list[str], int, int]] = []
        self._values: list[tuple[c_ast.Constant, int]] = []

    def fill(self, form: Form) -> None:
        """Put the names and values of a form with the same marks into the tree."""
        names, values = form.names, form.values
        for node, attribute, number in self._names:
            setattr(node, attribute, names[number])
        for items, at, number in self._listed:
            items[at] = names[number]
        for node, number in self._values:
            node.value = values[number]

    def unseen_in(self, form: Form) -> list[str]:
        return [form.name(_mark(name)) for name in self._unseen]

    def declared_in(self, form: Form) -> set[str]:
        return {form.name(_mark(name)) for name in self._declared}

    def leave_open(self, node: c_ast.Node, values: Mapping[int, int]) -> None:
        """Note what is left open in a node. values: by the index of the token."""
        if isinstance(node, c_ast.Constant) and node.coord in values:
            self._values.append((node, values[node.coord]))
            return
        for attribute in node.__slots__:
            value = getattr(node, attribute, None)
            if isinstance(value, str) and value.startswith("$"):
                self._names.append((node, attribute, int(value[1:])))
            elif isinstance(value, list):
                self._listed += [(value, i, int(v[1:])) for i, v in enumerate(value) if isinstance(v, str) and v.startswith("$")]


class Templates:
    """Makes trees out of forms. forms: makes those of statements."""

    def __init__(self, forms: Forms):
        self._forms = forms
        self._known: dict[Any, Template | None] = {}
        self._words: dict[Any, Words] = {}

    def words(self, form: Form, is_function: bool, texts: Sequence[str], starts: Sequence[int]) -> Words:
        """Words of a piece, whose tokens are the texts and start at the offsets."""
        key = (form.marks, is_function)
        if key not in self._words:
            self._words[key] = _words_of(form, is_function, texts)
        known = self._words[key]

        def named(marks: Iterable[str]) -> set[str]:
            return {form.name(_mark(m)) for m in marks}

        blanks = [(starts[first], starts[last - 1] + len(texts[last - 1])) for first, last in known.blanks]
        return Words(blanks, named(known.types), named(known.sure), named(known.declared),
                     None if known.strange is None else form.name(_mark(known.strange)),
                     [starts[i] for i in known.macros_before], [starts[i] for i in known.beside_strings])

    def tree(self, form: Form, is_function: bool, texts: Sequence[str], starts: Sequence[int],
             types: frozenset[str]) -> Tree | None:
        """Tree of a piece whose words are known. types: names to be read as types. None where it must be parsed by itself."""
        blanks = self._words[form.marks, is_function].blanks
        hidden = [text for first, last in blanks for text in texts[first:last] if _WORD.match(text) and text not in KEYWORDS]
        if blanks:
            seen = list(texts)
            for first, last in blanks:
                seen[first:last] = [""] * (last - first)
            texts, form = seen, self._forms.of(seen)
        places = _Places(starts)
        if is_function and len(texts) > LARGE and _TYPE_WORDS.isdisjoint(texts):
            tree = self._by_statements(texts, types, places, hidden)
            if tree is not None:
                return tree
        template = self._template(form, types)
        if template is None:
            return None
        template.fill(form)
        return Tree(template.nodes, places.offset, hidden + template.unseen_in(form))

    def _template(self, form: Form, types: frozenset[str]) -> Template | None:
        numbers = {name: f"${number}" for number, name in enumerate(form.names)}
        own = frozenset([numbers.get(t, t) for t in types])
        key = (form.marks, own)
        if key not in self._known:
            self._known[key] = _make(form.marks, own)
        return self._known[key]

    def _by_statements(self, texts: Sequence[str], types: frozenset[str], places: _Places, hidden: list[str]) -> Tree | None:
        """Tree of a function whose statements are filled in as they are walked."""
        body = _body_start(texts)
        if body is None or texts[-1] != "}":
            return None
        head = self._part([*texts[:body + 1], "}"], types)
        if head is None:
            return None
        items: list[tuple[int, Form, Template]] = []
        for first, last in pairwise(_cuts(texts, body)):
            item = self._part([*_WRAPPED, *texts[first:last], "}"], types)
            if item is None:
                return None
            items.append((first - len(_WRAPPED), *item))
        used = [head, *((form, template) for _, form, template in items)]
        if any(not types.isdisjoint(template.declared_in(form)) for form, template in used):
            return None  # from there on it is no type
        form, template = head
        template.fill(form)
        template.nodes[0].body.block_items = _Statements(items, places)
        return Tree(template.nodes, places.offset, sum((t.unseen_in(f) for f, t in used), hidden))

    def _part(self, texts: list[str], types: frozenset[str]) -> tuple[Form, Template] | None:
        """Form and template of a function."""
        form = self._forms.of(texts)
        template = self._template(form, types.intersection(texts))
        if template is None or len(template.nodes) != 1 or not isinstance(template.nodes[0], c_ast.FuncDef):
            return None
        return form, template


class _Places:
    """Offsets of nodes. base: index of the token where the tree that is being walked begins."""

    def __init__(self, starts: Sequence[int]):
        self._starts, self.base = starts, 0

    def offset(self, node: c_ast.Node) -> int:
        return self._starts[0 if node.coord is None else self.base + node.coord]


class _Statements:
    """The statements of a body, each filled in when it is its turn."""

    def __init__(self, items: list[tuple[int, Form, Template]], places: _Places):
        self._items, self._places = items, places

    def __iter__(self) -> Iterator[c_ast.Node]:
        for base, form, template in self._items:
            template.fill(form)
            self._places.base = base
            yield from template.nodes[0].body.block_items or ()
        self._places.base = 0


def _words_of(form: Form, is_function: bool, texts: Sequence[str]) -> Words:
    """Words of a form: names as they stand in templates, indices of tokens instead of offsets."""
    tokens = []
    no_types = set()
    for i, (mark, text) in enumerate(zip(form.marks, texts, strict=True)):
        if isinstance(mark, int) and mark >= 0:
            text = f"${mark >> 1}"
            if mark & 1:
                no_types.add(text)
            tokens.append(Token("name", text, i, i + 1))
        else:
            tokens.append(Token("number" if mark == NUMBER else kind_of(text), text, i, i + 1))
    return read_words(tokens, is_function, no_types)


def _make(marks: Sequence[Mark], types: frozenset[str]) -> Template | None:
    """Template of a form; None where the parser does not take it as it is, or a node stands at no token."""
    if "#" in marks:
        return None
    texts: list[str] = []
    values: dict[int, int] = {}
    for mark in marks:
        if isinstance(mark, str):
            texts.append(mark)
        elif mark == HIDDEN:
            texts.append("")
        elif mark in (NUMBER, STRING):
            values[len(texts)] = len(values)
            texts.append("0" if mark == NUMBER else '""')
        else:
            texts.append(f"${mark >> 1}")
    columns, column = {}, 1
    for i, text in enumerate(texts):
        columns[column] = i
        column += len(text) + 1
    nodes = parse_text(" ".join(texts), types)
    if nodes is None:
        return None
    every = list(each_node(nodes))
    if any(n.coord is not None and (n.coord.line != 2 or n.coord.column not in columns) for n in every):
        return None
    named = Counter(t for t in texts if _WORD.match(t) and t not in KEYWORDS)
    declared = {n.name for n in every if isinstance(n, (c_ast.Decl, c_ast.Enumerator, c_ast.Typedef)) and n.name is not None}
    for node in every:
        if isinstance(node, c_ast.ParamList):  # an old-style definition
            declared |= {p.name for p in node.params if isinstance(p, c_ast.ID)}
    template = Template(nodes, list((named - names_of_tree(nodes)).elements()), frozenset(declared))
    for node in every:
        node.coord = None if node.coord is None else columns[node.coord.column]
        template.leave_open(node, values)
    return template


def _mark(name: str) -> Mark:
    """The mark that a name in a template stands for."""
    return int(name[1:]) << 1 if name.startswith("$") else name


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
            if following not in _GO_ON and (text == ";" or following == "}" or _WORD.match(following)):
                cuts.append(i + 1)
                opening = ""
    if cuts[-1] != len(texts) - 1:
        cuts.append(len(texts) - 1)
    return cuts

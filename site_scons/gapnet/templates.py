"""Templates: what is known of a form, made once: its words, and its syntax tree to be filled in with names and numbers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from pycparser import c_ast

from .forms import HIDDEN, NUMBER, STRING, Form, Mark
from .keywords import KEYWORDS
from .syntax import each_node, names_of_tree, parse_text
from .tokens import Token, kind_of
from .words import Words, read_words

WORD = re.compile(r"[A-Za-z_$]", re.A)


class Template:
    """Tree of a form. nodes: its external declarations; unseen: names that the parser did not see; declared: names that it
    declares; an open name is `$` and its number there. A node's `coord` is the index of its token."""

    def __init__(self, nodes: list[c_ast.Node], unseen: list[str], declared: frozenset[str]):
        self.nodes, self._unseen, self._declared = nodes, unseen, declared
        self._names: list[tuple[Any, str, int]] = []
        self._listed: list[tuple[list[str], int, int]] = []
        self._values: list[tuple[c_ast.Constant, int]] = []

    def fill(self, names: Sequence[str], values: Sequence[str]) -> None:
        """Put the names and values of a form with the same marks into the tree."""
        for node, attribute, number in self._names:
            setattr(node, attribute, names[number])
        for items, at, number in self._listed:
            items[at] = names[number]
        for node, number in self._values:
            node.value = values[number]

    def unseen_in(self, form: Form) -> list[str]:
        """Those names in a form with the same marks."""
        return [form.name(mark_of(name)) for name in self._unseen]

    def declared_in(self, form: Form) -> set[str]:
        """Those names in a form with the same marks."""
        return {form.name(mark_of(name)) for name in self._declared}

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


def words_of(form: Form, is_function: bool, texts: Sequence[str]) -> Words:
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


def make(marks: Sequence[Mark], types: frozenset[str]) -> Template | None:
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
    named = Counter(t for t in texts if WORD.match(t) and t not in KEYWORDS)
    declared = {n.name for n in every if isinstance(n, (c_ast.Decl, c_ast.Enumerator, c_ast.Typedef)) and n.name is not None}
    for node in every:
        if isinstance(node, c_ast.ParamList):  # an old-style definition
            declared |= {p.name for p in node.params if isinstance(p, c_ast.ID)}
    template = Template(nodes, list((named - names_of_tree(nodes)).elements()), frozenset(declared))
    for node in every:
        node.coord = None if node.coord is None else columns[node.coord.column]
        template.leave_open(node, values)
    return template


def mark_of(name: str) -> Mark:
    """The mark that a name in a template stands for."""
    return int(name[1:]) << 1 if name.startswith("$") else name

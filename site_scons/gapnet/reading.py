"""A parsed piece beside its text: what a syntax tree does not tell, such as where a node stands and what a macro put there."""

from __future__ import annotations

import re
from bisect import bisect_right

from pycparser import c_ast

from .facts import Where
from .parts import Part
from .syntax import Tree
from .tokens import Text, tokenize


class Reading:
    """text: the file; part, tree: the piece and its syntax tree, None where only names are looked at, all at `place`."""

    def __init__(self, text: Text, part: Part | None = None, tree: Tree | None = None, place: int = 0):
        self.text, self.part, self.tree, self.place = text, part, tree, place

    def at(self, offset: int) -> Where:
        """(path, offset, line) of an offset in the file."""
        return self.text.path, offset, self.text.line(offset)

    def where(self, node: c_ast.Node) -> Where:
        """Where a node stands in the file."""
        if self.part is None or self.tree is None:
            return self.at(self.place)
        return self.at(self.part.origin(self.tree.offset(node)))

    def called_in_brackets(self, node: c_ast.Cast) -> bool:
        """Whether `(name)(...)` stands there, which is a cast only if the name is a type."""
        if self.part is None or self.tree is None:
            return True
        return re.compile(r"\(\s*[A-Za-z_$][\w$]*\s*\)\s*\(", re.A).match(self.part.code, self.tree.offset(node)) is not None

    def is_untouched(self, node: c_ast.Node) -> bool:
        """Whether the statement around a call stands in the file as it was parsed, no macro in it."""
        if self.part is None or self.tree is None:
            return False
        if self.part.expansion is None:
            return True
        tokens = self.part.tokens
        whole = self.part.expansion
        at = bisect_right([t.start for t in tokens], self.tree.offset(node)) - 1
        first, last = at, at
        while first > 0 and tokens[first - 1].text not in (";", "{", "}"):
            first -= 1
        while last + 1 < len(tokens) and tokens[last].text != ";":
            last += 1
        if not all(whole.stands_there(t.start) for t in tokens[first:last + 1]):
            return False
        start, end = self.part.origin(tokens[at].start), self.part.origin(tokens[last].start) + 1
        while start > 0 and self.text.code[start - 1] not in ";{}":
            start -= 1
        return [t.text for t in tokenize(self.text.code, start, end)] == [t.text for t in tokens[first:last + 1]]

    def is_whole_string(self, node: c_ast.Node) -> bool:
        """Whether no macro stands beside the strings of a call's statement."""
        if self.part is None or self.tree is None:
            return False
        start = self.tree.offset(node)
        end = self.part.code.find(";", start)
        return not any(start <= offset < end for offset in self.part.words.beside_strings)

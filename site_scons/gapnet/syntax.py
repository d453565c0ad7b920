"""One piece of C, parsed by pycparser, with every node's place in the file.

What pycparser cannot read is blanked to spaces of the same length before it looks, so that a node's line and column are
those of the original file. Names that are types but declared nowhere are declared in front of the piece.
"""

from __future__ import annotations

import re
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from pycparser import CParser, c_ast

from .keywords import KEYWORDS
from .tokens import Token, blank, string_value
from .words import Words

try:  # pycparser 2.x and 3.x
    from pycparser.c_parser import ParseError
except ImportError:  # pragma: no cover
    from pycparser.plyparser import ParseError

_GIVING_UP = (RecursionError, AssertionError, AttributeError, IndexError, KeyError, TypeError, ValueError)
"""What the parser fails with on some texts that are no C."""
_threads = threading.local()  # SCons runs builders in threads, and a parser keeps state


class Unreadable(Exception):
    """A piece that cannot be parsed. offset: where in the file; what: the parser's words."""

    def __init__(self, offset: int, what: str):
        self.offset, self.what = offset, what
        super().__init__(what)


@dataclass(frozen=True)
class Tree:
    """nodes: the piece's external declarations; offset: that of a node in the code, as the parser places it; unseen: names in the
    text that the parser did not see, as often as they stand there."""

    nodes: list[c_ast.Node]
    offset: Callable[[c_ast.Node], int]
    unseen: list[str]


def parse(code: str, start: int, end: int, words: Words, types: Iterable[str], tokens: Iterable[Token] = ()) -> Tree:
    """Tree of the piece code[start:end]. types: names to be read as types; tokens: of the piece, to tell what was not seen.
    Raises Unreadable."""
    text = code[start:end]
    if words.blanks:
        text = _blanked(text, start, words.blanks)
    lines = [0]
    lines.extend(m.end() for m in re.finditer("\n", text))
    try:
        nodes = _parsed(text, types)
    except ParseError as error:
        raise _unreadable(str(error), start, lines, _threads.parser) from None
    except _GIVING_UP as error:
        raise Unreadable(start, f"the parser gave up ({type(error).__name__})") from None

    def offset(node: c_ast.Node) -> int:
        coord = node.coord
        return start if coord is None else start + lines[max(0, coord.line - 2)] + max(0, (coord.column or 1) - 1)

    for node in nodes:  # the parser takes a body behind any declarator
        if isinstance(node, c_ast.FuncDef) and not isinstance(node.decl.type, c_ast.FuncDecl):
            raise Unreadable(offset(node), f"{node.decl.name} has a body, but is no function")
    return Tree(nodes, offset, list((names_of_tokens(tokens) - names_of_tree(nodes)).elements()))


def parse_text(text: str, types: Iterable[str]) -> list[c_ast.Node] | None:
    """External declarations of a text that begins at line 2; None where it cannot be read. types: names to be read as types."""
    try:
        nodes = _parsed(text, types)
    except (ParseError, *_GIVING_UP):
        return None
    torn = any(isinstance(n, c_ast.FuncDef) and not isinstance(n.decl.type, c_ast.FuncDecl) for n in nodes)
    return None if torn else nodes


def _parsed(text: str, types: Iterable[str]) -> list[c_ast.Node]:
    names = ",".join(sorted(types))
    prefix = f"typedef int {names};" if names else ""
    if not hasattr(_threads, "parser"):
        _threads.parser = CParser()
    return [n for n in _threads.parser.parse(f"{prefix}\n{text}", "").ext if n.coord is None or n.coord.line > 1]


def _blanked(text: str, start: int, spans: list[tuple[int, int]]) -> str:
    out, done = [], 0
    for first, last in sorted(spans):
        first, last = first - start, last - start
        if first < done:
            continue
        out += [text[done:first], blank(text[first:last])]
        done = last
    return "".join(out) + text[done:]


def _unreadable(message: str, start: int, lines: list[int], parser: CParser) -> Unreadable:
    match = re.match(r"[^:]*:(\d+)(?::(\d+))?: ?(.*)", message, re.S)
    if match is None:  # some faults come without a place: the parser is at most a token further
        line = int(getattr(parser.clex, "_lineno", 0) or getattr(parser.clex, "lineno", 2))
        return Unreadable(start + lines[min(max(0, line - 2), len(lines) - 1)], message.lstrip(": "))
    line = min(max(0, int(match.group(1)) - 2), len(lines) - 1)
    return Unreadable(start + lines[line] + max(0, int(match.group(2) or 1) - 1), match.group(3))


def names_of_tokens(tokens: Iterable[Token]) -> Counter[str]:
    """How often each identifier stands in a piece; those inside an assembler text are added by the caller."""
    return Counter(t.text for t in tokens if t.kind == "name" and t.text not in KEYWORDS)


def each_node(nodes: Iterable[c_ast.Node]) -> Iterator[c_ast.Node]:
    """Every node of a tree, once: a type is shared by all declarators of one declaration."""
    seen: set[int] = set()
    stack: list[c_ast.Node] = list(nodes)
    while stack:
        node = stack.pop()
        if id(node) not in seen:
            seen.add(id(node))
            yield node
            stack.extend(child for _, child in node.children())


def names_of_tree(nodes: Iterable[c_ast.Node]) -> Counter[str]:
    """How often each identifier stands in a tree. What stands more often in the text was not seen by the parser."""
    found: Counter[str] = Counter()
    for node in each_node(nodes):
        kind = type(node)
        if kind is c_ast.IdentifierType:
            found.update(n for n in node.names if n not in KEYWORDS)
        elif kind in _NAMED:
            if node.name is not None:
                found[node.name] += 1
    return found


def strings_of(tokens: Iterable[Token]) -> set[str]:
    """Values of all strings among tokens, adjacent ones also joined."""
    found: set[str] = set()
    joined: str | None = None
    for token in tokens:
        value = string_value(token.text) if token.kind == "string" else None
        joined = None if value is None else (joined or "") + value
        found |= {v for v in (value, joined) if v}
    return found


def enumerators(nodes: Iterable[c_ast.Node]) -> set[str]:
    """Names of all enumerators in a tree, wherever they are declared."""
    found: set[str] = set()
    stack: list[c_ast.Node] = list(nodes)
    while stack:
        node = stack.pop()
        if isinstance(node, c_ast.Enumerator):
            found.add(node.name)
        stack.extend(child for _, child in node.children())
    return found


def only_statements(nodes: Iterable[c_ast.Node], name: str, tokens: Iterable[Token]) -> bool:
    """Whether a name only stands as `name(...);`, so that what it stands for cannot change what is around it."""
    found = 0
    stack: list[c_ast.Node] = list(nodes)
    while stack:
        node = stack.pop()
        if isinstance(node, c_ast.Compound):
            found += sum(1 for i in node.block_items or () if isinstance(i, c_ast.FuncCall) and isinstance(i.name, c_ast.ID)
                         and i.name.name == name)
        stack.extend(child for _, child in node.children())
    return found == sum(1 for t in tokens if t.text == name)


_NAMED = frozenset({
    c_ast.ID, c_ast.Decl, c_ast.Typedef, c_ast.Struct, c_ast.Union, c_ast.Enum, c_ast.Enumerator, c_ast.Label, c_ast.Goto})

"""Macro expansion of one piece of code, keeping the place of every token.

Follows C11 6.10.3 for the macros that are sure: arguments are expanded first, `#` and `##` are done, a macro is not expanded in
its own expansion. Doubtful macros stay as they are and are named, so that the reader can take them to do anything.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field

from .macros import Macro, Macros
from .tokens import Token, tokenize

LIMIT = 200_000
"""Tokens after which an expansion is given up."""


@dataclass(frozen=True)
class Expansion:
    """text: the piece after expansion; tokens: of it; doubtful: names of macros left alone that may be anything, not just some
    number; used: names of those expanded.
    `origin(offset)` is the place in the file of a place in the text."""

    text: str
    tokens: list[Token]
    doubtful: frozenset[str]
    used: frozenset[str]
    _starts: list[int] = field(repr=False)
    _origins: list[tuple[int, bool]] = field(repr=False)

    def origin(self, offset: int) -> int:
        """Offset in the file of an offset in the expanded text; inside an expansion, that of the macro's name."""
        index = max(0, bisect_right(self._starts, offset) - 1)
        origin, exact = self._origins[index]
        return origin + offset - self._starts[index] if exact else origin

    def stands_there(self, offset: int) -> bool:
        """Whether the token at an offset stands in the file itself, not in a macro."""
        return self._origins[max(0, bisect_right(self._starts, offset) - 1)][1]

    def made_strings(self) -> list[Token]:
        """String tokens that macros make, with those beside them."""
        found: list[Token] = []
        run: list[Token] = []
        for token in [*self.tokens, Token("", "", 0, 0)]:
            if token.kind == "string":
                run.append(token)
                continue
            if any(not self.stands_there(t.start) for t in run):
                found += [*run, token]  # the token behind keeps one run from the next
            run = []
        return found


@dataclass(frozen=True, slots=True)
class _Item:
    """A token with the offset it comes from; exact: it stands there itself; hidden: macros that it may not start again."""

    text: str
    kind: str
    origin: int
    exact: bool
    hidden: frozenset[str] = frozenset()


class TooLarge(Exception):
    """An expansion without reasonable end."""


def expand(code: str, start: int, tokens: list[Token], macros: Macros, path: str) -> Expansion | None:
    """Expansion of the piece of `code` that has these tokens; None where it uses no macro of the program.

    start: the piece's offset. Raises TooLarge.
    """
    if not any(t.kind == "name" and t.text in macros.definitions for t in tokens):
        return None
    used: set[str] = set()
    doubtful: set[str] = set()

    def lookup(item: _Item) -> Macro | None:
        if item.text not in macros.definitions:
            return None
        found = macros.sure(item.text, path, item.origin)
        if found is not None:
            used.add(item.text)
        elif not macros.is_number(item.text):
            doubtful.add(item.text)
        return found

    items = _expand([_Item(t.text, t.kind, t.start, True) for t in tokens], lookup, [0])
    parts: list[str] = []
    starts, origins = [0], [(start, True)]
    position, last = 0, start
    made: list[Token] = []
    for item in items:
        gap = code[last:item.origin] if item.exact else " "
        parts.append(gap if not gap.strip() else " ")  # what is no white space was part of a macro's use
        position += len(parts[-1])
        starts.append(position)
        origins.append((item.origin, item.exact))
        made.append(Token(item.kind, item.text, position, position + len(item.text)))
        parts.append(item.text)
        position += len(item.text)
        if item.exact:
            last = item.origin + len(item.text)
    return Expansion("".join(parts), made, frozenset(doubtful), frozenset(used), starts, origins)


def _expand(items: list[_Item], lookup: Callable[[_Item], Macro | None], count: list[int]) -> list[_Item]:
    out: list[_Item] = []
    todo = list(reversed(items))
    while todo:
        item = todo.pop()
        count[0] += 1
        if count[0] > LIMIT:
            raise TooLarge
        macro = lookup(item) if item.kind == "name" and item.text not in item.hidden else None
        if macro is None:
            out.append(item)
            continue
        arguments: list[list[_Item]] = []
        if macro.parameters is not None:
            if not todo or todo[-1].text != "(":
                out.append(item)
                continue
            taken = _arguments(todo)
            if taken is None:
                out.append(item)
                continue
            arguments = taken
            if macro.parameters == () and arguments == [[]]:
                arguments = []
            if len(arguments) != len(macro.parameters):
                raise TooLarge
        hidden = item.hidden | {macro.name}
        todo += reversed(_substitute(macro, arguments, item.origin, hidden, lookup, count))
    return out


def _arguments(todo: list[_Item]) -> list[list[_Item]] | None:
    """Arguments of a call whose `(` is next; they are taken off `todo`. None where it is not closed."""
    depth, arguments = 0, [[]]  # type: ignore[var-annotated]
    for index in range(len(todo) - 1, -1, -1):
        item = todo[index]
        if item.text in "([{" and item.kind == "punct":
            depth += item.text == "("
            if depth == 1 and index == len(todo) - 1:
                continue
        elif item.text == ")":
            depth -= 1
            if depth == 0:
                del todo[index:]
                return arguments
        elif item.text == "," and depth == 1:
            arguments.append([])
            continue
        arguments[-1].append(item)
    return None


def _substitute(macro: Macro, arguments: list[list[_Item]], origin: int, hidden: frozenset[str],
                lookup: Callable[[_Item], Macro | None], count: list[int]) -> list[_Item]:
    given = dict(zip(macro.parameters or (), arguments, strict=True))
    full = {name: _expand(items, lookup, count) for name, items in given.items()}
    body = [t.text for t in macro.body]
    out: list[_Item] = []
    i = 0
    while i < len(body):
        token = macro.body[i]
        if body[i] == "#" and body[i + 1:i + 2] == ["#"] and out and i + 2 < len(body):
            right = given.get(body[i + 2], [_Item(body[i + 2], macro.body[i + 2].kind, origin, False)])
            left = out.pop()
            joined = left.text + (right[0].text if right else "")
            out += [_Item(t.text, t.kind, origin, False, hidden) for t in tokenize(joined)]
            out += [_Item(r.text, r.kind, origin, False, r.hidden | hidden) for r in right[1:]]
            i += 3
        elif body[i] == "#" and i + 1 < len(body) and body[i + 1] in given:
            text = " ".join(a.text for a in given[body[i + 1]]).replace("\\", "\\\\").replace('"', '\\"')
            out.append(_Item(f'"{text}"', "string", origin, False))
            i += 2
        else:
            pasted = body[i + 1:i + 3] == ["#", "#"]
            if body[i] in given:
                source = given[body[i]] if pasted else full[body[i]]
                out += [_Item(a.text, a.kind, origin, False, a.hidden | hidden) for a in source]
                if pasted and not source:
                    out.append(_Item("", "punct", origin, False))
            else:
                out.append(_Item(body[i], token.kind, origin, False, hidden))
            i += 1
    return [o for o in out if o.text]

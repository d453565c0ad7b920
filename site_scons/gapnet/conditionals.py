"""Both branches of every `#if` count: which texts must be read so that each branch is read at least once.

A conditional whose branches are whole statements or declarations can stay in one text, directives blanked: a proof that
ignores the order of statements sees all branches. One that splits a statement, or whose branches share a brace, cannot:
its branches are read apart, the k-th branch of every such conditional in the k-th variant of the file.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from .tokens import Text, blank

_NEVER = re.compile(r"[\s(]*0+[uUlL]*[\s)]*")
_ALWAYS = re.compile(r"[\s(]*[1-9]\d*[uUlL]*[\s)]*")
_OPEN, _MIDDLE, _CLOSE = {"if", "ifdef", "ifndef"}, {"else", "elif", "elifdef", "elifndef"}, {"endif"}
_DEEPEST, _MOST_BRANCHES = 200, 100
"""More is no C that anybody writes; each costs a reading of what is inside."""


@dataclass
class Group:
    """One `#if ... #endif`. start, end: offsets of the whole; branches: offsets of the text of each; dead: those that no
    compiler reads, such as what stands under `#if 0`."""

    start: int
    end: int = 0
    branches: list[tuple[int, int]] = field(default_factory=list)
    has_else: bool = False
    dead: list[tuple[int, int]] = field(default_factory=list)


class Spans:
    """Where text stands under a conditional. groups: nested or apart; one without end reaches to `length`."""

    def __init__(self, groups: Iterable[Group], length: int):
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in sorted((g.start, g.end or length) for g in groups):
            if not self._ends or start >= self._ends[-1]:  # what is inside another one adds nothing
                self._starts.append(start)
                self._ends.append(end)

    def touch(self, first: int, last: int) -> bool:
        """Whether a conditional stands in, around or across first..last."""
        before = bisect_left(self._starts, last)
        return before > 0 and self._ends[before - 1] > first

    def hold(self, offset: int) -> bool:
        """Whether an offset stands in a conditional."""
        return self.touch(offset, offset)


@dataclass(frozen=True)
class Variants:
    """texts: the file's code, once per variant. uncovered: offsets of text that is in no variant. groups: all; split: those
    whose branches are read apart."""

    texts: tuple[str, ...]
    uncovered: tuple[tuple[int, int], ...]
    groups: tuple[Group, ...]
    split: tuple[Group, ...] = ()


def groups_of(text: Text) -> tuple[list[Group], tuple[int, str] | None]:
    """Conditionals of a file, outer ones first, and the first fault: (offset, what) or None."""
    done: list[Group] = []
    open_groups: list[tuple[Group, int, bool, bool]] = []
    fault: tuple[int, str] | None = None
    for directive in text.directives:
        never = directive.name in ("if", "elif") and _NEVER.fullmatch(directive.body) is not None
        always = directive.name in ("if", "elif") and _ALWAYS.fullmatch(directive.body) is not None
        if directive.name in _OPEN:
            group = Group(directive.start)
            done.append(group)
            open_groups.append((group, directive.end, never, always))
            if len(open_groups) > _DEEPEST and fault is None:
                fault = directive.start, f"#if is nested more than {_DEEPEST} deep"
        elif directive.name in _MIDDLE | _CLOSE:
            if not open_groups:
                return done, (directive.start, f"#{directive.name} without #if")
            group, start, dead, taken = open_groups.pop()
            group.branches.append((start, directive.start))
            if dead:
                group.dead.append(group.branches[-1])
            if directive.name in _CLOSE:
                group.end = directive.end
            else:
                group.has_else = group.has_else or directive.name == "else"
                open_groups.append((group, directive.end, never or taken, taken or always))
    if open_groups:
        return done, (open_groups[-1][0].start, "#if without #endif")
    return done, fault


def variants_of(text: Text) -> Variants:
    """The texts to read for one file; one where all conditionals are whole."""
    groups, fault = groups_of(text)
    if fault is not None:
        return Variants((text.code,), ((0, len(text.code)),), tuple(groups))
    split = [g for g, before in zip(groups, _visible_before(text.code, groups)) if not _is_whole(text.code, g, before)]
    if not split:
        return Variants((text.code,), (), tuple(groups))
    count = max(len(g.branches) + (not g.has_else) for g in split)
    if count > _MOST_BRANCHES:
        return Variants((text.code,), ((0, len(text.code)),), tuple(groups))
    texts, dropped = [], []
    for k in range(count):
        gone = []
        for group in split:
            chosen = min(k, len(group.branches) - group.has_else)
            gone += [span for i, span in enumerate(group.branches) if i != chosen]
        texts.append(_without(text.code, gone))
        dropped.append(gone)
    everywhere = [_Outer(gone) for gone in dropped]
    uncovered = {span for gone in dropped for span in gone if all(span in outer for outer in everywhere)}
    return Variants(tuple(texts), tuple(sorted(uncovered)), tuple(groups), tuple(split))


class _Outer:
    """Spans that are nested or apart: which others lie inside one of them."""

    def __init__(self, spans: list[tuple[int, int]]):
        self._starts: list[int] = []
        self._ends: list[int] = []
        for start, end in sorted(spans, key=lambda s: (s[0], -s[1])):
            if not self._ends or end > self._ends[-1]:
                self._starts.append(start)
                self._ends.append(end)

    def __contains__(self, span: tuple[int, int]) -> bool:
        at = bisect_right(self._starts, span[0]) - 1
        return at >= 0 and span[1] <= self._ends[at]


def _without(code: str, spans: list[tuple[int, int]]) -> str:
    out, done = [], 0
    for start, end in sorted(spans):
        if end <= done:
            continue
        start = max(start, done)
        out += [code[done:start], blank(code[start:end])]
        done = end
    return "".join(out) + code[done:]


def _is_whole(code: str, group: Group, before: str) -> bool:
    """Whether every branch is a run of complete statements or declarations at a place where such a run may stand, which the
    last visible character before the group tells."""
    if before not in ("", ";", "{", "}"):
        return False
    for start, end in group.branches:
        text = code[start:end].strip()
        if not text:
            continue
        if text[-1] not in ";}" or not _balanced(text) or text.startswith("else"):
            return False
    return True


def _visible_before(code: str, groups: list[Group]) -> Iterator[str]:
    """The last visible character before each group, which come in the order of their starts; nothing where there is none."""
    done, last = 0, ""
    for group in groups:
        last = code[done:group.start].rstrip()[-1:] or last
        done = group.start
        yield last


def _balanced(text: str) -> bool:
    """Whether brackets pair up; those inside strings count too, which can only make a conditional look split."""
    depth = {"{": 0, "(": 0, "[": 0}
    pair = {"}": "{", ")": "(", "]": "["}
    for char in text:
        if char in depth:
            depth[char] += 1
        elif char in pair:
            depth[pair[char]] -= 1
            if depth[pair[char]] < 0:
                return False
    return not any(depth.values())

"""Both branches of every `#if` count: which texts must be read so that each branch is read at least once.

A conditional whose branches are whole statements or declarations can stay in one text, directives blanked: a proof that
ignores the order of statements sees all branches. One that splits a statement, or whose branches share a brace, cannot:
its branches are read apart, the k-th branch of every such conditional in the k-th variant of the file.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from .tokens import Text, blank

_OPEN, _MIDDLE, _CLOSE = {"if", "ifdef", "ifndef"}, {"else", "elif", "elifdef", "elifndef"}, {"endif"}


@dataclass
class Group:
    """One `#if ... #endif`. start, end: offsets of the whole; branches: offsets of the text of each."""

    start: int
    end: int = 0
    branches: list[tuple[int, int]] = field(default_factory=list)
    has_else: bool = False


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
    open_groups: list[tuple[Group, int]] = []
    for directive in text.directives:
        if directive.name in _OPEN:
            group = Group(directive.start)
            done.append(group)
            open_groups.append((group, directive.end))
        elif directive.name in _MIDDLE | _CLOSE:
            if not open_groups:
                return done, (directive.start, f"#{directive.name} without #if")
            group, start = open_groups.pop()
            group.branches.append((start, directive.start))
            if directive.name in _CLOSE:
                group.end = directive.end
            else:
                group.has_else = group.has_else or directive.name == "else"
                open_groups.append((group, directive.end))
    if open_groups:
        return done, (open_groups[-1][0].start, "#if without #endif")
    return done, None


def variants_of(text: Text) -> Variants:
    """The texts to read for one file; one where all conditionals are whole."""
    groups, fault = groups_of(text)
    if fault is not None:
        return Variants((text.code,), ((0, len(text.code)),), tuple(groups))
    split = [g for g in groups if not _is_whole(text.code, g)]
    if not split:
        return Variants((text.code,), (), tuple(groups))
    count = max(len(g.branches) + (not g.has_else) for g in split)
    texts, dropped = [], []
    for k in range(count):
        gone = []
        for group in split:
            chosen = min(k, len(group.branches) - group.has_else)
            gone += [span for i, span in enumerate(group.branches) if i != chosen]
        texts.append(_without(text.code, gone))
        dropped.append(gone)
    uncovered = [span for span in dropped[0] if all(_inside(span, gone) for gone in dropped[1:])]
    for gone in dropped[1:]:
        for span in gone:
            if all(_inside(span, other) for other in dropped) and span not in uncovered:
                uncovered.append(span)
    return Variants(tuple(texts), tuple(sorted(uncovered)), tuple(groups), tuple(split))


def _inside(span: tuple[int, int], spans: list[tuple[int, int]]) -> bool:
    return any(start <= span[0] and span[1] <= end for start, end in spans)


def _without(code: str, spans: list[tuple[int, int]]) -> str:
    out, done = [], 0
    for start, end in sorted(spans):
        if end <= done:
            continue
        start = max(start, done)
        out += [code[done:start], blank(code[start:end])]
        done = end
    return "".join(out) + code[done:]


def _is_whole(code: str, group: Group) -> bool:
    """Whether every branch is a run of complete statements or declarations at a place where such a run may stand."""
    before = _last_visible(code, group.start)
    if before not in ("", ";", "{", "}"):
        return False
    for start, end in group.branches:
        text = code[start:end].strip()
        if not text:
            continue
        if text[-1] not in ";}" or not _balanced(text) or text.startswith("else"):
            return False
    return True


def _last_visible(code: str, end: int) -> str:
    step = 256
    while end > 0:
        chunk = code[max(0, end - step):end].rstrip()
        if chunk:
            return chunk[-1]
        end -= step
    return ""


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

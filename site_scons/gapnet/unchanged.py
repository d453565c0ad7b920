"""What cannot matter may change: an analysis that still holds for other C.

A piece that was not parsed counts only by its head and by what it names; whatever else changes in it, and whatever changes in the
comments between pieces, the analysis stays what it was, but for the places of things.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

from .analysis import COMMON, Analysis, Span, key_of, rules_of
from .contents import digest_of
from .pieces import Piece, cut
from .relevance import is_large
from .tokens import Text, read_text

_TOO_MUCH = frozenset("struct union asm __asm __asm__ _Pragma pi_cl_ram_req_t".split())
"""Words with a meaning beyond their own piece."""


@dataclass(frozen=True, slots=True)
class Mark:
    """One piece with all that stands between it and the one before. length: bytes; lines: newlines; digest: of all that.

    kind: `=` for one that was parsed, `~` for one that was not, `!` for one that must stay as it is, `$` for what stands behind
    the last piece; counts: digest of what counts of it.
    """

    length: int
    lines: int
    digest: str
    kind: str
    counts: str

    def __str__(self) -> str:
        return f"{self.length} {self.lines} {self.digest} {self.kind} {self.counts}".rstrip()

    @staticmethod
    def read(text: str) -> Mark:
        """Mark from its text. Raises ValueError."""
        length, lines, digest, kind, *counts = text.split(" ")
        return Mark(int(length), int(lines), digest, kind, counts[0] if counts else "")


def marks_of(text: Text, pieces: Sequence[Piece] | None, skipped: Iterable[int]) -> tuple[str, ...]:
    """Marks of a file. pieces: None where they cannot be told apart; skipped: starts of those that were not parsed."""
    skipped = frozenset(skipped)
    marks, done = [], 0
    if pieces is None:
        marks.append(str(Mark(len(text.raw), text.raw.count("\n"), _digest(text.raw), "!", "")))
        pieces, done = (), len(text.raw)
    for piece in pieces:
        kind = "!" if text.has_directive(done, piece.end) else "~" if piece.start in skipped else "="
        if kind == "~" and not _TOO_MUCH.isdisjoint(piece.names):
            kind = "!"
        marks.append(str(_mark(text, piece, done, kind)))
        done = piece.end
    rest = text.raw[done:]
    return (*marks, str(Mark(len(rest), rest.count("\n"), _digest(rest), "$", "")))


def _mark(text: Text, piece: Piece, done: int, kind: str) -> Mark:
    whole = text.raw[done:piece.end]
    counts = ""
    if kind == "=":
        counts = _digest(text.raw[piece.start:piece.end])
    elif kind == "~":
        head, _, _ = text.code[piece.start:piece.end].partition("{" if piece.is_function else "=")
        counts = _digest(repr((piece.is_function, head.split(), sorted(piece.names), _strings(text, piece))))
    return Mark(len(whole), whole.count("\n"), _digest(whole), kind, counts)


def _strings(text: Text, piece: Piece) -> list[tuple[str, bool]]:
    """Strings of a piece, and whether each stands right behind another one."""
    found, end = [], piece.start
    for start, stop in text.strings[bisect_left(text.strings, (piece.start, 0)):bisect_left(text.strings, (piece.end, 0))]:
        found.append((text.raw[start:stop], not text.code[end:start].strip()))
        end = stop
    return found


def _digest(text: str) -> str:
    return digest_of(text.encode("latin-1"))


def renewed(former: Analysis, files: Mapping[str, bytes], functions: Iterable[str] = ()) -> Analysis | None:
    """The analysis that `analyse` would give for these files, from a former one; None where only the C can tell.

    files: contents by name, .c and headers; functions: the project's own lines of the function table.
    """
    functions = tuple(functions)
    key = key_of(files, functions)
    if former.made_by != rules_of(functions):
        return None
    if former.made_of == key:
        return former
    try:
        marks = {name: [Mark.read(m) for m in items] for name, items in former.marks}
    except ValueError:  # somebody has edited them
        return None
    if former.taken or marks.keys() != files.keys():
        return None
    moves: dict[str, _Move] = {}
    for name, data in files.items():
        move = _moved(marks[name], data)
        if move is None:
            return None
        moves[name] = move
    before = sum(m.length for move in moves.values() for m in move.old)
    if is_large(before) != is_large(sum(map(len, files.values()))):
        return None
    try:
        return _relocated(former, key, moves)
    except LookupError:
        return None


class _Move:
    """Where the pieces of a file were, and are."""

    def __init__(self, old: list[Mark], new: list[Mark]):
        self.old, self.new = old, new
        self._old_ends, self._new_ends = ([*accumulate(m.length for m in marks)] for marks in (old, new))
        self._old_lines, self._new_lines = ([*accumulate(m.lines for m in marks)] for marks in (old, new))

    def offset(self, offset: int) -> int:
        """New offset of a place in a piece that was parsed. Raises LookupError."""
        at = bisect_right(self._old_ends, offset)
        return offset + self._shift(at, self._old_ends, self._new_ends)

    def span(self, span: Span | None) -> Span | None:
        """New place of a span in a piece that was parsed. Raises LookupError."""
        if span is None:
            return None
        shift = self.offset(span[0]) - span[0]
        return span[0] + shift, span[1] + shift

    def line(self, line: int) -> int:
        """New line of a place in a piece that was parsed. Raises LookupError."""
        at = bisect_left(self._old_lines, line - 1)
        shift = self._shift(at, self._old_lines, self._new_lines)
        while at + 1 < len(self.old) and self._old_lines[at] == line - 1:  # the next piece may begin on this line
            at += 1
            if self._shift(at, self._old_lines, self._new_lines) != shift:
                raise LookupError
        return line + shift

    def _shift(self, at: int, old: list[int], new: list[int]) -> int:
        """How far a piece, which is as it was, has moved."""
        if self.old[at].counts != self.new[at].counts or (self.old[at].kind != "=" and self.old[at] != self.new[at]):
            raise LookupError
        return new[at] - old[at]


def _moved(old: list[Mark], data: bytes) -> _Move | None:
    """Where the pieces of a file are now; None where one of them has changed in what counts."""
    view, last = memoryview(data), len(old) - 1
    first, start = 0, 0
    while first <= last and digest_of(view[start:start + old[first].length]) == old[first].digest:
        start += old[first].length
        first += 1
    if first > last:
        return _Move(old, old) if start == len(data) else None
    end, behind = len(data), len(old)
    while behind > first and end - old[behind - 1].length >= start and (
            digest_of(view[end - old[behind - 1].length:end]) == old[behind - 1].digest):
        behind -= 1
        end -= old[behind].length
    if behind == first and end > start and behind <= last:  # what was put in belongs to the piece behind it
        end += old[behind].length
        behind += 1
    if behind > last:
        return None  # something has changed behind the last piece
    new = _read_again(old[first:behind], bytes(view[start:end]))
    return None if new is None else _Move(old, old[:first] + new + old[behind:])


def _read_again(old: list[Mark], data: bytes) -> list[Mark] | None:
    """Marks of a stretch of a file between two ends of pieces, None where it is not the same pieces in all that counts."""
    text = read_text("", data)
    if text.problem is not None or text.directives or COMMON in text.raw or data.startswith((b"\xef\xbb\xbf", b"\\")):
        return None
    pieces = cut(text.code)
    if len(pieces) != len(old) or not all(p.whole for p in pieces) or (pieces and pieces[-1].end != len(data)):
        return None
    new, done = [], 0
    for mark, piece in zip(old, pieces, strict=True):
        made = _mark(text, piece, done, mark.kind)
        if made.counts != mark.counts or (mark.kind == "!" and made != mark):
            return None
        new.append(made)
        done = piece.end
    return new


def _relocated(former: Analysis, key: str, moves: Mapping[str, _Move]) -> Analysis:
    def place(text: str) -> str:
        path, _, line = text.rpartition(":")
        return f"{path}:{moves[path].line(int(line))}"

    constants = []
    for c in former.constants:
        move = moves[c.path]
        if c.reason is not None and (" line " in c.reason or (c.allocation is not None and len(moves) > 1)):
            raise LookupError  # one that is not proved may be allocated in another file than its own
        constants.append(replace(
            c, line=move.line(c.line), allocated=None if c.allocated is None else move.line(c.allocated), where=place(c.where),
            allocation=move.span(c.allocation), size=move.span(c.size), load=(move.offset(c.load[0]), move.offset(c.load[0])
                                                                              + c.load[1] - c.load[0]),
            literal=move.span(c.literal), destination=move.span(c.destination), body=move.offset(c.body)))
    local = tuple(replace(x, line=moves[x.path].line(x.line), literal=moves[x.path].span(x.literal)) for x in former.local)
    return replace(
        former, made_of=key, constants=tuple(constants), local=local, computed=tuple(map(place, former.computed)),
        unreadable=tuple(map(place, former.unreadable)),
        marks=tuple((name, tuple(map(str, moves[name].new))) for name, _ in former.marks))

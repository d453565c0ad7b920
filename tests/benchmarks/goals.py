"""The table that the benchmark prints: what was measured beside what was asked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One line. value and limit: in one unit, the goal is met where value <= limit; no limit: shown, nothing is asked of it.

    measured: the value in words, with the figures behind it, in wall clock; cpu: the same in time of all cores, which says more
    than the wall clock does on a machine that is busy with other things.
    """

    case: str
    measured: str
    value: float
    limit: float | None = None
    unit: str = ""
    cpu: str = ""

    @property
    def missed(self) -> bool:
        return self.limit is not None and self.value > self.limit

    @property
    def goal(self) -> str:
        return "" if self.limit is None else f"at most {self.limit:g}{self.unit}"

    @property
    def verdict(self) -> str:
        return "" if self.limit is None else "missed" if self.missed else "met"


@dataclass(frozen=True)
class Skipped:
    """A case that could not be measured here."""

    case: str
    reason: str


def verdict(rows: Sequence[Row | Skipped]) -> tuple[int, list[str]]:
    """Exit status, 1 where a goal is missed, and what to say: which are, and what was not measured."""
    missed = [row for row in rows if isinstance(row, Row) and row.missed]
    said = [f"missed: {row.case}: {row.measured}, where {row.goal} was the goal" for row in missed]
    said += [f"not measured: {row.case}: {row.reason}" for row in rows if isinstance(row, Skipped)]
    return (1, said) if missed else (0, [*said, "every goal that was measured is met"])


def seconds(value: float) -> str:
    """A time for a reader."""
    return f"{value:.3f} s" if value < 1 else f"{value:.2f} s"


def mebibytes(value: float) -> str:
    """Bytes for a reader."""
    return f"{value / (1 << 20):.0f} MB"


def markdown(head: Sequence[str], lines: Sequence[Sequence[str]]) -> str:
    """A table whose columns are aligned, for a terminal as for a page."""
    widths = [max(len(row[i]) for row in (head, *lines)) for i in range(len(head))]
    def line(cells: Sequence[str]) -> str:
        return "| " + " | ".join(cell.ljust(width) for cell, width in zip(cells, widths)) + " |"
    return "\n".join([line(head), "|" + "|".join("-" * (w + 2) for w in widths) + "|", *map(line, lines)])


def report(rows: Sequence[Row | Skipped], asked: bool = True) -> str:
    """The rows as a table; those that were skipped with the reason in the place of figures. asked: say which goals are met."""
    lines = [(r.case, r.goal, r.measured, r.verdict if asked else "", r.cpu) if isinstance(r, Row) else
             (r.case, "", f"skipped: {r.reason}", "", "") for r in rows]
    return markdown(("case", "goal", "measured", "", "in CPU time"), lines)

"""Rules that a newer manifest has to keep, seen from an older one: how much it may grow, and what must share memory."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .errors import GapnetError, InputError
from .terminal import visible

if TYPE_CHECKING:
    from .diff import Diff
    from .record import Entry, Record

GATED = (("l3_requested_bytes", "L3"), ("image_bytes", "the image"))
"""What may grow by `max_growth`, each: the L3 that the shared firmware requests, and its image."""


class RuleBroken(GapnetError):
    """A newer manifest breaks a rule; nobody's input is at fault. One line for each rule."""

    exit_status = 1


@dataclass(frozen=True)
class Rules:
    """max_growth: bytes by which L3 and the image may each grow, None for no limit. require_shared: constants that must share
    memory, as NAME or NETWORK/NAME. called: how the user writes the two."""

    max_growth: int | None = None
    require_shared: tuple[str, ...] = ()
    called: tuple[str, str] = ("--max-growth", "--require-shared")

    def broken(self, diff: Diff) -> list[str]:
        """A line for each rule that the newer manifest breaks. Raises InputError for a name that neither manifest has."""
        return self.grown(diff) + self.alone(diff)

    def grown(self, diff: Diff) -> list[str]:
        """A line for each total that outgrew the older one by more than `max_growth`: what a newer baseline would allow."""
        lines = []
        for total, what in GATED if self.max_growth is not None else ():
            if diff.growth(total) > (self.max_growth or 0):
                before, after = diff.old.totals[total][1], diff.new.totals[total][1]
                lines.append(f"{what} grew by {after - before:,} bytes, from {before:,} to {after:,}; "
                             f"{self.called[0]} allows {self.max_growth:,}")
        return lines

    def alone(self, diff: Diff) -> list[str]:
        """A line for each constant that must share memory and does not, whatever the older manifest says. Raises InputError for
        a name that neither manifest has."""
        return [visible(line) for name in dict.fromkeys(self.require_shared) for line in self._alone(diff, name)]

    def _alone(self, diff: Diff, name: str) -> list[str]:
        from .diff import why_alone  # a build without a baseline has rules, too

        found, before = diff.new.named(name), diff.old.named(name)
        if not found and not before:
            raise InputError(f"{self.called[1]} {name}: there is no such constant",
                             hint="Write its name as manifest.json does, or NETWORK/NAME")
        if not found:
            return [f"{name} must be shared ({self.called[1]}), but is gone"]
        return [f"{_full(e, diff.new)} must be shared ({self.called[1]}), but is not: {why_alone(diff.old, diff.new, e)}"
                for e in found if not diff.new.is_shared(e)]


def _full(entry: Entry, record: Record) -> str:
    return f"{entry.network}/{entry.name}" if len(record.networks) > 1 else entry.name


def missing(baseline: str, manifest: str) -> InputError:
    """What to say where there is no older manifest."""
    return InputError("there is no such manifest", baseline, hint="Keep one of a state that is as it should be: "
                      f"cp {shlex.quote(manifest)} {shlex.quote(baseline)}")

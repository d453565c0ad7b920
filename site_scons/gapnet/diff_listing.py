"""A `Diff` in a terminal: one line, or a table of totals and of every change with its reason."""

from __future__ import annotations

from .diff import APPEARED, CHANGED, GREW, KINDS, ROLE, SHARED, SHRANK, UNSHARED, VANISHED, Change, Diff
from .listing import detail, row
from .report import TOTALS as LABELS
from .terminal import PLAIN, Look, sentence, visible, wrapped

WORDS = {UNSHARED: "no longer shared", SHARED: "newly shared", APPEARED: "new", VANISHED: "gone", GREW: "larger",
         SHRANK: "smaller", ROLE: "another role", CHANGED: "other bytes"}
_COUNTED = WORDS | {ROLE: "in another role", CHANGED: "with other bytes"}
SHOWN = 15
"""Constants with other bytes that a table lists: after training it is all of them."""
_BAD = (UNSHARED, GREW)


def headline(diff: Diff, against: str = "", look: Look = PLAIN) -> str:
    """One line. against: what the older manifest is called, if it is to be named."""
    name = look.paint(visible(", ".join(diff.new.networks)), "bold") + (f" against {visible(against)}" if against else "")
    return f"{name}: {gist(diff, look)}"


def gist(diff: Diff, look: Look = PLAIN) -> str:
    """The headline without the names."""
    if diff.is_empty():
        return "no change"
    options = diff.options()
    parts = [f"{what} {_signed(diff.growth(total), ' B', look)}"
             for total, what in (("l3_requested_bytes", "L3"), ("image_bytes", "image"))]
    counts = {kind: len(diff.listed(kind)) for kind in KINDS}
    parts += [look.paint(f"{count:,} {_COUNTED[kind]}", *(["red"] if kind == UNSHARED else []))
              for kind, count in counts.items() if count]
    return ", ".join(parts + _networks(diff) + ([f"other {' and '.join(options)}"] if options else []))


def as_text(diff: Diff, look: Look = PLAIN) -> str:
    """Totals of both, and all changes, in lines that fit."""
    lines = [*_wrapped_headline(diff, look), "", *totals(diff, look)]
    if diff.renamed is not None:
        lines += ["", f"{visible(diff.new.networks[0])} was called {visible(diff.renamed)}"]
    for name, (before, now) in diff.options().items():
        lines += ["", *wrapped(sentence("", f"{name}: {difference_of(before, now)}"), look.width)]
    for network in (*diff.new.networks, *diff.vanished):
        if network in diff.appeared or network in diff.vanished:
            entries = (diff.new if network in diff.appeared else diff.old).entries.values()
            count = sum(e.network == network for e in entries)
            state = "a new network" if network in diff.appeared else "the network is gone"
            lines += ["", look.paint(visible(network), "bold") + f": {state} (constants and inputs: {count:,})"]
            continue
        for kind in KINDS:
            changes = diff.of(network, kind)
            if changes:
                lines += ["", look.paint(visible(f"{network}: {WORDS[kind]}"), "bold")]
                shown = changes[:SHOWN] if kind == CHANGED else changes
                lines += [line for change in shown for line in _entry(change, look)]
                lines += [f"              and {len(changes) - len(shown):,} more"] if len(shown) < len(changes) else []
    return "\n".join(lines) + "\n"


def totals(diff: Diff, look: Look = PLAIN) -> list[str]:
    """The totals of both manifests as a table."""
    rows: list[list[str]] = [["", "old", "new", "old", "new", "change"]]
    growths = [0]
    for key, label, unit in LABELS:
        if key in diff.old.totals:
            before, after = diff.old.totals[key], diff.new.totals[key]
            growths.append(after[1] - before[1])
            cells = [f"{n:,}" for n in (before[0], after[0], before[1], after[1])]
            rows.append([label + (", B" if unit else ""), *cells, difference(growths[-1])])
    widths = [max(9 * (0 < i < 5), *(len(r[i]) for r in rows)) for i in range(6)]
    lines = [f"{'':{widths[0]}}{'untouched':>{widths[1] + widths[2] + 4}}{'shared':>{widths[3] + widths[4] + 4}}"]
    for (label, *counts, change), growth in zip(rows, growths, strict=True):
        text = "  ".join([f"{label:<{widths[0]}}", *(f"{c:>{w}}" for c, w in zip(counts, widths[1:5], strict=True))])
        style = "red" if growth > 0 else "green"
        lines.append(text + "  " + look.paint(f"{change:>{widths[5]}}", *([style] if growth else [])))
    return [look.paint(line, "bold") if i < 2 else line for i, line in enumerate(lines)]


def difference(growth: int) -> str:
    """A difference with its sign, `=` for none."""
    return f"{growth:+,}" if growth else "="


def difference_of(before: tuple[str, ...], now: tuple[str, ...]) -> str:
    """What became of the words of an option."""
    gone, came = ([w for w in words if w not in others] for words, others in ((before, now), (now, before)))
    return ", ".join([f"now {w}" for w in came] + [f"no longer {w}" for w in gone]) or "in another order"


def said(change: Change) -> tuple[str, str]:
    """(`path:line` or nothing, what is to be said of a change), in words."""
    if change.kind in (GREW, SHRANK):
        what = "an arena, " if change.what == "arena" else ""
        return "", f"{what}was {change.old:,} B"
    parts = [change.why] if change.why else []
    if change.others:
        verb = {UNSHARED: "lies now with", VANISHED: "shared memory with"}.get(change.kind, "shares memory with")
        parts.insert(1 if change.kind == UNSHARED else 0, f"{verb} {named(change)}")
    if change.what == "arena":
        parts.append("an arena")
    return (change.place or "" if parts and change.what != "arena" else ""), "; ".join(parts)


def named(change: Change) -> str:
    """The first of those that a change is with, and how many more there are."""
    network, name = change.others[0]
    more = f" and {len(change.others) - 1} more" if change.others[1:] else ""
    return (name if network == change.network else f"{network}/{name}") + more


def _entry(change: Change, look: Look) -> list[str]:
    lines = row(change.new if change.new is not None else change.old or 0, change.name, look)
    place, text = said(change)
    if text:
        lines += detail(sentence(place, text), look)
    return lines


def _wrapped_headline(diff: Diff, look: Look) -> list[str]:
    """The headline in lines that fit; only one that does not need to be broken is painted."""
    plain = headline(diff)
    if len(plain) <= look.width:
        return [headline(diff, look=look)]
    return wrapped(plain.split(" "), look.width)


def _networks(diff: Diff) -> list[str]:
    return [f"{len(names)} {what} network{'s' if names[1:] else ''}"
            for names, what in ((diff.appeared, "new"), (diff.vanished, "lost")) if names]


def _signed(growth: int, unit: str, look: Look) -> str:
    if not growth:
        return "unchanged"
    return look.paint(f"{growth:+,}{unit}", "red" if growth > 0 else "green")

"""A `Diff` as Markdown, for the comment of a pull request: GitHub's tables, whatever names hold."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .diff import KINDS, Diff
from .diff_listing import WORDS, difference, difference_of, gist, said
from .report import TOTALS as LABELS
from .terminal import visible

LONGEST = 60_000
"""Characters; GitHub takes comments of up to 65,536."""
_LIMITS = (None, 100, 30, 10, 3, 0)
_PLAIN = re.compile(r"[\w./:-]+", re.A)
_SPECIAL = re.compile(r"[^\w\s.,:;()'+=/-]|_", re.A)


def as_markdown(diff: Diff, broken: Sequence[str] = ()) -> str:
    """Headline, broken rules, totals, and a table for each kind of change; tables are cut where a comment would be too long."""
    return next((text for text in (_page(diff, broken, limit) for limit in _LIMITS) if len(text) <= LONGEST),
                _page(diff, broken[:10], 0))


def code(text: str) -> str:
    """A name as code; an entity for everything that could end a cell or a span."""
    shown = visible(text)
    return f"`{shown}`" if _PLAIN.fullmatch(shown) else f"<code>{_entities(shown)}</code>"


def prose(text: str) -> str:
    """Words as they are; an entity for everything that Markdown or HTML would take for a mark, or GitHub for a mention."""
    words = visible(text).split(" ")
    return " ".join(code(word) if "_" in word and _PLAIN.fullmatch(word) else _entities(word) for word in words)


def _entities(text: str) -> str:
    return _SPECIAL.sub(lambda m: f"&#{ord(m[0])};" if ord(m[0]) < 128 else m[0], text)


def _page(diff: Diff, broken: Sequence[str], limit: int | None) -> str:
    lines = [f"**GapNetwork** {', '.join(map(code, diff.new.networks))}: {gist(diff)}", ""]
    lines += [f"* **Not allowed:** {prose(line)}" for line in broken] + ([""] if broken else [])
    lines += ["| | old | new | change |", "|---|--:|--:|--:|"]
    for key, label, unit in LABELS:
        if key in diff.old.totals:
            before, after = diff.old.totals[key][1], diff.new.totals[key][1]
            lines.append(f"| {label}{', B' if unit else ''} | {before:,} | {after:,} | {difference(after - before)} |")
    if diff.renamed is not None:
        lines += ["", f"{code(diff.new.networks[0])} was called {code(diff.renamed)}."]
    for name, words in diff.options().items():
        lines += ["", f"{name}: {prose(difference_of(*words))}"]
    for network in (*diff.new.networks, *diff.vanished):
        if network in diff.appeared or network in diff.vanished:
            lines += ["", f"{code(network)} is {'a new network' if network in diff.appeared else 'gone'}."]
            continue
        for kind in KINDS:
            changes = diff.of(network, kind)
            if not changes:
                continue
            lines += ["", f"#### {code(network)}: {len(changes)} {WORDS[kind]}", ""]
            lines += ["| bytes | constant | why |", "|--:|---|---|"]
            for change in changes[:limit]:
                place, text = said(change)
                why = ": ".join(part for part in (code(place) if place else "", prose(text)) if part)
                lines.append(f"| {change.new if change.new is not None else change.old or 0:,} | {code(change.name)} | {why} |")
            if limit is not None and len(changes) > limit:
                lines.append(f"| | and {len(changes) - limit} more | |")
    return "\n".join(lines) + "\n"

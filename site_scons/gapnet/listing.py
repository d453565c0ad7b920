"""The result in a terminal: one line, or a table of what was gained, what shares memory, and what does not and why."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .report import TOTALS, budget_lines, doubled_constants, notes_of, summary
from .terminal import PLAIN, Look, sentence, visible, wrapped

_SIZE = 12
_NAME = _SIZE + 2
"""Columns of a size, and where the name behind it begins."""
_DETAIL = 14
_Constant = dict[str, Any]
_Key = tuple[str, str]


def headline(manifest: dict[str, Any], look: Look = PLAIN) -> str:
    """`summary`, its name and what is left to do painted."""
    text = summary(manifest)
    name = ", ".join(n["name"] for n in manifest["networks"])
    rest = visible(text[len(name):])
    doubled = len(doubled_constants(manifest))
    if doubled:
        rest = rest.replace(f"{doubled:,} doubled", look.paint(f"{doubled:,} doubled", "yellow"), 1)
    return look.paint(visible(name), "bold") + rest


def as_text(manifest: dict[str, Any], look: Look = PLAIN) -> str:
    """Totals, and constants with what they share or why they do not, in lines that fit."""
    lines = [headline(manifest, look), ""]
    lines.append(look.paint(f"{'':20}{'before':>14}{'after':>14}{'saved':>9}", "bold"))
    for key, label, unit in TOTALS:
        before, after = manifest["totals"][key]["before"], manifest["totals"][key]["after"]
        saved = f"{100 * (before - after) / before:.1f} %" if before else ""
        lines.append(f"{label:20}{before:>12,}{unit:>2}{after:>12,}{unit:>2}"
                     + look.paint(f"{saved:>9}", *(["green"] if after < before else [])))
    memories = _memories(manifest)
    equal = _Equal(manifest)
    for network in manifest["networks"]:
        name = network["name"]
        shared = [(root, users) for root, users in memories.items()
                  if name == (root[0] if root[0] in equal.names else users[0][0])]
        if shared:
            lines += ["", look.paint(visible(f"{name}: shared"), "bold")]
            for root, users in sorted(shared, key=lambda item: -sum(c["bytes"] for _, c in item[1])):
                lines += _memory(name, root, users, equal.sizes, look)
        rows = [c for c in network["constants"] if c["reason"] and c["role"] == "constant"]
        if rows:
            lines += ["", look.paint(visible(f"{name}: not shared"), "bold")]
            for c in rows:
                lines += row(c["bytes"], c["name"], look)
                lines += detail(sentence(c["where"], c["reason"]), look)
                lines += detail(equal.to(name, c), look, "yellow")
        lines += [line for note in notes_of(network) for line in wrapped(sentence("", f"{name}: {note}"), look.width)]
    budget = budget_lines(manifest)
    lines += ["", *budget] if budget else []
    if manifest["image"] is None:
        lines += ["", "no file is loaded: no readfs image"]
    return "\n".join(lines) + "\n"


def row(size: int, name: str, look: Look) -> list[str]:
    """Lines of a size in bytes and a name; a name that is too long goes on below itself."""
    first, *more = wrapped([visible(name)], look.width - _NAME) or [""]
    return [f"{size:>{_SIZE - 2},} B  {first}", *(" " * _NAME + text for text in more)]


def detail(words: list[str], look: Look, *styles: str, mark: str = "") -> list[str]:
    """Lines that belong to the row above; mark: stands before the first."""
    return [" " * (_DETAIL if i or not mark else _DETAIL - len(mark)) + ("" if i else mark) + look.paint(text, *styles)
            for i, text in enumerate(wrapped(words, look.width - _DETAIL))]


def _memories(manifest: dict[str, Any]) -> dict[_Key, list[tuple[str, _Constant]]]:
    """Constants that have no memory of their own, by (network, name) of the one whose memory they use."""
    found: dict[_Key, list[tuple[str, _Constant]]] = {}
    for network in manifest["networks"]:
        for c in network["constants"]:
            if c["shared_with"]:
                key = (c.get("shared_with_network") or network["name"], c["shared_with"])
                found.setdefault(key, []).append((network["name"], c))
    return found


def _memory(name: str, root: _Key, users: list[tuple[str, _Constant]], sizes: dict[_Key, int], look: Look) -> list[str]:
    size = sizes.get(root, max(c["bytes"] for _, c in users))
    lines = row(size, root[1] if root[0] == name else f"{root[0]}/{root[1]}", look)
    for network, c in users:
        lines += detail([visible(c["name"] if network == name else f"{network}/{c['name']}")], look, mark="= ")
    return lines


class _Equal:
    """Which constants of a manifest hold the same bytes. names: of its networks; sizes: of each constant, bytes."""

    def __init__(self, manifest: dict[str, Any]):
        self.names = {n["name"] for n in manifest["networks"]}
        self.sizes: dict[_Key, int] = {}
        self._by_digest: dict[str, list[_Key]] = {}
        for network, c in _constants(manifest):
            self.sizes.setdefault((network, c["name"]), c["bytes"])
            self._by_digest.setdefault(c["digest"], []).append((network, c["name"]))

    def to(self, network: str, constant: _Constant) -> list[str]:
        """Words that name another constant of the same bytes; none where there is none."""
        others = [key for key in self._by_digest[constant["digest"]] if key != (network, constant["name"])]
        if not others:
            return []
        first = others[0][1] if others[0][0] == network else "/".join(others[0])
        return ["equal", "to", visible(first), *(f"and {len(others) - 1} more".split() if others[1:] else [])]


def _constants(manifest: dict[str, Any]) -> Iterable[tuple[str, _Constant]]:
    return ((n["name"], c) for n in manifest["networks"] for c in n["constants"] if c["role"] == "constant")

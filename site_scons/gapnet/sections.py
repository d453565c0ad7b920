"""Sections of the page as HTML: totals, what is still doubled, boot load, notes. Made from the manifest alone."""

from __future__ import annotations

from typing import Any

from .boot_load import BUSES, CHUNK, boot_load
from .doubled import Cause, Copy, Doubled
from .escaping import html
from .report import TOTALS, budget_lines, notes_of

_LISTED = 40
_OPEN = 3
"""Constants that are listed under one cause, the table has the others; and up to how many the list is open at first."""


def number(value: int, word: str) -> str:
    """So many of something."""
    return f"{value:,} {word}{'' if value == 1 else 's'}"


def _percent(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else ""


# --- at a glance ---

def lead(manifest: dict[str, Any], still: Doubled) -> str:
    """The result in two sentences."""
    constants = [c for n in manifest["networks"] for c in n["constants"]]
    if not constants:
        return "Loads nothing into L3: there is nothing to share."
    shared = sum(1 for c in constants if c["shared_with"])
    pair = manifest["totals"]["l3_requested_bytes"]
    saved = pair["before"] - pair["after"]
    if saved > 0:
        gain = f"L3 takes {saved:,} B less, {_percent(saved, pair['before'])} of what the untouched firmware requests."
    else:
        gain = "L3 takes as much as before."
    if not shared and not manifest["share"]:
        return f"{gain} Sharing is off."
    rest = f"{number(len(still.rows), 'constant')} hold bytes that lie in L3 more than once." if still.rows else \
        "Nothing that could be shared is left." if shared else "No two constants are equal."
    loads = number(len(constants), "load")
    return f"{gain} {shared:,} of {loads} use the memory of an earlier one. {rest}"


def cards(manifest: dict[str, Any], still: Doubled) -> str:
    """The four figures that matter most."""
    def saving(key: str, what: str) -> str:
        pair = manifest["totals"][key]
        saved = pair["before"] - pair["after"]
        unit = f"B, {_percent(saved, pair['before'])}" if pair["before"] else "B"
        return _card("good" if saved > 0 else "", f"{what} saved", saved, unit, f"{pair['before']:,} &rarr; {pair['after']:,} B")

    least = manifest["lower_bounds"]["l3_requested_bytes"]
    above = manifest["totals"]["l3_requested_bytes"]["after"] - least
    copies = sum(len(c.copies) for c in still.causes)
    return (saving("l3_requested_bytes", "L3") + saving("image_bytes", "Flash image")
            + _card("warn" if still.saves else "good", "Still doubled in L3", still.saves, "B",
                    f"{number(copies, 'constant')} with a cause below" if copies else "no content lies in L3 twice")
            + _card("warn" if above else "good", "Above the lower bound of L3", above, "B",
                    f"the bound is {least:,} B" if above else "all that is proved is shared"))


def _card(kind: str, what: str, value: int, unit: str, more: str) -> str:
    return f'<div class="card {kind}"><p>{what}</p><p class="figure">{value:,} <small>{unit}</small></p><p>{more}</p></div>'


def totals(manifest: dict[str, Any]) -> str:
    """Rows of the table of totals."""
    return "".join(_total(label, unit, manifest["totals"][key], manifest["lower_bounds"][key]) for key, label, unit in TOTALS)


def _total(label: str, unit: str, pair: dict[str, int], least: int) -> str:
    before, after = pair["before"], pair["after"]
    whole = max(before, after, least, 1)
    width, mark = 1000 * after / whole, 1000 * least / whole
    told = f"after is {_percent(after, before)} of before, the least is {_percent(least, before)}" if before else "nothing"
    bar = (f'<svg class="bar" viewBox="0 0 1000 12" preserveAspectRatio="none" role="img" aria-label="{told}">'
           f'<rect class="was" width="{1000 * before / whole:.6g}" height="12"/><rect class="now" y="2" width="{width:.6g}" '
           f'height="8"/><path class="least" d="M{mark:.6g} -2V14"/></svg>')
    tail = f' <span class="unit">{unit}</span>' if unit else ""
    cells = (f"{before:,}{tail}", f"{after:,}{tail}", _percent(before - after, before), f"{least:,}{tail}")
    return (f'<tr><th scope="row">{label}</th>' + "".join(f'<td class="n">{cell}</td>' for cell in cells)
            + f'<td class="wide">{bar}</td></tr>')


# --- still doubled ---

def doubled_list(manifest: dict[str, Any], still: Doubled) -> str:
    """The causes, or that there is none."""
    if not still.causes:
        return '<p class="clear">&#10003; No two allocations in L3 hold the same bytes, as far as constants go.</p>'
    several = len(manifest["networks"]) > 1
    intro = (f'<p class="note">{number(len(still.rows), "constant")} hold bytes that lie in L3 more than once: '
             f"{still.saves:,} B could go if every cause below were gone. The one that saves most by itself stands first.</p>")
    return intro + f'<ol class="causes">{"".join(_cause(c, i, several) for i, c in enumerate(still.causes))}</ol>'


def _copy(copy: Copy, cause: str, several: bool) -> str:
    """One constant of a cause, with what its reason says beyond that."""
    reason = copy.reason.replace(copy.name, "it")
    more = (f", {copy.where}" if copy.where else "") + (f": {reason}" if reason != cause and copy.reason else "")
    name = f"{copy.network}: {copy.name}" if several else copy.name
    return f'<li><span class="code">{html(name)}</span> {copy.bytes:,} B{html(more)}</li>'


def _cause(cause: Cause, index: int, several: bool) -> str:
    rows = "".join(_copy(c, cause.text, several) for c in cause.copies[:_LISTED])
    more = len(cause.copies) - _LISTED
    rows += f"<li>and {more:,} more, see the table</li>" if more > 0 else ""
    saves = f"{cause.saves:,} B" if cause.saves else f"up to {cause.together:,} B"
    alone = "saved by mending this" if cause.saves else "together with others"
    note = ""
    if cause.together > cause.saves and cause.others:
        note = f"<p>{cause.together:,} B if these go too: {html('; '.join(cause.others))}.</p>"
    elif cause.together > cause.saves:
        note = f"<p>{cause.together:,} B at most.</p>"
    return (f'<li><div class="saves">{saves}<small>{alone}</small></div><div><h3>{html(cause.text)}</h3>'
            f"{f'<p>{html(cause.hint)}</p>' if cause.hint else ''}{note}"
            f"<details{' open' if len(cause.copies) <= _OPEN else ''}><summary>{number(len(cause.copies), 'constant')}</summary>"
            f"<ul>{rows}</ul></details>"
            f'<p><button type="button" data-cause="{index}">Show in table</button></p></div></li>')


# --- boot, notes ---

def boot(manifest: dict[str, Any]) -> str:
    """What is loaded at boot, and the least time that it takes over each bus."""
    load = boot_load(manifest)
    (before, after), calls = load.bytes, load.calls
    heads = ("rates assumed", "before, at least", "after, at least", "saved")
    rows = ((bus.name, f"{bus.flash / 1e6:g} / {bus.ram / 1e6:g} MB/s", _time(bus.seconds(before)), _time(bus.seconds(after)),
             _percent(before - after, before)) for bus in BUSES)
    return (f'<p class="note">{before:,} B are loaded at boot before, {after:,} B after. What goes to L3 goes in chunks of '
            f"{CHUNK:,} B, with {calls[0]:,} calls to the fabric controller before and {calls[1]:,} after.</p>"
            '<div class="scroll"><table class="boot"><thead><tr><th scope="col">Flash and RAM</th>'
            + "".join(f'<th scope="col" class="n">{head}</th>' for head in heads) + "</tr></thead><tbody>"
            + "".join(f'<tr><th scope="row">{name}</th>' + "".join(f'<td class="n">{cell}</td>' for cell in cells) + "</tr>"
                      for name, *cells in rows) + "</tbody></table></div>")


def _time(seconds: float) -> str:
    value, unit = (seconds, "s") if seconds >= 1 else (1e3 * seconds, "ms") if seconds >= 1e-3 else (1e6 * seconds, "&micro;s")
    return f"{value:.3g} {unit}"


def notes(manifest: dict[str, Any]) -> str:
    """List items with what else a user must know."""
    several = len(manifest["networks"]) > 1
    lines = [f"Budget: {line}" for line in budget_lines(manifest)]
    if manifest["functions"]:
        lines.append("The proof rests on what the project says of its own functions: " + "; ".join(manifest["functions"]))
    for network in manifest["networks"]:
        lines += [f"{network['name']}: {note}" if several else note for note in notes_of(network)]
        if network["pinned"]:
            lines.append(f"{network['name']}: names that stay, as the program uses them in another way: "
                         f"{', '.join(network['pinned'])}")
        unknown = [c["name"] for c in network["constants"] if c["role"] == "constant" and c["allocation"] is None]
        if unknown:
            lines.append(f"{network['name']}: not in the maps of L3, as the C does not tell how much is allocated: "
                         f"{', '.join(unknown)}")
    if manifest["image"] and manifest["image"]["extra"]:
        lines.append(f"Files of the image that no network brought: {', '.join(manifest['image']['extra'])}")
    return "".join(f"<li>{html(note)}</li>" for note in lines or ["Nothing else is to be said."])

"""report.html: the result as one page for the browser, made from the manifest alone.

The page's text, look and behaviour are the files of `page/`; here is what is filled in. Nothing in it is loaded from elsewhere,
and its own content policy allows no other script or style than those two.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from string import Template
from typing import Any

from . import sections
from .blocks import Map, Maps, maps
from .doubled import Doubled, cause_of, doubled
from .escaping import html, script_json, shown
from .sections import number
from .strips import legend, patterns, row_bytes, strip

_PAGE = Path(__file__).parent / "page"
_STYLE, _SCRIPTS = "page.css", ("rows.js", "maps.js", "table.js")
"""The scripts in an order in which each uses only what stands before it, but for what runs when somebody does something."""


def as_html(manifest: dict[str, Any]) -> bytes:
    """The page of a manifest, ASCII. The manifest must be one of this version."""
    style, *scripts = ((_PAGE / name).read_text("ascii") for name in (_STYLE, *_SCRIPTS))
    script = "\n".join(scripts)
    still = doubled(manifest)
    drawn = maps(manifest, still.rows)
    page = Template((_PAGE / "page.html").read_text("ascii")).substitute(
        style=style, script=script, style_hash=_hash(style), script_hash=_hash(script),
        title=html(", ".join(n["name"] for n in manifest["networks"])), lead=sections.lead(manifest, still),
        cards=sections.cards(manifest, still), totals=sections.totals(manifest), legend=legend(), maps=_maps(drawn),
        doubled=sections.doubled_list(manifest, still), boot=sections.boot(manifest), notes=sections.notes(manifest),
        data=script_json(_data(manifest, still, drawn)))
    return page.encode("ascii", "xmlcharrefreplace")


def _hash(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode('ascii')).digest()).decode('ascii')}"


# --- maps ---

def _maps(drawn: Maps) -> str:
    out = _pair(drawn.l3, "l3", "L3",
                "arenas first, then constants as they are requested; sizes rounded up to 8 as the allocator does")
    if drawn.image is None:
        return out + '<p class="note">No file is loaded: there is no readfs image.</p>'
    return out + _pair(drawn.image, "image", "readfs image", "as it lies in flash: directory, files, and padding between them")


def _pair(pair: tuple[Map, Map], kind: str, name: str, order: str) -> str:
    row = row_bytes(*pair)
    end = max(m.end for m in pair)
    figures = []
    for side, m in zip(("before", "after"), pair):
        padding = sum(b.bytes for b in m.padding)
        told = f"{name} {side}: {number(len(m.blocks), 'block')}, {m.requested:,} bytes"
        of_it = kind == "image"  # its size counts padding; of L3 the totals count what is requested
        figures.append(f'<figure><figcaption><b>{side.capitalize()}</b> {m.end if of_it else m.requested:,} B in '
                       f"{number(len(m.blocks), 'block')}"
                       f"{f', {padding:,} B of it padding' if padding and of_it else ''}"
                       f"{f', and {padding:,} B padding' if padding and not of_it else ''}</figcaption>"
                       f"{strip(m, row, f'{kind}-{side}', told, end)}</figure>")
    return (f'<div class="pair {kind}"><h3>{name} <small>{order}; one row is {row:,} B'
            f"</small></h3>{patterns(kind, row)}{''.join(figures)}</div>")


# --- what the script works on ---

def _data(manifest: dict[str, Any], still: Doubled, drawn: Maps) -> dict[str, Any]:
    """Rows of the table, in the order of the fields in rows.js, and the names of the blocks that are of no constant."""
    names = {c["name"] for n in manifest["networks"] for c in n["constants"]}
    causes: dict[str, int] = {cause.text: i for i, cause in enumerate(still.causes)}
    cause_of_row = {copy.row: i for i, cause in enumerate(still.causes) for copy in cause.copies}
    held: dict[str, int] = {}
    digests: dict[str, int] = {}
    for c in _constants(manifest):
        held[c["digest"]] = held.get(c["digest"], 0) + (c["role"] == "constant")
    rows: list[list[Any]] = []
    for at, network in enumerate(manifest["networks"]):
        for c in network["constants"]:
            is_input, place, row = c["role"] != "constant", c["allocation"], len(rows)
            reason = c["reason"] or ""
            cause = cause_of_row.get(row, -1)
            if reason and not is_input and cause < 0:
                cause = causes.setdefault(cause_of(c["name"], reason, names), len(causes))
            own = manifest["l3"][place["before"]] if place and not is_input else None
            rows.append([
                at, shown(c["name"]), c["bytes"], shown(c["file"]), shown(c["image_file"]), int(is_input),
                place["after"] if own else -1,
                digests.setdefault(c["digest"], len(digests)) if held[c["digest"]] > 1 and not is_input else -1,
                own["before"] - own["after"] if own else 0, shown(reason), cause, shown(c["where"] or ""), int(row in still.rows),
                drawn.places[row]])
    return {"networks": [shown(n["name"]) for n in manifest["networks"]], "rows": rows, "causes": [shown(c) for c in causes],
            "labels": _labels(drawn)}


def _constants(manifest: dict[str, Any]) -> Iterable[dict[str, Any]]:
    return (c for n in manifest["networks"] for c in n["constants"])


def _labels(drawn: Maps) -> list[dict[int, str]]:
    """Per map, names of the blocks that no constant lies in."""
    out = []
    for side, m in enumerate([*drawn.l3, *(drawn.image or ())]):
        used = {places[side] for places in drawn.places}
        out.append({i: shown(b.label) for i, b in enumerate(m.blocks) if i not in used})
    return out

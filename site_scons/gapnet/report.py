"""The result for people: a line, and a page in the browser. The table in the terminal is `listing`'s."""

from __future__ import annotations

from html import escape
from typing import Any

TOTALS = (("l3_requested_bytes", "L3 requested", "B"), ("l3_allocations", "L3 allocations", ""),
          ("constant_bytes", "constants alone", "B"), ("file_loads", "file loads", ""), ("loaded_bytes", "bytes loaded", "B"),
          ("files", "files in the image", ""), ("file_bytes", "bytes of files", "B"), ("image_bytes", "image", "B"))


def summary(manifest: dict[str, Any]) -> str:
    """One line per manifest: what was gained."""
    totals = manifest["totals"]
    constants = [c for n in manifest["networks"] for c in n["constants"]]
    name = ", ".join(n["name"] for n in manifest["networks"])
    if not constants:
        return f"{name}: loads nothing into L3, nothing to share"
    shared = sum(1 for c in constants if c["shared_with"])
    doubled = doubled_constants(manifest)
    line = (f"{name}: L3 {_arrow(totals['l3_requested_bytes'], ' B')}, {_arrow(totals['files'], ' files')}, "
            f"{shared} shared, {len(doubled)} doubled")
    if not shared:
        why = _why_nothing(constants, doubled) if manifest.get("share", True) else "sharing is off"
        line += f" (0 shared: {why})"
    return line


def doubled_constants(manifest: dict[str, Any]) -> list[dict[str, Any]]:
    """Constants that keep an allocation of their own although another one holds the same bytes."""
    seen: set[tuple[str, str]] = set()
    out = []
    for network in manifest["networks"]:
        for constant in network["constants"]:
            if constant["role"] != "constant" or constant["shared_with"]:
                continue
            key = (constant["digest"], network["name"])
            if key in seen:
                out.append(constant)
            seen.add(key)
    return out


def _why_nothing(constants: list[dict[str, Any]], doubled: list[dict[str, Any]]) -> str:
    if doubled:
        digests = {d["digest"] for d in doubled}
        first = next((c for c in constants if c["reason"] and c["role"] == "constant" and c["digest"] in digests), None)
        return f"{first['reason']}, {first['where']}" if first else "each is the only one of its Init function"
    return "no two constants are equal"


def _arrow(pair: dict[str, int], unit: str) -> str:
    return f"{pair['before']:,} -> {pair['after']:,}{unit}"


def as_html(manifest: dict[str, Any]) -> bytes:
    """A self-contained page with the same tables."""
    name = escape(", ".join(n["name"] for n in manifest["networks"]))
    totals = "".join(_total(manifest["totals"][key], label, unit) for key, label, unit in TOTALS)
    doubled = {id(c) for c in doubled_constants(manifest)}
    rows = "".join(_row(c, id(c) in doubled) for n in manifest["networks"]
                   for c in sorted(n["constants"], key=lambda c: c["role"] != "constant"))
    notes = "".join(f"<li>{escape(note)}" for n in manifest["networks"] for note in notes_of(n))
    page = (f"<!doctype html><html lang=en><meta charset=utf-8><title>{name} - GapNetwork</title><style>{_STYLE}</style>"
            f"<h1>{name}</h1><p>{escape(summary(manifest))}"
            f"<table><tr><th scope=col><th scope=col>before<th scope=col>after<th scope=col>saved{totals}</table>"
            + "".join(f"<p>{line}" for line in budget_lines(manifest)) + (f"<ul>{notes}</ul>" if notes else "") +
            "<table><tr><th scope=col>name<th scope=col>bytes<th scope=col>file<th scope=col>role<th scope=col>shares memory with"
            f"<th scope=col>filled from<th scope=col>not shared because{rows}</table></html>\n")
    return page.encode("ascii", "xmlcharrefreplace")


def _total(pair: dict[str, int], label: str, unit: str) -> str:
    before, after = pair["before"], pair["after"]
    saved = f"{100 * (before - after) / before:.1f} %" if before else ""
    return f"<tr><th scope=row>{label}<td class=n>{before:,} {unit}<td class=n>{after:,} {unit}<td class=n>{saved}"


def _row(c: dict[str, Any], doubled: bool) -> str:
    why = f"{c['where']}: {c['reason']}" if c["reason"] and c["role"] == "constant" else ""
    why = f"doubled. {why}" if doubled else why
    cells = ((c["name"], "long"), (f"{c['bytes']:,}", "n"), (c["file"], "s"), (c["role"], "s"), (c["shared_with"] or "", "long"),
             (c["image_file"], "s"), (why, "long"))
    return "<tr>" + "".join(f"<td class={kind}>{escape(str(cell))}" for cell, kind in cells)


def budget_lines(manifest: dict[str, Any]) -> list[str]:
    """What is taken of each memory that has a limit."""
    return [f"{name.upper()} {used['bytes']:,} of {used['limit']:,} B"
            + (f" ({100 * used['bytes'] / used['limit']:.1f} %)" if used["limit"] else "")
            for name, used in manifest.get("budget", {}).items() if used["limit"] is not None]


def notes_of(network: dict[str, Any]) -> list[str]:
    """What else a user must know of one network."""
    notes = [f"not shipped, nothing loads them: {', '.join(network['stale'])}"] if network["stale"] else []
    notes += [f"{place}: cannot be read, what it names was not shared" for place in network["unreadable"]]
    return notes + [f"{place}: loads a name that is no literal, so every file is shipped" for place in network["computed_names"]]


_STYLE = ("body{font:14px system-ui,sans-serif;margin:2em;color-scheme:light dark}table{border-collapse:collapse;margin:1em 0}"
          "td,th{border-bottom:1px solid #8886;padding:.25em .7em;text-align:left;vertical-align:top}"
          ".n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}.s{white-space:nowrap}"
          ".long{overflow-wrap:anywhere;min-width:12em}")

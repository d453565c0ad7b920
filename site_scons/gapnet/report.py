"""The result for people in one line. The table in the terminal is `listing`'s, the page in the browser `webpage`'s."""

from __future__ import annotations

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
            f"{shared:,} shared, {len(doubled):,} doubled")
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


"""Which file of a folder includes which, and in what order they are read."""

from __future__ import annotations

import posixpath
import re

from .tokens import Text


def read_includes(texts: dict[str, Text]) -> tuple[dict[str, list[tuple[int, str]]], dict[str, list[tuple[int, str]]]]:
    """Per file (offset, name) of the files of the folder that it includes, and of what it includes from elsewhere."""
    seen: dict[str, list[tuple[int, str]]] = {name: [] for name in texts}
    unseen: dict[str, list[tuple[int, str]]] = {name: [] for name in texts}
    for name, text in texts.items():
        for directive in text.directives:
            if directive.name in ("include", "include_next", "import"):
                if directive.body[:1] not in ('"', "<"):  # a macro says which: it may be any
                    seen[name] += [(directive.start, t) for t in texts if t != name and not t.endswith(".h")]
                match = re.match(r'"([^"]*)"|<([^>]*)>', directive.body)
                target = (match.group(1) or match.group(2) or "") if match else directive.body
                beside = posixpath.normpath(posixpath.join(posixpath.dirname(name), target))
                # by its last part, too: a way out of the folder and back in
                found = next((t for t in (beside, posixpath.normpath(target), posixpath.basename(target)) if t in texts), None)
                if found is None:
                    unseen[name].append((directive.start, target))
                else:
                    seen[name].append((directive.start, found))
    return seen, unseen


def reading_order(texts: dict[str, Text], included: dict[str, list[tuple[int, str]]]) -> tuple[list[str], list[str]]:
    """Headers in the order in which they are read, then the units, each a .c file that no other file includes."""
    inside = {target for targets in included.values() for _, target in targets}
    units = [name for name in texts if name.endswith(".c") and name not in inside]
    headers: list[str] = []

    def visit(name: str) -> None:
        for _, target in included[name]:
            if target not in headers and target not in open_files:
                open_files.add(target)
                visit(target)
                headers.append(target)

    open_files: set[str] = set(units)
    for name in (*units, *texts):
        visit(name)
        if name not in units and name not in headers:
            headers.append(name)
    return headers, units

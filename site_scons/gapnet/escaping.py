"""Text of users on a page: nothing that they name becomes markup, script, or a letter that hides or turns round others."""

from __future__ import annotations

import json
from html import escape


def shown(text: object) -> str:
    """A text with what cannot be seen as backslash escapes: control characters, halves of surrogate pairs, signs that change the
    direction of writing."""
    line = str(text)
    if line.isprintable():
        return line
    return "".join(c if c.isprintable() else c.encode("unicode_escape", "backslashreplace").decode("ascii") for c in line)


def html(text: object) -> str:
    """A text for an element or a quoted attribute."""
    return escape(shown(text))


def script_json(value: object) -> str:
    """JSON for a script element: no end tag and no comment can stand in it, whatever the texts are."""
    text = json.dumps(value, separators=(",", ":"))
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")

"""Whether a file is C text at all: what a compiler cannot read says nothing, and must not pass for C without loads."""

from __future__ import annotations

from .errors import InputError

_MARKS = ((b"\xff\xfe", "UTF-16"), (b"\xfe\xff", "UTF-16"), (b"\0\0\xfe\xff", "UTF-32"))
_LOOKED_AT = 4096


def check_text(path: str, data: bytes) -> None:
    """Raise InputError for a file in UTF-16 or UTF-32, with or without a mark, and for one that is no text.

    Compilers read bytes that hold ASCII: UTF-8, Latin-1 and their like. A NUL byte is in none of these.
    """
    mark = next((name for start, name in _MARKS if data.startswith(start)), None)
    at = data.find(b"\0")
    if mark is None and at < 0:
        return
    if mark is None:
        head = data[:_LOOKED_AT]
        even, odd = head[::2].count(0), head[1::2].count(0)
        if max(even, odd) * 3 > len(head) and min(even, odd) * 8 < max(even, odd):  # most characters of C have one zero byte
            mark = "UTF-16"
    if mark is not None:
        raise InputError(f"is {mark} text, which no C compiler reads", path, hint="Save it as UTF-8")
    raise InputError("is no text: a NUL byte stands here", path, 1 + data.count(b"\n", 0, at),
                     "Generate the network again: the file is damaged, or is no C")

"""The function table: what each SDK function does to the memory behind its arguments.

The table is data, `functions.txt`; a project adds its own functions in the same notation, from its SConstruct or the command
line. A function that is neither in the table nor defined in the program may do anything with what it is given.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from .errors import InputError

EFFECTS = ("none", "number", "read", "write", "free", "local", "out", "request", "load", "file", "size")
RESULTS = ("l3", "heap", "device", None)
_SPEC = re.compile(r"\s*([A-Za-z_]\w*)\s*\((.*)\)\s*(?:->\s*(\w+)\s*)?$", re.A)
_NUMBERED = re.compile(r"(read_if|task)\((\d+)\)$", re.A)


@dataclass(frozen=True, slots=True)
class Function:
    """name; effects: one (word, number) per argument, number 0 where the word takes none; rest: more arguments may follow;
    result: what a call returns."""

    name: str
    effects: tuple[tuple[str, int], ...]
    rest: bool
    result: str | None

    def accepts(self, count: int) -> bool:
        """Whether a call with `count` arguments fits; one that does not is a call of something unknown."""
        return count >= len(self.effects) if self.rest else count == len(self.effects)

    def arity(self) -> str:
        """How many arguments fit, in words."""
        count = len(self.effects)
        return f"{count} argument{'' if count == 1 else 's'}{' or more' if self.rest else ''}"

    def position(self, effect: str) -> int | None:
        """Index of the first argument with an effect."""
        return next((i for i, (word, _) in enumerate(self.effects) if word == effect), None)


def parse_function(spec: str) -> Function:
    """Function of one line of the table. Raises InputError."""
    match = _SPEC.match(spec)
    if match is None:
        raise _fault(spec, "it is not name(effect, ...) or name(effect, ...) -> result")
    name, inside, result = match.groups()
    if result not in RESULTS:
        raise _fault(spec, f"{result!r} is not one of l3, heap, device")
    words = [w.strip() for w in re.split(r",(?![^(]*\))", inside)] if inside.strip() else []
    rest = bool(words) and words[-1] == "..."
    effects = [_effect(spec, word) for word in (words[:-1] if rest else words)]
    for _, number in effects:
        if number > len(effects):
            raise _fault(spec, f"there is no argument {number}")
    return Function(name, tuple(effects), rest, result)


def _effect(spec: str, word: str) -> tuple[str, int]:
    if word in EFFECTS:
        return word, 0
    match = _NUMBERED.match(word)
    if match is None or match.group(2) == "0":
        raise _fault(spec, f"{word!r} is not one of {', '.join(EFFECTS)}, read_if(N), task(N), ...")
    return match.group(1), int(match.group(2))


def _fault(spec: str, what: str) -> InputError:
    return InputError(f"function {spec.strip()!r} cannot be understood: {what}",
                      hint="Write it as in functions.txt, for example 'my_read(none, read, local, number)'")


@lru_cache(maxsize=1)
def _shipped() -> dict[str, Function]:
    lines = (Path(__file__).parent / "functions.txt").read_text(encoding="ascii").splitlines()
    known = (parse_function(line) for line in lines if line.strip() and not line.startswith("#"))
    return {f.name: f for f in known}


def function_table(extra: Iterable[str] = ()) -> dict[str, Function]:
    """The shipped table and the project's own lines, which win. Raises InputError."""
    table = dict(_shipped())
    for spec in extra:
        function = parse_function(spec)
        table[function.name] = function
    return table

"""What the C says, without judging it: allocations, loads, and constraints on where addresses may flow.

A node is (base, path): a variable, parameter, result or temporary, and the fields to go down. A constraint is a tuple whose
first word names it; `pointers` solves them. Facts depend on the C alone.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from .ctype import Structs, Type

HEADERS = "<headers>"
"""The scope of what headers declare: one for all units."""

Base = tuple[Any, ...]
Node = tuple[Base, tuple[str, ...]]
Where = tuple[str, int, int]
"""(path, offset, line): sorts in program order within a file."""


@dataclass(frozen=True, slots=True)
class Allocation:
    """One call of a function that allocates L3. where: of the call; size: bytes, None where not a literal; symbol: the
    file-scope variable that it is assigned to, assignment: by the expression there; straight: as a plain statement in
    straight-line code; untouched: no macro stands in that statement; function, body: whose body it is in, by name and by the
    offset of its definition; skipped_by: what may leave the function before, in words, where that is why it is not straight."""

    where: Where
    assignment: Where | None
    callee: str
    size: int | None
    symbol: Base | None
    straight: bool
    untouched: bool
    function: str
    body: int
    skipped_by: str | None = None


@dataclass(frozen=True, slots=True)
class Load:
    """One call that loads a file. file: its literal name or None; symbol: as in Allocation, the variable that is the plain
    destination; to_ram: it writes L3."""

    where: Where
    callee: str
    file: str | None
    symbol: Base | None
    straight: bool
    untouched: bool
    function: str
    body: int
    to_ram: bool
    skipped_by: str | None = None


@dataclass(frozen=True, slots=True)
class Routine:
    """A function with a body. key: (scope, name), scope "" where other files can call it."""

    key: tuple[str, str]
    parameters: tuple[tuple[Base, Type], ...]
    result: Base
    result_type: Type
    variadic: bool
    where: Where


@dataclass
class Facts:
    """All that the files of a program say together.

    constraints, see `pointers`; objects: types of all named objects; opaque_objects: those whose parts are not told apart.
    statics: file-scope variables that no other file can see, with the place of their first declaration; types, spelled: the
    type of every file-scope variable, as a tuple and as C. assigned: per file-scope variable the places where a statement
    assigns it; taken: where its address is taken. inside: where a statement points a variable into what another one points to:
    (the other, bytes from its start, place). undeclared: (file, name) used without a declaration, with the
    first place and why that matters. uncertain: routines that another
    definition may replace; static_locals: by name;
    opaque_names: functions whose meaning text that is not understood may change. local_names: what is
    declared inside a function, by file and offset of the function. computed: places where a load may take any file; strings:
    those that macros make.
    """

    structs: Structs = field(default_factory=Structs)
    constraints: list[tuple[Any, ...]] = field(default_factory=list)
    objects: dict[Base, Type] = field(default_factory=dict)
    routines: list[Routine] = field(default_factory=list)
    allocations: list[Allocation] = field(default_factory=list)
    loads: list[Load] = field(default_factory=list)
    statics: dict[Base, Where] = field(default_factory=dict)
    types: dict[Base, Type] = field(default_factory=dict)
    assigned: dict[Base, list[Where]] = field(default_factory=dict)
    taken: dict[Base, list[Where]] = field(default_factory=dict)
    inside: dict[Base, list[tuple[Base, int, Where]]] = field(default_factory=dict)
    opaque_objects: set[Base] = field(default_factory=set)
    spelled: dict[Base, str | None] = field(default_factory=dict)
    undeclared: dict[tuple[str, str], tuple[Where | None, str]] = field(default_factory=dict)
    uncertain: set[tuple[str, str]] = field(default_factory=set)
    static_locals: dict[str, list[Base]] = field(default_factory=dict)
    opaque_names: set[str] = field(default_factory=set)
    local_names: dict[tuple[str, int], set[str]] = field(default_factory=dict)
    computed: list[Where] = field(default_factory=list)
    strings: set[str] = field(default_factory=set)
    _noted: dict[tuple[type, Where], Allocation | Load] = field(default_factory=dict)
    _numbers: Iterator[int] = field(default_factory=count)

    def temporary(self, kind: Type) -> Base:
        """A fresh object without a name."""
        base = ("tmp", next(self._numbers))
        self.objects[base] = kind
        return base

    def add(self, *constraint: Any) -> None:
        """Record one constraint."""
        self.constraints.append(constraint)

    def note(self, item: Allocation | Load) -> None:
        """Record an allocation or load; one that was read in two branches of an `#if` counts once, and not as plain."""
        known = self._noted.get((type(item), item.where))
        if known == item:
            return
        if known is not None:
            item = replace(item, untouched=False)
            item = replace(item, file=None) if isinstance(item, Load) else item
        items: list[Any] = self.loads if isinstance(item, Load) else self.allocations
        if known is not None:
            items.remove(known)
        self._noted[(type(item), item.where)] = item
        items.append(item)

    def declare(self, base: Base, kind: Type) -> None:
        """Record a variable's type; one name with two types has no parts to tell apart."""
        known = self.objects.setdefault(base, kind)
        if known != kind:
            self.opaque_objects.add(base)

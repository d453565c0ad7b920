"""A program under construction, and what its text does to each of its constants.

A value is a C expression for an address together with the constants it may be. Constants that a function or an object mixes
form one group: what touches one of them in the text may touch all.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from hypothesis import strategies as st

T = TypeVar("T")
NETWORK, OPS, HEADER = "Network.c", "ops.c", "Network.h"
POINTER = "float32_t *"


@dataclass(frozen=True)
class Value:
    """text: an expression without side effects; constants: names of those whose address it may be."""

    text: str
    constants: frozenset[str]


@dataclass
class Body:
    """A function under construction. closers: what ends the blocks that are open, innermost last."""

    name: str
    head: str
    file: str
    static: bool
    lines: list[str] = field(default_factory=list)
    closers: list[str] = field(default_factory=list)
    locals: int = 0

    def add(self, *lines: str) -> None:
        """Append statements."""
        self.lines += lines

    def local(self, stem: str = "p") -> str:
        """A name that no other local of this function has; other functions use it too."""
        self.locals += 1
        return f"{stem}{self.locals}"

    def text(self) -> str:
        """The whole function."""
        inside = "\n".join(line if line.startswith("#") else f"  {line}" for line in (*self.lines, *reversed(self.closers)))
        return f"{'static ' if self.static else ''}{self.head}\n{{\n{inside}\n}}\n"


class Program:
    """Collects the parts of one program; `draw` is hypothesis' source of choices."""

    def __init__(self, draw: Callable[[Any], Any]):
        self.draw = draw
        self.constants: list[str] = []
        self.types: list[str] = []
        self.macros: list[str] = []
        self.globals: dict[str, list[str]] = {NETWORK: [], OPS: []}
        self.bodies: list[Body] = []
        self.features: list[str] = []
        self.helpers: dict[str, tuple[str, frozenset[str]]] = {}
        self.external: dict[str, str] = {}
        self._parent: dict[str, str] = {}
        self._touched: set[str] = set()
        self._numbers: dict[str, int] = {}

    # --- choices ---

    def pick(self, options: Sequence[T]) -> T:
        """One of several, the first being the simplest."""
        return options[self.draw(st.integers(0, len(options) - 1))]

    def chance(self, one_in: int) -> bool:
        """True once in so many."""
        return self.draw(st.integers(0, one_in - 1)) == one_in - 1

    def number(self, low: int, high: int) -> int:
        """An integer, both ends included."""
        return self.draw(st.integers(low, high))

    def unique(self, stem: str) -> str:
        """A name that is unique in the program."""
        self._numbers[stem] = self._numbers.get(stem, -1) + 1
        return f"{stem}{self._numbers[stem]}"

    # --- constants ---

    def constant(self) -> str:
        """A new constant."""
        name = f"W{len(self.constants)}"
        self.constants.append(name)
        self._parent[name] = name
        return name

    def _root(self, name: str) -> str:
        while self._parent[name] != name:
            name = self._parent[name]
        return name

    def mix(self, *groups: frozenset[str]) -> None:
        """What may be one of these may be all of them, to an analysis that tells calls of one function not apart."""
        names = [n for group in groups for n in group]
        for name in names[1:]:
            self._parent[self._root(name)] = self._root(names[0])

    def touch(self, value: Value) -> None:
        """The text writes, frees, compares or gives away a value."""
        self._touched |= value.constants

    def untouched(self) -> set[str]:
        """Constants that only are read, whatever way their addresses go."""
        roots = {self._root(n) for n in self._touched}
        return {n for n in self.constants if self._root(n) not in roots}

    # --- parts ---

    def function(self, stem: str, result: str, parameters: str, file: str | None = None, caller: Body | None = None) -> Body:
        """A new function that the caller can see; its file is drawn where not given."""
        file = file or self.pick((NETWORK, NETWORK, NETWORK, OPS, HEADER))
        seen_elsewhere = file == OPS or (file == NETWORK and (caller is None or caller.file != NETWORK or self.chance(4)))
        static = file == HEADER or not seen_elsewhere
        name = self.unique(stem)
        space = "" if result.endswith("*") else " "
        body = Body(name, f"{result}{space}{name}({parameters})", file, static)
        self.bodies.append(body)
        return body

    def filler(self, body: Body) -> Value:
        """Some other address to stand beside: the arena, or a constant of its own where the body can name one."""
        if body.file == NETWORK and self.chance(2):
            name = self.constant()
            return Value(name, frozenset({name}))
        return Value("arena()", frozenset())

    def struct(self, fields: Sequence[str]) -> str:
        """A new structure type of pointers, in this order."""
        name = self.unique("args_") + "_t"
        members = " ".join(f"float32_t *{f};" for f in fields)
        self.types.append(f"typedef struct {{ {members} }} {name};")
        return name

    # --- the whole ---

    def text(self) -> str:
        """All files, as the harness takes them."""
        parts = {NETWORK: self._network(), HEADER: self._header()}
        if any(b.file == OPS for b in self.bodies) or self.globals[OPS]:
            parts[OPS] = self._ops()
        return "".join(f"//// {name}\n{text}" for name, text in parts.items())

    def _header(self) -> str:
        shared = [b for b in self.bodies if not b.static]
        own = [b for b in self.bodies if b.file == HEADER]
        lines = ["#ifndef NETWORK_H", "#define NETWORK_H", '#include "runtime.h"', "typedef unsigned long addr_t;",
                 "void *arena(void);", "void InitNetwork(void);", "void RunNetwork(void);", *self.types, *self.macros,
                 *(f"{b.head};" for b in shared), *(f"static {b.head};" for b in own),
                 "static int zero;", "static float32_t buf[16];"]
        return "\n".join(lines) + "\n" + "".join(b.text() for b in reversed(own)) + "#endif\n"

    def _unit(self, file: str) -> str:
        own = [b for b in self.bodies if b.file == file]
        prototypes = "".join(f"static {b.head};\n" for b in own if b.static)
        return prototypes + "".join(f"{line}\n" for line in self.globals[file]) + "\n".join(b.text() for b in reversed(own))

    def _ops(self) -> str:
        return '#include "Network.h"\n' + self._unit(OPS)

    def _network(self) -> str:
        declared = "".join(f"static PI_L2 float32_t *{name};\n" for name in self.constants)
        init = ["  ARENA_L3 = (int8_t *)cl_ram_malloc(sizeof(int8_t) * 256);"]
        for i, name in enumerate(self.constants):
            init += [f"  {name} = cl_ram_malloc(64);", f'  load_file_to_ram({name}, "{i}.hex");']
        return ('#include "Network.h"\nstatic PI_L2 int8_t *ARENA_L3;\n' + declared + "void *arena(void) { return ARENA_L3; }\n" +
                self._unit(NETWORK) + "void InitNetwork(void)\n{\n" + "\n".join(init) + "\n}\n")

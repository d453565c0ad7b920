"""Where addresses can be: a program's constraints, solved.

Flow-insensitive; functions that the program defines are followed, those of the table do what it says, and whatever is given
to any other function escapes.
"""

from __future__ import annotations

from typing import Any

from .ctype import REQUEST, Type
from .facts import HEADERS, Base, Facts, Node, Where
from .functions import Function
from .graph import UNKNOWN, Graph


class Pointers(Graph):
    """Solution of a program's constraints. pairs: nodes whose addresses are combined, with the place."""

    def __init__(self, facts: Facts, table: dict[str, Function]):
        super().__init__(facts)
        self.table = table
        self.pairs: list[tuple[int, int, Where]] = []
        self._dereferenced: list[int] = []
        self._by_name: dict[str, list[tuple[str, str]]] = {}
        for key in self._routines:
            self._by_name.setdefault(key[1], []).append(key)
        self._solve()

    def _solve(self) -> None:
        for base in self.facts.opaque_objects:
            self._make_one(base)
        for routine in self.facts.routines:
            if routine.key[0] == "":
                self._call_from_outside(routine.key)
        handlers: dict[str, Any] = {
            "copy": self._on_copy, "addr": self._on_address, "unknown": self._on_unknown, "load": self._on_load,
            "store": self._on_store, "field": self._on_field, "offset": self._on_offset, "use": self._on_use,
            "both": self._on_both, "test": self._on_test, "function": self._on_function, "call": self._on_call,
            "icall": self._on_indirect}
        for word, *rest in self.facts.constraints:
            handlers[word](*rest)
        self._run()
        while True:  # what is reached through a pointer that nothing was seen to set is unknown
            empty = [n for n in self._dereferenced if not self._points[n]]
            if not empty:
                break
            for node in empty:
                self._put(node, (UNKNOWN,))
            self._run()

    def _on_copy(self, target: Node, source: Node) -> None:
        self._copy(self._node(source), self._node(target))

    def _on_address(self, target: Node, base: Base, path: tuple[str, ...]) -> None:
        if base[0] == "":
            self._open_object(base)
        self._put(self._node(target), (self._element(("place", base, path)),))

    def _on_unknown(self, target: Node) -> None:
        self._put(self._node(target), (UNKNOWN,))

    def _on_load(self, target: Node, pointer: Node, pointee: Type, path: tuple[str, ...], where: Where) -> None:
        node = self._node(pointer)
        self._dereferenced.append(node)
        self._attach(node, "load", self._node(target), pointee, path)
        self.events.append(("touch", node, where, "it is read as if it were L1 or L2 memory", None))

    def _on_store(self, pointer: Node, pointee: Type, path: tuple[str, ...], value: Node | None, where: Where) -> None:
        node = self._node(pointer)
        self.events.append(("touch", node, where, "it is written by an assignment", None))
        if value is not None:
            source = self._node(value)
            self._dereferenced.append(node)
            self._attach(node, "store", source, pointee, path)
            self.events.append(("store", source, where, "its address is stored through a pointer that is not known", node))

    def _on_field(self, target: Node, pointer: Node, pointee: Type, path: tuple[str, ...]) -> None:
        self._attach(self._node(pointer), "field", self._node(target), pointee, path)

    def _on_offset(self, target: Node, pointer: Node, step: Type) -> None:
        self._attach(self._node(pointer), "offset", self._node(target), step)

    def _on_use(self, kind: str, node: Node, where: Where, what: str) -> None:
        number = self._node(node)
        self._escape(number)  # also what is compared, or taken apart: an address known as a number can be made again
        self.events.append(("escape", number, where, what, None))

    def _on_test(self, node: Node, where: Where) -> None:
        number = self._node(node)
        self._attach(number, "test")
        self.events.append(("test", number, where, "its address is compared after it was moved", None))

    def _on_both(self, left: Node, right: Node, where: Where) -> None:
        self.pairs.append((self._node(left), self._node(right), where))

    def _on_function(self, target: Node, scope: str, name: str, file: str) -> None:
        keys = self._resolve(name, scope, file)
        node = self._node(target)
        self._put(node, [self._element(("function", key)) for key in keys])
        if not self._is_certain(name, keys):
            self._put(node, (UNKNOWN,))

    def _on_call(self, name: str, file: str, scope: str | None, arguments: Any, result: Node, where: Where,
                 flags: tuple[bool | None, ...]) -> None:
        keys = self._resolve(name, scope, file)
        answer = self._node(result)
        for key in keys:
            for routine in self._routines[key]:
                self._bind(routine, arguments, answer, where)
        if self._is_certain(name, keys):
            return
        known = self.table.get(name)
        opaque = name in self.facts.opaque_names
        if known is None or not known.accepts(len(arguments)) or opaque or scope not in (None, ""):
            why = "which is not known"
            if known is not None and not known.accepts(len(arguments)):
                why = f"whose line in the function table has {known.arity()}, not {len(arguments)}"
            self._escape_arguments(arguments, where, f"its address is given to {name}, {why}")
            self._put(answer, (UNKNOWN,))
            return
        handed = {number - 1 for word, number in known.effects if word == "task"}
        for i, ((word, number), (_, parts)) in enumerate(zip(known.effects, arguments, strict=False)):
            for _, node in parts:
                if word in ("number", "size", "file") and i not in handed:
                    self.events.append(("touch", self._node(node), where, f"its address is given to {name} as a number", None))
                self._apply(word, number, node, name, where, flags, arguments)
        if known.result == "l3":
            self._put(answer, (self.allocation(where),))
        elif known.result == "heap":
            self.facts.opaque_objects.add(("heap", where))
            self._make_one(("heap", where))
            self._put(answer, (self._element(("place", ("heap", where), ())),))
        elif known.result == "device":
            self._put(answer, (UNKNOWN,))

    def _on_indirect(self, callee: Node | None, arguments: Any, result: Node, where: Where) -> None:
        answer = self._node(result)
        what = "its address is given to a function that is not known"
        if callee is None:
            self._escape_arguments(arguments, where, what)
            self._put(answer, (UNKNOWN,))
            return
        node = self._node(callee)
        self._dereferenced.append(node)
        self._attach(node, "call", arguments, answer, where)
        for _, parts in arguments:
            for _, part in parts:
                self.events.append(("icall", self._node(part), where, what, node))

    # --- calls ---

    def _resolve(self, name: str, scope: str | None, file: str) -> list[tuple[str, str]]:
        """Keys of the functions with a body that a name can mean."""
        if file == HEADERS and not scope:  # a header's text may stand behind any file's own functions
            return self._by_name.get(name, [])
        scopes = [scope] if scope else ["", file]
        return [(s, name) for s in scopes if (s, name) in self._routines]

    def _is_certain(self, name: str, keys: list[tuple[str, str]]) -> bool:
        """Whether a name can mean nothing but the functions with these keys, called or taken as a value."""
        return bool(keys) and name not in self.facts.opaque_names and self.facts.uncertain.isdisjoint(keys)

    def _apply(self, word: str, number: int, node: Node, name: str, where: Where, flags: tuple[bool | None, ...],
               arguments: Any) -> None:
        """What a function of the table does to one argument."""
        at = self._node(node)
        if word == "write":
            self.events.append(("touch", at, where, f"written by {name}", None))
        elif word == "free":
            self.events.append(("touch", at, where, f"freed by {name}", None))
        elif word == "load":
            self.events.append(("load", at, where, f"loaded by {name}", None))
        elif word == "read_if" and flags[number - 1] is not True:
            why = f"written by {name}" if flags[number - 1] is False else \
                f"argument {number} of {name} is not a known constant, so this may write"
            self.events.append(("touch", at, where, why, None))
        elif word in ("local", "out"):
            self._escape(at)
            self.events.append(("escape", at, where, f"its address is given to {name} as L1 or L2 memory", None))
        elif word == "request":
            for (other, _), (_, parts) in zip(self.table[name].effects, arguments, strict=False):
                for _, part in parts if other in ("read", "write", "read_if", "free") else ():
                    self._dereferenced.append(at)
                    self._attach(at, "store", self._node(part), REQUEST, ("addr",))
        elif word == "task":
            result = self._node((("tmp", "", "", ("task", where)), ()))
            self._on_indirect(node, (arguments[number - 1],), self._keys[result], where)

"""Where addresses can be: the graph of an inclusion-based (Andersen's) analysis and its propagation to a fixpoint.

An element is what a node may point to: an allocation in L3, a place inside an object, a function, or UNKNOWN, an address
that may be anything that code we do not see can have. Flow-insensitive, fields told apart per object as long as every access
agrees with the object's declared type; an object that is accessed in another way is one node from then on.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .ctype import UNKNOWN as UNKNOWN_TYPE
from .ctype import Type, is_narrow
from .facts import Base, Facts, Node, Routine, Where

UNKNOWN = 0


class Graph:
    """Nodes, what each may point to, and what that implies for others.

    events: (kind, node, where, what, through) for each use that can touch what the node points to, in no order;
    `elements(node)` tells what that is. through: the pointer or callee that decides whether it does, or None.
    escaped: numbers of the allocations that code which is not seen can have.
    """

    def __init__(self, facts: Facts):
        self.facts = facts
        self.escaped: set[int] = set()
        self.events: list[tuple[str, int, Where, str, int | None]] = []
        self._ids: dict[Node, int] = {}
        self._keys: list[Node] = []
        self._of_base: dict[Base, list[int]] = {}
        self._points: list[set[int]] = []
        self._next: list[dict[int, None]] = []
        self._watch: list[list[tuple[Any, ...]]] = []
        self._elements: list[tuple[Any, ...]] = [("unknown",)]
        self._element_ids: dict[tuple[Any, ...], int] = {("unknown",): UNKNOWN}
        self._types: dict[tuple[Base, tuple[str, ...]], Type | None] = {}
        self._one: set[Base] = set()
        self._open: set[Base] = set()
        self._escaping: set[int] = set()
        self._pending: dict[int, set[int]] = {}
        self._routines: dict[tuple[str, str], list[Routine]] = {}
        for routine in facts.routines:
            self._routines.setdefault(routine.key, []).append(routine)

    # --- what the stages after this one ask ---

    def elements(self, node: int) -> set[int]:
        """Everything that a node may point to."""
        return self._points[node]

    def element(self, number: int) -> tuple[Any, ...]:
        """("allocation", where), ("moved", where) for one that was added to, ("place", base, path), with "moved" behind it if it
        was, ("function", key) or ("unknown",)."""
        return self._elements[number]

    def allocation_in(self, number: int) -> int | None:
        """Number of the allocation that an element is or points into, None for others."""
        element = self._elements[number]
        if element[0] == "moved":
            return self._element(("allocation", element[1]))
        return number if element[0] == "allocation" else None

    def allocation(self, where: Where) -> int:
        """Number of the element that the allocation at `where` is."""
        return self._element(("allocation", where))

    def contents(self, base: Base) -> list[int]:
        """All nodes that belong to an object."""
        return self._of_base.get(base, [])

    def node(self, key: Node) -> int:
        """Number of a node."""
        return self._node(key)

    def key(self, node: int) -> Node:
        """(base, path) of a node."""
        return self._keys[node]

    def count(self) -> int:
        """How many nodes there are."""
        return len(self._keys)

    def flows_to(self, node: int) -> Iterable[int]:
        """Nodes that receive what a node holds."""
        return [*self._next[node], *(w[1] for w in self._watch[node] if w[0] == "offset")]

    # --- nodes and elements ---

    def _node(self, key: Node) -> int:
        base, path = key
        if path and base in self._one:
            key = (base, ())
        number = self._ids.get(key)
        if number is None:
            number = self._ids[key] = len(self._keys)
            self._keys.append(key)
            self._points.append(set())
            self._next.append({})
            self._watch.append([])
            self._of_base.setdefault(base, []).append(number)
            if base[0] == "":
                self._open_object(base)
                return self._node(key)
        return number

    def _element(self, value: tuple[Any, ...]) -> int:
        number = self._element_ids.get(value)
        if number is None:
            number = self._element_ids[value] = len(self._elements)
            self._elements.append(value)
        return number

    def _type_at(self, base: Base, path: tuple[str, ...]) -> Type | None:
        key = (base, path)
        if key not in self._types:
            if not path:
                self._types[key] = self.facts.objects.get(base, UNKNOWN_TYPE)
            else:
                above = self._type_at(base, path[:-1])
                if above is None:
                    self._types[key] = None
                elif path[-1] == "[]":
                    self._types[key] = above[1] if above[0] == "arr" else None
                else:
                    self._types[key] = self.facts.structs.member(above, path[-1])
        return self._types[key]

    def _make_one(self, base: Base) -> None:
        """From now on the parts of an object are not told apart."""
        if base in self._one:
            return
        self._one.add(base)
        parts = list(self._of_base.get(base, ()))
        whole = self._node((base, ()))
        self._put(whole, (UNKNOWN,))  # an integer may have been stored as a pointer
        for part in parts:
            if part != whole:
                self._copy(part, whole)
                self._copy(whole, part)

    def _open_object(self, base: Base) -> None:
        """Code that is not seen can read and write an object."""
        if base in self._open:
            return
        self._open.add(base)
        self._make_one(base)
        whole = self._node((base, ()))
        self._put(whole, (UNKNOWN,))
        self._escape(whole)

    def _below(self, element: tuple[Any, ...], pointee: Type, path: tuple[str, ...]) -> tuple[Base, tuple[str, ...]]:
        """The place that an access through a pointer reaches in the object it points to."""
        base, at = element[1], element[2]
        if base in self._one:
            return base, ()
        kind = self._type_at(base, at)
        if kind is not None:
            if kind == pointee or (kind[0] == "ptr" == pointee[0] and not path):
                return base, at + path
            if kind[0] == "arr" and kind[1] == pointee:
                return base, (*at, "[]", *path)
            if not at and not path and kind[0] in ("num", "name", "ptr"):
                return base, ()
        self._make_one(base)
        return base, ()

    def _is_address(self, pointee: Type, path: tuple[str, ...]) -> bool:
        kind: Type | None = pointee
        for name in path:
            kind = (kind[1] if name == "[]" and kind[0] == "arr" else self.facts.structs.member(kind, name)) if kind else None
        return kind is not None and kind[0] == "ptr"

    # --- propagation ---

    def _put(self, node: int, elements: Iterable[int]) -> None:
        fresh = set(elements) - self._points[node]
        if fresh:
            self._points[node] |= fresh
            self._pending.setdefault(node, set()).update(fresh)

    def _copy(self, source: int, target: int) -> None:
        if source != target and target not in self._next[source]:
            self._next[source][target] = None
            if self._points[source]:
                self._put(target, self._points[source])

    def _attach(self, node: int, *watch: Any) -> None:
        self._watch[node].append(watch)
        for element in list(self._points[node]):
            self._react(watch, element)

    def _escape(self, node: int) -> None:
        if node not in self._escaping:
            self._escaping.add(node)
            for element in list(self._points[node]):
                self._let_go(element)

    def _let_go(self, number: int) -> None:
        kind, *rest = self._elements[number]
        if kind in ("allocation", "moved"):
            self.escaped.add(self._element(("allocation", rest[0])))
        elif kind == "place":
            self._open_object(rest[0])
        elif kind == "function":
            self._call_from_outside(rest[0])

    def _call_from_outside(self, key: tuple[str, str]) -> None:
        for routine in self._routines.get(key, ()):
            for base, _ in routine.parameters:
                self._make_one(base)
                self._put(self._node((base, ())), (UNKNOWN,))
            self._make_one(routine.result)
            self._escape(self._node((routine.result, ())))

    def _run(self) -> None:
        pending = self._pending
        while pending:
            node, fresh = pending.popitem()
            for target in list(self._next[node]):
                self._put(target, fresh)
            for watch in list(self._watch[node]):
                for element in fresh:
                    self._react(watch, element)
            if node in self._escaping:
                for element in fresh:
                    self._let_go(element)

    def _react(self, watch: tuple[Any, ...], number: int) -> None:
        """One constraint behind a pointer meets one thing that it can point to."""
        word = watch[0]
        element = self._elements[number]
        kind = element[0]
        if word == "load":
            _, target, pointee, path = watch
            if kind == "place":
                same = self._type_at(element[1], element[2]) == pointee and element[1] not in self._one
                source = self._node(self._below(element, pointee, path))
                if not same and not self._is_address(pointee, path):
                    self._attach(source, "offset", target, UNKNOWN_TYPE)  # it may be a part of an address only
                else:
                    self._copy(source, target)
            else:
                self._put(target, (number,) if kind == "function" else (UNKNOWN,))
        elif word == "store":
            _, source, pointee, path = watch
            if kind == "place":
                self._copy(source, self._node(self._below(element, pointee, path)))
            else:
                self._escape(source)
        elif word == "test":
            if len(element) == 4:  # an address that is counted down to 0 is known as a number
                self._let_go(number)
        elif word == "field":
            _, target, pointee, path = watch
            if kind == "place":
                base, at = self._below(element, pointee, path)
                self._put(target, (self._element(("place", base, at)),))
            else:
                self._put(target, (number,))
        elif word == "offset":
            _, target, step = watch
            if kind == "place":
                base, at = element[1], element[2]
                if base not in self._one and not (at == ("[]",) and self._type_at(base, at) == step):
                    if at or self._type_at(base, at) != step or self.facts.objects.get(base, ("num",))[0] in ("struct", "arr"):
                        self._make_one(base)
                number = self._element(("place", base, () if base in self._one else at, "moved"))
            elif kind == "allocation":
                number = self._element(("moved", element[1]))
            elif kind == "function":
                number = UNKNOWN
            self._put(target, (number,))
        elif word == "call":
            _, arguments, result, where = watch
            if kind == "function" and element[1] in self._routines:
                for routine in self._routines[element[1]]:
                    self._bind(routine, arguments, result, where)
            else:
                self._escape_arguments(arguments)
                self._put(result, (UNKNOWN,))

    # --- calls ---

    def _bind(self, routine: Routine, arguments: Any, answer: int, where: Where) -> None:
        matched = len(arguments) == len(routine.parameters) or (routine.variadic and len(arguments) > len(routine.parameters))
        for i, (kind, parts) in enumerate(arguments):
            if i >= len(routine.parameters):
                for _, node in parts:
                    self._escape(self._node(node))
                    what = f"its address is given to {routine.key[1]} behind the parameters that have names"
                    self.events.append(("escape", self._node(node), where, what, None))
                continue
            base, said = routine.parameters[i]
            if said[0] == "ptr" and kind[0] not in ("ptr", "arr", "fn", "struct"):
                self._put(self._node((base, ())), (UNKNOWN,))
            if is_narrow(said):
                for _, node in parts:
                    self._escape(self._node(node))
                    self.events.append(("escape", self._node(node), where, "its address is taken apart by arithmetic", None))
            if not matched or (kind[0] == "struct" != said[0] and said[0] != "name"):
                for _, node in parts:
                    self._escape(self._node(node))
                    what = f"its address is given to {routine.key[1]}, which has other parameters"
                    self.events.append(("escape", self._node(node), where, what, None))
            if said != kind and (said[0] == "struct" or kind[0] == "struct"):
                self._make_one(base)
            for path, node in parts:
                self._copy(self._node(node), self._node((base, path)))
        base = self._keys[answer][0]
        leaves = self.facts.structs.leaves(routine.result_type) if routine.result_type == self.facts.objects.get(base) else None
        if leaves is None:
            self._make_one(base)
            self._make_one(routine.result)
            leaves = [((), UNKNOWN_TYPE)]
        for path, _ in leaves:
            self._copy(self._node((routine.result, path)), self._node((base, path)))

    def _escape_arguments(self, arguments: Any, where: Where | None = None, what: str = "") -> None:
        for _, parts in arguments:
            for _, node in parts:
                self._escape(self._node(node))
                if where is not None:
                    self.events.append(("escape", self._node(node), where, what, None))

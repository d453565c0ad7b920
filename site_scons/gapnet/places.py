"""Places: what an lvalue of C denotes, and how it is read, stored to and initialised.

A place is a part of a named object, or of whatever a pointer points to. Reading one gives a node, storing to one a
constraint. Where a structure is not known, or is accessed in a way that its type does not tell, all of it is one node.
"""

from __future__ import annotations

from dataclasses import dataclass

from pycparser import c_ast

from .ctype import INT, UNKNOWN, Scope, Type, is_narrow
from .facts import HEADERS, Base, Facts, Node
from .functions import Function
from .reading import Reading

NULLS = frozenset(("NULL",))


@dataclass(frozen=True, slots=True)
class Direct:
    """A part of a named object: its base and the fields to go down."""

    base: Base
    path: tuple[str, ...]
    type: Type


@dataclass(frozen=True, slots=True)
class Indirect:
    """What a pointer points to. pointee: the type that the pointer says it has; path: fields below that."""

    pointer: Node
    pointee: Type
    path: tuple[str, ...]
    type: Type


Place = Direct | Indirect


class Places:
    """Knows the names in sight of one function (or of file scope, with the empty name) and what they denote."""

    def __init__(self, scope: Scope, facts: Facts, table: dict[str, Function], reading: Reading, unsure: frozenset[str]):
        self.scope, self.facts, self.table = scope, facts, table
        self.reading, self.where, self.unsure = reading, reading.where, unsure
        self.function = ""
        self.blocks: list[dict[str, tuple[Base, Type] | None]] = []

    def value(self, node: c_ast.Node | None) -> tuple[Node | None, Type]:
        """Node and type of an expression; see `expressions`."""
        raise NotImplementedError

    def compound(self, node: c_ast.CompoundLiteral) -> Direct:
        """Place of a compound literal; see `initialisers`."""
        raise NotImplementedError

    def call(self, node: c_ast.FuncCall) -> tuple[Node, Type]:
        """Node and type of a call's result; see `calls`."""
        raise NotImplementedError

    # --- names ---

    def temporary(self, kind: Type = INT) -> Base:
        """A fresh unnamed object."""
        return self.facts.temporary(kind)

    def variable(self, name: str, node: c_ast.Node | None = None) -> Direct | None:
        """The variable that a name means here; None for functions and known constants."""
        for block in reversed(self.blocks):
            if name in block:
                found = block[name]
                if found is None:  # declared here, but of file scope
                    break
                return Direct(found[0], (), found[1])
        known = self.scope.variables.get(name)
        if known is not None:
            return Direct((known.scope, name), (), known.type)
        if name in self.scope.functions or name in self.scope.constants or name in NULLS:
            return None
        where = None if node is None else self.where(node)
        why = "a header of the folder names it" if self.scope.file == HEADERS else "it is named before it is declared"
        self.facts.undeclared.setdefault((self.scope.file, name), (where, why))
        return Direct(("", name), (), UNKNOWN)  # declared in a header that is not there

    def is_local(self, name: str) -> bool:
        """Whether a name means a local or a parameter here."""
        return next((b[name] for b in reversed(self.blocks) if name in b), None) is not None

    def is_variable(self, name: str) -> bool:
        """Whether a name means a variable here."""
        return self.is_local(name) or name in self.scope.variables

    # --- places ---

    def place(self, node: c_ast.Node) -> Place | None:
        """Where an lvalue, or a structure that an expression yields, lies."""
        kind = type(node)
        if kind is c_ast.ID:
            return self.variable(node.name, node)
        if kind is c_ast.StructRef:
            return self._member(node)
        if kind is c_ast.ArrayRef:
            return self._element(node)
        if kind is c_ast.UnaryOp and node.op == "*":
            value, said = self.value(node.expr)
            return self._behind(value, said)
        if kind is c_ast.CompoundLiteral:
            return self.compound(node)
        if kind is c_ast.FuncCall:
            result, said = self.call(node)
            return Direct(result[0], (), said)
        if kind is c_ast.Assignment and node.op == "=":
            self.value(node)
            return self.place(node.lvalue)
        if kind is c_ast.TernaryOp:
            return self._either(node)
        if kind is c_ast.ExprList:
            for item in node.exprs[:-1]:
                self.value(item)
            return self.place(node.exprs[-1])
        return None

    def _behind(self, value: Node | None, said: Type) -> Indirect:
        if value is None:
            value = (self.temporary(), ())
            self.facts.add("unknown", value)
        pointee = said[1] if said[0] in ("ptr", "arr") else UNKNOWN
        return Indirect(value, pointee, (), pointee)

    def _member(self, node: c_ast.StructRef) -> Place:
        name = node.field.name
        if node.type == ".":
            place = self.place(node.name)
            if place is None:
                value, _ = self.value(node.name)
                place = self._behind(value, UNKNOWN)
        else:
            value, said = self.value(node.name)
            place = self._behind(value, said)
        return self.down(place, name)

    def down(self, place: Place, name: str) -> Place:
        """A field of a place; where the structure is not known, all of the object at once."""
        kind = self.scope.structs.member(place.type, name)
        if kind is not None:
            if isinstance(place, Direct):
                return Direct(place.base, place.path + (name,), kind)
            return Indirect(place.pointer, place.pointee, place.path + (name,), kind)
        kind = self.scope.structs.union_member(place.type, name) or UNKNOWN
        if isinstance(place, Direct):
            self.facts.opaque_objects.add(place.base)
            return Direct(place.base, (), kind)
        return Indirect(place.pointer, UNKNOWN, (), kind)

    def _nth(self, place: Place, subscript: c_ast.Node) -> Place:
        """An element of an array in sight; one of a structure's arrays may run into the next field."""
        index = self.scope.evaluate(subscript)
        if place.path and not (index is not None and place.type[2] is not None and 0 <= index < place.type[2]):
            whole = self.whole(place)
            return Direct(whole.base, (), place.type[1]) if isinstance(whole, Direct) else \
                Indirect(whole.pointer, whole.pointee, (), place.type[1])
        return self.first(place)

    def _element(self, node: c_ast.ArrayRef) -> Place:
        index, _ = self.value(node.subscript)
        if index is not None:
            self.facts.add("use", "index", index, self.where(node), "its address is used as an index")
        place = self.place(node.name) if may_be_aggregate(node.name) else None
        if place is not None and place.type[0] == "arr":
            return self._nth(place, node.subscript)
        value: Node | None
        if place is not None:
            value, said = self.read(place, node.name), place.type
        else:
            value, said = self.value(node.name)
        if said[0] not in ("ptr", "arr") and index is not None:
            value, said = self.join(value, index), UNKNOWN  # 4[p]
        if self.scope.evaluate(node.subscript) != 0 and value is not None:
            moved: Node = (self.temporary(), ())
            self.facts.add("offset", moved, value, said[1] if said[0] in ("ptr", "arr") else UNKNOWN)
            value = moved
        return self._behind(value, said)

    def first(self, place: Place) -> Place:
        if isinstance(place, Direct):
            return Direct(place.base, place.path + ("[]",), place.type[1])
        return Indirect(place.pointer, place.pointee, place.path + ("[]",), place.type[1])

    def _either(self, node: c_ast.TernaryOp) -> Direct:
        """A structure that is one of two: its parts are not told apart."""
        value, _ = self.value(node)
        place = Direct(self.temporary(UNKNOWN), (), UNKNOWN)
        self.assign(place, value, node)
        return place

    # --- reading and storing ---

    def read(self, place: Place, at: c_ast.Node) -> Node:
        """Node of a place's content; an array's is the address of its first element."""
        if place.type[0] == "arr":
            node: Node = (self.temporary(), ())
            self.address_of(node, self.first(place))
            return node
        if isinstance(place, Direct) and is_narrow(place.type) and (place.path or place.base in self.facts.opaque_objects):
            node = (self.temporary(), ())  # perhaps a part of an address only
            self.facts.add("offset", node, (place.base, place.path), UNKNOWN)
            return node
        if place.type[0] == "fn" and isinstance(place, Indirect):
            return place.pointer  # `*function` is the function
        if isinstance(place, Direct):
            return place.base, place.path
        node = (self.temporary(), ())
        self.facts.add("load", node, place.pointer, place.pointee, place.path, self.where(at))
        return node

    def address_of(self, node: Node, place: Place) -> None:
        if isinstance(place, Direct):
            self.facts.add("addr", node, place.base, place.path)
        elif place.path or place.pointee == UNKNOWN:
            self.facts.add("field", node, place.pointer, place.pointee, place.path)
        else:
            self.facts.add("copy", node, place.pointer)

    def read_value(self, place: Place, node: c_ast.Node) -> tuple[Node | None, Type]:
        kind = place.type
        if kind[0] in ("struct", "union"):
            return self.bundle(place, node), kind
        return self.read(place, node), ("ptr", kind[1]) if kind[0] == "arr" else kind

    def bundle(self, place: Place, node: c_ast.Node) -> Node:
        """All that a structure carries in one node, for where its parts do not matter."""
        bundle: Node = (self.temporary(), ())
        leaves = self.scope.structs.leaves(place.type)
        if leaves is None:
            place, leaves = self.whole(place), [((), UNKNOWN)]
        for path, kind in leaves:
            self.facts.add("copy", bundle, self.read(below(place, path, kind), node))
        return bundle

    def join(self, left: Node | None, right: Node | None) -> Node | None:
        if left is None or right is None:
            return left if right is None else right
        joined: Node = (self.temporary(), ())
        self.facts.add("copy", joined, left)
        self.facts.add("copy", joined, right)
        return joined

    def taken_apart(self, value: Node | None, at: c_ast.Node) -> None:
        """Bits of an address can be put together again in ways that no flow of values shows."""
        if value is not None:
            self.facts.add("use", "bits", value, self.where(at), "its address is taken apart by arithmetic")

    def assign(self, place: Place, value: Node | None, at: c_ast.Node) -> None:
        """Store one scalar."""
        if is_narrow(place.type):
            self.taken_apart(value, at)
        if isinstance(place, Indirect):
            self.facts.add("store", place.pointer, place.pointee, place.path, value, self.where(at))
        elif value is not None:
            self.facts.add("copy", (place.base, place.path), value)
            if place.base[0] == "":
                self.facts.add("use", "escape", value, self.where(at),
                               f"its address is stored in {place.base[1]}, which other files can see")

    def assign_expression(self, place: Place, node: c_ast.Node, at: c_ast.Node) -> Node | None:
        """Store an expression, a structure field by field; the node stored where it is one scalar."""
        aggregate = place.type[0] in ("struct", "union")
        source = self.place(node) if aggregate or may_be_aggregate(node) else None
        if source is not None and (aggregate or source.type[0] in ("struct", "union")):
            self.copy_aggregate(place, source, at)
            return None
        if source is not None:
            value, kind = self.read_value(source, node)
        else:
            value, kind = self.value(node)
        number = kind[0] not in ("ptr", "arr", "fn") and self.scope.evaluate(node) is None
        if place.type[0] == "ptr" and number and value is not None:
            value = self.join(value, self.unknown())  # an integer becomes an address without a cast
        self.assign(place, value, at)
        return value

    def unknown(self) -> Node:
        """A node that holds an address of which nothing is known."""
        node: Node = (self.temporary(), ())
        self.facts.add("unknown", node)
        return node

    def copy_aggregate(self, place: Place, source: Place, at: c_ast.Node) -> None:
        """Store a whole structure."""
        leaves = self.scope.structs.leaves(place.type) if place.type == source.type else None
        if leaves is None:
            place, source = self.whole(place), self.whole(source)
            leaves = [((), UNKNOWN)]
        for path, kind in leaves:
            self.assign(below(place, path, kind), self.read(below(source, path, kind), at), at)

    def whole(self, place: Place) -> Place:
        if isinstance(place, Direct):
            self.facts.opaque_objects.add(place.base)
            return Direct(place.base, (), UNKNOWN)
        return Indirect(place.pointer, UNKNOWN, (), UNKNOWN)


def below(place: Place, path: tuple[str, ...], kind: Type) -> Place:
    if isinstance(place, Direct):
        return Direct(place.base, place.path + path, kind)
    return Indirect(place.pointer, place.pointee, place.path + path, kind)


def may_be_aggregate(node: c_ast.Node) -> bool:
    return isinstance(node, (c_ast.ID, c_ast.StructRef, c_ast.ArrayRef, c_ast.CompoundLiteral, c_ast.FuncCall)) or (
        isinstance(node, c_ast.UnaryOp) and node.op == "*")


def is_string(node: c_ast.Node) -> bool:
    return isinstance(node, c_ast.Constant) and node.type == "string"

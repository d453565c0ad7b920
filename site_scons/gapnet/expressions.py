"""Expressions of a function body, turned into constraints on where addresses flow.

A value is the node that holds whatever address the expression may carry, None where it can carry none. Any scalar may carry
one: casts, integers and arithmetic pass it on. A place is what an assignment can store to.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pycparser import c_ast

from .ctype import INT, UNKNOWN, Scope, Type
from .facts import Base, Facts, Node, Where
from .functions import Function

_COMPARE = frozenset(("==", "!=", "<", ">", "<=", ">="))
NULLS = frozenset(("NULL",))
_SCALAR = re.compile(r"(u?int\d+|float\d+|size|s?size|bool)_t$|bool$")


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


class Expressions:
    """Walks expressions of one function (or of file scope, with the empty name)."""

    def __init__(self, scope: Scope, facts: Facts, table: dict[str, Function], macros: frozenset[str], function: str,
                 where: Callable[[c_ast.Node], Where], unsure: frozenset[str]):
        self.scope, self.facts, self.table, self.macros = scope, facts, table, macros
        self.function, self.where, self.unsure = function, where, unsure
        self.blocks: list[dict[str, tuple[Base, Type]]] = []
        self._count = 0

    # --- names ---

    def temporary(self, kind: Type = INT) -> Base:
        """A fresh unnamed object."""
        self._count += 1
        base = ("tmp", self.scope.file, self.function, self._count)
        self.facts.declare(base, kind)
        return base

    def variable(self, name: str) -> Direct | None:
        """The variable that a name means here; None for functions and known constants."""
        for block in reversed(self.blocks):
            if name in block:
                base, kind = block[name]
                return Direct(base, (), kind)
        known = self.scope.variables.get(name)
        if known is not None:
            return Direct((known.scope, name), (), known.type)
        if name in self.scope.functions or name in self.scope.constants or name in NULLS:
            return None
        self.facts.undeclared.add((self.scope.file, name))
        return Direct(("", name), (), UNKNOWN)  # declared in a header that is not there

    # --- places ---

    def place(self, node: c_ast.Node) -> Place | None:
        """Where an lvalue, or a structure that an expression yields, lies."""
        kind = type(node)
        if kind is c_ast.ID:
            return self.variable(node.name)
        if kind is c_ast.StructRef:
            return self._member(node)
        if kind is c_ast.ArrayRef:
            return self._element(node)
        if kind is c_ast.UnaryOp and node.op == "*":
            value, said = self.value(node.expr)
            return self._behind(value, said)
        if kind is c_ast.CompoundLiteral:
            return self._compound(node)
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
        if isinstance(place, Direct):
            self.facts.opaque_objects.add(place.base)
            return Direct(place.base, (), UNKNOWN)
        return Indirect(place.pointer, UNKNOWN, (), UNKNOWN)

    def _element(self, node: c_ast.ArrayRef) -> Place:
        index, _ = self.value(node.subscript)
        if index is not None:
            self.facts.add("use", "index", index, self.where(node), "its address is used as an index")
        place = self.place(node.name) if _may_be_aggregate(node.name) else None
        if place is not None and place.type[0] == "arr":
            return self._first(place)
        value: Node | None
        if place is not None:
            value, said = self.read(place, node.name), place.type
        else:
            value, said = self.value(node.name)
        if said[0] not in ("ptr", "arr") and index is not None:
            value, said = self._join(value, index), UNKNOWN  # 4[p]
        if self.scope.evaluate(node.subscript) != 0 and value is not None:
            moved: Node = (self.temporary(), ())
            self.facts.add("offset", moved, value, said[1] if said[0] in ("ptr", "arr") else UNKNOWN)
            value = moved
        return self._behind(value, said)

    def _first(self, place: Place) -> Place:
        if isinstance(place, Direct):
            return Direct(place.base, place.path + ("[]",), place.type[1])
        return Indirect(place.pointer, place.pointee, place.path + ("[]",), place.type[1])

    def _compound(self, node: c_ast.CompoundLiteral) -> Direct:
        kind = self.scope.type_of(node.type)
        place = Direct(self.temporary(kind), (), kind)
        self.initialise(place, node.init, node)
        return place

    def _either(self, node: c_ast.TernaryOp) -> Direct:
        """A structure that is one of two: its parts are not told apart."""
        value, _ = self.value(node)
        place = Direct(self.temporary(UNKNOWN), (), UNKNOWN)
        self.assign(place, value, node)
        return place

    def _static_type(self, node: c_ast.Node) -> Type:
        """Type of an expression by its form alone; INT where the form does not tell."""
        if isinstance(node, c_ast.ID):
            place = self.variable(node.name)
            return INT if place is None else place.type
        if isinstance(node, c_ast.CompoundLiteral):
            return self.scope.type_of(node.type)
        if isinstance(node, c_ast.FuncCall) and isinstance(node.name, c_ast.ID):
            return self.scope.functions.get(node.name.name, ("", INT))[1][-1]
        if isinstance(node, c_ast.StructRef):
            inner = self._static_type(node.name)
            inner = inner[1] if node.type == "->" and inner[0] in ("ptr", "arr") else inner
            return self.scope.structs.member(inner, node.field.name) or INT
        if isinstance(node, c_ast.ArrayRef) or (isinstance(node, c_ast.UnaryOp) and node.op == "*"):
            inner = self._static_type(node.name if isinstance(node, c_ast.ArrayRef) else node.expr)
            return inner[1] if inner[0] in ("ptr", "arr") else INT
        return INT

    # --- reading and storing ---

    def read(self, place: Place, at: c_ast.Node) -> Node:
        """Node of a place's content; an array's is the address of its first element."""
        if place.type[0] == "arr":
            node: Node = (self.temporary(), ())
            self._address(node, self._first(place))
            return node
        if place.type[0] == "fn" and isinstance(place, Indirect):
            return place.pointer  # `*function` is the function
        if isinstance(place, Direct):
            return place.base, place.path
        node = (self.temporary(), ())
        self.facts.add("load", node, place.pointer, place.pointee, place.path, self.where(at))
        return node

    def _address(self, node: Node, place: Place) -> None:
        if isinstance(place, Direct):
            self.facts.add("addr", node, place.base, place.path)
        elif place.path:
            self.facts.add("field", node, place.pointer, place.pointee, place.path)
        else:
            self.facts.add("copy", node, place.pointer)

    def assign(self, place: Place, value: Node | None, at: c_ast.Node) -> None:
        """Store one scalar."""
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
        source = self.place(node) if aggregate or _may_be_aggregate(node) else None
        if source is not None and (aggregate or source.type[0] in ("struct", "union")):
            self.copy_aggregate(place, source, at)
            return None
        value = self.read(source, node) if source is not None else self.value(node)[0]
        self.assign(place, value, at)
        return value

    def copy_aggregate(self, place: Place, source: Place, at: c_ast.Node) -> None:
        """Store a whole structure."""
        leaves = self.scope.structs.leaves(place.type) if place.type == source.type else None
        if leaves is None:
            place, source = self._whole(place), self._whole(source)
            leaves = [((), UNKNOWN)]
        for path, kind in leaves:
            self.assign(_below(place, path, kind), self.read(_below(source, path, kind), at), at)

    def _whole(self, place: Place) -> Place:
        if isinstance(place, Direct):
            self.facts.opaque_objects.add(place.base)
            return Direct(place.base, (), UNKNOWN)
        return Indirect(place.pointer, UNKNOWN, (), UNKNOWN)

    def initialise(self, place: Place, node: c_ast.Node, at: c_ast.Node) -> None:
        """Store an initialiser; one that leaves out inner braces makes the object's parts one."""
        if not isinstance(node, c_ast.InitList):
            if place.type[0] == "arr" and _is_string(node):
                return
            self.assign_expression(place, node, at)
            return
        fields = list((self.scope.structs.fields.get(place.type[1]) or {})) if place.type[0] == "struct" else []
        position, elided = 0, False
        for item in node.exprs or ():
            target: Place | None = None
            if isinstance(item, c_ast.NamedInitializer):
                target, item = self._designated(place, item.name), item.expr
                position = fields.index(target.path[len(place.path)]) if fields and len(target.path) > len(place.path) else 0
            elif isinstance(item, c_ast.Constant):
                elided = elided or position >= len(fields) or self.down(place, fields[position]).type[0] in ("struct", "arr")
                position += 1
                continue  # carries nothing
            elif elided and place.type[0] != "arr":
                target = self._whole(place)
            elif place.type[0] == "arr":
                target = self._first(place)
            elif position < len(fields):
                target = self.down(place, fields[position])
            elif place.type[0] not in ("struct", "union", "arr") and len(node.exprs) == 1:
                target = place  # int x = {0}
            position += 1
            if target is None or (target.type[0] in ("struct", "arr") and not self._fits(target, item)):
                target, elided = self._whole(place), True
            self.initialise(target, item, at)

    def _designated(self, place: Place, names: list[c_ast.Node]) -> Place:
        for name in names:
            if isinstance(name, c_ast.ID) and place.type[0] in ("struct", "union", "name"):
                place = self.down(place, name.name)
            elif place.type[0] == "arr":
                self.value(name)
                place = self._first(place)
            else:
                place = self._whole(place)
        return place

    def _fits(self, target: Place, item: c_ast.Node) -> bool:
        if isinstance(item, c_ast.InitList) or (target.type[0] == "arr" and _is_string(item)):
            return True
        return self._static_type(item) == target.type

    # --- values ---

    def value(self, node: c_ast.Node | None) -> tuple[Node | None, Type]:
        """Node and type of an expression."""
        if node is None:
            return None, INT
        return _VALUES.get(type(node), Expressions._opaque)(self, node)

    def _constant(self, node: c_ast.Constant) -> tuple[Node | None, Type]:
        return None, ("ptr", ("num", "char")) if node.type == "string" else INT

    def _id(self, node: c_ast.ID) -> tuple[Node | None, Type]:
        place = self.variable(node.name)
        if place is not None:
            return self._read_place(place, node)
        if node.name in self.scope.functions:
            value: Node = (self.temporary(), ())
            self.facts.add("function", value, self.scope.functions[node.name][0], node.name, self.scope.file)
            return value, ("ptr", self.scope.functions[node.name][1])
        return None, INT

    def _lvalue(self, node: c_ast.Node) -> tuple[Node | None, Type]:
        place = self.place(node)
        assert place is not None
        return self._read_place(place, node)

    def _read_place(self, place: Place, node: c_ast.Node) -> tuple[Node | None, Type]:
        kind = place.type
        if kind[0] in ("struct", "union"):
            return self._bundle(place, node), kind
        return self.read(place, node), ("ptr", kind[1]) if kind[0] == "arr" else kind

    def _bundle(self, place: Place, node: c_ast.Node) -> Node:
        """All that a structure carries in one node, for where its parts do not matter."""
        bundle: Node = (self.temporary(), ())
        leaves = self.scope.structs.leaves(place.type)
        if leaves is None:
            place, leaves = self._whole(place), [((), UNKNOWN)]
        for path, kind in leaves:
            self.facts.add("copy", bundle, self.read(_below(place, path, kind), node))
        return bundle

    def _assignment(self, node: c_ast.Assignment) -> tuple[Node | None, Type]:
        place = self.place(node.lvalue)
        if place is None:
            return self._opaque(node)
        if isinstance(place, Direct) and place.base in self.facts.types and not place.path:
            self.facts.assigned.setdefault(place.base, []).append(self.where(node))
        if node.op == "=":
            self.note_target(node)
            return self.assign_expression(place, node.rvalue, node), place.type
        right, _ = self.value(node.rvalue)
        result = self._arithmetic(node.op[:-1], self.read(place, node), place.type, right, INT, node)
        self.assign(place, result, node)
        return result, place.type

    def note_target(self, node: c_ast.Assignment) -> None:
        """Hook: an assignment is about to be recorded."""

    def _cast(self, node: c_ast.Cast) -> tuple[Node | None, Type]:
        kind = self.scope.type_of(node.to_type)
        inner = node.expr
        value, said = self.value(inner)
        if isinstance(inner, c_ast.UnaryOp) and inner.op in ("&", "*", "-", "+") and self._is_unsure(node.to_type):
            value = self._join(value, self.value(inner.expr)[0])  # `(N) & x` where N is no type after all
        address = kind[0] == "ptr" or (kind[0] == "name" and value is None and not _SCALAR.match(kind[1]))
        if address and said[0] not in ("ptr", "arr", "fn") and self.scope.evaluate(inner) != 0 and not _is_null(inner):
            made: Node = (self.temporary(), ())
            self.facts.add("unknown", made)
            if value is not None:
                self.facts.add("copy", made, value)
            value = made
        return value, kind

    def _is_unsure(self, node: c_ast.Node) -> bool:
        while hasattr(node, "type") and not isinstance(node, c_ast.IdentifierType):
            node = node.type
        return isinstance(node, c_ast.IdentifierType) and node.names[-1] in self.unsure

    def _unary(self, node: c_ast.UnaryOp) -> tuple[Node | None, Type]:
        op = node.op
        if op in ("sizeof", "_Alignof", "alignof"):
            return None, INT
        if op == "*":
            return self._lvalue(node)
        if op == "&":
            place = self.place(node.expr)
            if place is None:
                return self.value(node.expr)
            self._note_taken(place, node)
            value: Node = (self.temporary(), ())
            self._address(value, place)
            return value, ("ptr", place.type)
        if op in ("++", "--", "p++", "p--"):
            place = self.place(node.expr)
            if place is None:
                return self._opaque(node)
            result = self._arithmetic("+", self.read(place, node), place.type, None, INT, node)
            if isinstance(place, Direct) and place.base in self.facts.types and not place.path:
                self.facts.assigned.setdefault(place.base, []).append(self.where(node))
            self.assign(place, result, node)
            return result, place.type
        inner, kind = self.value(node.expr)
        return (None, INT) if op == "!" else (inner, kind)

    def _note_taken(self, place: Place, node: c_ast.Node) -> None:
        if isinstance(place, Direct) and place.base in self.facts.types:
            self.facts.taken.setdefault(place.base, []).append(self.where(node))

    def _binary(self, node: c_ast.BinaryOp) -> tuple[Node | None, Type]:
        left, left_type = self.value(node.left)
        right, right_type = self.value(node.right)
        if node.op in ("&&", "||"):
            return None, INT
        if node.op in _COMPARE:
            if node.op in ("==", "!=") and (_is_null(node.left) or _is_null(node.right)):
                return None, INT
            for side in (left, right):
                if side is not None:
                    self.facts.add("use", "compare", side, self.where(node), "its address is compared")
            return None, INT
        if right_type[0] in ("ptr", "arr") and left_type[0] not in ("ptr", "arr"):
            left, left_type, right, right_type = right, right_type, left, left_type
        kind = left_type if left_type[0] == "ptr" and right_type[0] != "ptr" else INT
        if node.op in ("+", "-") and self.scope.evaluate(node.right) == 0:
            return left, kind
        return self._arithmetic(node.op, left, left_type, right, right_type, node), kind

    def _arithmetic(self, op: str, left: Node | None, left_type: Type, right: Node | None, right_type: Type,
                    at: c_ast.Node) -> Node | None:
        if left is None and right is None:
            return None
        if left is not None and right is not None:
            self.facts.add("both", left, right, self.where(at))
        result: Node = (self.temporary(), ())
        for side, kind in ((left, left_type), (right, right_type)):
            if side is not None:
                step = kind[1] if kind[0] == "ptr" and op in ("+", "-") else UNKNOWN
                self.facts.add("offset", result, side, step)
        return result

    def _ternary(self, node: c_ast.TernaryOp) -> tuple[Node | None, Type]:
        self.value(node.cond)
        left, kind = self.value(node.iftrue)
        right, other = self.value(node.iffalse)
        return self._join(left, right), kind if kind[0] == "ptr" else other

    def _join(self, left: Node | None, right: Node | None) -> Node | None:
        if left is None or right is None:
            return left if right is None else right
        joined: Node = (self.temporary(), ())
        self.facts.add("copy", joined, left)
        self.facts.add("copy", joined, right)
        return joined

    def _list(self, node: c_ast.ExprList) -> tuple[Node | None, Type]:
        result: tuple[Node | None, Type] = (None, INT)
        for item in node.exprs:
            result = self.value(item)
        return result

    def _called(self, node: c_ast.FuncCall) -> tuple[Node | None, Type]:
        result, kind = self.call(node)
        if kind[0] in ("struct", "union"):
            return self._bundle(Direct(result[0], (), kind), node), kind
        return result, kind

    def _opaque(self, node: c_ast.Node) -> tuple[Node | None, Type]:
        """An expression of a kind that is not understood: whatever it names may be touched."""
        stack = [node]
        while stack:
            item = stack.pop()
            if isinstance(item, c_ast.ID):
                self.escape_name(item.name, self.where(item), "it is used in an expression that is not understood")
            stack.extend(child for _, child in item.children())
        value: Node = (self.temporary(), ())
        self.facts.add("unknown", value)
        return value, UNKNOWN

    def escape_name(self, name: str, where: Where, why: str) -> None:
        """Take whatever a name may mean here to be touched by code that is not seen."""
        place = self.variable(name)
        if place is not None:
            node: Node = (self.temporary(), ())
            self.facts.add("addr", node, place.base, ())
            self.facts.add("use", "escape", node, where, why)
        elif name in self.scope.functions:
            value, _ = self._id(c_ast.ID(name))
            self.facts.add("use", "escape", value, where, why)

    # --- calls ---

    def call(self, node: c_ast.FuncCall) -> tuple[Node, Type]:
        """Record a call; the node of its result and the result's type."""
        arguments = [self._argument(a) for a in (node.args.exprs if node.args else ())]
        name = node.name.name if isinstance(node.name, c_ast.ID) else None
        where = self.where(node)
        if name is not None and not self._is_variable(name):
            scope, said = self.scope.functions.get(name, (None, ("fn", UNKNOWN)))
            result: Node = (self.temporary(said[1]), ())
            self.facts.add("call", name, self.scope.file, scope, tuple(arguments), result, where, self._flags(node))
            return result, said[1]
        value, said = self.value(node.name)
        said = said[1] if said[0] == "ptr" else said
        kind = said[1] if said[0] == "fn" else UNKNOWN
        result = (self.temporary(kind), ())
        self.facts.add("icall", value, tuple(arguments), result, where)
        return result, kind

    def _is_variable(self, name: str) -> bool:
        return any(name in b for b in self.blocks) or name in self.scope.variables

    def _argument(self, node: c_ast.Node) -> tuple[Type, tuple[tuple[tuple[str, ...], Node], ...]]:
        """An argument as (type, ((path, node), ...)): one node for a scalar, one per part for a structure."""
        place = self.place(node) if _may_be_aggregate(node) else None
        if place is None:
            value, kind = self.value(node)
            return kind, () if value is None else (((), value),)
        if place.type[0] not in ("struct", "union"):
            value, kind = self._read_place(place, node)
            return kind, (((), value),) if value is not None else ()
        leaves = self.scope.structs.leaves(place.type)
        if leaves is None:
            return UNKNOWN, (((), self._bundle(place, node)),)
        return place.type, tuple((path, self.read(_below(place, path, t), node)) for path, t in leaves)

    def _flags(self, node: c_ast.FuncCall) -> tuple[bool | None, ...]:
        """Per argument: True where it is surely not 0, False where it is 0 or may be, None where it is no constant."""
        return tuple(self._flag(a) for a in (node.args.exprs if node.args else ()))

    def _flag(self, node: c_ast.Node) -> bool | None:
        if isinstance(node, c_ast.ArrayRef) and isinstance(node.name, c_ast.ID):
            values: tuple[int, ...] = () if self._is_local(node.name.name) else self.scope.constants.get(node.name.name, ())
        elif isinstance(node, c_ast.ID) and self._is_local(node.name):
            values = ()
        else:
            value = self.scope.evaluate(node)
            values = () if value is None else (value,)
        if not values:
            return None
        return all(0 < v < 1 << 31 for v in values)

    def _is_local(self, name: str) -> bool:
        return any(name in b for b in self.blocks)


def _below(place: Place, path: tuple[str, ...], kind: Type) -> Place:
    if isinstance(place, Direct):
        return Direct(place.base, place.path + path, kind)
    return Indirect(place.pointer, place.pointee, place.path + path, kind)


def _may_be_aggregate(node: c_ast.Node) -> bool:
    return isinstance(node, (c_ast.ID, c_ast.StructRef, c_ast.ArrayRef, c_ast.CompoundLiteral, c_ast.FuncCall)) or (
        isinstance(node, c_ast.UnaryOp) and node.op == "*")


def _is_string(node: c_ast.Node) -> bool:
    return isinstance(node, c_ast.Constant) and node.type == "string"


def _is_null(node: c_ast.Node) -> bool:
    if isinstance(node, c_ast.Cast):
        return _is_null(node.expr)
    if isinstance(node, c_ast.ID):
        return node.name in NULLS
    return isinstance(node, c_ast.Constant) and node.value.rstrip("uUlL") in ("0", "0x0", "0x00", "00")


_VALUES: dict[type, Any] = {
    c_ast.Constant: Expressions._constant,
    c_ast.ID: Expressions._id,
    c_ast.StructRef: Expressions._lvalue,
    c_ast.ArrayRef: Expressions._lvalue,
    c_ast.CompoundLiteral: Expressions._lvalue,
    c_ast.Assignment: Expressions._assignment,
    c_ast.Cast: Expressions._cast,
    c_ast.UnaryOp: Expressions._unary,
    c_ast.BinaryOp: Expressions._binary,
    c_ast.TernaryOp: Expressions._ternary,
    c_ast.ExprList: Expressions._list,
    c_ast.FuncCall: Expressions._called,
    c_ast.Typename: lambda self, node: (None, INT),
}

"""Expressions of a function body, turned into constraints on where addresses flow.

A value is the node that holds whatever address the expression may carry, None where it can carry none. Any scalar may carry
one: casts, integers and arithmetic pass it on.
"""

from __future__ import annotations

import re
from typing import Any

from pycparser import c_ast

from .calls import Calls
from .ctype import INT, UNKNOWN, Type, is_narrow
from .facts import Node, Where
from .keywords import KEYWORDS, STANDARD_TYPE
from .places import NULLS, Direct, Place

_COMPARE = frozenset(("==", "!=", "<", ">", "<=", ">="))
_SCALAR = re.compile(r"(u?int\d+|float\d+|size|s?size|bool)_t$|bool$")


class Expressions(Calls):
    """Walks expressions."""

    def value(self, node: c_ast.Node | None) -> tuple[Node | None, Type]:
        """Node and type of an expression."""
        if node is None:
            return None, INT
        return _VALUES.get(type(node), Expressions._opaque)(self, node)

    def _constant(self, node: c_ast.Constant) -> tuple[Node | None, Type]:
        return None, ("ptr", ("num", "char")) if node.type == "string" else INT

    def _id(self, node: c_ast.ID) -> tuple[Node | None, Type]:
        known = self.table.get(node.name)
        if known is not None and known.position("file") is not None and not self.is_variable(node.name):
            self.facts.computed.append(self.where(node))  # called through a pointer, it may load anything
        place = self.variable(node.name, node)
        if place is not None:
            return self.read_value(place, node)
        if node.name in self.scope.functions:
            value: Node = (self.temporary(), ())
            self.facts.add("function", value, self.scope.functions[node.name][0], node.name, self.scope.file)
            return value, ("ptr", self.scope.functions[node.name][1])
        return None, INT

    def _lvalue(self, node: c_ast.Node) -> tuple[Node | None, Type]:
        place = self.place(node)
        assert place is not None
        return self.read_value(place, node)

    def _assignment(self, node: c_ast.Assignment) -> tuple[Node | None, Type]:
        place = self.place(node.lvalue)
        if place is None:
            return self._opaque(node)
        if isinstance(place, Direct) and place.base in self.facts.types and not place.path:
            self.facts.assigned.setdefault(place.base, []).append(self.where(node))
        if node.op == "=":
            self.note_target(node)
            value = self.assign_expression(place, node.rvalue, node)
            return self.read_value(place, node) if place.type[0] in ("struct", "union") else (value, place.type)
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
        self.dimensions(node.to_type)
        if self._is_unsure(node.to_type) or self._may_be_call(node):
            if isinstance(inner, c_ast.UnaryOp) and inner.op in ("&", "*", "-", "+"):
                value = self.join(value, self.value(inner.expr)[0])  # `(N) & x` where N is no type after all
            for item in inner.exprs if isinstance(inner, c_ast.ExprList) else [inner]:  # `(f)(x)`
                given = self.value(item)[0]
                if given is not None:
                    self.facts.add("use", "escape", given, self.where(node),
                                   f"its address is given to {_last_name(node.to_type)}, which is not known")
        elif is_narrow(kind):
            self.taken_apart(value, node)
        name = _plain_name(node.to_type)
        if name is not None and name not in self.scope.typedefs and self.is_variable(name):
            value = self.join(value, self.value(c_ast.ID(name, node.coord))[0])  # `(x) - 1` where another block has a type x
        address = kind[0] == "ptr" or (kind[0] == "name" and value is None and not _SCALAR.match(kind[1]))
        if address and said[0] not in ("ptr", "arr", "fn") and self.scope.evaluate(inner) != 0 and not self._is_null(inner):
            made: Node = (self.temporary(), ())
            self.facts.add("unknown", made)
            if value is not None:
                self.facts.add("copy", made, value)
            value = made
        return value, kind

    def _is_null(self, node: c_ast.Node) -> bool:
        """Whether an expression is the null pointer, as it is written."""
        if isinstance(node, c_ast.Cast):
            return self._is_null(node.expr)
        if isinstance(node, c_ast.ID):
            return node.name in NULLS and not self.is_variable(node.name)
        return isinstance(node, c_ast.Constant) and node.value.rstrip("uUlL") in ("0", "0x0", "0x00", "00")

    def _may_be_call(self, node: c_ast.Cast) -> bool:
        """`(f)(x)` where nothing in sight declares f as a type."""
        name = _plain_name(node.to_type)
        if name is None or name in self.scope.typedefs or name in KEYWORDS or STANDARD_TYPE.match(name):
            return False
        return self.reading.called_in_brackets(node)

    def _is_unsure(self, node: c_ast.Node) -> bool:
        while hasattr(node, "type") and not isinstance(node, c_ast.IdentifierType):
            node = node.type
        if not isinstance(node, c_ast.IdentifierType):
            return False
        name = node.names[-1]
        return name in self.unsure and name not in self.scope.typedefs

    def _unary(self, node: c_ast.UnaryOp) -> tuple[Node | None, Type]:
        op = node.op
        if op in ("sizeof", "_Alignof", "alignof"):
            self.dimensions(node.expr)
            if isinstance(node.expr, c_ast.Typename):
                self.scope.type_of(node.expr)
            return None, INT
        if op == "*":
            return self._lvalue(node)
        if op == "&":
            place = self.place(node.expr)
            if place is None:
                return self.value(node.expr)
            self._note_taken(place, node)
            value: Node = (self.temporary(), ())
            self.address_of(value, place)
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
        if op == "!":
            self.condition(node.expr)
            return None, INT
        inner, kind = self.value(node.expr)
        self.taken_apart(inner, node)
        return inner, kind

    def _note_taken(self, place: Place, node: c_ast.Node) -> None:
        if isinstance(place, Direct) and place.base in self.facts.types:
            self.facts.taken.setdefault(place.base, []).append(self.where(node))

    def _binary(self, node: c_ast.BinaryOp) -> tuple[Node | None, Type]:
        if node.op in ("&&", "||"):
            self.condition(node.left)
            self.condition(node.right)
            return None, INT
        if node.op in ("==", "!=") and (self._is_null(node.left) or self._is_null(node.right)):
            self.condition(node.left)
            self.condition(node.right)
            return None, INT
        left, left_type = self.value(node.left)
        right, right_type = self.value(node.right)
        if node.op in _COMPARE:
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
        if right is not None and left_type[0] in ("ptr", "arr") and right_type[0] not in ("ptr", "arr"):
            self.facts.add("use", "index", right, self.where(at), "its address is used as an index")
        if op not in ("+", "-"):
            self.taken_apart(left, at)
            self.taken_apart(right, at)
        result: Node = (self.temporary(), ())
        for side, kind in ((left, left_type), (right, right_type)):
            if side is not None:
                step = kind[1] if kind[0] == "ptr" and op in ("+", "-") else UNKNOWN
                self.facts.add("offset", result, side, step)
        return result

    def condition(self, node: c_ast.Node | None) -> None:
        """An expression that is only tested for 0: harmless for an address as it was allocated, a comparison for one that was
        moved."""
        value, _ = self.value(node)
        if value is not None and node is not None:
            self.facts.add("test", value, self.where(node))

    def dimensions(self, node: c_ast.Node) -> None:
        """Evaluate the lengths of arrays in a type, which may be any expression."""
        while type(node) in (c_ast.TypeDecl, c_ast.PtrDecl, c_ast.Typename):
            node = node.type
        if type(node) is c_ast.IdentifierType:
            return  # most types are a name or a pointer to one
        stack: list[c_ast.Node] = [node]
        while stack:
            item = stack.pop()
            if isinstance(item, c_ast.ArrayDecl) and item.dim is not None and not isinstance(item.dim, c_ast.Constant):
                self.value(item.dim)
            elif isinstance(item, c_ast.FuncCall):
                self.value(item)  # evaluated where it stands in such a length
                continue
            if not isinstance(item, c_ast.FuncDecl):
                stack.extend(child for _, child in item.children())

    def _ternary(self, node: c_ast.TernaryOp) -> tuple[Node | None, Type]:
        self.condition(node.cond)
        left, kind = self.value(node.iftrue)
        right, other = self.value(node.iffalse)
        return self.join(left, right), kind if kind[0] == "ptr" else other

    def _list(self, node: c_ast.ExprList) -> tuple[Node | None, Type]:
        result: tuple[Node | None, Type] = (None, INT)
        for item in node.exprs:
            result = self.value(item)
        return result

    def _called(self, node: c_ast.FuncCall) -> tuple[Node | None, Type]:
        result, kind = self.call(node)
        if kind[0] in ("struct", "union"):
            return self.bundle(Direct(result[0], (), kind), node), kind
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


def _plain_name(node: c_ast.Typename) -> str | None:
    """Name of a type that is written as one name."""
    kind = node.type
    if not isinstance(kind, c_ast.TypeDecl) or not isinstance(kind.type, c_ast.IdentifierType):
        return None
    return kind.type.names[-1]


def _last_name(node: c_ast.Node) -> str:
    while not isinstance(node, c_ast.IdentifierType):
        node = node.type
    return node.names[-1]


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

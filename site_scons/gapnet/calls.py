"""Calls: arguments go to parameters, results come back; what a function does is decided when all of them are known."""

from __future__ import annotations

from pycparser import c_ast

from .ctype import UNKNOWN, Type
from .facts import Node
from .initialisers import Initialisers
from .places import below, may_be_aggregate

Argument = tuple[Type, tuple[tuple[tuple[str, ...], Node], ...]]
"""(type, ((path, node), ...)): one node for a scalar, one per part for a structure."""


class Calls(Initialisers):
    """Records calls."""

    def call(self, node: c_ast.FuncCall) -> tuple[Node, Type]:
        """Record a call; the node of its result and the result's type."""
        arguments = [self._argument(a) for a in (node.args.exprs if node.args else ())]
        name = node.name.name if isinstance(node.name, c_ast.ID) else None
        where = self.where(node)
        if name is not None and not self.is_variable(name):
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

    def _argument(self, node: c_ast.Node) -> Argument:
        place = self.place(node) if may_be_aggregate(node) else None
        if place is None:
            value, kind = self.value(node)
            kind = UNKNOWN if kind[0] in ("struct", "union") else kind  # in one node: its parts are not told apart
            return kind, () if value is None else (((), value),)
        if place.type[0] not in ("struct", "union"):
            value, kind = self.read_value(place, node)
            return kind, (((), value),) if value is not None else ()
        leaves = self.scope.structs.leaves(place.type)
        if leaves is None:
            return UNKNOWN, (((), self.bundle(place, node)),)
        return place.type, tuple((path, self.read(below(place, path, t), node)) for path, t in leaves)

    def _flags(self, node: c_ast.FuncCall) -> tuple[bool | None, ...]:
        """Per argument: True where it is surely not 0, False where it is 0 or may be, None where it is no constant."""
        return tuple(self._flag(a) for a in (node.args.exprs if node.args else ()))

    def _flag(self, node: c_ast.Node) -> bool | None:
        if isinstance(node, c_ast.ArrayRef) and isinstance(node.name, c_ast.ID):
            values: tuple[int, ...] = () if self.is_local(node.name.name) else self.scope.constants.get(node.name.name, ())
        elif isinstance(node, c_ast.ID) and self.is_local(node.name):
            values = ()
        else:  # as it is written: what arithmetic makes of it depends on types
            inner = node.expr if isinstance(node, c_ast.Cast) else node
            plain = isinstance(inner, c_ast.Constant) or isinstance(node, c_ast.ID)
            value = self.scope.evaluate(node) if plain else None
            values = () if value is None else (value,)
        if not values:
            return None
        return all(0 < v < 1 << 31 for v in values)

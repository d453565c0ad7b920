"""Initialisers: braces, designators, and the braces that C lets one leave out."""

from __future__ import annotations

from pycparser import c_ast

from .ctype import INT, Type
from .places import Direct, Place, Places, is_string


class Initialisers(Places):
    """Stores initialisers and compound literals."""

    def compound(self, node: c_ast.CompoundLiteral) -> Direct:
        kind = self.scope.type_of(node.type)
        place = Direct(self.temporary(kind), (), kind)
        self.initialise(place, node.init, node)
        return place

    def initialise(self, place: Place, node: c_ast.Node, at: c_ast.Node) -> None:
        """Store an initialiser; one that leaves out inner braces makes the object's parts one."""
        if not isinstance(node, c_ast.InitList):
            if place.type[0] == "arr" and is_string(node):
                return
            self.assign_expression(place, node, at)
            return
        fields = list(self.scope.structs.fields.get(place.type[1]) or {}) if place.type[0] == "struct" else []
        position, elided = 0, False
        for item in node.exprs or ():
            target: Place | None = None
            if isinstance(item, c_ast.NamedInitializer):
                elided = len(item.name) > 1  # what follows goes on inside, and is not followed there
                target, item = self._designated(place, item.name), item.expr
                position = fields.index(target.path[len(place.path)]) if fields and len(target.path) > len(place.path) else 0
            elif isinstance(item, c_ast.Constant):
                elided = elided or position >= len(fields) or self.down(place, fields[position]).type[0] in ("struct", "arr")
                position += 1
                continue  # carries nothing
            elif elided and place.type[0] != "arr":
                target = self.whole(place)
            elif place.type[0] == "arr":
                target = self.first(place)
            elif position < len(fields):
                target = self.down(place, fields[position])
            elif place.type[0] not in ("struct", "union", "arr") and len(node.exprs) == 1:
                target = place  # int x = {0}
            position += 1
            if target is None or (target.type[0] in ("struct", "arr") and not self._fits(target, item)):
                target, elided = self.whole(place), True
            self.initialise(target, item, at)

    def _designated(self, place: Place, names: list[c_ast.Node]) -> Place:
        for name in names:
            if isinstance(name, c_ast.ID) and place.type[0] in ("struct", "union", "name"):
                place = self.down(place, name.name)
            elif place.type[0] == "arr":
                self.value(name)
                place = self.first(place)
            else:
                place = self.whole(place)
        return place

    def _fits(self, target: Place, item: c_ast.Node) -> bool:
        if isinstance(item, c_ast.InitList) or (target.type[0] == "arr" and is_string(item)):
            return True
        return self._static_type(item) == target.type

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

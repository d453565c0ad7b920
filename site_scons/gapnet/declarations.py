"""Declarations: what names mean at file scope and in blocks, and what their initialisers store."""

from __future__ import annotations

from typing import Any

from pycparser import c_ast

from .ctype import UNKNOWN, Type, Variable
from .expressions import Expressions
from .facts import Base, Routine
from .keywords import KEYWORDS, STANDARD_TYPE
from .places import Direct

_TABLE_NAMES = ("inputs", "outputs")


class Declarations(Expressions):
    """Walks one external declaration. locals: every local of it by name; straight: whether what is walked runs
    once; doubtful: whether macros stand in it that may be anything."""

    def __init__(self, *args: Any):
        super().__init__(*args)
        self.after_macro: list[int] = []
        self.locals: dict[str, list[Base]] = {}
        self.straight = False
        self.way_out: str | None = None
        self.doubtful = False
        self.body = 0

    def note_local(self, name: str) -> None:
        """A name is declared inside the function."""
        self.facts.local_names.setdefault((self.scope.file, self.body), set()).add(name)

    def statement(self, node: c_ast.Node | None) -> None:
        """Record one statement; see `statements`."""
        raise NotImplementedError

    # --- file scope ---

    def external(self, node: c_ast.Node, macros_before: list[int]) -> None:
        """Record a declaration or function definition at file scope."""
        self.after_macro = list(macros_before)
        self.locals = {}
        if isinstance(node, c_ast.FuncDef):
            self._function(node)
        elif isinstance(node, c_ast.Typedef):
            self.dimensions(node.type)
            self.scope.name_type(node.name, self.scope.type_of(node.type))
        elif isinstance(node, c_ast.Decl):
            self._global(node)
        elif not isinstance(node, (c_ast.Pragma, c_ast.StaticAssert)):
            self._opaque(node)

    def declare_function(self, node: c_ast.Decl) -> tuple[str, Type]:
        """Put a function's name in scope; its scope and type."""
        known = self.scope.functions.get(node.name)
        static = "static" in node.storage or (known is not None and known[0] != "")
        scope = (known[0] if known and known[0] else self.scope.file) if static else ""
        kind = self.scope.type_of(node.type)
        self.scope.functions[node.name] = (scope, kind)
        self.scope.unsettle(node.name)
        if "inline" in node.funcspec and "static" not in node.storage:
            self.facts.uncertain.add((scope, node.name))  # an external definition may be used instead
        return scope, kind

    def _global(self, node: c_ast.Decl) -> None:
        self.dimensions(node.type)
        kind = self.scope.type_of(node.type)
        if node.name is None:
            return
        if kind[0] == "fn":
            self.declare_function(node)
            return
        known = self.scope.variables.get(node.name)
        torn = known is not None and "extern" not in node.storage and ("static" in node.storage) != (known.scope != "")
        static = "static" in node.storage or (known is not None and known.scope != "")
        scope = (known.scope if known and known.scope else self.scope.file) if static else ""
        if static and node.name.endswith(_TABLE_NAMES) and kind[0] == "arr":
            scope = ""  # the network's interface, whatever its storage class
        if known is not None and known.type != kind and kind[0] == "arr" and known.type[0] == "arr":
            kind = ("arr", kind[1], kind[2] or known.type[2]) if known.type[1] == kind[1] else UNKNOWN
            self.facts.objects.pop((scope, node.name), None)
        const = _is_const(node)
        self.scope.variables[node.name] = Variable(scope, kind, const)
        base: Base = (scope, node.name)
        self.facts.declare(base, kind)
        self.facts.types[base] = kind
        self.facts.spelled.setdefault(base, _spelling(node.type))
        if scope:
            self.facts.statics.setdefault(base, self.where(node))
        if torn:
            self.escape_name(node.name, self.where(node), "it is static in one declaration and not in another")
        if node.init is None:
            self.scope.unsettle(node.name)
        else:
            self._note_constants(node, const and static)
            if not _is_zero(node.init):
                self.facts.assigned.setdefault(base, []).append(self.where(node))
            self.initialise(Direct(base, (), kind), node.init, node)

    def _note_constants(self, node: c_ast.Decl, fixed: bool) -> None:
        listed = isinstance(node.init, c_ast.InitList)
        items = node.init.exprs if listed else [node.init]
        values = [self.scope.evaluate(item) for item in items or ()]
        if listed:  # every element must be there, in a dimension that is written or left out
            array = node.type if isinstance(node.type, c_ast.ArrayDecl) and isinstance(node.type.type, c_ast.TypeDecl) else None
            full = array is not None and (array.dim is None or self.scope.evaluate(array.dim) == len(values))
        else:
            full = isinstance(node.type, c_ast.TypeDecl)
        # others a narrow type may change, and what arithmetic makes of them depends on their types
        sure = [v for v, item in zip(values, items or (), strict=True)
                if v is not None and 0 <= v < 128 and isinstance(item, c_ast.Constant)]
        if fixed and full and values and len(sure) == len(values):
            self.scope.settle(node.name, tuple(sure))
        else:
            self.scope.unsettle(node.name)

    def _function(self, node: c_ast.FuncDef) -> None:
        scope, kind = self.declare_function(node.decl)
        key = (scope, node.decl.name)
        self.function = node.decl.name
        self.body = self.where(node.decl)[1]
        result: Base = ("ret", self.scope.file, *key)
        self.facts.declare(result, kind[1])
        self._result = Direct(result, (), kind[1])
        self._visible = scope == ""
        block: dict[str, tuple[Base, Type] | None] = {}
        self.blocks.append(block)
        parameters, variadic = [], False
        arguments = node.decl.type.args
        if node.param_decls:  # an old-style definition: which argument is which is not followed
            variadic = True
            for decl in node.param_decls:
                self._local_base(decl.name, self.scope.type_of(decl.type))
        for decl in (arguments.params if arguments and not node.param_decls else ()):
            if isinstance(decl, c_ast.EllipsisParam):
                variadic = True
            elif isinstance(decl, c_ast.ID):  # an old-style parameter without a type
                parameters.append((self._local_base(decl.name, UNKNOWN), UNKNOWN))
            elif isinstance(decl, c_ast.Decl) and decl.name is not None:
                self.dimensions(decl.type)
                said = self.scope.type_of(decl.type)
                said = ("ptr", said[1]) if said[0] == "arr" else ("ptr", said) if said[0] == "fn" else said
                parameters.append((self._local_base(decl.name, said), said))
            elif not (isinstance(decl, c_ast.Typename) and _is_void(decl)):
                parameters.append((self.temporary(UNKNOWN), UNKNOWN))
        self.facts.routines.append(Routine(key, tuple(parameters), result, kind[1], variadic, self.where(node.decl)))
        self.straight, self.way_out = not self.doubtful, None
        self.statement(node.body)
        self.blocks.pop()

    def _local_base(self, name: str, kind: Type) -> Base:
        base: Base = ("loc", self.scope.file, self.function, name)
        self.facts.declare(base, kind)
        self.blocks[-1][name] = (base, kind)
        self.note_local(name)
        self.locals.setdefault(name, []).append(base)
        self.scope.unsettle(name)  # shadowed here; not worth remembering where it is not
        return base

    # --- blocks ---

    def local(self, node: c_ast.Decl) -> None:
        self.dimensions(node.type)
        kind = self.scope.type_of(node.type)
        if node.name is None:
            return
        if "extern" in node.storage or kind[0] == "fn":
            self.blocks[-1][node.name] = None
            self.note_local(node.name)
            self.scope.unsettle(node.name)
            if kind[0] == "fn":
                self.scope.functions.setdefault(node.name, ("", kind))
            elif node.name not in self.scope.variables:
                self.scope.variables[node.name] = Variable("", kind)
            return
        if self._may_be_macro(node.type):
            self._maybe_no_declaration(node)
        base = self._local_base(node.name, kind)
        if "static" in node.storage:
            self.facts.static_locals.setdefault(node.name, []).append(base)
        if node.init is not None:
            self.initialise(Direct(base, (), kind), node.init, node)

    def _may_be_macro(self, node: c_ast.Node) -> bool:
        """Whether a declaration's type is a name that nothing in sight declares."""
        while hasattr(node, "type") and not isinstance(node, c_ast.IdentifierType):
            node = node.type
        if not isinstance(node, c_ast.IdentifierType) or len(node.names) != 1:
            return False
        name = node.names[0]
        return name not in self.scope.typedefs and name not in KEYWORDS and not STANDARD_TYPE.match(name)

    def _maybe_no_declaration(self, node: c_ast.Decl) -> None:
        """`WORD *p = x;` declares p if WORD is a type, and writes through p if it is a macro: where a p is in sight, both."""
        outer = self.variable(node.name)
        if outer is not None and (outer.base[0] != "" or outer.base in self.facts.types):
            self.escape_name(node.name, self.where(node), "it may be used by a macro that is not known")
            if node.init is not None and not isinstance(node.init, c_ast.InitList):
                value, _ = self.value(node.init)
                if value is not None:
                    self.facts.add("use", "escape", value, self.where(node), "it may be used by a macro that is not known")


def behind_casts(node: c_ast.Node) -> c_ast.Node:
    while isinstance(node, c_ast.Cast):
        node = node.expr
    return node


def _is_const(node: c_ast.Decl) -> bool:
    kind = node.type
    while isinstance(kind, c_ast.ArrayDecl):
        kind = kind.type
    return isinstance(kind, c_ast.TypeDecl) and "const" in kind.quals and "volatile" not in kind.quals


def _spelling(node: c_ast.Node) -> str | None:
    """A simple type, or a pointer to one, as a cast would write it; None for others."""
    pointer = isinstance(node, c_ast.PtrDecl) and not node.quals
    inner = node.type if pointer else node
    if not isinstance(inner, c_ast.TypeDecl) or not isinstance(inner.type, c_ast.IdentifierType):
        return None
    return " ".join([*inner.quals, *inner.type.names]) + (" *" if pointer else "")


def _is_zero(node: c_ast.Node) -> bool:
    node = behind_casts(node)
    return (isinstance(node, c_ast.Constant) and node.value == "0") or (isinstance(node, c_ast.ID) and node.name == "NULL")


def _is_void(node: c_ast.Typename) -> bool:
    inner = node.type
    return isinstance(inner, c_ast.TypeDecl) and isinstance(inner.type, c_ast.IdentifierType) and inner.type.names == ["void"]

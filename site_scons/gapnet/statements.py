"""Declarations and statements of one piece, turned into constraints; allocations and loads are noted where they stand.

Order does not matter to the flow of addresses, so statements are only walked through. It matters to what may be shared:
whether an allocation stands in straight-line code is kept here.
"""

from __future__ import annotations

from typing import Any

from pycparser import c_ast

from .ctype import UNKNOWN, Type, Variable, evaluate
from .expressions import Expressions
from .facts import Allocation, Base, Load, Node, Routine, Where
from .places import Direct
from .tokens import string_value

_STRAIGHT_ENDS = (c_ast.Return, c_ast.Goto, c_ast.Label, c_ast.Break, c_ast.Continue, c_ast.Case, c_ast.Default)
_TABLE_NAMES = ("inputs", "outputs")


class Statements(Expressions):
    """Walks one external declaration."""

    straight = False
    after_macro: list[int]
    locals: dict[str, list[Base]]

    # --- file scope ---

    def external(self, node: c_ast.Node, macros_before: list[int]) -> None:
        """Record a declaration or function definition at file scope."""
        self.after_macro = list(macros_before)
        self.locals = {}
        if isinstance(node, c_ast.FuncDef):
            self._function(node)
        elif isinstance(node, c_ast.Typedef):
            self.scope.typedefs[node.name] = self.scope.type_of(node.type)
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
        return scope, kind

    def _global(self, node: c_ast.Decl) -> None:
        kind = self.scope.type_of(node.type)
        if node.name is None:
            return
        if kind[0] == "fn":
            self.declare_function(node)
            return
        known = self.scope.variables.get(node.name)
        static = "static" in node.storage or (known is not None and known.scope != "")
        scope = (known.scope if known and known.scope else self.scope.file) if static else ""
        if static and node.name.endswith(_TABLE_NAMES) and kind[0] == "arr":
            scope = ""  # the network's interface, whatever its storage class
        if known is not None and known.type != kind and kind[0] == "arr" and known.type[0] == "arr":
            kind = known.type if known.type[1] == kind[1] else UNKNOWN
        const = _is_const(node)
        self.scope.variables[node.name] = Variable(scope, kind, const)
        base: Base = (scope, node.name)
        self.facts.declare(base, kind)
        self.facts.types[base] = kind
        self.facts.spelled.setdefault(base, _spelling(node.type))
        if scope:
            self.facts.statics.setdefault(base, self.where(node))
        if node.init is not None:
            self._note_constants(node, const and static)
            if not _is_zero(node.init):
                self.facts.assigned.setdefault(base, []).append(self.where(node))
            self.initialise(Direct(base, (), kind), node.init, node)

    def _note_constants(self, node: c_ast.Decl, fixed: bool) -> None:
        self.scope.constants.pop(node.name, None)
        items = node.init.exprs if isinstance(node.init, c_ast.InitList) else [node.init]
        values = [self.scope.evaluate(item) for item in items or ()]
        full = not isinstance(node.init, c_ast.InitList) or _length(node, self.scope.constants) in (None, len(values))
        if fixed and full and values and all(v is not None for v in values):
            self.scope.constants[node.name] = tuple(v for v in values if v is not None)

    def _function(self, node: c_ast.FuncDef) -> None:
        scope, kind = self.declare_function(node.decl)
        key = (scope, node.decl.name)
        self.function = node.decl.name
        result: Base = ("ret", self.scope.file, *key)
        self.facts.declare(result, kind[1])
        self._result = Direct(result, (), kind[1])
        self._visible = scope == ""
        block: dict[str, tuple[Base, Type]] = {}
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
            elif isinstance(decl, c_ast.Decl) and decl.name is not None:
                said = self.scope.type_of(decl.type)
                said = ("ptr", said[1]) if said[0] == "arr" else ("ptr", said) if said[0] == "fn" else said
                parameters.append((self._local_base(decl.name, said), said))
            elif not (isinstance(decl, c_ast.Typename) and _is_void(decl)):
                parameters.append((self.temporary(UNKNOWN), UNKNOWN))
        self.facts.routines.append(Routine(key, tuple(parameters), result, kind[1], variadic, self.where(node.decl)))
        self.straight = True
        self._compound_statement(node.body, new_block=False)
        self.blocks.pop()

    def _local_base(self, name: str, kind: Type) -> Base:
        base: Base = ("loc", self.scope.file, self.function, name)
        self.facts.declare(base, kind)
        self.blocks[-1][name] = (base, kind)
        self.locals.setdefault(name, []).append(base)
        self.scope.constants.pop(name, None)  # shadowed here; not worth remembering where it is not
        return base

    # --- statements ---

    def statement(self, node: c_ast.Node | None) -> None:
        """Record one statement."""
        if node is None:
            return
        handler = _STATEMENTS.get(type(node))
        if handler is not None:
            if isinstance(node, _STRAIGHT_ENDS):
                self.straight = False
            handler(self, node)
            return
        value, _ = self.value(node)
        if self._follows_macro(node) and value is not None:
            self.facts.add("use", "escape", value, self.where(node), "it stands behind a macro that is not known")

    def _follows_macro(self, node: c_ast.Node) -> bool:
        offset = self.where(node)[1]
        before = [m for m in self.after_macro if m < offset]
        if before:
            self.after_macro = [m for m in self.after_macro if m >= offset]
            self.straight = False  # the macro may be an `if`
        return bool(before)

    def _compound_statement(self, node: c_ast.Compound, new_block: bool = True) -> None:
        if new_block:
            self.blocks.append({})
        typedefs, tags = self.scope.typedefs, self.scope.tags
        if any(isinstance(i, (c_ast.Typedef, c_ast.Decl)) for i in node.block_items or ()):
            self.scope.typedefs, self.scope.tags = dict(typedefs), dict(tags)
        for item in node.block_items or ():
            plain = self._follows_macro(item) if not isinstance(item, _EXPRESSIONS) else False
            if not plain and self.straight:
                self._note_plain(item)
            self.statement(item)
        self.scope.typedefs, self.scope.tags = typedefs, tags
        if new_block:
            self.blocks.pop()

    def _branch(self, *nodes: c_ast.Node | None) -> None:
        """Statements that may or may not run."""
        before, self.straight = self.straight, False
        leaves = _leaves_function(nodes)
        for node in nodes:
            self.statement(node)
        self.straight = before and not leaves

    def _if(self, node: c_ast.If) -> None:
        self.value(node.cond)
        self._branch(node.iftrue, node.iffalse)

    def _while(self, node: c_ast.While) -> None:
        self.value(node.cond)
        self._branch(node.stmt)

    def _for(self, node: c_ast.For) -> None:
        self.blocks.append({})
        self.statement(node.init)
        self.value(node.cond)
        self.value(node.next)
        self._branch(node.stmt)
        self.blocks.pop()

    def _switch(self, node: c_ast.Switch) -> None:
        value, _ = self.value(node.cond)
        if value is not None:
            self.facts.add("use", "compare", value, self.where(node), "its address is compared")
        self._branch(node.stmt)

    def _case(self, node: Any) -> None:
        for item in node.stmts or ():
            self.statement(item)

    def _label(self, node: c_ast.Label) -> None:
        self.statement(node.stmt)

    def _return(self, node: c_ast.Return) -> None:
        if node.expr is not None:
            value = self.assign_expression(self._result, node.expr, node)
            if self._visible and value is not None:
                self.facts.add("use", "escape", value, self.where(node),
                               f"it is returned by {self.function}, which other files can call")

    def _declaration_list(self, node: c_ast.DeclList) -> None:
        for decl in node.decls:
            self.statement(decl)

    def _typedef(self, node: c_ast.Typedef) -> None:
        self.scope.typedefs[node.name] = self.scope.type_of(node.type)

    def _local(self, node: c_ast.Decl) -> None:
        kind = self.scope.type_of(node.type)
        if node.name is None:
            return
        if "extern" in node.storage or kind[0] == "fn":
            for block in self.blocks:
                block.pop(node.name, None)
            if kind[0] == "fn" and not self.is_variable(node.name):
                self.scope.functions.setdefault(node.name, ("", kind))
            elif node.name not in self.scope.variables:
                self.scope.variables[node.name] = Variable("", kind)
            return
        if self._is_unsure(node.type):
            self._maybe_no_declaration(node)
        base = self._local_base(node.name, kind)
        if node.init is not None:
            self.initialise(Direct(base, (), kind), node.init, node)

    def _maybe_no_declaration(self, node: c_ast.Decl) -> None:
        """`WORD *p = x;` declares p if WORD is a type, and writes through p if it is a macro: where a p is in sight, both."""
        outer = self.variable(node.name)
        if outer is not None and (outer.base[0] != "" or outer.base in self.facts.types):
            self.escape_name(node.name, self.where(node), "it may be used by a macro that is not known")
            if node.init is not None and not isinstance(node.init, c_ast.InitList):
                value, _ = self.value(node.init)
                if value is not None:
                    self.facts.add("use", "escape", value, self.where(node), "it may be used by a macro that is not known")

    # --- allocations and loads ---

    def note_target(self, node: c_ast.Assignment) -> None:
        """Remember which variable a call's result goes to."""
        call = _behind_casts(node.rvalue)
        if isinstance(call, c_ast.FuncCall):
            self.targets[id(call)] = (self._file_symbol(node.lvalue), self.where(node))

    def _note_plain(self, node: c_ast.Node) -> None:
        """Remember which call stands alone as `X = allocate(n);` or `load(X, "name");` in straight-line code."""
        call = _behind_casts(node.rvalue) if isinstance(node, c_ast.Assignment) and node.op == "=" else node
        if isinstance(call, c_ast.FuncCall):
            self.plain_calls.add(id(call))

    def _file_symbol(self, node: c_ast.Node | None) -> Base | None:
        if not isinstance(node, c_ast.ID) or self.is_local(node.name):
            return None
        known = self.scope.variables.get(node.name)
        return None if known is None else (known.scope, node.name)

    def call(self, node: c_ast.FuncCall) -> tuple[Node, Type]:
        """Record a call, and what it allocates or loads."""
        name = node.name.name if isinstance(node.name, c_ast.ID) else None
        known = self.table.get(name) if name is not None and not self.is_variable(name) and name not in self.macros else None
        arguments = node.args.exprs if node.args else []
        if name is not None and known is not None and known.accepts(len(arguments)):
            target, assignment = self.targets.get(id(node), (None, None))
            plain = id(node) in self.plain_calls
            size_at, file_at, load_at = (known.position(word) for word in ("size", "file", "load"))
            if known.result == "l3":
                size = self.scope.evaluate(arguments[size_at]) if size_at is not None else None
                self.facts.allocations.append(
                    Allocation(self.where(node), assignment, name, size, target, plain, self.function))
            if file_at is not None:
                self.facts.loads.append(self._load(node, name, arguments, file_at, load_at, plain))
        return super().call(node)

    def _load(self, node: c_ast.FuncCall, name: str, arguments: list[Any], file_at: int, load_at: int | None, plain: bool) -> Load:
        file, item = None, _behind_casts(arguments[file_at])
        if isinstance(item, c_ast.Constant) and item.type == "string":
            file = string_value(item.value)
        target = self._file_symbol(arguments[load_at]) if load_at is not None else None
        return Load(self.where(node), name, file, target, plain, self.function, load_at is not None)

    def __init__(self, *args: Any):
        super().__init__(*args)
        self.plain_calls: set[int] = set()
        self.targets: dict[int, tuple[Base | None, Where]] = {}
        self.after_macro = []
        self.locals = {}


def _behind_casts(node: c_ast.Node) -> c_ast.Node:
    while isinstance(node, c_ast.Cast):
        node = node.expr
    return node


def _is_const(node: c_ast.Decl) -> bool:
    kind = node.type
    while isinstance(kind, c_ast.ArrayDecl):
        kind = kind.type
    return isinstance(kind, c_ast.TypeDecl) and "const" in kind.quals


def _spelling(node: c_ast.Node) -> str | None:
    """A simple pointer type as a cast would write it, None for others."""
    if not isinstance(node, c_ast.PtrDecl) or node.quals or not isinstance(node.type, c_ast.TypeDecl):
        return None
    inner = node.type.type
    words = [*node.type.quals, *getattr(inner, "names", ())]
    return " ".join(words) + " *" if isinstance(inner, c_ast.IdentifierType) else None


def _length(node: c_ast.Decl, constants: dict[str, tuple[int, ...]]) -> int | None:
    return evaluate(node.type.dim, constants) if isinstance(node.type, c_ast.ArrayDecl) else None


def _is_zero(node: c_ast.Node) -> bool:
    node = _behind_casts(node)
    return (isinstance(node, c_ast.Constant) and node.value == "0") or (isinstance(node, c_ast.ID) and node.name == "NULL")


def _is_void(node: c_ast.Typename) -> bool:
    inner = node.type
    return isinstance(inner, c_ast.TypeDecl) and isinstance(inner.type, c_ast.IdentifierType) and inner.type.names == ["void"]


def _leaves_function(nodes: Any) -> bool:
    stack = [n for n in nodes if n is not None]
    while stack:
        node = stack.pop()
        if isinstance(node, (c_ast.Return, c_ast.Goto, c_ast.Label)):
            return True
        stack.extend(child for _, child in node.children())
    return False


_EXPRESSIONS = (c_ast.Assignment, c_ast.FuncCall, c_ast.UnaryOp, c_ast.BinaryOp, c_ast.ID, c_ast.ExprList, c_ast.Cast,
                c_ast.StructRef, c_ast.ArrayRef, c_ast.TernaryOp)
_STATEMENTS: dict[type, Any] = {
    c_ast.Compound: Statements._compound_statement,
    c_ast.If: Statements._if,
    c_ast.While: Statements._while,
    c_ast.DoWhile: Statements._while,
    c_ast.For: Statements._for,
    c_ast.Switch: Statements._switch,
    c_ast.Case: Statements._case,
    c_ast.Default: Statements._case,
    c_ast.Label: Statements._label,
    c_ast.Return: Statements._return,
    c_ast.DeclList: Statements._declaration_list,
    c_ast.Decl: Statements._local,
    c_ast.Typedef: Statements._typedef,
    c_ast.Goto: lambda self, node: None,
    c_ast.Break: lambda self, node: None,
    c_ast.Continue: lambda self, node: None,
    c_ast.EmptyStatement: lambda self, node: None,
    c_ast.Pragma: lambda self, node: None,
    c_ast.StaticAssert: lambda self, node: None,
}

"""Statements of one function, turned into constraints; allocations and loads are noted where they stand.

Order does not matter to the flow of addresses, so statements are only walked through. It matters to what may be shared:
whether an allocation stands in straight-line code is kept here.
"""

from __future__ import annotations

from typing import Any

from pycparser import c_ast

from .ctype import Type
from .declarations import Declarations, behind_casts
from .facts import Allocation, Base, Load, Node, Where
from .tokens import readable, string_value

_BYTES = frozenset(("char", "signed", "unsigned", "int8_t", "uint8_t"))
_STRAIGHT_ENDS = (c_ast.Return, c_ast.Goto, c_ast.Label, c_ast.Break, c_ast.Continue, c_ast.Case, c_ast.Default)


class Statements(Declarations):
    """Walks statements."""

    def __init__(self, *args: Any):
        super().__init__(*args)
        self.exits = 0
        self.branches = 0
        self.plain_call: c_ast.Node | None = None
        self.targets: dict[int, tuple[Base | None, Where]] = {}

    def statement(self, node: c_ast.Node | None, in_block: bool = False) -> None:
        """Record one statement; in_block: it is one of a block, and so stands for itself."""
        if node is None:
            return
        behind = self._follows_macro(node)
        if in_block:  # trees are used again: what was said of a node holds for one statement
            self.plain_call = self._plain_call(node) if self.straight else None
        handler = _STATEMENTS.get(type(node))
        if handler is not None:
            if isinstance(node, _STRAIGHT_ENDS):
                self.straight = False
                self.exits += isinstance(node, (c_ast.Return, c_ast.Goto, c_ast.Label))
                if isinstance(node, (c_ast.Return, c_ast.Goto)) and self.way_out is None:
                    self.way_out = f"the {type(node).__name__.lower()} at line {self.where(node)[2]}"
            handler(self, node)
            return
        value, _ = self.value(node)
        if behind and value is not None:
            self.facts.add("use", "escape", value, self.where(node), "it stands behind a macro that is not known")

    def _follows_macro(self, node: c_ast.Node) -> bool:
        if not self.after_macro:
            return False
        offset = self.where(node)[1]
        before = [m for m in self.after_macro if m < offset]
        if before:
            self.after_macro = [m for m in self.after_macro if m >= offset]
            self.straight = False  # the macro may be an `if`
        return bool(before)

    def _compound_statement(self, node: c_ast.Compound, new_block: bool = True) -> None:
        if new_block:
            self.blocks.append({})
        self.scope.enter()
        for item in node.block_items or ():
            self.statement(item, in_block=True)
        self.scope.leave()
        if new_block:
            self.blocks.pop()

    def _branch(self, *nodes: c_ast.Node | None) -> None:
        """Statements that may or may not run."""
        before, self.straight, exits = self.straight, False, self.exits
        self.branches += 1
        for node in nodes:
            self.statement(node)
        self.branches -= 1
        self.straight = before and self.exits == exits

    def _if(self, node: c_ast.If) -> None:
        self.condition(node.cond)
        self._branch(node.iftrue, node.iffalse)

    def _while(self, node: c_ast.While) -> None:
        self.condition(node.cond)
        self._branch(node.stmt)

    def _for(self, node: c_ast.For) -> None:
        self.blocks.append({})
        self.statement(node.init)
        self.condition(node.cond)
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
        self.dimensions(node.type)
        self.scope.name_type(node.name, self.scope.type_of(node.type))
        self.note_local(node.name)

    # --- allocations and loads ---

    def note_target(self, node: c_ast.Assignment) -> None:
        """Remember which variable a call's result goes to."""
        call, symbol = behind_casts(node.rvalue), self._file_symbol(node.lvalue)
        if isinstance(call, c_ast.FuncCall):
            self.targets[id(call)] = (symbol, self.where(node))
        elif isinstance(call, c_ast.BinaryOp) and symbol is not None:
            arena = self._bytes_of(call.left) if call.op == "+" else None
            offset = self.scope.evaluate(call.right)
            if arena is not None and offset is not None:
                self.facts.inside.setdefault(symbol, []).append((arena, offset, self.where(node)))

    def _bytes_of(self, node: c_ast.Node) -> Base | None:
        """The variable of `(char *)variable`."""
        kind = node.to_type.type if isinstance(node, c_ast.Cast) else None
        inner = kind.type if isinstance(kind, c_ast.PtrDecl) else None
        names = inner.type.names if isinstance(inner, c_ast.TypeDecl) and isinstance(inner.type, c_ast.IdentifierType) else ()
        return self._file_symbol(behind_casts(node)) if names and _BYTES.issuperset(names) else None

    def _skipped_by(self, plain: bool) -> str | None:
        """What may leave the function before a call that is not plain, in words; None where that is not why."""
        return None if plain or self.branches else self.way_out

    @staticmethod
    def _plain_call(node: c_ast.Node) -> c_ast.Node | None:
        """The call that is all of a statement `X = allocate(n);` or `load(X, "name");`."""
        call = behind_casts(node.rvalue) if isinstance(node, c_ast.Assignment) and node.op == "=" else node
        return call if isinstance(call, c_ast.FuncCall) else None

    def _file_symbol(self, node: c_ast.Node | None) -> Base | None:
        if not isinstance(node, c_ast.ID) or self.is_local(node.name):
            return None
        known = self.scope.variables.get(node.name)
        return None if known is None else (known.scope, node.name)

    def call(self, node: c_ast.FuncCall) -> tuple[Node, Type]:
        """Record a call, and what it allocates or loads."""
        name = node.name.name if isinstance(node.name, c_ast.ID) else None
        known = self.table.get(name) if name is not None and not self.is_variable(name) else None
        arguments = node.args.exprs if node.args else []
        if name is not None and known is not None and known.accepts(len(arguments)):
            target, assignment = self.targets.get(id(node), (None, None))
            plain = node is self.plain_call
            size_at, file_at, load_at = (known.position(word) for word in ("size", "file", "load"))
            if known.result == "l3":
                size = self.scope.evaluate(arguments[size_at]) if size_at is not None else None
                self.facts.note(
                    Allocation(self.where(node), assignment, name, size, target, plain, self.reading.is_untouched(node),
                               self.function, self.body, self._skipped_by(plain)))
            if file_at is not None:
                self.facts.note(self._load(node, name, arguments, file_at, load_at, plain))
        return super().call(node)

    def _load(self, node: c_ast.FuncCall, name: str, arguments: list[Any], file_at: int, load_at: int | None,
              plain: bool) -> Load:
        file, item = None, behind_casts(arguments[file_at])
        if isinstance(item, c_ast.Constant) and item.type == "string":
            value = string_value(item.value)
            file = None if value is None else readable(value)
        target = self._file_symbol(behind_casts(arguments[load_at])) if load_at is not None else None
        if not self.reading.is_whole_string(node):
            file = None
        return Load(self.where(node), name, file, target, plain, self.reading.is_untouched(node), self.function, self.body,
                    load_at is not None, self._skipped_by(plain))


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
    c_ast.Decl: Statements.local,
    c_ast.Typedef: Statements._typedef,
    c_ast.Goto: lambda self, node: None,
    c_ast.Break: lambda self, node: None,
    c_ast.Continue: lambda self, node: None,
    c_ast.EmptyStatement: lambda self, node: None,
    c_ast.Pragma: lambda self, node: None,
    c_ast.StaticAssert: lambda self, node: None,
}

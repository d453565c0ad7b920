"""C types, as far as the flow of pointers needs them, and the names that are in scope.

A type is a small tuple: ("num", n) a base type, ("name", n) a type that nobody declared, ("ptr", T), ("arr", T, n),
("fn", T) a function returning T, ("struct", key), ("union", key). Sizes and layouts are never needed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from pycparser import c_ast

Type = tuple[Any, ...]
INT: Type = ("num", "int")
UNKNOWN: Type = ("name", "?")
BITS: Type = ("num", "bits")
_NARROW = frozenset(("bits", "enum", "char", "short", "_Bool", "bool", "int8_t", "uint8_t", "int16_t", "uint16_t"))
MAX_LEAVES = 2048
REQUEST: Type = ("struct", ("<sdk>", "pi_cl_ram_req_t"))
"""The SDK's request of an asynchronous transfer. The device keeps the address in it; code only ever looks at `size`."""
SDK_TYPES = {"pi_cl_ram_req_t": (REQUEST, {"addr": ("ptr", ("num", "void")), "size": INT})}


def is_narrow(kind: Type) -> bool:
    """Whether a type cannot hold a whole address."""
    return kind[0] in ("num", "name") and not _NARROW.isdisjoint(kind[1].split())


@dataclass(frozen=True, slots=True)
class Variable:
    """scope: the file whose own symbol it is, "" where other files can see it; type; const: declared so."""

    scope: str
    type: Type
    const: bool = False


@dataclass
class Structs:
    """Fields of every structure of the program by key; None where a structure's fields must not be told apart."""

    fields: dict[Any, dict[str, Type] | None] = field(default_factory=dict)
    _opaque: set[Any] = field(default_factory=set)

    def define(self, key: Any, members: dict[str, Type] | None) -> None:
        """Record a structure's fields; one that is defined twice in different ways has no fields to tell apart."""
        before = self.fields.get(key)
        if members is None or (before is not None and list(before.items()) != list(members.items())):
            self._opaque.add(key)
        self.fields[key] = None if key in self._opaque else members

    def member(self, kind: Type, name: str) -> Type | None:
        """Type of a field; None where the structure's fields are not told apart, or it has no such field."""
        if kind[0] != "struct":
            return None
        known = self.fields.get(kind[1])
        return known.get(name) if known else None

    def union_member(self, kind: Type, name: str) -> Type | None:
        """Type of a union's member, which lies where all of them do."""
        return (self.fields.get(kind[1]) or {}).get(name) if kind[0] == "union" else None

    def leaves(self, kind: Type) -> list[tuple[tuple[str, ...], Type]] | None:
        """Paths and types of all parts of a type that are not aggregates; None where parts are not told apart."""
        out: list[tuple[tuple[str, ...], Type]] = []
        return out if self._leaves(kind, (), out) else None

    def _leaves(self, kind: Type, path: tuple[str, ...], out: list[tuple[tuple[str, ...], Type]]) -> bool:
        if kind[0] == "struct":
            known = self.fields.get(kind[1])
            if known is None:
                return False
            return all(self._leaves(t, path + (name,), out) for name, t in known.items())
        if kind[0] == "arr":
            return self._leaves(kind[1], path + ("[]",), out)
        out.append((path, kind))
        return len(out) <= MAX_LEAVES


@dataclass
class Scope:
    """Names at file scope of one unit: its own file and the headers before it.

    file: the file being read; names of headers belong to "<headers>". settled: names that were a constant once, or something
    else; doubtful: the piece being read may have other text.
    """

    file: str
    structs: Structs
    typedefs: dict[str, Type] = field(default_factory=dict)
    tags: dict[str, Type] = field(default_factory=dict)
    variables: dict[str, Variable] = field(default_factory=dict)
    functions: dict[str, tuple[str, Type]] = field(default_factory=dict)
    constants: dict[str, tuple[int, ...]] = field(default_factory=dict)
    settled: set[str] = field(default_factory=set)
    doubtful: bool = False
    piece: tuple[str, int] = ("", 0)
    _anonymous: int = 0
    _undo: list[list[tuple[dict[str, Any], str, Any]]] = field(default_factory=list)
    _made: dict[int, tuple[Any, Type]] = field(default_factory=dict)

    def forget_nodes(self) -> None:
        """Drop the memory of a piece's syntax tree once it is read."""
        self._made.clear()

    def begin(self, path: str, start: int, doubtful: bool) -> None:
        """A piece is read: unnamed structures are known by its place."""
        self.piece, self.doubtful, self._anonymous = (path, start), doubtful, 0

    def enter(self) -> None:
        """A block begins: what it names is forgotten where it ends."""
        self._undo.append([])

    def leave(self) -> None:
        """A block ends."""
        for table, name, before in reversed(self._undo.pop()):
            if before is None:
                table.pop(name, None)
            else:
                table[name] = before

    def name_type(self, name: str, kind: Type) -> None:
        """A typedef. At file scope, one name for two types stands for one that is not known."""
        before = self.typedefs.get(name)
        if self._undo:
            self._undo[-1].append((self.typedefs, name, before))
        elif before is not None and before != kind:
            for known in (before, kind):
                if known[0] == "struct":
                    self.structs.define(known[1], None)
            kind = ("name", name)
        self.typedefs[name] = kind
        self.unsettle(name)

    def settle(self, name: str, values: tuple[int, ...]) -> None:
        """A constant at file scope; one that is named twice, or in a block, has no value that is sure."""
        if name in self.settled or self._undo or self.doubtful:
            self.unsettle(name)
        else:
            self.constants[name] = values
        self.settled.add(name)

    def unsettle(self, name: str) -> None:
        """A name that may mean something else than a constant."""
        self.constants.pop(name, None)
        self.settled.add(name)

    def inherit(self, file: str) -> Scope:
        """Scope of a unit that includes what this scope has read."""
        return Scope(file, self.structs, dict(self.typedefs), dict(self.tags), dict(self.variables), dict(self.functions),
                     dict(self.constants), set(self.settled))

    def type_of(self, node: c_ast.Node) -> Type:
        """Type that a pycparser type node stands for; structures in it are recorded."""
        kind = type(node)
        if kind in (c_ast.Decl, c_ast.Typename, c_ast.TypeDecl, c_ast.Typedef):
            return self.type_of(node.type)
        if kind is c_ast.PtrDecl:
            return ("ptr", self.type_of(node.type))
        if kind is c_ast.ArrayDecl:
            return ("arr", self.type_of(node.type), self.evaluate(node.dim))
        if kind is c_ast.FuncDecl:
            return ("fn", self.type_of(node.type))
        if kind is c_ast.IdentifierType:
            name = " ".join(sorted(node.names))
            if len(node.names) == 1 and name in self.typedefs:
                return self.typedefs[name]
            known = all(n in _BASE_WORDS for n in node.names)
            return ("num", name) if known else ("name", node.names[-1])
        if kind is c_ast.Enum:
            self._enumerators(node)
            return ("num", "enum")
        if kind in (c_ast.Struct, c_ast.Union):
            return self._aggregate(node, "struct" if kind is c_ast.Struct else "union")
        return UNKNOWN

    def _aggregate(self, node: Any, word: str) -> Type:
        if node.name is not None and node.decls is None and node.name in self.tags:
            return self.tags[node.name]
        if id(node) in self._made:  # one node serves all declarators of `typedef struct {...} a, *b;`
            return self._made[id(node)][1]
        if node.name is None:
            self._anonymous += 1
            key: Any = (*self.piece, self._anonymous)
        else:
            key = (self.file, word, node.name)
        made: Type = (word, key)
        self._made[id(node)] = (node, made)
        if node.name is not None:
            if self._undo:
                self._undo[-1].append((self.tags, node.name, self.tags.get(node.name)))
            self.tags[node.name] = made
        if node.decls is None:
            self.structs.fields.setdefault(key, None)
            return made
        known: dict[str, Type] | None = {}
        for decl in node.decls:
            kind = self.type_of(decl.type) if isinstance(decl, c_ast.Decl) else UNKNOWN
            if known is None or not isinstance(decl, c_ast.Decl):
                known = None
            elif decl.name is None:
                if kind[0] in ("struct", "union"):
                    known = None  # members of an anonymous member: not worth telling apart
            elif decl.name in known:
                known = None
            elif decl.bitsize is not None:
                known[decl.name] = BITS
            else:
                known[decl.name] = kind
        self.structs.define(key, known)
        return made

    def _enumerators(self, node: Any) -> None:
        value: int | None = 0
        for item in (node.values.enumerators if node.values else ()):
            if item.value is not None:
                value = self.evaluate(item.value) if isinstance(item.value, c_ast.Constant) else None
            if value is None or not -1 << 31 <= value < 1 << 31:
                self.unsettle(item.name)
            else:
                self.settle(item.name, (value,))
                value += 1

    def evaluate(self, node: c_ast.Node | None) -> int | None:
        """Value of an integer constant expression, None where it is not one that is sure."""
        return evaluate(node, self.constants, self.typedefs)


_BASE_WORDS = frozenset("void char short int long float double signed unsigned _Bool _Complex __int128".split())
_SIZES = {"char": 1, "int8_t": 1, "uint8_t": 1, "int16_t": 2, "uint16_t": 2, "int32_t": 4, "uint32_t": 4, "float32_t": 4,
          "float": 4, "int": 4, "int64_t": 8, "uint64_t": 8, "double": 8, "float64_t": 8, "float16_t": 2}


def evaluate(node: Any, constants: dict[str, tuple[int, ...]], typedefs: dict[str, Type]) -> int | None:
    """Value of an integer constant expression; names are looked up in `constants` where they have one value."""
    kind = type(node)
    if kind is c_ast.Constant:
        return integer(node.value) if "int" in node.type else None
    if kind is c_ast.ID:
        values = constants.get(node.name, ())
        return values[0] if len(set(values)) == 1 else None
    if kind is c_ast.Cast:
        value = evaluate(node.expr, constants, typedefs)
        return value if value is not None and 0 <= value < 128 else None  # what a narrow type may make of others is not sure
    if kind is c_ast.UnaryOp:
        if node.op == "sizeof":
            return _size(node.expr, typedefs)
        value = evaluate(node.expr, constants, typedefs)
        if value is None or node.op not in ("+", "-", "~", "!"):
            return None
        return {"+": value, "-": -value, "~": ~value, "!": int(not value)}[node.op]
    if kind is c_ast.BinaryOp:
        left, right = evaluate(node.left, constants, typedefs), evaluate(node.right, constants, typedefs)
        if left is None or right is None:
            return None
        return _binary(node.op, left, right)
    return None


def _size(node: c_ast.Node, typedefs: dict[str, Type]) -> int | None:
    if not isinstance(node, c_ast.Typename) or not isinstance(node.type, c_ast.TypeDecl):
        return None
    inner = node.type.type
    if not isinstance(inner, c_ast.IdentifierType):
        return None
    names = [n for n in inner.names if n not in ("signed", "unsigned")] or ["int"]
    # the size of a standard name is sure only where the program gives it no meaning of its own
    return _SIZES.get(names[0]) if len(names) == 1 and names[0] not in typedefs else None


def _binary(op: str, left: int, right: int) -> int | None:
    if op in ("/", "%"):
        if right == 0 or left < 0 or right < 0:
            return None
        return left // right if op == "/" else left % right
    if op in ("<<", ">>"):
        if not 0 <= right < 64:
            return None
        return _binary("*", left, 1 << right) if op == "<<" else left >> right
    simple = {"+": left + right, "-": left - right, "*": left * right, "|": left | right, "&": left & right, "^": left ^ right}
    value = simple.get(op)
    return value if value is not None and abs(value) < 1 << 31 else None


def integer(literal: str) -> int | None:
    """Value of a C integer literal, suffixes allowed; None where it is not one."""
    text = literal.rstrip("uUlL").lower()
    try:
        if text.startswith(("0x", "0b")):
            return int(text, 0)
        return int(text, 8) if len(text) > 1 and text.startswith("0") else int(text, 10)
    except ValueError:
        return None

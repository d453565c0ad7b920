"""C types as far as pointers need them, and integer constant expressions."""

import pytest
from gapnet.ctype import INT, Scope, Structs, integer
from pycparser import CParser


def scope_of(code):
    scope = Scope("f.c", Structs())
    nodes = CParser().parse(code).ext
    types = {node.name: scope.type_of(node.type) for node in nodes if getattr(node, "name", None)}
    return scope, types


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("int *x;", ("ptr", INT)),
        ("int x[3];", ("arr", INT, 3)),
        ("int *x[3];", ("arr", ("ptr", INT), 3)),
        ("int (*x)[3];", ("ptr", ("arr", INT, 3))),
        ("int *x(void);", ("fn", ("ptr", INT))),
        ("int (*x)(void);", ("ptr", ("fn", INT))),
    ],
)
def test_declarators(code, expected):
    assert scope_of(code)[1]["x"] == expected


def test_two_structs_with_the_same_fields_are_two_types():
    _, types = scope_of("struct { int *p; } a; struct { int *p; } b; struct s { int q; } c; struct s d;")
    assert types["a"] != types["b"]
    assert types["c"] == types["d"]


def test_one_anonymous_struct_serves_all_its_declarators():
    scope = Scope("f.c", Structs())
    nodes = CParser().parse("typedef struct { int *p; } s_t, *s_p;").ext
    first, second = (scope.type_of(node.type) for node in nodes)
    assert second == ("ptr", first)


def test_members():
    scope, types = scope_of("struct s { int *p; struct { int n; } in; } a; union u { int *p; int n; } b;")
    assert scope.structs.member(types["a"], "p") == ("ptr", INT)
    assert scope.structs.member(scope.structs.member(types["a"], "in"), "n") == INT
    assert scope.structs.member(types["a"], "no") is None
    assert scope.structs.member(types["b"], "p") is None  # members of a union are one memory


@pytest.mark.parametrize(
    ("literal", "value"),
    [("16", 16), ("0x10", 16), ("020", 16), ("16u", 16), ("16UL", 16), ("0", 0), ("1.0", None), ("x", None), ("08", None)],
)
def test_integer_literals(literal, value):
    assert integer(literal) == value


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("6912", 6912),
        ("sizeof(int8_t) * 786432", 786432),
        ("4 * sizeof(float)", 16),
        ("(3 + 4) << 2", 28),
        ("100 / 7", 14),
        ("100 % 7", 2),
        ("1 | 1 << 17", 131073),
        ("-1", -1),
        ("!0", 1),
        ("~0 & 15", 15),
        ("N * 2", 20),
        ("(int)5", 5),
        ("(unsigned char)256", None),
        ("M", None),
        ("1 / 0", None),
        ("1.5", None),
        ('"1"', None),
        ("f(1)", None),
        ("a[0]", None),
        ("sizeof(struct s)", None),
        ("sizeof(unknown_t)", None),
        ("1 << 40", None),
        ("0x7fffffff + 1", None),
    ],
)
def test_constant_expressions(expression, value):
    code = f"typedef int int8_t, unknown_t; int x = {expression};"
    scope = Scope("f.c", Structs())
    scope.constants.update({"N": (10,), "M": (1, 0)})
    assert scope.evaluate(CParser().parse(code).ext[-1].init) == value

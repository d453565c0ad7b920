"""A file is cut at its top-level declarations and functions."""

import pytest
from gapnet.pieces import cut


def texts(code):
    return [(code[p.start : p.end], p.is_function, p.whole) for p in cut(code)]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("int a; int b;", [("int a;", False), ("int b;", False)]),
        ("int f(void) { return 1; } int b;", [("int f(void) { return 1; }", True), ("int b;", False)]),
        ("int a[] = {1, 2}; f_t t = {.f = g};", [("int a[] = {1, 2};", False), ("f_t t = {.f = g};", False)]),
        (
            "typedef struct { int a; } s_t; struct u { int b; };",
            [("typedef struct { int a; } s_t;", False), ("struct u { int b; };", False)],
        ),
        ("void f() { if (a) { b; } } ;;", [("void f() { if (a) { b; } }", True)]),
        ("char *s = \"};{\"; char c = '{'; int d;", [('char *s = "};{";', False), ("char c = '{';", False), ("int d;", False)]),
        ("struct s f(void) { }", [("struct s f(void) { }", True)]),
        ("__attribute__((noinline)) int f(void) { }", [("__attribute__((noinline)) int f(void) { }", True)]),
        (
            "void f(int a) __attribute__((noinline)); int b;",
            [("void f(int a) __attribute__((noinline));", False), ("int b;", False)],
        ),
        ("struct __attribute__((packed)) s { int a; } x;", [("struct __attribute__((packed)) s { int a; } x;", False)]),
        ("int (*f)(void) = g; int b;", [("int (*f)(void) = g;", False), ("int b;", False)]),
        ("", []),
        ("  \n ; ", []),
    ],
)
def test_pieces(code, expected):
    assert texts(code) == [(text, function, True) for text, function in expected]


@pytest.mark.parametrize("code", ["int a; }", "int f() { if (a) {", "int a; int b", "int a; int b ="])
def test_what_does_not_pair_up_is_not_whole(code):
    pieces = cut(code)
    assert not pieces[-1].whole
    assert pieces[-1].end == len(code)

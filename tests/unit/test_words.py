"""Which bare words are types and which are macros is told from where they stand; no list of the SDK's names."""

import pytest
from gapnet.tokens import read_text, tokenize
from gapnet.words import read_words


def read(code):
    is_function = code.rstrip().endswith("}") and "=" not in code.split("{")[0] and "(" in code.split("{")[0]
    return read_words(tokenize(read_text("f.c", code.encode()).code), is_function)


def hidden(code):
    return [code[a:b] for a, b in sorted(read(code).blanks)]


@pytest.mark.parametrize(
    ("code", "types"),
    [
        ("static float32_t *W;", {"float32_t"}),
        ("static PI_L2 float32_t *W;", {"float32_t"}),
        ("static PI_L2 PI_ALIGNED v4s w = 0;", {"v4s"}),
        ("typedef struct { fancy_t *a; int b; } s_t;", {"fancy_t"}),
        ("void f(fancy_t a, const other_t *b);", {"fancy_t", "other_t"}),
        ("void f() { x = (fancy_t *)y; }", {"fancy_t"}),
        ("void f() { x = (fancy_t){.a = 1}; }", {"fancy_t"}),
        ("void f() { fancy_t x = y; }", {"fancy_t"}),
        ("void f() { const fancy_t *x = y; }", {"fancy_t"}),
        ("void f() { x = sizeof(fancy_t *); }", {"fancy_t"}),
        ("void f() { for (fancy_t i = 0; i < n; i++) { } }", {"fancy_t"}),
        ("static int a = 3;", set()),
        ("void f() { x = (a) / b; y = (a * b); g(a); }", set()),
        ("void f() { a = b * c; }", set()),
        ("static void (*kernel)(void *) = store;", set()),
    ],
)
def test_types(code, types):
    assert read(code).types >= types
    assert not read(code).types - types


@pytest.mark.parametrize(
    ("code", "blanks"),
    [
        ("static PI_L2 float32_t *W;", ["PI_L2"]),
        ("static int PI_L1 a;", ["PI_L1"]),
        ("static int a __attribute__((aligned(4)));", ["__attribute__((aligned(4)))"]),
        ("void f() { BEGIN_SINGLE_CORE x(); }", ["BEGIN_SINGLE_CORE"]),
        ("void f() { BEGIN_SINGLE_CORE if (a) b(); }", ["BEGIN_SINGLE_CORE"]),
        ("void f() { if (a) b(); END_SINGLE_CORE }", ["END_SINGLE_CORE"]),
        ("void f() { FOREACH(i) { b(); } }", ["FOREACH(i)"]),
        ('void f() { asm volatile("nop" : : "r"(a)); }', ['asm volatile("nop" : : "r"(a))']),
        ("__extension__ static int a;", ["__extension__"]),
        ("static inline __restrict__ int a;", ["__restrict__"]),
        ("void f() { a(); b = c; }", []),
        ("void f() { return a; }", []),
    ],
)
def test_what_the_parser_must_not_see(code, blanks):
    assert hidden(code) == blanks


def test_macros_before_a_statement_are_remembered():
    code = "void f() { SINGLE_CORE if (a) b(); c(); }"
    assert read(code).macros_before == [code.index("SINGLE_CORE")]


@pytest.mark.parametrize("attribute", ['alias("other")', "weak", "cleanup(undo)", "constructor"])
def test_attributes_that_may_do_anything_are_strange(attribute):
    assert read(f"static int a __attribute__(({attribute}));").strange is not None


@pytest.mark.parametrize("attribute", ["unused", "__unused__", "aligned(4)", 'section(".l2")', "noinline"])
def test_attributes_that_are_harmless(attribute):
    assert read(f"static int a __attribute__(({attribute}));").strange is None


def test_a_type_is_sure_where_nothing_else_can_stand():
    assert read("static float32_t *W;").sure == {"float32_t"}
    assert read("void f() { maybe_t *x = y; }").sure == set()

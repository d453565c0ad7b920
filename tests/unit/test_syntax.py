"""Every node of the tree knows its place in the original file."""

import contextlib

import pytest
from gapnet.deep import with_deep_stack
from gapnet.syntax import Unreadable, names_of_tokens, names_of_tree, parse
from gapnet.tokens import tokenize
from gapnet.words import Words, read_words
from pycparser import c_ast


def tree_of(code, start=0, types=()):
    words = read_words(tokenize(code, start), "{" in code)
    return parse(code, start, len(code), words, set(types) | words.types)


def find(tree, kind):
    stack = list(tree.nodes)
    while stack:
        node = stack.pop()
        if isinstance(node, kind):
            return node
        stack.extend(child for _, child in node.children())
    raise AssertionError(f"no {kind.__name__}")


@pytest.mark.parametrize(
    "code",
    [
        "void f() { g(1); }",
        "void f() {\n  PI_L2_THING\n  /**/ g(\n1); }",
        "PI_L2 void f() { BEGIN_SINGLE_CORE\n\n   if (a) g(1); }",
        "void f()\n{\n\tg(1); }",
    ],
)
def test_offset_of_a_call(code):
    tree = tree_of(code.replace("/**/", "    "))
    assert tree.offset(find(tree, c_ast.FuncCall)) == code.index("g(")


def test_offset_behind_other_pieces():
    code = "int first;\nvoid f() {\n  g(1);\n}"
    start = code.index("void")
    tree = tree_of(code, start)
    assert tree.offset(find(tree, c_ast.FuncCall)) == code.index("g(1)")
    assert len(tree.nodes) == 1


def test_types_that_nobody_declared():
    tree = tree_of("void f() { x = (float32_t *)y; }")
    assert find(tree, c_ast.Cast) is not None


@pytest.mark.parametrize(
    "fault",
    ["b = 2 2;", "if b;", "b = = 2;"],
)
def test_a_fault_has_a_place(fault):
    code = f"void f() {{\n  a = 1;\n  {fault}\n}}"
    with pytest.raises(Unreadable) as raised:
        parse(code, 0, len(code), Words(), [])
    assert code[: raised.value.offset].count("\n") == 2


@pytest.mark.parametrize("code", ["int a", "void f( {", "int @;", "}", "x y z;"])
def test_nonsense_is_unreadable_and_nothing_else(code):
    with pytest.raises(Unreadable):
        parse(code, 0, len(code), Words(), [])


def test_deep_nesting_ends_in_an_answer():
    code = "void f() { a = " + "(" * 3000 + "1" + ")" * 3000 + "; }"

    def work():
        with contextlib.suppress(Unreadable):
            parse(code, 0, len(code), Words(), [])
        return "an answer"

    assert with_deep_stack(work) == "an answer"


def test_names_of_a_tree_are_those_of_its_text():
    code = "static s_t *f(s_t *a, int b) { struct u c = {.d = a->e, 1}; goto out; out: return g(c.d, b) ? a : (s_t *)h; }"
    assert names_of_tree(tree_of(code, types=["s_t"]).nodes) == names_of_tokens(tokenize(code))


def test_what_the_parser_did_not_see_is_left_over():
    code = 'static s_t *f(s_t *a) { asm("" : : "r"(a)); return a; }'
    left = names_of_tokens(tokenize(code)) - names_of_tree(tree_of(code, types=["s_t"]).nodes)
    assert left["a"] == 1

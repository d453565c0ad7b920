"""The text of a C file: comments, directives and strings told apart, positions kept."""

import pytest
from gapnet.tokens import names_in, read_text, string_value, tokenize
from hypothesis import given
from hypothesis import strategies as st

FRAGMENTS = [
    "int a;",
    "\n",
    "\r\n",
    "// c\n",
    "/* c\n */",
    '"s /* no */"',
    "'\"'",
    "#define X(a) a \\\n b\n",
    "\\\n",
    " ",
    "\t",
    "é",
    '"a\\"b"',
    "'\\''",
    "x = 'c';",
    "/",
    "*",
    "\\",
    '"',
    "#if 1\n",
    "#endif\n",
]


@given(st.lists(st.sampled_from(FRAGMENTS)).map("".join))
def test_positions_hold_whatever_the_text(source):
    data = source.encode()
    text = read_text("f.c", data)
    assert len(text.raw) == len(text.code) == len(data)
    assert [i for i, c in enumerate(text.code) if c == "\n"] == [i for i, c in enumerate(text.raw) if c == "\n"]
    for before, after in zip(text.raw, text.code, strict=True):
        assert after in (before, " ")


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("a /* b */ c", "a         c"),
        ("a // b\nc", "a     \nc"),
        ("a // b \\\n still\nc", "a       \n      \nc"),
        ('"/* no comment */"', '"/* no comment */"'),
        ("'\"' /* x */ '\"'", "'\"'         '\"'"),
        ('a /* " */ b /* " */', "a         b        "),
        ("#define A 1\nb", "           \nb"),
        ("#define A \\\n 1\nb", "           \n  \nb"),
        ("  # include <x> // y\nb", "                    \nb"),
        ("#define A /* over\n lines */ 1\nb", "                 \n           \nb"),
        ("a\r\nb\r\n", "a \nb \n"),
        ("\xef\xbb\xbfint a;", "   int a;"),
    ],
)
def test_what_a_compiler_sees(source, code):
    assert read_text("f.c", source.encode("latin-1")).code == code


def test_directives():
    text = read_text("f.c", b'#define A "x" /* y */ B \\\n C // end\n#  ifdef Z\nint a;\n')
    assert [d.name for d in text.directives] == ["define", "ifdef"]
    assert text.directives[0].body.split() == ["A", '"x"', "B", "C"]
    assert text.directives[1].body == "Z"


def test_strings_are_those_outside_directives():
    text = read_text("f.c", b'#include "no"\nf("yes", \'"\', "a\\"b"); // "no"\n')
    assert [text.raw[a:b] for a, b in text.strings] == ['"yes"', '"a\\"b"']


@pytest.mark.parametrize(
    ("source", "line"),
    [('int a;\nchar *s = "open;\n', 2), ("int a; /* open\n", 1), ("a\n??=define X\n", 2), ("\n\n<% %>", 3), ("in\\\nt a;", 1)],
)
def test_what_is_not_understood_is_a_problem(source, line):
    text = read_text("f.c", source.encode())
    assert text.problem is not None
    assert text.line(text.problem[0]) == line


def test_ordinary_code_has_no_problem():
    assert read_text("f.c", b"int a = '\"'; /* it's */ char *s = \"a\\\\\"; // don't\n").problem is None


def test_lines_count_from_one():
    text = read_text("f.c", b"a\nb\n\nc")
    assert [text.line(text.raw.index(x)) for x in "abc"] == [1, 2, 4]


def test_tokens():
    tokens = tokenize("p->x <<= 0x1F + 1.5e-3f; s = \"a b\"; c = 'x'; f(...);")
    assert [t.text for t in tokens if t.kind == "punct"] == ["->", "<<=", "+", ";", "=", ";", "=", ";", "(", "...", ")", ";"]
    assert [t.text for t in tokens if t.kind == "number"] == ["0x1F", "1.5e-3f"]
    assert [(t.kind, t.text) for t in tokens if t.kind in ("string", "char")] == [("string", '"a b"'), ("char", "'x'")]
    assert [t.text for t in tokens if t.kind == "name"] == ["p", "x", "s", "c", "f"]


def test_names_stand_in_strings_too():
    assert names_in('la x5, "W_a" _b$') == ["la", "x5", "W_a", "_b$"]


@pytest.mark.parametrize(
    ("literal", "value"),
    [
        ('"0.hex"', "0.hex"),
        (r'"\x30.hex"', "0.hex"),
        (r'"\060.hex"', "0.hex"),
        (r'"a\"b\\"', 'a"b\\'),
        (r'"\n\t"', "\n\t"),
        ('"0.\\\nhex"', "0.hex"),
        ('""', ""),
        (r'"\q"', None),
    ],
)
def test_value_of_a_string(literal, value):
    assert string_value(literal) == value

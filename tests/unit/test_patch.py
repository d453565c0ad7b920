"""Byte-span edits: what changes, and that nothing else does."""

import difflib

import pytest
from gapnet.analyse import analyse
from gapnet.needed import needed_files
from gapnet.patch import patch
from gapnet.plan import make_plan
from hypothesis import given, settings
from hypothesis import strategies as st
from networks import network


def shared(code, files):
    """Network.c after sharing."""
    sources = {"Network.c": code if isinstance(code, bytes) else code.encode()}
    analysis = analyse(sources)
    names = frozenset(files)
    return patch(make_plan(analysis, {n: files[n] for n in needed_files(analysis, names)}, names), sources)["Network.c"]


def program(body, declarations="static float32_t *P, *Q;"):
    return f"{declarations}\nvoid Init() {{\n{body}\n}}\n"


EQUAL = {"0.hex": b"\xaa" * 16, "1.hex": b"\xaa" * 16}

LAYOUTS = [
    # one statement a line
    (
        'P = cl_ram_malloc(16);\nload_file_to_ram(P, "0.hex");\nQ = cl_ram_malloc(16);\nload_file_to_ram(Q, "1.hex");\nend();',
        'P = cl_ram_malloc(16);\nload_file_to_ram(P, "0.hex");\nQ = P;\n\nend();',
    ),
    # raw: several on a line
    (
        'P=cl_ram_malloc(16);load_file_to_ram(P,"0.hex");Q=cl_ram_malloc(16);load_file_to_ram(Q,"1.hex");end();',
        'P=cl_ram_malloc(16);load_file_to_ram(P,"0.hex");Q = P;end();',
    ),
    # broken over lines
    (
        (
            'P =\n    cl_ram_malloc(16);\nload_file_to_ram(P,\n  "0.hex");\nQ\n =\n'
            '  cl_ram_malloc(\n16);\nload_file_to_ram(\nQ,\n "1.hex"\n)\n;\nend();'
        ),
        'P =\n    cl_ram_malloc(16);\nload_file_to_ram(P,\n  "0.hex");\nQ = P;\n\nend();',
    ),
    # comments around and between
    (
        (
            'P = cl_ram_malloc(16); // first; {\nload_file_to_ram(P, "0.hex"); /* } */\n// before\n'
            'Q = cl_ram_malloc(16); /* after */ load_file_to_ram(Q, "1.hex"); // last\n'
        ),
        'P = cl_ram_malloc(16); // first; {\nload_file_to_ram(P, "0.hex"); /* } */\n// before\nQ = P; /* after */  // last\n',
    ),
    # CRLF
    (
        (
            'P = cl_ram_malloc(16);\r\nload_file_to_ram(P, "0.hex");\r\nQ =\r\n'
            '  cl_ram_malloc(16);\r\nload_file_to_ram(Q, "1.hex");\r\nend();\r\n'
        ),
        'P = cl_ram_malloc(16);\r\nload_file_to_ram(P, "0.hex");\r\nQ = P;\r\n\r\nend();\r\n',
    ),
    # in a block, behind a directive
    (
        (
            'P = cl_ram_malloc(16);\nload_file_to_ram(P, "0.hex");\n'
            '{ Q = cl_ram_malloc(16);\n#pragma once\nload_file_to_ram(Q, "1.hex"); }'
        ),
        'P = cl_ram_malloc(16);\nload_file_to_ram(P, "0.hex");\n{ Q = P;\n#pragma once\n }',
    ),
]


@pytest.mark.parametrize(("before", "after"), LAYOUTS)
def test_layouts(before, after):
    assert shared(program(before), EQUAL).decode() == program(after)


@pytest.mark.parametrize(("before", "after"), LAYOUTS)
def test_its_own_output_stays_as_it_is(before, after):
    once = shared(program(before), EQUAL)
    assert shared(once, {"0.hex": EQUAL["0.hex"]}) == once


@pytest.mark.parametrize(
    ("declarations", "statement"),
    [
        ("static float32_t *P; static float32_t *Q;", "Q = P;"),
        ("static float32_t *P; static int8_t *Q;", "Q = (int8_t *)P;"),
        ("static int8_t *P; static const int8_t *Q;", "Q = (const int8_t *)P;"),
        ("static const int8_t *P; static int8_t *Q;", "Q = (int8_t *)P;"),
        ("static unsigned int *P; static struct s *Q;", "Q = (void *)P;"),
        ("static void *P; static void *Q;", "Q = P;"),
    ],
)
def test_casts(declarations, statement):
    body = 'P = cl_ram_malloc(16); load_file_to_ram(P, "0.hex"); Q = cl_ram_malloc(16); load_file_to_ram(Q, "1.hex");'
    assert f" {statement} " in shared(program(body, declarations), EQUAL).decode()


def test_constants_that_are_held_in_integers():
    body = (
        'P = (uint32_t)cl_ram_malloc(16); load_file_to_ram(P, "0.hex"); '
        'Q = (uint32_t)cl_ram_malloc(16); load_file_to_ram(Q, "1.hex");'
    )
    out = shared(program(body, "static uint32_t P; static uint32_t Q;"), EQUAL).decode()
    assert "Q = P;" in out or "Q = (uint32_t)P;" in out or "Q = (uint32_t)cl_ram_malloc(16);" in out


def test_a_survivor_grows_to_the_largest_of_its_group():
    code = network([("P", 5, "0.hex"), ("Q", 8, "1.hex")])
    out = shared(code, {"0.hex": b"12345\0\0\0", "1.hex": b"12345\0\0\0"}).decode()
    assert out == code.replace("cl_ram_malloc(5)", "cl_ram_malloc(8)").replace("Q = cl_ram_malloc(8)", "Q = P").replace(
        '  load_file_to_ram(Q, "1.hex");', "  "
    )


def test_the_size_of_a_survivor_that_is_an_expression():
    body = (
        'P = cl_ram_malloc(sizeof(int8_t) * 5); load_file_to_ram(P, "0.hex"); '
        'Q = cl_ram_malloc(2 * 4); load_file_to_ram(Q, "1.hex");'
    )
    out = shared(program(body, "static int8_t *P, *Q;"), {"0.hex": b"12345\0\0\0", "1.hex": b"12345\0\0\0"}).decode()
    assert "P = cl_ram_malloc(8); " in out


def test_a_file_that_goes_is_replaced_in_loads_that_stay():
    code = network(
        [("P", 16, "0.hex"), ("Q", 16, "1.hex")],
        after='void Run() { cl_ram_write(Q, 0, 16); load_file_to_local(L2, "1.hex"); }\n',
    )
    assert shared(code, EQUAL).decode() == code.replace("1.hex", "0.hex")


def test_a_network_without_duplicates_is_the_same_object():
    data = network([("P", 16, "0.hex"), ("Q", 16, "1.hex")]).encode()
    sources = {"Network.c": data, "other.h": b"int x;\n"}
    analysis = analyse(sources)
    out = patch(make_plan(analysis, {"0.hex": b"a" * 16, "1.hex": b"b" * 16}, frozenset(("0.hex", "1.hex"))), sources)
    assert out["Network.c"] is data
    assert out["other.h"] is sources["other.h"]


def test_other_encodings_survive():
    code = network([("P", 16, "0.hex"), ("Q", 16, "1.hex")], before="/* \u00e9 */\n").encode("latin-1")
    out = shared(code, EQUAL)
    assert b"/* \xe9 */\n" in out
    assert b"Q = P;" in out


@settings(max_examples=40)
@given(st.lists(st.tuples(st.sampled_from(["a", "b", "c"]), st.integers(13, 16)), min_size=1, max_size=8))
def test_only_the_statements_of_duplicates_change(constants):
    files = {f"{i}.hex": letter.encode() * 16 for i, (letter, _) in enumerate(constants)}
    code = network([(f"W{i}", size, f"{i}.hex") for i, (_, size) in enumerate(constants)])
    out = shared(code, files).decode()
    first = {letter: i for i, (letter, _) in reversed(list(enumerate(constants)))}
    expected = code.splitlines()
    for i, (letter, _) in enumerate(constants):
        at = expected.index(f'  load_file_to_ram(W{i}, "{i}.hex");')
        if first[letter] != i:
            expected[at - 1 : at + 1] = [f"  W{i} = W{first[letter]};", "  "]
        else:
            expected[at - 1] = f"  W{i} = cl_ram_malloc({max(size for x, size in constants if x == letter)});"
    assert list(difflib.unified_diff(expected, out.splitlines())) == []
    used = {name: data for name, data in files.items() if f'"{name}"' in out}
    assert shared(out, used).decode() == out

"""Large and deep inputs end in time that grows with their size; CPU seconds, so that a busy machine is no fault."""

import time

import pytest
from gapnet.analyse import analyse
from gapnet.conditionals import Spans, groups_of, variants_of
from gapnet.share import share
from gapnet.tokens import read_text
from networks import network

CONSTANTS = [("W", 16, "0.hex"), ("V", 16, "1.hex")]
MOST = 5
"""Seconds; each takes less than one here, and took ten or more where every part of it was looked at from every other."""


@pytest.mark.parametrize("before, shared", [
    ("#if A\n" * 4000 + "#endif\n" * 4000, False),
    ("#if A\n#define B 1\n#endif\n" * 4000, True),
    ("#if A\nint x;\n#endif\n" * 4000, True),
    (f'const char *const text = "{"a" * (2 << 20)}";\n', True),
    (f"// {'a' * (2 << 20)}\n#define A {'a ' * (1 << 14)}\n", True),
    ("const char *const text = " + '"a" ' * 10_000 + ";\n", True),
    ("int a[] = {" + "1," * 20_000 + "};\n", True),
], ids=["nested if", "defines under if", "declarations under if", "literal", "comment and define", "adjacent strings", "table"])
def test_what_stands_before_a_network(before, shared, tmp_path):
    for name in ("0.hex", "1.hex"):
        (tmp_path / name).write_bytes(b"A" * 16)
    start = time.process_time()
    result = share("net", {"Network.c": network(CONSTANTS, before=before).encode()}, {p.name: p for p in tmp_path.iterdir()})
    assert time.process_time() - start < MOST
    assert any(p.survivor for p in result.plan.placed) is shared


def test_many_constants(tmp_path):
    seconds = []
    for count in (100, 800):
        constants = [(f"W{i}", 16, f"{i}.hex") for i in range(count)]
        start = time.process_time()
        found = analyse({"Network.c": network(constants).encode()})
        seconds.append(time.process_time() - start)
        assert sum(c.proved for c in found.constants) == count
    assert seconds[1] < 30 * seconds[0] + 1


def test_conditionals_deeper_than_anybody_writes_are_not_taken_apart():
    for depth, known in ((200, True), (201, False)):
        text = read_text("a.h", b"#if A\n" * depth + b"int a\n" + b"#endif\n" * depth + b";\n#if B\n#define C 1\n#endif\n")
        groups, fault = groups_of(text)
        assert len(groups) == depth + 1 and (fault is None) is known  # all of them are found, whatever is said of them
        assert (variants_of(text).uncovered == ((0, len(text.code)),)) is not known


def test_a_macro_behind_conditionals_that_are_too_deep_is_still_in_doubt():
    deep = "#if A\n" * 201 + "#endif\n" * 201
    code = network(CONSTANTS, before=f'{deep}#include "m.h"\n')
    header = f"{deep}#if B\n#define load_file_to_ram(a, b) f(a)\n#endif\n"
    assert not any(c.proved for c in analyse({"Network.c": code.encode(), "m.h": header.encode()}).constants)


def test_spans_are_the_outermost_conditionals():
    text = read_text("a.h", b"x\n#if A\n#if B\n#endif\n#endif\ny\n#if C\nz\n")
    spans = Spans(groups_of(text)[0], len(text.raw))
    held = "".join(c for i, c in enumerate(text.raw) if spans.hold(i) and c.isalpha() and c not in "ifend")
    assert held == "ABCz"
    assert [spans.touch(0, 2), spans.touch(0, 3), spans.touch(28, 30)] == [False, True, False]


def test_more_branches_than_anybody_writes_are_not_read_apart():
    for count, known in ((99, True), (101, False)):
        branches = "".join(f"#elif B{i}\n + {i}\n" for i in range(count - 1))
        text = read_text("a.h", f"int a = 1\n#if A\n + 1\n{branches}#else\n#endif\n;\n".encode())
        assert (variants_of(text).uncovered == ((0, len(text.code)),)) is not known

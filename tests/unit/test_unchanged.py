"""An analysis that is taken from an earlier run is the one that reading the C gives."""

import re
from dataclasses import replace

import pytest
from gapnet import relevance, share
from gapnet.analyse import analyse
from gapnet.analysis import dump, parse
from gapnet.errors import InputError
from gapnet.unchanged import renewed
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

HEAD = """#include "dory_mem.h"
static PI_L2 int8_t *A;
static PI_L2 int8_t *B;  // a comment
static int table[3] = {1, 2, 3};
typedef struct { int8_t *p; int n; } args_t;
"""
FAR = """static void far_away(void *args) {
  int i = 100, j;
  for (i = 0; i < 3; i++) { work(i, table[2], "a string"); }
}
"""
NEAR = """static void near_by(void *args) {
  args_t *a = (args_t *)args;
  cl_ram_read(a->p, A, 100);
}
"""
INIT = """void InitNetwork(void) {
  A = (int8_t *)cl_ram_malloc(sizeof(int8_t) * 100);
  load_file_to_ram(A, "0.hex");
  B = (int8_t *)cl_ram_malloc(sizeof(int8_t) * 100);
  load_file_to_ram(B, "1.hex");
}
"""
CODE = f"{HEAD}{FAR}\n\n/* near */ {NEAR}{FAR.replace('far_away', 'further')}{INIT}"
HEADER = "#ifndef H\n#define H\nint8_t *other;\n#endif\n"


@pytest.fixture(autouse=True)
def small(monkeypatch):
    monkeypatch.setattr(relevance, "SMALL", 0)


def files_of(code, header=HEADER):
    return {"Network.c": code.encode("latin-1"), "Network.h": header.encode()}


@pytest.fixture(scope="module")
def former():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(relevance, "SMALL", 0)
        return analyse(files_of(CODE))


HARMLESS = {
    "a number": ("i = 100", "i = 7"), "a longer number": ("i < 3", "i < 30000"), "lines": ("int i", "int\n\n\ni"),
    "a comment inside": ("int i", "int /* A, B */ i"), "a comment before": ("\n\n/* near */", "\n/* A\n */"),
    "an operator": ("i < 3", "i > 3"), "a comment at an end": ("}\n\n\n", "} // a brace: }\n\n\n"),
    "the order of names": ("i = 0; i <", "i <"), "numbers of a table": ("{1, 2, 3}", "{4, 55, 666}"),
}
HARMFUL = {
    "a name": ("work(i", "work(B"), "a string": ("a string", "0.hex"), "a new name": ("i = 100", "i = k"),
    "a function's name": ("void far_away", "void work"), "a piece more": ("}\n\n\n", "}\nint k;\n\n"),
    "an include": ("}\n\n\n", "}\n#include <x.h>\n"), "a piece less": ("static int table[3] = {1, 2, 3};", ""),
    "what is parsed": ("a->p, A", "a->p, B"), "a brace": ("i++) {", "i++) {{"), "a macro": ("int i", "\n#define A B\nint i"),
    "a pragma": ("int i", "\n#pragma once\nint i"), "a string's neighbour": ('"a string"', '"a" " string"'),
    "an open comment": ("int i", "int /* i"), "a quotation mark": ("i = 100", "i = '100"),
    "the end": ('"1.hex");\n}\n', '"1.hex");\n}\n// end'), "common memory": ("int i", "int /* gapnet_0123 */ i"),
    "assembler": ("work(i", "asm(i"), "a head": ("far_away(void *args)", "far_away(void *A)"),
    "a splice at an end": ("}\n\n\n", "}\\\n\n"),
    "a splice before a token": ("}\nstatic void further", "}\\\nstatic void further"),
    "the place of a directive": ("#include", "\n#include"),
}


@pytest.mark.parametrize("change", HARMLESS.values(), ids=HARMLESS)
def test_what_cannot_matter(former, change):
    assert change[0] in CODE
    files = files_of(CODE.replace(change[0], change[1], 1))
    found = renewed(former, files)
    assert found == analyse(files)
    assert found.made_of != former.made_of and all(c.proved for c in found.constants)


@pytest.mark.parametrize("change", HARMFUL.values(), ids=HARMFUL)
def test_what_may_matter(former, change):
    assert change[0] in CODE
    assert renewed(former, files_of(CODE.replace(change[0], change[1], 1))) is None


def test_files_and_rules(former):
    assert renewed(former, files_of(CODE)) is former
    assert renewed(former, files_of(CODE), ("work(none, number, number, number)",)) is None
    assert renewed(former, files_of(CODE) | {"more.h": b""}) is None
    assert renewed(former, files_of(CODE, HEADER.replace("*other", "* other"))) is None
    assert renewed(parse(dump(former)), files_of(CODE)) == former


def test_a_reason_with_a_line_is_not_moved():
    code = CODE.replace("void InitNetwork(void) {", "void InitNetwork(void) {\n  if (x) return;")
    files = files_of(code.replace("int i = 100", "int\ni = 100"))
    found = renewed(analyse(files_of(code)), files)
    assert found is None or found == analyse(files)
    assert "line" in analyse(files).constants[0].reason


def same_or_none(before, after):
    """What is taken over is what the C says, or nothing is."""
    found = renewed(analyse(before), after)
    return found is None or found == analyse(after)


@pytest.mark.parametrize("behind", ["void x(", "void y(", "void InitNetwork("])
def test_many_pieces_on_one_line(behind):
    code = "static int8_t *A; void x(void) { g(1); } void y(void) { g(2); } " + " ".join(INIT.split("  B")[0].split()) + " }\n"
    assert same_or_none(files_of(code), files_of(code.replace(behind, "\n" + behind)))


@pytest.mark.parametrize("name", ["Network.c", "more.c"])
def test_an_allocation_in_another_file(name):
    files = {
        "Network.h": b"static int8_t *A;\n",
        "Network.c": b'#include "Network.h"\nint a;\nvoid InitNetwork(void) { load_file_to_ram(A, "0.hex"); }\n',
        "more.c": b'#include "Network.h"\nint b;\nvoid make(void) { A = cl_ram_malloc(16); }\n'}
    assert same_or_none(files, files | {name: files[name].replace(b"void", b"/* a line\n */ void", 1)})


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_any_change(former, data):
    """Random edits, most of which a compiler takes: never another analysis than the C gives."""
    code = CODE
    for _ in range(data.draw(st.integers(1, 3))):
        spots = [m.span() for m in re.finditer(r"\w+|[^\w\s]|\s+", code)]
        start, end = data.draw(st.sampled_from(spots))
        put = data.draw(st.sampled_from([
            "", "1", "2000", " ", "\n\n", "/* A */", "// B\n", "i", "A", ";", "{", "}", "+", "(", '"0.hex"', "#", "'", "\\\n",
            "i, A", code[start:end] * 2]))
        code = code[:start] + put + code[end if data.draw(st.booleans()) else start:]
    found = renewed(former, files_of(code))
    if found is not None:
        assert found == analyse(files_of(code))


def test_a_run_with_known_c_reads_none(tmp_path, monkeypatch, former):
    files = {f"{i}.hex": tmp_path / f"{i}.hex" for i in range(2)}
    for path in files.values():
        path.write_bytes(bytes(100))

    def fail(*args, **kwargs):
        raise InputError("the C was read")

    monkeypatch.setattr("gapnet.analyse.analyse", fail)
    code = files_of(CODE.replace("i = 100", "i = 7"))
    assert share.share_together([share.Network("n", code, files, former=former)]).manifest["totals"]["files"] == {
        "before": 2, "after": 1}
    with pytest.raises(InputError, match="the C was read"):
        share.share_together([share.Network("n", code, files, share.Options(full=True), former=former)])


def test_marks_that_somebody_edited_tell_nothing(former):
    edited = replace(former, marks=(("Network.c", ("not a mark",)), ("Network.h", ("1 2",))))
    assert renewed(parse(dump(edited)), files_of(CODE.replace("i = 100", "i = 7"))) is None

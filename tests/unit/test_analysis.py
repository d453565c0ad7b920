"""All that the C decides: what is loaded, where to edit, and that it can be kept in a file."""

import json
from dataclasses import replace

import pytest
from gapnet.analyse import analyse
from gapnet.analysis import VERSION, Analysis, Constant, LocalLoad, dump, key_of, parse
from gapnet.errors import InputError
from gapnet.share import Options, share
from hypothesis import given, settings
from hypothesis import strategies as st

CODE = """static PI_L2 float32_t *W; // lives in L3
static int8_t *ARENA_L3; static const int8_t *V;
void InitNetwork(void) {
  ARENA_L3 = (int8_t*) cl_ram_malloc(sizeof(int8_t) * 786432);
  W =
      cl_ram_malloc(/* bytes */ 6912);
  load_file_to_ram(W, "0" ".hex"); V = cl_ram_malloc(4); load_file_to_ram(V, "1.hex");
  input_0 = (float32_t *)((char *)ARENA_L3 + 64);
  load_file_to_ram(input_0, "2.hex");
  load_file_to_local(L2, "3.hex");
  load_file_to_ram(W, names[1]);
  log_text("0.hex", "a" "b");
}
#define OTHER_NAME "9.hex"
#include "no.hex"
"""


@pytest.fixture(scope="module")
def analysis():
    return analyse({"Network.c": CODE.encode(), "Network.h": b'static const char *const title = "kws";\n'})


def test_constants_and_inputs_in_program_order(analysis):
    assert [(c.name, c.bytes, c.file, c.role, c.line) for c in analysis.constants] == [
        ("W", 6912, "0.hex", "constant", 7),
        ("V", 4, "1.hex", "constant", 7),
        ("input_0", None, "2.hex", "input", 9),
    ]


def test_spans_are_the_statements(analysis):
    w = analysis.constants[0]
    text = {name: CODE[slice(*getattr(w, name))] for name in ("allocation", "size", "load", "literal")}
    assert text == {
        "allocation": "W =\n      cl_ram_malloc(/* bytes */ 6912);",
        "size": "6912",
        "load": 'load_file_to_ram(W, "0" ".hex");',
        "literal": '"0" ".hex"',
    }


def test_pointer_types_as_a_cast_writes_them(analysis):
    assert [c.kind for c in analysis.constants[:2]] == ["float32_t *", "const int8_t *"]


def test_arenas_and_what_else_names_a_file(analysis):
    assert analysis.arenas == (("ARENA_L3", 786432),)
    assert [(x.file, x.line) for x in analysis.local] == [("3.hex", 10)]
    assert analysis.computed == ("Network.c:11",)
    assert set(analysis.strings) == {"0.hex", "a", "b", "ab", "9.hex", "kws"}
    assert analysis.sources == ("Network.c", "Network.h")


def test_a_program_without_l3():
    found = analyse({"Network.c": b"void InitNetwork(void) { x = pi_l2_malloc(16); }\n"})
    assert (found.constants, found.arenas, found.local) == ((), (), ())


def test_an_allocation_that_is_not_literal_is_counted_nowhere():
    found = analyse({"Network.c": b"static char *A;\nvoid Init(int n) { A = cl_ram_malloc(n); }\n"})
    assert found.arenas == ()


def test_round_trip(analysis):
    assert parse(dump(analysis)) == analysis


NAMES = st.text(min_size=1, max_size=8)
SPANS = st.none() | st.tuples(st.integers(0, 99), st.integers(0, 99))
CONSTANTS = st.builds(
    Constant,
    name=NAMES,
    path=NAMES,
    line=st.integers(1, 9),
    file=NAMES,
    bytes=st.none() | st.integers(0, 9),
    proved=st.booleans(),
    reason=st.none() | NAMES,
    where=NAMES,
    kind=st.none() | NAMES,
    function=NAMES,
    allocation=SPANS,
    size=SPANS,
    load=st.tuples(st.integers(0, 9), st.integers(0, 9)),
    literal=SPANS,
)
LOCALS = st.builds(LocalLoad, path=NAMES, line=st.integers(1, 9), file=NAMES, literal=SPANS)
ANALYSES = st.builds(
    Analysis,
    made_of=NAMES,
    sources=st.lists(NAMES).map(tuple),
    constants=st.lists(CONSTANTS, max_size=3).map(tuple),
    arenas=st.lists(st.tuples(NAMES, st.integers(1, 99)), max_size=3).map(tuple),
    local=st.lists(LOCALS, max_size=2).map(tuple),
    strings=st.lists(NAMES).map(tuple),
    computed=st.lists(NAMES).map(tuple),
    unreadable=st.lists(NAMES).map(tuple),
)


@settings(max_examples=30)
@given(ANALYSES)
def test_round_trip_of_anything(analysis):
    assert parse(dump(analysis)) == analysis


@pytest.mark.parametrize("data", [b"", b"[]", b"{}", b'{"version": 0}', b"\xff", b"null"])
def test_what_is_no_analysis_is_a_value_error(data):
    with pytest.raises(ValueError):
        parse(data)


def test_an_older_version_is_refused(analysis):
    older = dump(replace(analysis, version=VERSION - 1))
    with pytest.raises(ValueError, match="version"):
        parse(older)


def test_a_damaged_one_is_refused(analysis):
    whole = dump(analysis)
    assert json.loads(whole)["constants"][0]["bytes"] == 6912
    for damaged in (whole.replace(b"6912", b"6913"), whole[:-1], whole + b" ", b"[" * 100_000, b'{"digest": "",\n', whole[:60]):
        with pytest.raises(ValueError, match="damaged"):
            parse(damaged)
    turned = json.dumps(json.loads(whole)).encode()
    with pytest.raises(ValueError, match="damaged"):
        parse(turned)


def test_one_of_other_c_or_other_functions_is_not_used(analysis):
    sources = {"Network.c": CODE.encode(), "Network.h": b'static const char *const title = "kws";\n'}
    assert analysis.made_of == key_of(dict(reversed(sources.items()))) == analyse(sources).made_of
    for other, options in (({**sources, "Network.h": b"\n"}, Options()), (sources, Options(functions=("f(none)",)))):
        with pytest.raises(InputError, match="is of other C"):
            share("kws", other, {}, options, analysis)


def test_it_does_not_depend_on_the_order_of_the_files():
    files = {"b.c": b"void b(void) { }\n", "Network.c": CODE.encode(), "a.h": b"int a;\n"}
    assert dump(analyse(files)) == dump(analyse(dict(reversed(files.items()))))

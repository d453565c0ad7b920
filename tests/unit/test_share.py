"""The whole way in memory: whatever the layout of the C, the result passes the judge and says the same."""

import re
from pathlib import Path

import pytest
from gapnet.share import Options, share
from gapnet.tokens import read_text, tokenize
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from networks import network

GAPS = ["", " ", "\n", "\r\n", "\t", "/* c */", "/* ; } ( */", " // it's { \"\n", "\n\n"]
FILES = {"0.hex": b"\xaa" * 16, "1.hex": b"\xaa" * 16, "2.hex": b"\xbb" * 16, "3.hex": b"\xaa" * 16, "4.hex": b"\xaa" * 16}
CODE = network(
    [("P", 16, "0.hex"), ("Q", 16, "1.hex"), ("R", 16, "2.hex"), ("S", 16, "3.hex")],
    before="static int8_t *T;\n",
    after='void Init2() { T = (int8_t *)cl_ram_malloc(16); load_file_to_ram(T, "4.hex"); }\n',
)


def run(folder, code, files=FILES, functions=()):
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return share("net", {"Network.c": code.encode()}, {name: folder / name for name in files}, Options(functions, across=False))


def words(code):
    return [token.text for token in tokenize(read_text("f.c", code).code)]


EXPECTED = CODE
for name in "QS":
    EXPECTED = re.sub(rf"{name} = cl_ram_malloc\(16\);\n.*\n", f"{name} = P;\n", EXPECTED)
EXPECTED = EXPECTED.replace('"4.hex"', '"0.hex"')


def test_the_expected_result(tmp_path):
    result = run(tmp_path, CODE)
    assert words(result.sources["Network.c"]) == words(EXPECTED.encode())
    assert result.files == {"0.hex": FILES["0.hex"], "2.hex": FILES["2.hex"]}


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_layout_does_not_matter(tmp_path, data):
    tokens = words(CODE.encode())
    gaps = data.draw(st.lists(st.sampled_from(GAPS), min_size=len(tokens), max_size=len(tokens)))
    code = ""
    for token, gap in zip(tokens, gaps, strict=True):
        glued = code[-1:].isalnum() or code[-1:] == "_"
        code += (" " if glued and (token[0].isalnum() or token[0] == "_") else "") + token + gap
    result = run(tmp_path, code)
    assert words(result.sources["Network.c"]) == words(EXPECTED.encode())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("cl_ram_malloc(16)", "cl_ram_malloc(sizeof(float32_t) * 4)"),
        ("cl_ram_malloc(16)", "cl_ram_malloc(0x10)"),
        ("cl_ram_malloc(16)", "ram_malloc(16u)"),
        ('"1.hex"', '"1" ".hex"'),
        ("InitNetwork()", "InitNetwork(__attribute__((unused)) uint32_t core_id)"),
    ],
)
def test_other_spellings_share_too(tmp_path, old, new):
    code = CODE.replace(old, new)
    assert code != CODE
    shared = {c["name"]: c["shared_with"] for c in run(tmp_path, code).manifest["networks"][0]["constants"]}
    assert shared == {"P": None, "Q": "P", "R": None, "S": "P", "T": None}


def test_allocators_and_loaders_of_a_project(tmp_path):
    code = CODE.replace("cl_ram_malloc", "my_malloc").replace("load_file_to_ram", "my_load")
    result = run(tmp_path, code, functions=("my_malloc(size) -> l3", "my_load(load, file)"))
    assert [c["shared_with"] for c in result.manifest["networks"][0]["constants"]] == [None, "P", None, "P", None]


def test_an_input_that_is_shared_already(tmp_path):
    result = run(tmp_path, EXPECTED, {n: FILES[n] for n in ("0.hex", "2.hex")})
    assert result.sources["Network.c"] == EXPECTED.encode()


def test_inputs_are_not_changed(tmp_path):
    run(tmp_path, CODE)
    assert {p.name: p.read_bytes() for p in Path(tmp_path).iterdir()} == FILES

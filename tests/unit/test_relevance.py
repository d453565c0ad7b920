"""Parsing only what can have to do with L3 gives the same answer as parsing everything."""

from pathlib import Path

import pytest
from gapnet import relevance
from gapnet.analyse import analyse
from gapnet.functions import function_table

FOLDERS = sorted(p.parent for p in Path(__file__).parent.parent.glob("failing/*/Network.c"))


@pytest.mark.parametrize("folder", [f for f in FOLDERS if f.name != "unreadable_network"], ids=lambda folder: folder.name)
def test_same_verdicts(folder, monkeypatch):
    sources = {p.name: p.read_bytes() for p in folder.iterdir() if p.suffix in (".c", ".h", ".inc")}
    monkeypatch.setattr(relevance, "SMALL", 0)
    assert analyse(sources) == analyse(sources, whole=True)


BEHIND_MACROS = {
    "pasted": ("#define PART(n) A##n", "PART(1)[0] = 1;"),
    "pasted by a macro behind": ("#define PART_(n) A##n\n#define PART(n) PART_(n)", "PART(1)[0] = 1;"),
    "assembled": ("#define ASM __asm__ volatile", r'ASM(".irp n, 1\n la t0, A\\n\n sw zero, (t0)\n.endr");'),
    "assembled by a macro with arguments": ("#define ASM(x) asm(x)", r'ASM(".irp n, 1\n la t0, A\\n\n sw zero, (t0)\n.endr");'),
}


@pytest.mark.parametrize("macro, statement", BEHIND_MACROS.values(), ids=BEHIND_MACROS)
def test_what_a_macro_reaches_without_its_name(macro, statement, monkeypatch):
    code = f"""{macro}
static int8_t *A1;
void far_away(void) {{ {statement} }}
void InitNetwork(void) {{
  A1 = cl_ram_malloc(16); load_file_to_ram(A1, "0.hex");
}}
"""
    sources = {"Network.c": code.encode()}
    monkeypatch.setattr(relevance, "SMALL", 0)
    found = analyse(sources)
    assert not found.constants[0].proved
    assert found == analyse(sources, whole=True)


def network(before, files=()):
    code = before + """void InitNetwork(void) {
  A1 = cl_ram_malloc(16); load_file_to_ram(A1, "0.hex");
}
"""
    return {"Network.c": code.encode(), **{name: text.encode() for name, text in dict(files).items()}}


REACHED = {
    "pasted under an #if": network("#ifdef X\n#define P(n) A##n\n#else\n#define P(n) q\n#endif\nstatic int8_t *A1;\n"
                                   "void far_away(void) { P(1)[0] = 1; }\n"),
    "pasted with more arguments": network("#define P(n, ...) A##n\nstatic int8_t *A1;\n"
                                          "void far_away(void) { P(1, 2)[0] = 1; }\n"),
    "pasted by another file's macro": network("static int8_t *A1;\nvoid far_away(void) { P(1)[0] = 1; }\n",
                                             {"other.h": "#define P(n) A##n\n"}),
    "a function of a file that is included behind it": network(
        'static int8_t *A1;\nstatic int8_t *get(void) { return A1; }\n#include "k.inc"\n',
        {"k.inc": "void far_away(void) { get()[0] = 1; }\n"}),
    "a function of a file that is included in another": network(
        'static int8_t *A1;\nstatic int8_t *get(void) { return A1; }\nvoid far_away(void) {\n#include "k.inc"\n}\n',
        {"k.inc": "get()[0] = 1;\n"}),
}


@pytest.mark.parametrize("sources", REACHED.values(), ids=REACHED)
@pytest.mark.parametrize("whole", [False, True])
def test_what_is_reached_in_other_ways(sources, whole, monkeypatch):
    monkeypatch.setattr(relevance, "SMALL", 0)
    assert [c.proved for c in analyse(sources, whole=whole).constants] == [False]


def test_there_are_folders_to_compare():
    assert len(FOLDERS) > 50


def test_symbols_that_receive_an_allocation():
    code = "A = cl_ram_malloc(4); B=(int8_t *)  ram_malloc (4);\nC =\n (T*)(void *)\ncl_ram_malloc(4); p->d = other(4);"
    assert relevance.l3_symbols(code, function_table()) == {"A", "B", "C"}


def test_symbols_with_a_dollar_sign(monkeypatch):
    sources = {"Network.c": b"""static int8_t *A$;
void InitNetwork(void) {
  A$ = cl_ram_malloc(16); load_file_to_ram(A$, "0.hex");
}
"""}
    monkeypatch.setattr(relevance, "SMALL", 0)
    assert analyse(sources) == analyse(sources, whole=True)
    assert analyse(sources).constants[0].proved


def test_functions_that_have_to_do_with_l3():
    found = relevance.l3_functions(function_table(["mine(none, write)"]))
    assert {"cl_ram_malloc", "load_file_to_ram", "pi_cl_ram_copy_2d", "ram_free", "pi_ram_alloc", "mine"} <= found
    assert not {"pi_core_id", "pi_cl_team_fork", "memset"} & found

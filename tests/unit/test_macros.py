"""Macros of the program: one that is certain is expanded, one in doubt may stand for anything."""

import pytest
from networks import verdict

READ = [
    ("#define READ(p) cl_ram_read(loc, p, 16)", "READ(W);"),
    ("#define OF(p) ((char *)(p) + 4)", "cl_ram_read(loc, OF(W), 16);"),
    ("#define DIRECTION 1", "pi_cl_ram_copy(0, W, loc, 16, DIRECTION, 0);"),
    ("#define DIRECTION (0x1) // one", "pi_cl_ram_copy(0, W, loc, 16, DIRECTION, 0);"),
    ("#define UNUSED(x) do { (void)x; } while (0)", "UNUSED(W); cl_ram_read(loc, W, 16);"),
    ("#define WEIGHT W", "cl_ram_read(loc, WEIGHT, 16);"),
    ("#define STORE(x) x = W", "void *t; STORE(t); cl_ram_read(loc, t, 16);"),
    ("#define SINGLE_CORE if (core_id == 0)", "SINGLE_CORE cl_ram_read(loc, W, 16);"),
    ("#define OTHER(x) other_##x", "use(OTHER(W));"),
    ("#define NAME(x) #x", "use(NAME(W));"),
]

BLOCKED = {
    ("#define WRITE(p) cl_ram_write(p, loc, 16)", "WRITE(W);"): "written by cl_ram_write",
    ("#define STORE cl_ram_write", "STORE(W, loc, 16);"): "written by cl_ram_write",
    ("#define pi_cl_ram_read pi_cl_ram_write", "pi_cl_ram_read(0, W, loc, 16, 0);"): "written by pi_cl_ram_write",
    ("#define DIRECTION 0", "pi_cl_ram_copy(0, W, loc, 16, DIRECTION, 0);"): "written by pi_cl_ram_copy",
    ("#define SET(x, y) x = y", "void *t; SET(t, W); cl_ram_write(t, loc, 16);"): "written by cl_ram_write (W -> t)",
    ("#define WEIGHT W", "use(WEIGHT);"): "its address is given to use, which is not known",
    ("#define INNER W\n#define OUTER INNER", "use(OUTER);"): "its address is given to use, which is not known",
    ("#define MAKE(a, b) a##b", "use(MAKE(, W));"): "its address is given to use, which is not known",
    (
        "#define SEND(x) send(x, alias)",
        "void *alias = W; SEND(loc);",
    ): "its address is given to send, which is not known (W -> alias)",
    ("#define LOOP LOOP2\n#define LOOP2 LOOP", "LOOP(W);"): "its address is given to LOOP, which is not known",
    ("#define TWO(p) cl_ram_read(loc, p, 16); cl_ram_write(p, loc, 16)", "TWO(W);"): "written by cl_ram_write",
}

# none of these is certain: the build, a branch or the order may make it another one
IN_DOUBT = [
    ("#ifndef DIRECTION\n#define DIRECTION 1\n#endif", "pi_cl_ram_copy(0, W, loc, 16, DIRECTION, 0);"),
    ("#define DIRECTION 1\n#undef DIRECTION", "pi_cl_ram_copy(0, W, loc, 16, DIRECTION, 0);"),
    ("#define DIRECTION 1\n#define DIRECTION 0", "pi_cl_ram_copy(0, W, loc, 16, DIRECTION, 0);"),
    ("#ifdef X\n#define K(p) cl_ram_read(loc, p, 16)\n#else\n#define K(p) cl_ram_write(p, loc, 16)\n#endif", "K(W);"),
    ("#define SEND(...) cl_ram_write(__VA_ARGS__)", "SEND(W, loc, 16);"),
    ("", "cl_ram_read(loc, W, 16);\n#define cl_ram_read cl_ram_write\nuse(cl_ram_read);"),
    ("#ifdef X\n#define W other\n#endif", "cl_ram_read(loc, W, 16);"),
    ("#ifdef X\n#define SINGLE_CORE if (0)\n#endif", "SINGLE_CORE cl_ram_write(W, loc, 16);"),
]


@pytest.mark.parametrize(("top", "run"), READ)
def test_expanded_and_only_read(top, run):
    assert verdict(run, f"\n{top}\n") == (True, None)


@pytest.mark.parametrize(("top", "run"), BLOCKED)
def test_expanded_and_blocked(top, run):
    assert verdict(run, f"\n{top}\n") == (False, BLOCKED[top, run])


@pytest.mark.parametrize(("top", "run"), IN_DOUBT)
def test_in_doubt(top, run):
    proved, reason = verdict(run, f"\n{top}\n")
    assert not proved and reason


def test_a_value_in_doubt_is_no_known_constant():
    top, run = IN_DOUBT[0]
    assert verdict(run, f"\n{top}\n") == (False, "argument 5 of pi_cl_ram_copy is not a known constant, so this may write")


def test_an_include_guard_is_no_doubt():
    header = "#ifndef K_H\n#define K_H\n#define READ(p) cl_ram_read(0, p, 16)\n#endif\n"
    assert verdict("READ(W);", '\n#include "k.h"\n', {"k.h": header}) == (True, None)


def test_a_macro_of_a_header_that_is_not_included_is_not_this_one():
    proved, _ = verdict("READ(W);", "", {"k.h": "#define READ(p) cl_ram_read(0, p, 16)\n"})
    assert not proved


def test_the_line_is_that_of_the_use():
    from gapnet.analyse import analyse

    code = (
        "#define WRITE(p) \\\n  cl_ram_write(p, 0, 16)\nstatic char *W;\nvoid Run() {\n  touch(1);\n  WRITE(\n    W);\n}\n"
        'void Init() { W = cl_ram_malloc(16); load_file_to_ram(W, "0.hex"); }\n'
    )
    assert analyse({"Network.c": code.encode()}).constants[0].where == "Network.c:6"

"""All files together: headers belong to every unit, and what cannot be read costs only what it names."""

import pytest
from gapnet.analyse import analyse
from gapnet.errors import InputError
from gapnet.functions import function_table
from gapnet.program import read_program
from networks import init_function, verdict


def order(**files):
    sources = {name.replace("_", "."): text.encode() for name, text in files.items()}
    return list(read_program(sources, function_table()).texts)


def test_headers_come_before_units_in_the_order_of_their_includes():
    assert order(a_c='#include "z.h"\n', z_h='#include "b.h"\n', b_h="int b;\n", c_h="int c;\n") == ["b.h", "z.h", "c.h", "a.c"]


@pytest.mark.parametrize("run, proved", [("return 1;", True), ("cl_ram_write(W, 0, 16); return 1;", False)])
def test_a_body_behind_what_is_no_function_cannot_be_read(run, proved):
    code = f"int (*x)(int) {{ {run} }}\n"
    with pytest.raises(InputError, match="Network.c:1: the C cannot be read: x has a body, but is no function"):
        verdict(top=code)
    found, reason = verdict(files={"more.c": code.replace("{", "{ extern float32_t *W;")})
    assert found and reason is None  # another file's W is another one
    found, reason = verdict(top='\n#include "more.h"\n', files={"more.h": code})
    assert found is proved and (proved or "x has a body, but is no function" in reason)


def test_an_included_source_is_no_unit():
    assert order(a_c="int a;\n", b_c='#include "a.c"\n') == ["a.c", "b.c"]


def test_headers_that_include_each_other_are_read_once():
    assert sorted(order(a_c='#include "b.h"\n', b_h='#include "c.h"\n', c_h='#include "b.h"\n')) == ["a.c", "b.h", "c.h"]


def test_an_inline_function_of_a_header_is_followed():
    files = {"k.h": "static inline void k(void *p) { cl_ram_read(0, p, 16); }\n"}
    assert verdict("k(W);", '\n#include "k.h"\n', files) == (True, None)


def test_an_unreadable_function_of_another_file_blocks_only_what_reaches_it():
    files = {"b.c": "void bad(void *p) { p @ 1; }\nvoid good(void *p) { cl_ram_read(0, p, 16); }\n"}
    assert verdict("good(W);", files=files) == (True, None)
    assert verdict("bad(W);", files=files) == (False, "its address is given to bad, which is not known")


def test_an_unreadable_file_is_listed():
    code = b"static char *W;\n" + init_function([("W", 16, "0.hex")]).encode()
    found = analyse({"Network.c": code, "b.c": b"\n\nvoid bad(void *p) { p @ 1; }\n"})
    assert found.unreadable == ("b.c:3",)


@pytest.mark.parametrize(
    ("bad", "line"),
    [
        ("void Run() {\n  W @ 1;\n}\n", 4),
        ("#if X\n", 3),
        ('char *s = "open;\n', 3),
        ("/* open\n", 3),
        ("void Run() {\n", 3),
        ("int a;\n}\n", 4),
    ],
)
def test_a_network_that_cannot_be_read_is_an_error(bad, line):
    code = "static char *W;\nint zero;\n" + bad
    sources = {"Network.c": (code + "\n" + init_function([("W", 16, "0.hex")])).encode()}
    try:
        found = analyse(sources).constants
    except InputError as error:
        assert (error.path, error.line) == ("Network.c", line)
        assert error.message.startswith("the C cannot be read: ")
        assert error.hint == "Nothing in this network was shared. Mend the C, or put what is no C behind a macro in a header"
    else:  # what swallows the rest of the file leaves nothing to share
        assert not any(c.proved for c in found)


@pytest.mark.parametrize(
    "include", ['#include "unseen.h"', "#include <unseen.h>", "#include_next <unseen.h>", '#import "unseen.h"', "#include UNSEEN"]
)
def test_an_include_behind_the_declaration_may_touch_it(include):
    proved, reason = verdict("cl_ram_read(loc, W, 16);", f"\n{include}\n")
    assert not proved
    assert "is included after its declaration" in reason


def test_a_header_of_the_folder_that_includes_an_unseen_one_late():
    proved, reason = verdict("cl_ram_read(loc, W, 16);", '\n#include "k.h"\n', {"k.h": '#include "unseen.h"\n'})
    assert not proved
    assert "is included after its declaration" in reason


def test_an_include_before_the_declaration_does_no_harm():
    code = '#include "unseen.h"\n#include <other.h>\nstatic char *W;\n' + init_function([("W", 16, "0.hex")])
    assert analyse({"Network.c": code.encode()}).constants[0].proved


@pytest.mark.parametrize(
    ("top", "run"),
    [
        ('\nasm(".set other, W");\n', ""),
        ("\n#pragma weak W\n", ""),
        ("", 'asm volatile("sw x0, 0(%0)" : : "r"(W) : "memory");'),
        ("", "__typeof__(W) p = W;"),
    ],
)
def test_text_that_no_parser_sees(top, run):
    assert verdict(run, top)[0] is False


def test_both_branches_count():
    writes = (
        "#ifdef A\nstatic void k(void *p) { cl_ram_write(p, loc, 16); }\n#else\n"
        "static void k(void *p) { cl_ram_read(loc, p, 16); }\n#endif\n"
    )
    assert verdict("k(W);", "\n" + writes) == (False, "written by cl_ram_write (W -> p)")
    assert verdict("\n#if 0\ncl_ram_write(W, loc, 16);\n#endif\n") == (False, "written by cl_ram_write")
    assert verdict("\n#ifdef A\nif (core_id) {\n#else\n{\n#endif\ncl_ram_write(W, loc, 16);\n}\n") == (
        False,
        "written by cl_ram_write",
    )
    assert verdict("cl_ram_read(loc,\n#ifdef A\nW\n#else\nloc\n#endif\n, 16);") == (True, None)


def test_unknown_macros_around_statements_are_no_obstacle():
    run = "\nBEGIN_SINGLE_CORE\ncl_ram_read(loc, W, 16);\nEND_SINGLE_CORE\nif (core_id) cl_ram_read(loc, W, 16);\n"
    proved, reason = verdict(run)
    assert (proved, reason) in ((True, None), (False, "it stands behind a macro that is not known"))

"""What makes an allocation a constant by its form, and which of several reasons is named."""

import pytest
from gapnet.analyse import analyse
from networks import verdict

SKIPPED = "it is loaded behind the goto at line 4, so it may not be loaded at all"
NOT_STRAIGHT = "it is loaded in code that may not run, or more than once"


def constant(body, top="", name="W"):
    code = f"static float32_t *W; {top}\nvoid InitNetwork(int n) {{\n{body}\n}}\n"
    return next(c for c in analyse({"Network.c": code.encode()}).constants if c.name == name)


MALLOC = "W = cl_ram_malloc(16);\n"
LOAD = 'load_file_to_ram(W, "0.hex");\n'


@pytest.mark.parametrize(
    "body",
    [
        MALLOC + LOAD,
        "W = (float32_t *)cl_ram_malloc(16);\n" + LOAD,
        "W = cl_ram_malloc(sizeof(float32_t) * 4);\n" + LOAD,
        "W = cl_ram_malloc(2 * 8u);\n" + LOAD,
        "W = ram_malloc(16);\n" + LOAD,
        MALLOC + 'load_file_to_ram(W, "0." "hex");\n',
        MALLOC + "{ " + LOAD + " }",
        "if (n) prepare();\n" + MALLOC + "while (n) n--;\n" + LOAD + "if (n) return;\n",
        "switch (n) { case 0: break; }\n" + MALLOC + LOAD,
        MALLOC + "if (!W) abort();\n" + LOAD,
    ],
)
def test_constants(body):
    found = constant(body, "\n#define SIZE 16\n")
    assert (found.proved, found.reason, found.bytes, found.file) == (True, None, 16, "0.hex")


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        (MALLOC + "do " + LOAD + "while (n);", NOT_STRAIGHT),
        (MALLOC + "while (n) " + LOAD, NOT_STRAIGHT),
        (MALLOC + 'n && load_file_to_ram(W, "0.hex");', NOT_STRAIGHT),
        (MALLOC + 'n ? load_file_to_ram(W, "0.hex") : 0;', NOT_STRAIGHT),
        (MALLOC + 'int ok = (load_file_to_ram(W, "0.hex"), 1);', NOT_STRAIGHT),
        (MALLOC + 'for (; n; load_file_to_ram(W, "0.hex")) { }', NOT_STRAIGHT),
        (MALLOC + "goto end;\n" + LOAD + "end: ;", SKIPPED),
        (MALLOC + "for (;;) { if (n) goto end; }\n" + LOAD + "end: ;", SKIPPED),
        (MALLOC + "MAYBE { " + LOAD + " }", NOT_STRAIGHT),
        ("again: ;\n" + MALLOC + LOAD + "if (n) goto again;", "it is allocated in code that may not run, or more than once"),
        ("W = cl_ram_malloc(16), n = 1;\n" + LOAD, "it is allocated in code that may not run, or more than once"),
        ("W = cl_ram_malloc(n);\n" + LOAD, "its size is not a positive literal"),
        ("W = cl_ram_malloc(0);\n" + LOAD, "its size is not a positive literal"),
        ("W = cl_ram_malloc(16 - 20);\n" + LOAD, "its size is not a positive literal"),
        (MALLOC + LOAD + "W = 0;", "W is assigned here too"),
    ],
)
def test_what_is_no_constant_by_its_form(body, reason):
    found = constant(body)
    assert (found.proved, found.reason) == (False, reason)


def test_a_load_behind_an_offset_is_a_write_and_an_input_of_its_own():
    code = f'static char *W;\nvoid Init() {{\n{MALLOC}{LOAD}load_file_to_ram(W + 4, "1.hex");\n}}\n'
    first, second = analyse({"Network.c": code.encode()}).constants
    assert (first.name, first.reason, first.where) == ("W", "loaded by load_file_to_ram", "Network.c:5")
    assert (second.name, second.role, second.file) == ("W + 4", "input", "1.hex")
    assert second.reason == "its destination is not a plain symbol"


def test_the_first_use_in_program_order_is_named():
    later = "void Later() { cl_ram_free(W, 16); }"
    code = (
        f"static float32_t *W;\nvoid Run() {{\n  touch(1);\n  cl_ram_write(W, 0, "
        f"16);\n}}\nvoid Init() {{ {MALLOC}{LOAD} }}\n{later}\n"
    )
    found = analyse({"Network.c": code.encode()}).constants[0]
    assert (found.reason, found.where) == ("written by cl_ram_write", "Network.c:4")


def test_the_file_of_the_network_comes_before_others():
    files = {"a.c": "void a(void *p) {\n  cl_ram_write(p, 0, 16);\n}\n"}
    assert verdict("a(W);\ncl_ram_free(W, 16);", files=files) == (False, "freed by cl_ram_free")


def test_one_blocked_constant_does_not_block_its_neighbours():
    code = (
        "static char *A, *B;\nvoid Run() { cl_ram_write(A, 0, 16); cl_ram_read(0, B, 16); }\n"
        'void Init() { A = cl_ram_malloc(16); load_file_to_ram(A, "0.hex"); '
        'B = cl_ram_malloc(16); load_file_to_ram(B, "1.hex"); }\n'
    )
    assert [(c.name, c.proved) for c in analyse({"Network.c": code.encode()}).constants] == [("A", False), ("B", True)]


def test_a_pointer_that_may_be_either_blocks_both():
    code = (
        "static char *A, *B;\nvoid Run(int n) { cl_ram_write(n ? A : B, 0, 16); }\n"
        'void Init() { A = cl_ram_malloc(16); load_file_to_ram(A, "0.hex"); '
        'B = cl_ram_malloc(16); load_file_to_ram(B, "1.hex"); }\n'
    )
    assert [(c.name, c.proved) for c in analyse({"Network.c": code.encode()}).constants] == [("A", False), ("B", False)]


@pytest.mark.parametrize("guard", ["#ifdef X", "#ifndef X", "#if X"])
def test_a_condition_of_the_build_inside_the_function(guard):
    assert constant(f"{MALLOC}{guard}\n{LOAD}#endif").reason == NOT_STRAIGHT
    assert constant(f"{guard}\n{MALLOC}#endif\n{LOAD}").reason == "it is allocated in code that may not run, or more than once"


def test_a_condition_of_the_build_around_the_whole_function_does_no_harm():
    code = f"static char *W;\n#ifndef X\nvoid Init() {{\n{MALLOC}{LOAD}}}\n#endif\n"
    assert analyse({"Network.c": code.encode()}).constants[0].proved

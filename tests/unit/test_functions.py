"""The function table: its notation, and the functions of a project."""

import pytest
from gapnet.errors import InputError
from gapnet.functions import function_table, parse_function
from gapnet.share import Options, share
from networks import network, verdict


def test_a_line():
    f = parse_function("my_copy(none, read_if(3), none, local) -> device")
    assert (f.name, f.effects, f.rest, f.result) == (
        "my_copy",
        (("none", 0), ("read_if", 3), ("none", 0), ("local", 0)),
        False,
        "device",
    )


@pytest.mark.parametrize(
    ("spec", "count", "fits"),
    [
        ("f()", 0, True),
        ("f()", 1, False),
        ("f(none, read)", 2, True),
        ("f(none, read)", 3, False),
        ("f(none, ...)", 5, True),
        ("f(none, ...)", 0, False),
        ("f(...)", 0, True),
    ],
)
def test_number_of_arguments(spec, count, fits):
    assert parse_function(spec).accepts(count) is fits


@pytest.mark.parametrize(
    ("spec", "fault"),
    [
        ("f", "it is not name(effect, ...) or name(effect, ...) -> result"),
        ("f(reads)", "'reads' is not one of none, number, read, write, "),
        ("f(read) -> l4", "'l4' is not one of l3, heap, device"),
        ("f(read_if(2))", "there is no argument 2"),
        ("f(read_if(0))", "'read_if(0)' is not one of none, number, read, write, "),
        ("f(..., read)", "'...' is not one of none, number, read, write, "),
    ],
)
def test_a_line_that_cannot_be_understood(spec, fault):
    with pytest.raises(InputError) as error:
        parse_function(spec)
    assert error.value.message.startswith(f"function {spec!r} cannot be understood: {fault}")
    assert error.value.hint == "Write it as in functions.txt, for example 'my_read(none, read, local, number)'"


def test_a_project_adds_and_overrides():
    table = function_table(["cl_ram_write(none, none, none)", "my_read(read)"])
    assert table["cl_ram_write"].effects == (("none", 0),) * 3
    assert "my_read" in table
    assert "my_read" not in function_table()
    assert function_table()["cl_ram_write"].effects[0] == ("write", 0)


@pytest.mark.parametrize(
    ("spec", "proved", "reason"),
    [
        ("(none, read)", True, None),
        ("(none, none)", True, None),
        ("(none, write)", False, "written by my_copy"),
        ("(none, free)", False, "freed by my_copy"),
        ("(none, local)", False, "its address is given to my_copy as L1 or L2 memory"),
        ("(none, read, none)", False, "its address is given to my_copy, whose line in the function table has 3 arguments, not 2"),
    ],
)
def test_effect_of_a_project_s_function(spec, proved, reason):
    assert verdict("my_copy(0, W);", functions=["my_copy" + spec]) == (proved, reason)


def test_direction_of_a_project_s_function():
    functions = ["my_copy(read_if(2), none)"]
    assert verdict("my_copy(W, 1);", functions=functions) == (True, None)
    assert verdict("my_copy(W, 0);", functions=functions) == (False, "written by my_copy")
    assert verdict("my_copy(W, core_id);", functions=functions) == (
        False,
        "argument 2 of my_copy is not a known constant, so this may write",
    )


def test_task_of_a_project():
    functions = ["my_task(task(2), none)"]
    top = "static void k(void *p) { cl_ram_write(p, loc, 16); }"
    assert verdict("my_task(k, W);", top, functions=functions) == (False, "written by cl_ram_write (W -> p)")
    assert verdict("my_task(k, loc);", top, functions=functions) == (True, None)


def test_allocators_of_a_project():
    code = b'static char *W;\nvoid Init() { W = my_malloc(16); my_load("0.hex", W); }\n'
    from gapnet.analyse import analyse

    found = analyse({"Network.c": code}, ["my_malloc(size) -> l3", "my_load(file, load)"]).constants
    assert [(c.name, c.bytes, c.file, c.proved) for c in found] == [("W", 16, "0.hex", True)]


@pytest.mark.parametrize("spec", ["cl_ram_malloc(none) -> l3", "cl_ram_malloc(none, size) -> l3", "cl_ram_malloc(load) -> l3"])
def test_an_allocation_whose_size_no_argument_tells(spec, tmp_path):
    code = network([("W", 16, "0.hex"), ("V", 16, "1.hex")])
    for name in ("0.hex", "1.hex"):
        (tmp_path / name).write_bytes(b"A" * 32)  # more than the number says, which is no size here
    files = {name: tmp_path / name for name in ("0.hex", "1.hex")}
    result = share("net", {"Network.c": code.encode()}, files, Options((spec,)))
    assert [p.survivor for p in result.plan.placed] == [None, None]
    assert [name for name, _ in result.plan.image] == ["0.hex"]

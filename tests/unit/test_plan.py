"""The sharing rules: what stands for what, which file serves which name, and what is an error."""

import pytest
from gapnet.analyse import analyse
from gapnet.errors import InputError
from gapnet.needed import natural, needed_files
from gapnet.plan import Part, make_plan, plan_firmware
from networks import network

A, B = b"\xaa" * 16, b"\xbb" * 16


def plan_of(code, files, share=True):
    analysis = analyse({"Network.c": code.encode()})
    names = frozenset(files)
    return make_plan(analysis, {n: files[n] for n in needed_files(analysis, names) if n in files}, names, share)


def table(plan):
    """(survivor, bytes afterwards, file) by name."""
    return {p.constant.name: (p.survivor.name if p.survivor else None, p.bytes, p.image_file) for p in plan.placed}


def names_in_image(plan):
    return [name for name, _ in plan.image]


def test_equal_constants_are_one():
    plan = plan_of(
        network([("P", 16, "0.hex"), ("Q", 16, "1.hex"), ("R", 16, "2.hex"), ("S", 16, "3.hex")]),
        {"0.hex": A, "1.hex": B, "2.hex": A, "3.hex": A},
    )
    assert table(plan) == {"P": (None, 16, "0.hex"), "Q": (None, 16, "1.hex"), "R": ("P", 0, "0.hex"), "S": ("P", 0, "0.hex")}
    assert plan.image == (("0.hex", A), ("1.hex", B))


def test_one_file_that_is_loaded_twice_is_shared_too():
    plan = plan_of(network([("P", 16, "0.hex"), ("Q", 16, "0.hex")]), {"0.hex": A})
    assert table(plan) == {"P": (None, 16, "0.hex"), "Q": ("P", 0, "0.hex")}


def test_bytes_decide_not_type_or_shape():
    code = network([("P", 4, "0.hex")]) + network([("Q", 4, "1.hex")], "int32_t *").replace("InitNetwork", "Init2")
    one_function = (
        'static float32_t *P; static int32_t *Q;\nvoid I() { P = cl_ram_malloc(4); load_file_to_ram(P, "0.hex");'
        ' Q = cl_ram_malloc(4); load_file_to_ram(Q, "1.hex"); }\n'
    )
    files = {"0.hex": b"\0\0\x80\x3f", "1.hex": b"\0\0\x80\x3f"}
    assert table(plan_of(one_function, files))["Q"] == ("P", 0, "0.hex")
    assert table(plan_of(code, files))["Q"] == ("P", 0, "0.hex")


def test_padded_files_make_the_survivor_as_large_as_the_largest():
    plan = plan_of(
        network([("P", 5, "0.hex"), ("Q", 8, "1.hex"), ("R", 6, "2.hex")]),
        dict.fromkeys(("0.hex", "1.hex", "2.hex"), b"12345\0\0\0"),
    )
    assert table(plan) == {"P": (None, 8, "0.hex"), "Q": ("P", 0, "0.hex"), "R": ("P", 0, "0.hex")}


def test_a_padded_and_an_exact_file_of_other_sizes_are_not_equal():
    plan = plan_of(network([("P", 5, "0.hex"), ("Q", 5, "1.hex")]), {"0.hex": b"12345", "1.hex": b"12345\0\0\0"})
    assert table(plan)["Q"] == (None, 5, "1.hex")


def test_all_allocations_first_shares_no_memory():
    lines = "".join(f"  {s} = cl_ram_malloc(16);\n" for s in "PQ") + "".join(
        f'  load_file_to_ram({s}, "{f}.hex");\n' for s, f in ("P0", "Q1")
    )
    plan = plan_of(f"static char *P, *Q;\nvoid Init() {{\n{lines}}}\n", {"0.hex": A, "1.hex": A})
    assert table(plan) == {"P": (None, 16, "0.hex"), "Q": (None, 16, "0.hex")}
    assert plan.placed[1].reason == "it is allocated before P, which is equal to it, is loaded"
    assert names_in_image(plan) == ["0.hex"]  # the file is one all the same


def test_a_third_constant_shares_with_the_first_that_is_loaded_before_it():
    lines = (
        'P = cl_ram_malloc(16); Q = cl_ram_malloc(16); load_file_to_ram(Q, "1.hex"); R = cl_ram_malloc(16);'
        ' load_file_to_ram(P, "0.hex"); load_file_to_ram(R, "2.hex"); S = cl_ram_malloc(16); load_file_to_ram(S, "3.hex");'
    )
    found = table(
        plan_of(
            f"static char *P, *Q, *R, *S;\nvoid Init() {{ {lines} }}\n", dict.fromkeys(("0.hex", "1.hex", "2.hex", "3.hex"), A)
        )
    )
    assert (found["P"][0], found["Q"][0], found["R"][0]) == (None, None, "Q")
    assert found["S"][0] in ("P", "Q")


TWO = network([("P", 16, "0.hex")]) + network([("Q", 16, "1.hex")]).replace("InitNetwork", "InitOptimizerNetwork")


def test_two_init_functions_have_memory_in_common():
    plan = plan_of(TWO, {"0.hex": A, "1.hex": A})
    assert table(plan) == {"P": (None, 16, "0.hex"), "Q": ("P", 0, "0.hex")}
    assert {p.common.symbol for p in plan.placed} == {f"gapnet_{plan.placed[0].content.digest}_16"}


def test_two_init_functions_share_files_alone_if_asked_to():
    files = {"0.hex": A, "1.hex": A}
    plan = plan_firmware([Part("", analyse({"Network.c": TWO.encode()}), files, frozenset(files))], across=False).plans[0]
    assert table(plan) == {"P": (None, 16, "0.hex"), "Q": (None, 16, "0.hex")}
    assert plan.placed[1].reason == "P, which is equal to it, is loaded by InitNetwork"


def test_files_of_inputs_and_unproved_constants_are_stored_once():
    code = (
        "static char *ARENA_L3, *P, *Q;\nvoid Run() { cl_ram_write(Q, 0, 16); }\n"
        "void Init() {\nARENA_L3 = (char *)cl_ram_malloc(64);\n"
        'P = cl_ram_malloc(16);\nload_file_to_ram(P, "0.hex");\nQ = cl_ram_malloc(16);\nload_file_to_ram(Q, "1.hex");\n'
        'input_0 = (char *)ARENA_L3 + 0;\nload_file_to_ram(input_0, "2.hex");\nload_file_to_local(L2, "3.hex"); }\n'
    )
    plan = plan_of(code, dict.fromkeys(("0.hex", "1.hex", "2.hex", "3.hex"), A))
    assert table(plan) == {"P": (None, 16, "0.hex"), "Q": (None, 16, "0.hex"), "input_0": (None, 0, "0.hex")}
    assert [name for _, name in plan.local] == ["0.hex"]
    assert names_in_image(plan) == ["0.hex"]


def test_zero_accumulators_stay_apart():
    code = (
        "static char *ARENA_L3;\nvoid Init() { ARENA_L3 = (char *)cl_ram_malloc(64);\n"
        'input_0 = ARENA_L3; load_file_to_ram(input_0, "0.hex"); input_1 = ARENA_L3 + 16; load_file_to_ram(input_1, "1.hex"); }\n'
    )
    assert [p.survivor for p in plan_of(code, {"0.hex": b"\0" * 16, "1.hex": b"\0" * 16}).placed] == [None, None]


def test_the_survivor_is_never_one_that_is_written():
    code = network([("P", 16, "0.hex"), ("Q", 16, "1.hex"), ("R", 16, "2.hex")], after="void Run() { cl_ram_write(P, 0, 16); }\n")
    plan = plan_of(code, dict.fromkeys(("0.hex", "1.hex", "2.hex"), A))
    assert {name: row[0] for name, row in table(plan).items()} == {"P": None, "Q": None, "R": "Q"}


def test_names_that_the_program_uses_in_another_way_stay():
    code = network([("P", 16, "0.hex"), ("Q", 16, "1.hex")], after='void Log() { log_text("1.hex"); }\n')
    plan = plan_of(code, {"0.hex": A, "1.hex": A, "2.hex": B})
    assert plan.pinned == ("1.hex",)
    assert names_in_image(plan) == ["1.hex"]  # it serves the load of the other one, too
    assert table(plan)["Q"][0] == "P"


def test_a_file_that_only_a_string_names_is_shipped():
    plan = plan_of(
        network([("P", 16, "0.hex")], before='static const char *extra = "7.hex";\n'), {"0.hex": A, "7.hex": B, "8.hex": B}
    )
    assert names_in_image(plan) == ["0.hex", "7.hex"]
    assert plan.stale == ("8.hex",)


def test_a_computed_name_keeps_every_file():
    code = network([("P", 16, "0.hex"), ("Q", 16, "1.hex")], after="void More() { load_file_to_ram(X, names[0]); }\n")
    plan = plan_of(code, {"0.hex": A, "1.hex": A, "2.hex": B})
    assert sorted(names_in_image(plan)) == ["0.hex", "1.hex", "2.hex"]
    assert plan.stale == ()


def test_stale_files_are_listed_as_people_sort_them():
    plan = plan_of(network([("P", 16, "0.hex")]), {"0.hex": A, "10.hex": B, "9.hex": A, "b.hex": A, "a.hex": A})
    assert plan.stale == ("9.hex", "10.hex", "a.hex", "b.hex")
    assert names_in_image(plan) == ["0.hex"]


def test_sharing_can_be_switched_off():
    plan = plan_of(network([("P", 16, "0.hex"), ("Q", 16, "1.hex")]), {"0.hex": A, "1.hex": A, "2.hex": A}, share=False)
    assert table(plan) == {"P": (None, 16, "0.hex"), "Q": (None, 16, "1.hex")}
    assert names_in_image(plan) == ["0.hex", "1.hex"]


def test_a_short_file_is_no_constant():
    plan = plan_of(network([("P", 16, "0.hex"), ("Q", 16, "1.hex")]), {"0.hex": A[:12], "1.hex": A[:12]})
    assert [p.reason for p in plan.placed] == ["its file has 12 bytes of the 16 that are allocated"] * 2
    assert table(plan)["Q"][:2] == (None, 16)


def test_a_missing_file():
    with pytest.raises(InputError) as error:
        plan_of(network([("P", 16, "0.hex"), ("Q", 16, "1.hex")]), {"0.hex": A})
    assert str(error.value) == (
        "Network.c:7: '1.hex' is loaded here, but there is no such file in hex/. Generate the network again, C and files together"
    )


@pytest.mark.parametrize(
    ("requested", "size", "fits"), [(5, 5, True), (5, 8, True), (5, 9, False), (8, 8, True), (8, 9, False), (8, 12, False)]
)
def test_a_file_may_be_larger_by_its_padding(requested, size, fits):
    code, files = network([("P", requested, "0.hex")]), {"0.hex": b"x" * size}
    if fits:
        assert table(plan_of(code, files)) == {"P": (None, requested, "0.hex")}
        return
    with pytest.raises(InputError) as error:
        plan_of(code, files)
    assert str(error.value) == (
        f"Network.c:3: '0.hex' has {size} bytes, but P is allocated with {requested}. C and files are from "
        "different runs of the generator: generate both again, into an empty folder"
    )


def test_natural_order():
    assert natural(["b", "10.hex", "a", "9.hex", "010.hex"]) == ["9.hex", "010.hex", "10.hex", "a", "b"]

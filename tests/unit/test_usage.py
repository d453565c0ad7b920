"""What a firmware takes of L3 and L2, the last byte that fits, and what is listed where one more does not."""

import pytest
from device_heap import Heap
from gapnet.errors import InputError
from gapnet.listing import as_text
from gapnet.share import Network, Options, share, share_together
from gapnet.usage import OPEN_FILE, room
from gapnet.webpage import as_html
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from networks import network

A, B = b"\xaa" * 16, b"\xbb" * 12
FILES = {"0.hex": A, "1.hex": A, "2.hex": B}
ARENA = "static int8_t *ARENA;\n"
FILLED = """void Init2() {
  ARENA = (int8_t *)cl_ram_malloc(sizeof(int8_t) * 100);
  input_0 = ARENA;
  load_file_to_ram(input_0, "2.hex");
}
"""
CODE = network([("P", 16, "0.hex"), ("Q", 16, "1.hex"), ("R", 9, "2.hex")], before=ARENA, after=FILLED)
"""Of L3, shared: 16 for P and Q, 9 for R and 100 for the arena; each rounded up to 8 that is 16 + 16 + 104. Untouched 16 more."""


def place(folder, files=FILES):
    for name, data in files.items():
        (folder / name).write_bytes(data)
    return {name: folder / name for name in files}


def run(folder, code=CODE, files=FILES, **options):
    return share("kws", {"Network.c": code.encode()}, place(folder, files), Options(**options))


def refused(folder, code=CODE, files=FILES, **options):
    with pytest.raises(InputError) as error:
        run(folder, code, files, **options)
    assert error.value.path == "kws" and error.value.exit_status == 2
    return str(error.value).splitlines()


def test_l3_filled_to_the_last_byte_passes_and_one_byte_less_fails(tmp_path):
    assert run(tmp_path, l3_size=136 + 8).manifest["budget"]["l3"] == {"bytes": 136, "untouched": 152, "limit": 136}
    assert refused(tmp_path, l3_size=136 + 7)[0] == (
        "kws: 143 bytes of L3 have room for 128, but the firmware allocates 136: 8 too many. Make something smaller, or give the "
        "size of a larger RAM:")


def test_the_last_byte_of_an_allocation_decides(tmp_path):
    assert run(tmp_path, CODE.replace("* 100", "* 104"), l3_size=144).manifest["budget"]["l3"]["bytes"] == 136
    assert "144: 8 too many" in refused(tmp_path, CODE.replace("* 100", "* 105"), l3_size=144)[0]


def test_what_takes_l3_is_listed_and_what_it_would_be_without_sharing(tmp_path):
    assert refused(tmp_path, l3_size=64)[1:] == [
        "bytes  filled from  allocation",
        "  100               ARENA",
        "   16        0.hex  P",
        "    9        2.hex  R",
        "   11               rounding up to 8",
        "  136               all",
        "  152               without sharing",
    ]


def test_a_budget_between_shared_and_untouched_needs_the_sharing(tmp_path):
    assert run(tmp_path, l3_size=144).image is not None
    lines = refused(tmp_path, l3_size=144, share=False)
    assert "allocates 152: 16 too many" in lines[0] and "   16        1.hex  Q" in lines


# 12 of the header and 18 a file: 48 for the two files of the image, 66 for the untouched three.
SHARED_L2 = 48 + 3 * OPEN_FILE
UNTOUCHED_L2 = 72 + 4 * OPEN_FILE


def test_l2_filled_to_the_last_byte_passes_and_one_byte_less_fails(tmp_path):
    budget = run(tmp_path, l2_size=SHARED_L2).manifest["budget"]
    assert budget["l2"] == {"bytes": SHARED_L2, "untouched": UNTOUCHED_L2, "limit": SHARED_L2}
    assert refused(tmp_path, l2_size=SHARED_L2 - 1) == [
        "kws: 959 bytes of L2 are planned for the file system, but its directory and open files need 960: 1 too many. Load fewer "
        "files, or plan more for it; a file that is loaded stays open, 304 bytes each:",
        "file                  loads  bytes",
        "2.hex                     2    626",
        "0.hex                     1    322",
        "header and alignment            12",
        "                               960",
        "without sharing              1,288",
    ]


def test_loads_into_l1_or_l2_keep_a_file_open_too(tmp_path):
    code = CODE + 'void Init3() { load_file_to_local(buffer, "3.hex"); load_file_to_local(buffer, "3.hex"); }\n'
    used = run(tmp_path, code, FILES | {"3.hex": b"local"}).manifest["budget"]["l2"]
    assert used == {"bytes": 72 + 5 * OPEN_FILE, "untouched": 88 + 6 * OPEN_FILE, "limit": None}


def test_a_network_that_loads_nothing_takes_nothing(tmp_path):
    budget = run(tmp_path, "void InitNetwork(void) { x = pi_l2_malloc(16); }\n", {}, l3_size=0, l2_size=0).manifest["budget"]
    assert budget == {name: {"bytes": 0, "untouched": 0, "limit": 0} for name in ("l3", "l2")}


def test_an_allocation_of_unknown_size_takes_at_least_its_file(tmp_path):
    code = CODE.replace("R = cl_ram_malloc(9)", "R = cl_ram_malloc(some_size)")
    assert run(tmp_path, code).manifest["budget"]["l3"]["bytes"] == 16 + 16 + 104
    assert "   12        2.hex  R" in refused(tmp_path, code, l3_size=64)


def test_of_many_allocations_the_largest_are_listed_and_the_others_summed_up(tmp_path):
    files = {f"{i}.hex": bytes([i]) * (8 * i + 8) for i in range(20)}
    code = network([(f"C{i}", 8 * i + 8, f"{i}.hex") for i in range(20)])
    lines = refused(tmp_path, code, files, l3_size=800)
    assert lines[2].split() == ["160", "19.hex", "C19"] and lines[16].split() == ["48", "5.hex", "C5"]
    assert lines[17].split() == ["120", "5", "more", "allocations"]
    assert [line.split()[0] for line in lines[18:]] == ["0", "1,680", "1,680"] and len(lines) == 21


def several(folder, limits=(None, None), **options):
    (folder / "a").mkdir()
    (folder / "b").mkdir()
    code = network([("P", 16, "0.hex")]), network([("S", 16, "0.hex"), ("T", 12, "2.hex")]).replace("InitNetwork", "InitOther")
    return share_together([Network(name, {"Network.c": c.encode()}, place(folder / name), Options(l3_size=limit))
                           for name, c, limit in zip("ab", code, limits, strict=True)], Options(**options), {"labels": b"x"})


def test_a_budget_is_that_of_all_networks_together(tmp_path):
    found = several(tmp_path, l3_size=40)
    assert found.manifest["budget"]["l3"] == {"bytes": 32, "untouched": 48, "limit": 32}
    # 12 of the header, 19 for `labels`, 18 for each of two files
    assert found.manifest["budget"]["l2"] == {"bytes": 72 + 2 * OPEN_FILE, "untouched": 88 + 3 * OPEN_FILE, "limit": None}
    alone = {name: r.manifest["budget"]["l3"] for name, r in found.results.items()}
    assert alone == {"a": {"bytes": 16, "untouched": 16, "limit": None}, "b": {"bytes": 32, "untouched": 32, "limit": None}}


def test_networks_that_do_not_fit_together_are_told_apart(tmp_path):
    with pytest.raises(InputError) as error:
        several(tmp_path, l3_size=39)
    lines = str(error.value).splitlines()
    assert lines[0].startswith("a, b: 39 bytes of L3 have room for 24, but the firmware allocates 32: 8 too many. ")
    assert [line.split() for line in lines[2:4]] == [["16", "0.hex", "a/P"], ["12", "2.hex", "b/T"]]


def test_a_size_that_only_the_networks_give_holds_for_all(tmp_path):
    with pytest.raises(InputError):
        several(tmp_path, limits=(None, 39))


def test_a_size_for_all_goes_before_that_of_one_network(tmp_path):
    assert several(tmp_path, limits=(8, None), l3_size=40).manifest["budget"]["l3"]["limit"] == 32


def test_people_read_how_full_a_memory_is_where_it_has_a_limit(tmp_path):
    found = run(tmp_path, l3_size=32 << 20, l2_size=4096).manifest
    assert as_text(found).splitlines()[-2:] == ["L3 136 of 33,554,424 B (0.0 %)", "L2 960 of 4,096 B (23.4 %)"]
    assert b"L2 960 of 4,096 B (23.4 %)" in as_html(found)
    assert "L3 136" not in as_text(run(tmp_path).manifest)
    older = {key: value for key, value in found.items() if key != "budget"}
    assert as_text(found).startswith(as_text(older).rstrip("\n"))


SIZES = st.lists(st.integers(1, 40), min_size=1, max_size=8)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(SIZES, st.integers(0, 400))
def test_what_passes_is_what_the_allocator_of_the_device_can_give(tmp_path, sizes, ram):
    files = {f"{i}.hex": bytes([i]) * size for i, size in enumerate(sizes)}
    code = network([(f"C{i}", size, f"{i}.hex") for i, size in enumerate(sizes)])
    heap = Heap(ram)
    given = [heap.allocate(size) for size in sizes]
    try:
        run(tmp_path, code, files, l3_size=ram, verify=False)
        assert None not in given
    except InputError:
        assert None in given


def test_room():
    assert [room(size) for size in (0, 7, 8, 15, 16, 8 << 20)] == [0, 0, 0, 0, 8, (8 << 20) - 8]

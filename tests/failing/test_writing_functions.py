"""Every SDK function that writes, frees or may write external memory blocks the constant that it receives; reads do not."""

import re

import pytest
from gapnet.analyse import analyse

WRITES = [
    "pi_ram_write(0, EXT, loc, 16)",
    "pi_ram_write_2d(0, EXT, loc, 16, 4, 4)",
    "pi_ram_write_async(0, EXT, loc, 16, 0)",
    "pi_ram_write_2d_async(0, EXT, loc, 16, 4, 4, 0)",
    "pi_ram_copy(0, EXT, loc, 16, 0)",
    "pi_ram_copy_2d(0, EXT, loc, 16, 4, 4, 0)",
    "pi_ram_copy_async(0, EXT, loc, 16, 0, 0)",
    "pi_ram_copy_2d_async(0, EXT, loc, 16, 4, 4, 0, 0)",
    "pi_cl_ram_write(0, EXT, loc, 16, 0)",
    "pi_cl_ram_write_2d(0, EXT, loc, 16, 4, 4, 0)",
    "pi_cl_ram_copy(0, EXT, loc, 16, 0, 0)",
    "pi_cl_ram_copy_2d(0, EXT, loc, 16, 4, 4, 0, 0)",
    "ram_write(EXT, loc, 16)",
    "cl_ram_write(EXT, loc, 16)",
]
FREES = ["pi_ram_free(0, EXT, 16)", "pi_cl_ram_free(0, EXT, 16, 0)", "ram_free(EXT, 16)", "cl_ram_free(EXT, 16)"]
LOADS = ['load_file_to_ram(EXT, "1.hex")']
# L3 is neither in the cores' address space nor in reach of the cluster DMA: what this code means is not known
LOCAL = [
    "mchan_transfer_1d(1 << 17, loc, EXT)",
    "mchan_transfer_1d(1 << 17, EXT, loc)",
    "mchan_transfer_2d_ext_strided(1 << 17, loc, EXT, 4, 4)",
    "pi_cl_dma_cmd(EXT, loc, 16, 1, 0)",
    "pi_cl_dma_cmd_2d(EXT, loc, 16, 4, 4, 1, 0)",
    "memcpy(EXT, loc, 16)",
    "memcpy(loc, EXT, 16)",
    "memmove(EXT, loc, 16)",
    "memset(EXT, 0, 16)",
    "pi_fs_read(0, EXT, 16)",
    "pi_cl_fs_read(0, EXT, 16, 0)",
    "ram_read(EXT, 0, 16)",
    "cl_ram_read(EXT, 0, 16)",
    "pi_cl_ram_read(0, 0, EXT, 16, 0)",
    'load_file_to_local(EXT, "1.hex")',
]
READS = [
    "pi_ram_read(0, EXT, loc, 16)",
    "pi_ram_read_2d(0, EXT, loc, 16, 4, 4)",
    "pi_ram_read_async(0, EXT, loc, 16, 0)",
    "pi_ram_read_2d_async(0, EXT, loc, 16, 4, 4, 0)",
    "pi_ram_copy(0, EXT, loc, 16, 1)",
    "pi_ram_copy_2d(0, EXT, loc, 16, 4, 4, 1)",
    "pi_ram_copy_async(0, EXT, loc, 16, 1, 0)",
    "pi_ram_copy_2d_async(0, EXT, loc, 16, 4, 4, 1, 0)",
    "pi_cl_ram_read(0, EXT, loc, 16, 0)",
    "pi_cl_ram_read_2d(0, EXT, loc, 16, 4, 4, 0)",
    "pi_cl_ram_copy(0, EXT, loc, 16, 1, 0)",
    "pi_cl_ram_copy_2d(0, EXT, loc, 16, 4, 4, 1, 0)",
    "ram_read(loc, EXT, 16)",
    "cl_ram_read(loc, EXT, 16)",
]
# one argument too many or too few: some other function of the same name
OTHERS = ["cl_ram_read(loc, EXT, 16, 0)", "cl_ram_read(loc, EXT)", "pi_cl_ram_copy_2d(0, EXT, loc, 16, 4, 4, 1)"]


def constant(call):
    code = f"""static float32_t *W;
static char loc[16];
void InitNetwork() {{
  W = cl_ram_malloc(16);
  load_file_to_ram(W, "0.hex");
}}
void RunNetwork() {{
  {call.replace("EXT", "W")};
}}
"""
    return next(c for c in analyse({"Network.c": code.encode()}).constants if c.file == "0.hex")


def name_of(call):
    return call.split("(")[0]


@pytest.mark.parametrize("call", WRITES)
def test_write(call):
    found = constant(call)
    assert (found.reason, found.where, found.proved) == (f"written by {name_of(call)}", "Network.c:8", False)


@pytest.mark.parametrize("call", FREES)
def test_free(call):
    found = constant(call)
    assert (found.reason, found.where, found.proved) == (f"freed by {name_of(call)}", "Network.c:8", False)


@pytest.mark.parametrize("call", LOADS)
def test_second_load(call):
    found = constant(call)
    assert not found.proved
    assert "more than once" in found.reason or found.reason == f"loaded by {name_of(call)}"


@pytest.mark.parametrize("call", LOCAL)
def test_taken_for_local_memory(call):
    found = constant(call)
    expected = f"its address is given to {name_of(call)} as L1 or L2 memory"
    assert (found.reason, found.where, found.proved) == (expected, "Network.c:8", False)


@pytest.mark.parametrize("call", OTHERS)
def test_unexpected_number_of_arguments(call):
    found = constant(call)
    start = f"its address is given to {name_of(call)}, whose line in the function table has "
    assert found.reason.startswith(start) and re.search(r" \d arguments, not \d$", found.reason)
    assert (found.where, found.proved) == ("Network.c:8", False)


@pytest.mark.parametrize("call", READS)
def test_read_blocks_nothing(call):
    found = constant(call)
    assert (found.reason, found.proved) == (None, True)

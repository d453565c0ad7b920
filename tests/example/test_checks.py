"""What would corrupt memory silently on a device stops the firmware, on every target."""

import signal

import pytest
from example_project import TARGETS

START = "  send_to_cluster(init_on_cluster);\n"
CONSTANT = 'void *constant = cl_ram_malloc(8192); load_file_to_ram(constant, "0.hex");'

WRONG = {
    "write_to_constant": (CONSTANT + 'ram_write(constant, "oops", 4);', "L3: write of 4 bytes to a constant: byte 0 of "),
    "write_past_the_end": ('ram_write(cl_ram_malloc(13), "and one more..", 14);', "(13 bytes) runs 1 bytes past its end"),
    "read_before_the_start": ("char one; ram_read(&one, (char *)cl_ram_malloc(8) - 1, 1);", ", which lies in no allocation"),
    "read_into_l3": ("void *memory = cl_ram_malloc(8); ram_read(memory, memory, 8);", ", which is L3 itself, not L2"),
}


def run_with_code(example, target, code):
    """What `scons run` prints where main does this after the network is set up; it must fail."""
    example.change("example_app/main.c", START, f"{START}  {{ {code} }}\n")
    try:
        return example.scons(f"target={target}", "run", status=2)
    finally:
        example.change("example_app/main.c", f"{START}  {{ {code} }}\n", START)


@pytest.mark.parametrize("case", WRONG)
@pytest.mark.parametrize("target", TARGETS)
def test_a_wrong_access_is_named(example, target, case):
    code, message = WRONG[case]
    output = run_with_code(example, target, code)
    assert message in output and "Errors" not in output
    assert f"Error {128 + signal.SIGABRT}" in output or "Error -6" in output


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("code", ["value = *memory;", "*memory = value;"])
def test_a_dereferenced_l3_pointer_stops_right_there(example, target, code):
    output = run_with_code(example, target, f"volatile char value = 0, *memory = cl_ram_malloc(8); {code} (void)value;")
    if target == "qemu":
        assert ", which only the RAM driver can reach" in output
    else:
        assert f"Error {128 + signal.SIGSEGV}" in output or "Error -11" in output
    assert "Errors" not in output

"""The example application on every target: what it reports, and that nothing is built twice."""

import re
import subprocess

import pytest
from example_project import ROOT, TARGETS, needs_qemu

README = (ROOT / "README.md").read_text()
TABLE = re.search(r"^ +untouched +shared\n([^`\n]+\n)+", README, re.MULTILINE).group()


@pytest.mark.parametrize("target", TARGETS)
def test_the_comparison_is_the_one_of_the_readme(example, target):
    """Bit for bit: the read stream, which the README shows, is the same on a 64-bit host and on a 32-bit core."""
    assert example.scons(f"target={target}", "compare").endswith(TABLE)


@pytest.mark.parametrize("target", TARGETS)
def test_the_shared_firmware_runs(example, target):
    output = example.scons(f"target={target}", "run")
    column = [line.split()[-1] for line in TABLE.splitlines()[1:-1]]
    errors, compared, requested, allocations, loads, loaded, stream = column
    assert output.endswith(f"Errors: {errors} out of {compared}\n"
                           f"L3 requested: {requested} bytes in {allocations} allocations\n"
                           f"Files loaded: {loads} ({loaded} bytes)\n"
                           f"L3 read stream: {stream}\n")


@needs_qemu
def test_the_targets_share_one_network_and_leave_each_other_alone(example):
    example.scons()
    example.scons("target=qemu")
    for target in ("host", "qemu"):
        for line in example.scons(f"target={target}").splitlines():
            assert line.endswith("is up to date."), line
    assert len(list(example.folder.rglob("Network.c"))) == 3  # generated, shared, untouched


@needs_qemu
def test_the_firmware_is_for_32_bits(example):
    example.scons("target=qemu")
    header = subprocess.run(["riscv64-unknown-elf-readelf", "-h", example.folder / "build/example/qemu/app.elf"], check=True,
                            capture_output=True, text=True).stdout
    assert re.search(r"Class: +ELF32\n", header)
    assert re.search(r"Flags: .*RVC, single-float ABI\n", header)

"""Where the cross compiler or QEMU is missing, one line names the packages; the host's build does not care."""

import pytest
from example_project import Example

GCC, LIBC, QEMU = "gcc-riscv64-unknown-elf", "picolibc-riscv64-unknown-elf", "qemu-system-misc"


@pytest.fixture
def bare(tmp_path):
    """An example whose build sees only the programs in its folder bin."""
    example = Example(tmp_path / "project")
    example.change("SConstruct", "variables.Update(env)\n", 'variables.Update(env)\nenv["ENV"]["PATH"] = Dir("#bin").abspath\n')
    (example.folder / "bin").mkdir()
    return example


def add_program(example, name, prints=""):
    path = example.folder / "bin" / name
    path.write_text(f"#!/bin/sh\necho {prints}\n")
    path.chmod(0o755)


def run_bare(example, *arguments, status=0):
    return example.scons(*arguments, status=status, environment={"PATH": str(example.folder / "bin")})


@pytest.mark.parametrize("programs, missing", [
    ({}, [GCC, LIBC, QEMU]),
    ({"riscv64-unknown-elf-gcc": "picolibc.specs"}, [LIBC, QEMU]),
    ({"riscv64-unknown-elf-gcc": "/usr/lib/picolibc.specs"}, [QEMU]),
    ({"qemu-system-riscv32": ""}, [GCC, LIBC]),
])
def test_the_packages_are_named(bare, programs, missing):
    for name, prints in programs.items():
        add_program(bare, name, prints)
    output = run_bare(bare, "target=qemu", status=2)
    assert output.strip() == ("scons: *** target=qemu needs what is not installed here; on Debian: "
                              f"apt-get install {' '.join(missing)}  Stop.")


def test_help_cleaning_and_the_host_need_none_of_them(bare):
    assert "target: what the example is built for (host|qemu|gap8|gap9|siracusa|pulp-open)" in run_bare(bare, "-h", "target=qemu")
    run_bare(bare, "-c", "target=qemu")
    run_bare(bare, "-n")


def test_an_unknown_target_is_refused(bare):
    assert "'target': 'gap10'. Valid values are: ['host', 'qemu', 'gap8'," in run_bare(bare, "target=gap10", status=2)

"""Inputs of any size, made by the benchmark: constants in Deeploy's shape, files on disk, a project of several networks."""

from __future__ import annotations

from pathlib import Path
from random import Random

PREFIX = "DeeployNetwork_"

HOST_C = """\
#include "dory_mem.h"
#include "bsp/ram.h"
static struct pi_device ram;
struct pi_device *get_ram_ptr(void) { return &ram; }
void *cl_ram_malloc(size_t size) { return (void *)size; }
void *pi_l2_malloc(int size) { return (void *)(size_t)size; }
size_t load_file_to_ram(const void *destination, const char *file) { return destination != 0 && file != 0; }
void pi_cl_ram_copy_2d(struct pi_device *device, void *external, void *local, uint32_t size, uint32_t stride, uint32_t length,
                       int ext2loc, pi_cl_ram_req_t *request) {}
void pi_cl_ram_copy_wait(pi_cl_ram_req_t *request) {}
"""
"""What the networks call, so that a program of them links."""

PLAIN = """\
DefaultEnvironment(tools=[])
env = Environment(tools=["cc", "link"], CPPPATH=["{sdk}"], CCFLAGS=["-w"])
sources = [f"gen_{{i}}/Network.c" for i in range({count})]
env.Program("build/app", ["main.c", "host.c", *sources])
"""
SHARED = """\
DefaultEnvironment(tools=[])
env = Environment(tools=["cc", "link", "gapnetwork"], CPPPATH=["{sdk}"], CCFLAGS=["-w"])
sources = [source for i in range({count}) for source in env.GapNetwork(f"build/net_{{i}}", f"gen_{{i}}").sources]
env.Program("build/app", ["main.c", "host.c", *sources])
"""


def code(sizes: list[int], suffix: str = "", file_prefix: str = "") -> str:
    """C that allocates, loads and reads a constant for each size in bytes, from files 0.hex, 1.hex and so on."""
    names = [f"{PREFIX}constant_{suffix}{i}" for i in range(len(sizes))]
    arena = f"{PREFIX}arena{suffix}"
    lines = ['#include "dory_mem.h"', '#include "bsp/ram.h"', f"static int8_t *{arena};"]
    lines += [f"static PI_L2 int8_t *{name};" for name in names]
    for name, size in zip(names, sizes):
        lines += [f"static void use_{name}(void) {{", "  pi_cl_ram_req_t request;",
                  f"  pi_cl_ram_copy_2d(get_ram_ptr(), {name}, {arena}, {size}, {size}, {size}, 1, &request);",
                  "  pi_cl_ram_copy_wait(&request);", "}"]
    lines += [f"void RunNetwork{suffix}(void) {{", *(f"  use_{name}();" for name in names), "}",
              f"void InitNetwork{suffix}(void) {{", f"  {arena} = (int8_t *)pi_l2_malloc({max(sizes)});"]
    for number, (name, size) in enumerate(zip(names, sizes)):
        lines += [f"  {name} = cl_ram_malloc({size});", f'  load_file_to_ram({name}, "{file_prefix}{number}.hex");']
    return "\n".join([*lines, "}", ""])


def write_files(folder: Path, count: int, size: int, prefix: str = "") -> None:
    """`count` files of `size` bytes; every second one repeats the one before. Written one by one: the caller stays small."""
    folder.mkdir(parents=True, exist_ok=True)
    random = Random(count)
    data = b""
    for number in range(count):
        if number % 2 == 0:
            data = random.randbytes(size)
        (folder / f"{prefix}{number}.hex").write_bytes(data)


def write_constants(folder: Path, count: int, size: int) -> Path:
    """A generated folder with `count` constants of `size` bytes, half of them duplicates."""
    write_files(folder / "hex", count, size)
    (folder / "Network.c").write_text(code([size] * count))
    return folder


def write_project(folder: Path, sconstruct: str, count: int, sdk: Path, site_scons: Path) -> Path:
    """A project of `count` small networks, and a main function that runs them."""
    folder.mkdir(parents=True)
    (folder / "site_scons").symlink_to(site_scons)
    calls = []
    for number in range(count):
        write_files(folder / f"gen_{number}" / "hex", 6, 16)
        (folder / f"gen_{number}" / "Network.c").write_text(code([16] * 6, f"_{number}"))
        calls += [f"InitNetwork_{number}();", f"RunNetwork_{number}();"]
    (folder / "main.c").write_text(f"int main(void) {{ {' '.join(calls)} return 0; }}\n")
    (folder / "host.c").write_text(HOST_C)
    (folder / "SConstruct").write_text(sconstruct.format(sdk=sdk, count=count))
    return folder

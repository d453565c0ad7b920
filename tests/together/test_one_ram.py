"""Constants of equal bytes lie in one memory only where both are known to be allocated in the same RAM."""

from __future__ import annotations

from pathlib import Path

import firmware
import pytest
from gapnet.cli import main

A = b"\xaa" * 16
TABLE = ["--function", "dev_malloc(none, size) -> l3", "--function", "dev_load(none, load, file)",
         "--function", "dev_read(none, local, read, number)"]
DECLARED = """#include "dory_mem.h"
void *dev_malloc(int device, size_t size);
void dev_load(int device, void *destination, const char *file);
void dev_read(int device, void *destination, void *source, size_t size);
"""
RAMS = DECLARED + """
static char ram[2][256];
static size_t used[2] = {8, 128};
void *dev_malloc(int device, size_t size) { return (void *)((used[device] += size) - size); }
void dev_load(int device, void *destination, const char *file) { load_file_to_ram(ram[device] + (size_t)destination, file); }
void dev_read(int device, void *destination, void *source, size_t size) {
  cl_ram_read(destination, ram[device] + (size_t)source, size);
}
"""


def network(name: str, *constants: tuple[str, str, str]) -> str:
    """C of a network with constants (symbol, device, file)."""
    declared = "".join(f"static PI_L2 int8_t *{name}_{s};\n" for s, _, _ in constants)
    filled = "".join(f'  {name}_{s} = dev_malloc({d}, 16);\n  dev_load({d}, {name}_{s}, "{f}");\n' for s, d, f in constants)
    reads = "".join(f"  dev_read({d}, buffer, {name}_{s}, 16);\n" for s, d, _ in constants)
    return (f"{DECLARED}{declared}static char buffer[16];\nstatic int device;\nvoid Init{name}(void) {{\n{filled}}}\n"
            f"void Run{name}(void) {{\n  (void)device;\n{reads}}}\n")


def shared(tmp_path: Path, networks: dict[str, str], *options: str) -> tuple[list[Path], list[Path]]:
    """Folders, and C after sharing; both are run, and read the same."""
    folders = [firmware.write(tmp_path, name, code, {"0.hex": A, "1.hex": A}) for name, code in networks.items()]
    assert main(["share", *map(str, folders), "-o", str(tmp_path / "out"), "--hex", *TABLE, *options]) == 0
    assert main(["verify", *map(str, folders), str(tmp_path / "out")]) == 0
    out = tmp_path / "out"
    sources = [(out / name if len(networks) > 1 else out) / "Network.c" for name in networks]
    (tmp_path / "rams.c").write_text(RAMS)
    calls = [f"{what}{name}" for what in ("Init", "Run") for name in networks]
    read = [firmware.run(tmp_path / "run", [*code, tmp_path / "rams.c"], files, calls)[0] for code, files in (
        ([f / "Network.c" for f in folders], folders[0] / "hex"), (sources, out / "hex"))]
    assert read[0] == read[1]
    return folders, sources


def test_two_rams_in_one_network(tmp_path: Path) -> None:
    _, (code,) = shared(tmp_path, {"One": network("One", ("W", "0", "0.hex"), ("V", "1", "1.hex"), ("U", "1", "0.hex"))})
    assert "One_U = One_V;" in code.read_text() and "One_V = dev_malloc(1, 16)" in code.read_text()


@pytest.mark.parametrize(("devices", "common"), [("01", False), ("00", True), ("11", True)])
def test_two_rams_in_two_networks(tmp_path: Path, devices: str, common: bool) -> None:
    networks = {n: network(n, ("W", d, "0.hex")) for n, d in zip(("One", "Two"), devices, strict=True)}
    _, sources = shared(tmp_path, networks)
    assert all(("gapnet_" in s.read_text()) == common for s in sources)


def test_common_memory_of_each_ram_has_a_name_of_its_own(tmp_path: Path) -> None:
    networks = {n: network(n, ("W", "0", "0.hex"), ("V", "1", "1.hex")) for n in ("One", "Two")}
    _, sources = shared(tmp_path, networks)
    assert all(s.read_text().count("__attribute__((weak)) void *gapnet_") == 2 for s in sources)


def test_a_device_that_is_a_variable_may_be_any(tmp_path: Path) -> None:
    code = network("One", ("W", "device", "0.hex"), ("V", "device", "1.hex"))
    code = code.replace("  One_V", "  device = 1;\n  One_V").replace("device, buffer, One_W", "0, buffer, One_W")
    _, (path,) = shared(tmp_path, {"One": code})
    assert path.read_text().count(" = dev_malloc(device, 16);") == 2


@pytest.mark.parametrize("devices", [("0", "1"), ("device", "device")])
def test_the_judge_knows_it_by_itself(tmp_path: Path, devices: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    code = network("One", ("W", devices[0], "0.hex"), ("V", devices[1], "1.hex"))
    (folder,), (path,) = shared(tmp_path, {"One": code})
    merged = f'  One_V = dev_malloc({devices[1]}, 16);\n  dev_load({devices[1]}, One_V, "0.hex");\n'
    assert merged in path.read_text()
    path.write_text(path.read_text().replace(merged, "  One_V = One_W;\n  \n"))
    capsys.readouterr()
    assert main(["verify", str(folder), str(tmp_path / "out")]) == 70
    assert "point" in capsys.readouterr().err

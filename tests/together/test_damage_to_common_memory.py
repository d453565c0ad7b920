"""What networks have in common is judged as strictly as what each has alone: no damage to it is accepted."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import firmware
import pytest
from gapnet.cli import main

A, B, C = (letter * 16 for letter in (b"\xaa", b"\xbb", b"\xcc"))
CONSTANTS = [("W", 16, "0.hex"), ("U", 16, "1.hex"), ("V", 16, "2.hex")]


def first(pattern: str, text: str, count: int = 1) -> Callable[[str], str]:
    def change(code: str) -> str:
        return re.sub(pattern, text, code, count=count)
    return change


def swapped(code: str) -> str:
    one, two, *_ = sorted(set(re.findall(r"gapnet_[0-9a-f]+_16", code)))
    return re.sub(rf"= \(float32_t \*\)({one}|{two});",
                  lambda m: f"= (float32_t *){two if m[1] == one else one};", code)


KINDS: dict[str, Callable[[str], str]] = {
    "never marked as loaded": first(r" *gapnet_\w+_loaded = 1;\n", ""),
    "marked before it is loaded": first(r"( *load_file_to_ram\(gapnet[^\n]*\n)( *gapnet_\w+_loaded = 1;\n)", r"\2\1"),
    "marked as not loaded": first("_loaded = 1;", "_loaded = 0;"),
    "loaded where it is loaded already": first(r"if \(!gapnet", "if (gapnet"),
    "filled unless another one is": first(r"if \(!gapnet_\w+_loaded\)", "if (!gapnet_other_loaded)"),
    "not loaded": first(r" *load_file_to_ram\(gapnet[^\n]*\n", ""),
    "not allocated": first(r" *gapnet_\w+ = cl_ram_malloc\(16\);\n", ""),
    "allocated too small": first(r"(gapnet_\w+ = cl_ram_malloc\()16", r"\g<1>15"),
    "filled from another file": first(r'(load_file_to_ram\(gapnet_\w+, )"0.hex"', r'\1"1.hex"'),
    "pointed to what another one fills": swapped,
    "not pointed to": first(r" *\w+_W = \(float32_t \*\)gapnet_\w+;\n", ""),
    "address cut": first(r"\(float32_t \*\)gapnet", "(float32_t *)(uint8_t)gapnet"),
    "not defined": first(r"__attribute__\(\(weak\)\) void \*gapnet_\w+;\n", ""),
    "flag not defined": first(r"__attribute__\(\(weak\)\) char gapnet_\w+;\n", ""),
    "defined apart": first(r"__attribute__\(\(weak\)\) void", "static void"),
    "flag defined apart": first(r"__attribute__\(\(weak\)\) char", "static char"),
    "defined but not used": first(r"__attribute__\(\(weak\)\) void \*(gapnet_\w+);\n__attribute__[^\n]*\n",
                                  r"\g<0>__attribute__((weak)) void *\1_x;\n__attribute__((weak)) char \1_x_loaded;\n"),
    "flag set elsewhere": first(r"(void Run\w+\(void\) \{\n)", r"\1  gapnet_x_loaded = 1;\n"),
    "not loaded, behind a comment": first(r"( *load_file_to_ram\(gapnet)", r"  // \\ \n\1"),
    "not named after its bytes": first(r"(gapnet_)[0-9a-f]{8}", r"\g<1>00000000", count=0),
    "more in the block": first(r"( *)(gapnet_\w+_loaded = 1;)", r"\1\2 return;"),
}


@pytest.fixture
def shared(tmp_path: Path) -> tuple[list[Path], Path]:
    files = {"0.hex": A, "1.hex": B, "2.hex": C}
    folders = [firmware.write(tmp_path, name, firmware.network(name, CONSTANTS), files) for name in ("one", "two")]
    assert main(["share", *map(str, folders), "-o", str(tmp_path / "out")]) == 0
    assert main(["verify", *map(str, folders), str(tmp_path / "out")]) == 0
    return folders, tmp_path / "out"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("network", ["one", "two"])
def test_it_is_caught(shared: tuple[list[Path], Path], kind: str, network: str, capsys: pytest.CaptureFixture[str]) -> None:
    folders, out = shared
    path = out / network / "Network.c"
    code = path.read_text()
    changed = KINDS[kind](code)
    if kind == "flag set elsewhere":
        changed = changed.replace("gapnet_x_", re.findall(r"gapnet_[0-9a-f]+_16_", code)[0])
    assert changed != code
    path.write_text(changed)
    capsys.readouterr()
    assert main(["verify", *map(str, folders), str(out)]) == 70
    assert "manifest.json" not in capsys.readouterr().err


def test_what_is_not_proved_is_not_common(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Put into the C by hand what sharing would not: the judge proves for itself."""
    written = firmware.network("one", CONSTANTS[:1]).replace("cl_ram_read", "cl_ram_write")
    folders = [firmware.write(tmp_path, "one", written, {"0.hex": A}),
               firmware.write(tmp_path, "two", firmware.network("two", CONSTANTS[:1]), {"0.hex": A})]
    assert main(["share", *map(str, folders), "-o", str(tmp_path / "out")]) == 0
    assert "gapnet_" not in (tmp_path / "out" / "one" / "Network.c").read_text()
    harmless = [firmware.write(tmp_path / "harmless", name, firmware.network(name, CONSTANTS[:1]), {"0.hex": A})
                for name in ("one", "two")]
    assert main(["share", *map(str, harmless), "-o", str(tmp_path / "wrong")]) == 0
    for name in ("one", "two"):
        code = (tmp_path / "wrong" / name / "Network.c").read_text()
        (tmp_path / "out" / name / "Network.c").write_text(code.replace("cl_ram_read", "cl_ram_write") if name == "one" else code)
    capsys.readouterr()
    assert main(["verify", *map(str, folders), str(tmp_path / "out")]) == 70
    assert "Network.c:one_W shares memory, but is not proved read-only" in capsys.readouterr().err

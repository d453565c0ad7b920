"""What is put into the C means there what it says: names that the C uses otherwise keep networks apart."""

from __future__ import annotations

import re
from pathlib import Path

import firmware
import pytest
from gapnet.cli import main
from gapnet.contents import digest_of

A = b"\xaa" * 16
COMMON = f"gapnet_{digest_of(A)}_16"
INIT = "void InitTwo(void) {\n"
BEFORE = "static char buffer"
HIDDEN = {
    "a local flag": (INIT, INIT + f"  char {COMMON}_loaded = 1;\n  (void){COMMON}_loaded;\n"),
    "a local pointer": (INIT, INIT + f"  void *{COMMON} = buffer;\n  (void){COMMON};\n"),
    "a static flag": (BEFORE, f"static char {COMMON}_loaded = 1;\nchar *flag = &{COMMON}_loaded;\n{BEFORE}"),
    "a macro for the flag": (BEFORE, f"#define {COMMON}_loaded buffer[0]\n{BEFORE}"),
    "a macro for if": (BEFORE, f"#define if(condition) if (!(condition))\n{BEFORE}"),
    "a macro that makes the flag": (INIT, f"#define ALL(x) gap##net_##x\n{INIT}  char ALL({COMMON[7:]}_loaded) = 1;\n"
                                          f"  (void)ALL({COMMON[7:]}_loaded);\n"),
    "a macro for weak": (BEFORE, f"#define weak noinline\n{BEFORE}"),
}


def networks(folder: Path, old: str, new: str) -> list[Path]:
    code = {name: firmware.network(name, [("W", 16, "0.hex")]) for name in ("One", "Two")}
    assert old in code["Two"]
    code["Two"] = code["Two"].replace(old, new, 1)
    return [firmware.write(folder, name, text, {"0.hex": A}) for name, text in code.items()]


@pytest.mark.parametrize("kind", HIDDEN)
def test_a_name_of_common_memory_that_means_something_else(tmp_path: Path, kind: str) -> None:
    folders = networks(tmp_path, *HIDDEN[kind])
    assert main(["share", *map(str, folders), "-o", str(tmp_path / "out"), "--hex"]) == 0
    sources = [tmp_path / "out" / f.name / "Network.c" for f in folders]
    for linked in (sources, sources[::-1]):
        lines = firmware.run(tmp_path / "run", linked, tmp_path / "out" / "hex", ["InitOne", "InitTwo", "RunOne", "RunTwo"])
        assert lines[0] == "aa" * 16 + " " + "aa" * 16 + " "


@pytest.mark.parametrize("kind", HIDDEN)
def test_the_judge_knows_it_by_itself(tmp_path: Path, kind: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The same put into the C of both programs behind our back."""
    folders = networks(tmp_path, BEFORE, BEFORE)
    assert main(["share", *map(str, folders), "-o", str(tmp_path / "out")]) == 0
    for path in (folders[1] / "Network.c", tmp_path / "out" / "Two" / "Network.c"):
        path.write_text(path.read_text().replace(*HIDDEN[kind]))
    capsys.readouterr()
    assert main(["verify", *map(str, folders), str(tmp_path / "out")]) == 70
    assert re.search("already|another meaning", capsys.readouterr().err)


@pytest.mark.parametrize("common", [True, False])
@pytest.mark.parametrize("local", ["typedef uint16_t addr_t;", "int addr_t = 0; (void)addr_t;"])
def test_a_local_of_the_name_of_the_type(tmp_path: Path, local: str, common: bool) -> None:
    """The cast would cut the address, or be none."""
    code = firmware.network("Two", [("V", 16, "0.hex"), ("W", 16, "1.hex")])
    code = code.replace("static PI_L2 float32_t *Two_W", "typedef uintptr_t addr_t;\nstatic addr_t Two_W").replace(
        "Two_W = cl", "Two_W = (uintptr_t)cl").replace("ram(Two_W", "ram((void *)Two_W").replace("r, Two_W", "r, (void *)Two_W")
    folders = [firmware.write(tmp_path, "Two", code.replace(INIT, f"{INIT}  {local}\n"), {"0.hex": A if not common else b"b" * 16,
                                                                                       "1.hex": A})]
    if common:
        folders.append(firmware.write(tmp_path, "One", firmware.network("One", [("W", 16, "0.hex")]), {"0.hex": A}))
    assert main(["share", *map(str, folders), "-o", str(tmp_path / "out"), "--hex"]) == 0
    place = tmp_path / "out" / "Two" if common else tmp_path / "out"
    flags = ["-Wno-unused-local-typedefs"]
    lines = firmware.run(tmp_path / "run", [place / "Network.c"], tmp_path / "out" / "hex", ["InitTwo", "RunTwo"], flags)
    assert lines == firmware.run(tmp_path / "run", [folders[0] / "Network.c"], folders[0] / "hex", ["InitTwo", "RunTwo"], flags)


def test_names_of_files_that_a_network_asks_for_in_vain_stay_free(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`7.hex` and `Two_0.hex` are no files of the first network, and are none for it afterwards."""
    asks = 'const char *optional[] = {"7.hex", "Two_0.hex"};\nstatic char buffer'
    code = firmware.network("One", [("W", 16, "0.hex")]).replace(BEFORE, asks)
    two = firmware.network("Two", [("W", 16, "0.hex"), ("V", 16, "7.hex")])
    folders = [firmware.write(tmp_path, "One", code, {"0.hex": A}),
               firmware.write(tmp_path, "Two", two, {"0.hex": b"b" * 16, "7.hex": b"c" * 16})]
    assert main(["share", *map(str, folders), "-o", str(tmp_path / "out"), "--hex"]) == 0
    assert main(["verify", *map(str, folders), str(tmp_path / "out")]) == 0
    assert sorted(p.name for p in (tmp_path / "out" / "hex").iterdir()) == ["0.hex", "Two2_0.hex", "Two_7.hex"]
    path = folders[1] / "Network.c"
    path.write_text(two.replace(BEFORE, f'const char *second[] = {{"7.hex"}};\n{BEFORE}'))
    capsys.readouterr()
    assert main(["share", *map(str, folders), "-o", str(tmp_path / "out")]) == 2
    said = capsys.readouterr().err
    assert said.startswith("Two needs a file '7.hex' in the image, but One names it, too, and has no such file. ")


@pytest.mark.parametrize("several", [False, True])
def test_a_plain_file_is_for_the_network_that_names_it(tmp_path: Path, several: bool) -> None:
    code = firmware.network("One", [("W", 16, "0.hex")]).replace(BEFORE, f'const char *labels = "labels.txt";\n{BEFORE}')
    folders = [firmware.write(tmp_path, "One", code, {"0.hex": A})]
    folders += [firmware.write(tmp_path, "Two", firmware.network("Two", [("W", 16, "0.hex")]), {"0.hex": A})] if several else []
    (tmp_path / "labels.txt").write_bytes(b"yes no")
    out = tmp_path / "out"
    assert main(["share", *map(str, folders), "-o", str(out), "--hex", "--file", str(tmp_path / "labels.txt")]) == 0
    assert main(["verify", *map(str, folders), str(out)]) == 0
    assert (out / "hex" / "labels.txt").read_bytes() == b"yes no"


@pytest.mark.parametrize("name", ["hex", "readfs.img", "manifest.json", "report.html"])
def test_a_network_is_not_called_as_what_lies_beside_it(tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]) -> None:
    folders = [firmware.write(tmp_path, n, firmware.network(c, [("W", 16, "0.hex")]), {"0.hex": A})
               for n, c in ((name, "One"), ("two", "Two"))]
    assert main(["share", *map(str, folders), "-o", str(tmp_path / "out"), "--hex"]) == 2
    assert capsys.readouterr().err.startswith(f"a network is called {name}, as what is written beside")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("size", ["sizeof(int) * 4", "sizeof(unsigned) * 4", "sizeof(double) * 2"])
def test_sizes_of_every_type_that_is_known(tmp_path: Path, size: str) -> None:
    folders = networks(tmp_path, "malloc(16)", f"malloc({size})")
    assert main(["share", *map(str, folders), "-o", str(tmp_path / "out")]) == 0
    assert COMMON in (tmp_path / "out" / "Two" / "Network.c").read_text()

"""Inputs far larger than any network: the right result, in bounded memory. Limits are several times what was measured."""

import json

import pytest
from gapnet.image import parse
from networks import network, write_folder
from runs import run_measured

pytestmark = pytest.mark.slow
MIB = 1 << 20
SHARE = ("share", "net", "--output", "out")


def run(folder, mebibytes, *arguments):
    """One run that must succeed within some memory; the manifest."""
    status, said, faults, peak = run_measured(folder, *SHARE, *arguments)
    assert (status, faults) == (0, "")
    print(f"{peak / MIB:.0f} MiB of {mebibytes}: {said.strip()}")
    assert peak < mebibytes * MIB
    return json.loads((folder / "out/manifest.json").read_text())


def test_three_thousand_constants(tmp_path):
    constants = [(f"c{i}", 16, f"{i}.hex") for i in range(3000)]
    write_folder(tmp_path / "net", network(constants), {f: (int(f[:-4]) // 2).to_bytes(16, "little") for _, _, f in constants})
    totals = run(tmp_path, 500)["totals"]
    assert totals["l3_requested_bytes"] == {"before": 48000, "after": 24000}
    assert totals["files"] == {"before": 3000, "after": 1500}
    files = parse((tmp_path / "out/readfs.img").read_bytes())
    assert [int.from_bytes(f.data, "little") for f in files] == list(range(1500))


def test_a_constant_of_64_megabytes(tmp_path):
    size = 64 * MIB
    data = bytes(range(256)) * (size // 256)
    write_folder(tmp_path / "net", network([("P", size, "0.hex"), ("Q", size, "1.hex")]), {"0.hex": data, "1.hex": data})
    totals = run(tmp_path, 900)["totals"]
    assert totals["l3_requested_bytes"] == {"before": 2 * size, "after": size}
    assert [f.data == data for f in parse((tmp_path / "out/readfs.img").read_bytes())] == [True]


@pytest.mark.parametrize("kind", ["comment", "string", "numbers", "blanks"])
def test_a_line_of_8_megabytes(tmp_path, kind):
    long = {"comment": "// " + "x" * (8 * MIB), "string": 'static const char *s = "' + "x" * (8 * MIB) + '";',
            "numbers": "static const char t[] = {" + "1," * (4 * MIB) + "};", "blanks": " " * (8 * MIB)}[kind] + "\n"
    code = network([("P", 16, "0.hex"), ("Q", 16, "1.hex")], before=long)
    write_folder(tmp_path / "net", code, {"0.hex": b"\1" * 16, "1.hex": b"\1" * 16})
    manifest = run(tmp_path, 1500)
    assert manifest["networks"][0]["constants"][1]["shared_with"] == "P"
    before = 'Q = cl_ram_malloc(16);\n  load_file_to_ram(Q, "1.hex");'
    assert (tmp_path / "out/Network.c").read_text() == code.replace(before, "Q = P;\n  ")


@pytest.mark.parametrize("deep", ["if (a) {%s}", "{%s}", "a = (%s);", "f((%s));"])
def test_nested_200_deep(tmp_path, deep):
    before, after = deep.split("%s")
    if "(" in after or deep.startswith(("a", "f")):
        body = before.rstrip("(") + "(" * 200 + "a" + ")" * 200 + after.lstrip(")")
    else:
        body = before * 200 + after * 200
    code = network([("P", 16, "0.hex"), ("Q", 16, "1.hex")], after=f"static void g(int a) {{ {body} }}\n")
    write_folder(tmp_path / "net", code, {"0.hex": b"\1" * 16, "1.hex": b"\1" * 16})
    assert run(tmp_path, 300)["networks"][0]["constants"][1]["shared_with"] == "P"


def test_alignment_up_to_the_largest(tmp_path):
    write_folder(tmp_path / "net", network([("P", 16, "0.hex"), ("R", 16, "1.hex")]), {"0.hex": b"\1" * 16, "1.hex": b"\2" * 16})
    run(tmp_path, 300, "--align", str(MIB))
    assert [f.offset for f in parse((tmp_path / "out/readfs.img").read_bytes())] == [MIB, 2 * MIB]

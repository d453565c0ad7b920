"""The result for people: numbers and reasons."""

from gapnet.listing import as_text, headline
from gapnet.report import doubled_constants, summary
from gapnet.share import Options, share
from gapnet.terminal import Look
from networks import network

A, B = b"\xaa" * 16, b"\xbb" * 16


def manifest(tmp_path, code, files, name="kws", sharing=True):
    for file, data in files.items():
        (tmp_path / file).write_bytes(data)
    return share(name, {"Network.c": code.encode()}, {file: tmp_path / file for file in files}, Options(share=sharing)).manifest


TWO = network([("P", 16, "0.hex"), ("Q", 16, "1.hex")])
WRITTEN = network([("P", 16, "0.hex"), ("Q", 16, "1.hex")], after="void Run() {\n  cl_ram_write(Q, 0, 16);\n}\n")


def test_summary_of_a_gain(tmp_path):
    found = manifest(tmp_path, TWO, {"0.hex": A, "1.hex": A})
    assert summary(found) == "kws: L3 32 -> 16 B, 2 -> 1 files, 1 shared, 0 doubled"


def test_large_counts_are_as_easy_to_read_as_large_sizes(tmp_path):
    found = manifest(tmp_path, TWO, {"0.hex": A, "1.hex": A})
    found["networks"][0]["constants"] *= 1234
    assert ", 1,234 shared, " in summary(found)
    found = manifest(tmp_path, WRITTEN, {"0.hex": A, "1.hex": A})
    first, second = found["networks"][0]["constants"]
    found["networks"][0]["constants"] = [first, *({**second, "name": f"Q{i}"} for i in range(1234))]
    plain = headline(found)
    assert ", 0 shared, 1,234 doubled" in plain
    assert headline(found, Look(80, True)) == plain.replace("kws", "\x1b[1mkws\x1b[0m").replace(
        "1,234 doubled", "\x1b[33m1,234 doubled\x1b[0m")


def test_summary_of_nothing_equal(tmp_path):
    found = manifest(tmp_path, TWO, {"0.hex": A, "1.hex": B})
    assert summary(found) == "kws: L3 32 -> 32 B, 2 -> 2 files, 0 shared, 0 doubled (0 shared: no two constants are equal)"


def test_summary_of_what_was_refused(tmp_path):
    found = manifest(tmp_path, WRITTEN, {"0.hex": A, "1.hex": A})
    assert summary(found) == (
        "kws: L3 32 -> 32 B, 2 -> 1 files, 0 shared, 1 doubled (0 shared: written by cl_ram_write, Network.c:10)"
    )
    assert [c["name"] for c in doubled_constants(found)] == ["Q"]


def test_summary_without_sharing(tmp_path):
    found = manifest(tmp_path, TWO, {"0.hex": A, "1.hex": A}, sharing=False)
    assert summary(found).endswith("0 shared, 1 doubled (0 shared: sharing is off)")


def test_summary_of_nothing(tmp_path):
    found = manifest(tmp_path, "void InitNetwork() { }\n", {})
    assert summary(found) == "kws: loads nothing into L3, nothing to share"
    assert "no file is loaded: no readfs image" in as_text(found)


def test_text(tmp_path):
    code = WRITTEN + "void More() { load_file_to_ram(X, names[0]); }\n"
    text = as_text(manifest(tmp_path, code, {"0.hex": A, "1.hex": A, "2.hex": B}))
    assert "Network.c:10: written by cl_ram_write" in text
    assert "Network.c:12: loads a name that is no literal, so every file is shipped" in text
    rows = [line.split() for line in text.splitlines()]
    assert ["L3", "requested", "32", "B", "32", "B", "0.0", "%"] in rows


def test_text_names_stale_files(tmp_path):
    text = as_text(manifest(tmp_path, TWO, {"0.hex": A, "1.hex": A, "7.hex": B}))
    assert "kws: not shipped, nothing loads them: 7.hex" in text
    assert ["L3", "requested", "32", "B", "16", "B", "50.0", "%"] in [line.split() for line in text.splitlines()]

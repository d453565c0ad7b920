"""The command line: exit status, one line on stderr, and nothing on disk when the input is at fault."""

import json
import subprocess
import sys
from pathlib import Path

import pytest
from gapnet import cli, share_command
from gapnet.errors import InternalError
from gapnet.image import parse
from networks import network, write_folder

A, B = b"\xaa" * 16, b"\xbb" * 16
PACKAGE = Path(cli.__file__).parent.parent


@pytest.fixture
def net(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code = network([("P", 16, "0.hex"), ("Q", 16, "1.hex"), ("R", 16, "2.hex")])
    return write_folder(tmp_path / "net", code, {"0.hex": A, "1.hex": A, "2.hex": B}, Network_h="int a;\n")


def snapshot(folder):
    return {str(p.relative_to(folder)): p.read_bytes() if p.is_file() else None for p in sorted(folder.rglob("*"))}


def test_share(net, capsys):
    before = snapshot(net)
    assert cli.main(["share", "net", "--output", "out"]) == 0
    out = capsys.readouterr()
    assert out.out == "net: L3 48 -> 32 B, 3 -> 2 files, 1 shared, 0 doubled\n"
    assert out.err == ""
    assert sorted(p.name for p in Path("out").iterdir()) == [
        "Network.c",
        "Network.h",
        "analysis.json",
        "manifest.json",
        "readfs.img",
        "report.html",
    ]
    assert "Q = P;" in Path("out/Network.c").read_text()
    assert [(f.name, f.data) for f in parse(Path("out/readfs.img").read_bytes())] == [("0.hex", A), ("2.hex", B)]
    assert snapshot(net) == before


def test_the_same_input_gives_the_same_bytes(net):
    assert cli.main(["share", "net", "-o", "one"]) == cli.main(["share", str(net), "-o", str(net.parent / "two")]) == 0
    assert snapshot(Path("one")) == snapshot(Path("two"))


def test_options(net, capsys):
    assert (
        cli.main(
            ["share", "net", "-o", "out", "--hex", "--name", "kws", "--align", "64", "--verbose", "--function", "my_read(read)"]
        )
        == 0
    )
    assert sorted(p.name for p in Path("out/hex").iterdir()) == ["0.hex", "2.hex"]
    assert json.loads(Path("out/manifest.json").read_text())["networks"][0]["name"] == "kws"
    assert parse(Path("out/readfs.img").read_bytes())[0].offset == 64
    assert "image" in capsys.readouterr().out


def test_no_share(net):
    assert cli.main(["share", "net", "-o", "out", "--no-share"]) == 0
    assert Path("out/Network.c").read_bytes() == (net / "Network.c").read_bytes()
    assert [f.name for f in parse(Path("out/readfs.img").read_bytes())] == ["0.hex", "1.hex", "2.hex"]


def test_its_own_output_comes_out_as_it_is(net):
    assert cli.main(["share", "net", "-o", "out", "--hex", "--name", "n"]) == 0
    assert cli.main(["share", "out", "-o", "again", "--hex", "--name", "n"]) == 0
    for name in ("Network.c", "Network.h", "readfs.img", "hex/0.hex", "hex/2.hex"):
        assert Path("again", name).read_bytes() == Path("out", name).read_bytes()


def test_what_a_former_run_wrote_goes_and_what_a_user_wrote_stays(net):
    assert cli.main(["share", "net", "-o", "out", "--hex"]) == 0
    Path("out/hex/mine.txt").write_text("mine")
    Path("out/notes.txt").write_text("mine")
    (net / "Network.c").write_text(network([("P", 16, "0.hex")]))
    assert cli.main(["share", "net", "-o", "out", "--hex"]) == 0
    assert sorted(p.name for p in Path("out/hex").iterdir()) == ["0.hex", "mine.txt"]
    assert Path("out/notes.txt").read_text() == "mine"
    (net / "Network.c").write_text("void InitNetwork() { }\n")
    assert cli.main(["share", "net", "-o", "out"]) == 0
    assert not Path("out/readfs.img").exists()


def test_a_budget_that_the_firmware_fills(net, capsys):
    assert cli.main(["share", "net", "-o", "out", "--l3-size", "0x28", "--l2-size", "1K", "-v"]) == 0
    assert capsys.readouterr().out.splitlines()[-3:] == ["L3 32 of 32 B (100.0 %)", "L2 656 of 1,024 B (64.1 %)", ""]
    assert json.loads(Path("out/manifest.json").read_text())["budget"] == {
        "l3": {"bytes": 32, "untouched": 48, "limit": 32},
        "l2": {"bytes": 656, "untouched": 984, "limit": 1024},
    }
    assert cli.main(["share", "net", "-o", "out", "--board", "gap9_evk"]) == 0
    assert json.loads(Path("out/manifest.json").read_text())["budget"]["l3"]["limit"] == (32 << 20) - 8


@pytest.mark.parametrize(
    ("options", "start"),
    [
        (["--l3-size", "39"], "net: 39 bytes of L3 have room for 24, but the firmware allocates 32: 8 too many. Make "),
        (["--board", "gapuino", "--l3-size", "16"], "net: 16 bytes of L3 have room for 8, "),
        (["--l2-size", "655", "--name", "kws"], "net: 655 bytes of L2 are planned for the file system, but "),
    ],
)
def test_a_firmware_that_does_not_fit_changes_nothing(net, capsys, options, start):
    assert cli.main(["share", "net", "-o", "out", "--hex"]) == 0
    capsys.readouterr()
    before = snapshot(net.parent)
    assert cli.main(["share", "net", "-o", "out", "--hex", *options]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.startswith(start) and "without sharing" in err.splitlines()[-1]
    assert snapshot(net.parent) == before


def test_without_hex_no_files_of_another_image_lie_about(net, capsys):
    assert cli.main(["share", "net", "-o", "out", "--hex"]) == 0
    Path("out/hex/mine.txt").write_text("mine")
    (net / "hex" / "2.hex").write_bytes(B[::-1][:-1] + b"x")
    assert cli.main(["share", "net", "-o", "out"]) == 0
    assert [p.name for p in Path("out/hex").iterdir()] == ["mine.txt"]
    Path("out/hex/mine.txt").rename("out/hex/0.hex")
    assert cli.main(["share", "net", "-o", "out"]) == 0
    assert Path("out/hex/0.hex").read_text() == "mine"


def test_verify_takes_the_manifest_and_says_what_was_given_wrongly(net, capsys):
    more = write_folder(net.parent / "more", network([("T", 16, "0.hex")]).replace("InitNetwork", "InitMore"), {"0.hex": B})
    assert cli.main(["share", "net", more.name, "-o", "out", "--hex"]) == 0
    assert cli.main(["verify", "net", "more", "out/manifest.json"]) == 0
    for wrong, said in ((["more", "net"], "the result is of net, more, but more, net are given. Give the folders"),
                        (["net"], "the result is of 2 networks, but 1 folders are given. Give the folders")):
        capsys.readouterr()
        assert cli.main(["verify", *wrong, "out"]) == 2
        assert capsys.readouterr().err.startswith(said)


def test_networks_that_do_not_fit_together_are_named_by_their_folders(net, capsys):
    write_folder(net.parent / "more" / "kws", network([("T", 16, "0.hex")]).replace("InitNetwork", "InitKws"), {"0.hex": B})
    assert cli.main(["share", "net", "more/kws", "-o", "out", "--l3-size", "24"]) == 2
    err = capsys.readouterr().err
    assert err.startswith("net, more/kws: 24 bytes of L3 have room for 16, ") and " net/P\n" in err
    assert not Path("out").exists()


@pytest.mark.parametrize("error", [InternalError("two edits overlap"), ZeroDivisionError("x")])
def test_a_bug_of_ours_says_so(net, capsys, monkeypatch, error):
    def fail(*_, **__):
        raise error

    monkeypatch.setattr(share_command, "share_together", fail)
    monkeypatch.delenv("GAPNET_TRACEBACK", raising=False)
    assert cli.main(["share", "net", "-o", "out"]) == 70
    out, err = capsys.readouterr()
    assert "this is a bug of gapnet, not of your input" in err and str(error) in err
    assert err.count("\n") == 1 and not Path("out").exists()


def test_inspect_a_folder_an_image_and_a_manifest(net, capsys):
    assert cli.main(["share", "net", "-o", "out"]) == 0
    capsys.readouterr()
    shown = {}
    for path in ("net", "out/readfs.img", "out/manifest.json"):
        assert cli.main(["inspect", path]) == 0
        shown[path] = capsys.readouterr().out
    assert shown["net"] == shown["out/manifest.json"]
    rows = [line.split() for line in shown["out/readfs.img"].splitlines()]
    assert [row[:3] for row in rows] == [
        ["name", "size", "offset"],
        ["0.hex", "16", "48"],
        ["2.hex", "16", "64"],
        ["2", "files,", "80"],
    ]


@pytest.mark.parametrize(
    "text", ["{", "{}", '{"schema": 2}', '{"schema": 1}', '{"schema": 1, "networks": [], "totals": {}}', '{"schema": []}']
)
def test_inspect_what_is_no_manifest(net, capsys, text):
    Path("m.json").write_text(text)
    assert cli.main(["inspect", "m.json"]) == 2
    assert capsys.readouterr().err.startswith("m.json: ")


def test_as_a_program(net):
    def run(*arguments):
        return subprocess.run(
            [sys.executable, "-m", "gapnet", *arguments], capture_output=True, text=True, env={"PYTHONPATH": str(PACKAGE)}
        )

    assert run("share", "net", "--output", "out").returncode == 0
    failed = run("share", "nowhere", "--output", "out")
    assert (failed.returncode, failed.stdout) == (2, "")
    assert failed.stderr == "nowhere: there is no such folder. Give the folder that the generator wrote: C, headers and hex/\n"
    assert run("--version").stdout.startswith("gapnet ")
    assert run().returncode == 2


@pytest.mark.parametrize("name", [0, None, False, "", ".", "..", "a/b", [], {}, 1.5])
def test_a_damaged_manifest_of_an_earlier_run_removes_nothing(tmp_path, name):
    source = write_folder(tmp_path / "net", network([("W", 4, "0.hex")]), {"0.hex": b"AAAA"})
    (tmp_path / "out").mkdir()
    (tmp_path / "keep.c").write_text("")
    networks = [{"name": name, "sources": ["keep.c", name], "headers": []}] * 2
    (tmp_path / "out" / "manifest.json").write_text(json.dumps({"networks": networks, "image": {"files": ["keep.c", name]}}))
    assert cli.main(["share", str(source), "-o", str(tmp_path / "out"), "--hex"]) == 0
    assert (tmp_path / "keep.c").exists()


def test_an_interrupt_while_a_class_is_made_is_no_bug(capsys, monkeypatch):
    class Interrupted:
        def __set_name__(self, owner, name):
            raise KeyboardInterrupt

    def imported(name, package):
        return type("Made", (), {"field": Interrupted()})

    monkeypatch.setattr(cli, "import_module", imported)
    assert cli.main(["share", "net", "-o", "out"]) == 130
    assert capsys.readouterr().err == "interrupted; nothing is half-written\n"

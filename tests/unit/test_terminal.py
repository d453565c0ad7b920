"""What a terminal gets: transcripts at 80 and 120 columns, with colour and without, and the rules for both.

`GAPNET_GOLDEN=write pytest tests/unit/test_terminal.py` writes the transcripts anew; read what has changed.
"""

import io
import os
import re
import shutil
from pathlib import Path

import pytest
from gapnet.cli import main
from gapnet.errors import InputError
from gapnet.terminal import PLAIN, Look, fault, look, shortened, visible, wants_colour, width, wrapped
from networks import network, write_folder

HERE = Path(__file__).parent / "terminal"
A, B, C = b"\xaa" * 16, b"\xbb" * 16, b"\xcc" * 512
LONG = "DeeployNetwork_node_0_classifier_blocks_1_self_attn_Transpose_5__0_tensor"
DUPLICATE = f"{LONG}_DUPLICATE_FOR_node_190_classifier_blocks_1_self_attn_MatMul_4_MatMul_Grad_FusedMatMul_0_1_Gemm_backward"
KWS = network([("W_a", 16, "0.hex"), ("W_b", 16, "1.hex"), (LONG, 512, "2.hex"), (DUPLICATE, 512, "3.hex"), ("W_c", 16, "4.hex")],
              after="void RunNetwork(int core_id) {\n  cl_ram_write(W_b, 0, 16);\n  tell(W_c, \"a name that is no file\");\n}\n")
VWW = network([("V", 512, "0.hex"), ("U", 16, "1.hex")])
COMMANDS = (
    "share kws -o old",
    "share kws -o old --verbose --l3-size 8M",
    "share kws vww -o both -v",
    "share vww -o alone",
    "share kws -o off --no-share",
    "inspect old",
    "inspect old/readfs.img",
    "diff old/manifest.json old",
    "diff old new",
    "diff both new --max-growth 0 --require-shared W_b --require-shared kws/W_a",
    "diff old/manifest.json nowhere",
    "share more -o out",
)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Two networks, and a result in new/ of the first one with other bytes."""
    monkeypatch.chdir(tmp_path)
    write_folder(tmp_path / "kws", KWS, {"0.hex": A, "1.hex": A, "2.hex": C, "3.hex": C, "4.hex": B, "7.hex": B})
    write_folder(tmp_path / "vww", VWW, {"0.hex": C, "1.hex": B})
    shutil.copytree(tmp_path / "kws", tmp_path / "other/kws")
    (tmp_path / "other/kws/hex/3.hex").write_bytes(b"\xdd" * 512)
    (tmp_path / "other/kws/hex/4.hex").write_bytes(A)
    assert main(["share", "other/kws", "-o", "new"]) == 0
    return tmp_path


@pytest.mark.parametrize("colour", [False, True], ids=["plain", "colour"])
@pytest.mark.parametrize("columns", [80, 120])
def test_transcript(folder, columns, colour, monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", str(columns))
    if colour:
        monkeypatch.setenv("FORCE_COLOR", "1")
    text = ""
    capsys.readouterr()
    for command in COMMANDS:
        status = main(command.split())
        said = capsys.readouterr()
        text += f"$ gapnet {command}\n{said.out}{said.err}" + (f"[{status}]\n" if status else "") + "\n"
    plain = re.sub(r"\x1b\[[\d;]*m", "", text)
    assert (plain != text) == colour and "\x1b" not in plain
    if colour:
        monkeypatch.setenv("NO_COLOR", "1")
        without = "".join(f"$ gapnet {c}\n{_all(main, c, capsys)}" for c in COMMANDS)
        assert without.split() == re.sub(r"^\[\d+\]$", "", plain, flags=re.M).split()  # colour says nothing of its own
    tables = plain.split("$ gapnet diff old/manifest.json nowhere")[0]
    lines = [line for line in tables.splitlines() if not line.startswith(("$", "new:"))]
    headlines = [line for line in lines if "->" in line and " files, " in line]
    assert max(len(line) for line in lines if line not in headlines) <= columns
    golden = HERE / f"{columns}{'-colour' if colour else ''}.txt"
    if os.environ.get("GAPNET_GOLDEN") == "write":
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(text.replace("\x1b", "\\e"), encoding="utf-8")
    assert text.replace("\x1b", "\\e") == golden.read_text(encoding="utf-8")


def _all(run, command, capsys):
    run(command.split())
    said = capsys.readouterr()
    return said.out + said.err


def test_nothing_that_is_written_has_colour(folder, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert main("share kws vww -o coloured -v".split()) == 0
    assert b"\x1b" not in b"".join(p.read_bytes() for p in (folder / "coloured").rglob("*") if p.is_file())


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(("environment", "tty", "pipe"), [
    ({}, True, False), ({"TERM": "xterm"}, True, False), ({"TERM": "dumb"}, False, False), ({"NO_COLOR": "1"}, False, False),
    ({"NO_COLOR": ""}, True, False), ({"FORCE_COLOR": "1"}, True, True), ({"FORCE_COLOR": "0"}, False, False),
    ({"FORCE_COLOR": ""}, True, False), ({"CLICOLOR_FORCE": "1"}, True, True), ({"CLICOLOR_FORCE": "0"}, True, False),
    ({"CLICOLOR": "0"}, False, False), ({"CLICOLOR": "1"}, True, False), ({"NO_COLOR": "1", "FORCE_COLOR": "1"}, False, False),
    ({"FORCE_COLOR": "1", "TERM": "dumb"}, True, True)])
def test_colour_by_the_usual_rules(environment, tty, pipe):
    assert (wants_colour(Terminal(), environment), wants_colour(io.StringIO(), environment)) == (tty, pipe)


def test_width(monkeypatch):
    monkeypatch.delenv("COLUMNS", raising=False)
    assert width(io.StringIO()) == 80
    for columns, expected in (("132", 132), ("20", 60), ("", 80), ("x", 80)):
        monkeypatch.setenv("COLUMNS", columns)
        assert width(io.StringIO()) == expected
    closed = io.StringIO()
    closed.close()
    assert look(closed, {}) == PLAIN


def test_lines_lose_nothing_and_cut_no_place():
    place = "a folder/" + "x" * 90 + "_y.c:12:"
    words = [place, "written", "by", "a_long_name_" * 12, "(P", "->", "Q)", "Network.c:7"]
    for columns in (40, 66, 106):
        lines = wrapped(words, columns)
        assert place in lines and "".join(lines).replace(" ", "") == "".join(words).replace(" ", "")
        assert all(len(line) <= columns for line in lines if line != place)
        assert any("Network.c:7" in line for line in lines)
    assert wrapped([], 80) == [] and wrapped(["a", "b"], 80) == ["a b"]


def test_the_middle_goes_first():
    assert shortened("abcdefghij", 10) == "abcdefghij" and shortened("abcdefghijk", 10) == "abcd...ijk"
    assert [len(shortened("x" * 50, n)) for n in range(12)] == list(range(12))


def test_what_would_move_the_cursor_is_spelt_out():
    assert visible("a\x1b[2Jb\r\n\u202ec ä") == "a\\x1b[2Jb\\r\\n\\u202ec ä"


def test_the_place_of_an_error_is_bold_and_its_words_are_as_they_were():
    error = InputError("is odd", "gen/Network.c", 7, "Mend it")
    assert fault(error, PLAIN) == str(error)
    assert fault(error, Look(80, True)) == "\x1b[1mgen/Network.c:7:\x1b[0m is odd. Mend it"
    assert fault(InputError("is odd"), Look(80, True)) == "is odd"

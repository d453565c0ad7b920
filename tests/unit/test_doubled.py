"""What is still doubled: by cause, what mending one saves by itself, and what only several causes together save."""

import pytest
from gapnet.doubled import cause_of, doubled, hint_for
from gapnet.share import Network, Options, share_together
from networks import network

A = b"\xaa" * 16


def found(tmp_path, after="", count=3, before="", **options):
    names = "PQRSTU"[:count]
    code = network([(n, 16, f"{i}.hex") for i, n in enumerate(names)], before=before, after=after)
    for i in range(count):
        (tmp_path / f"{i}.hex").write_bytes(A)
    files = {f"{i}.hex": tmp_path / f"{i}.hex" for i in range(count)}
    net = Network("net", {"Network.c": code.encode()}, files, Options(**options))
    return doubled(share_together([net], net.options).manifest)


WRITE = "void Run() {\n  cl_ram_write(%s, 0, 16);\n%s}\n"


def test_nothing(tmp_path):
    assert found(tmp_path) == doubled({"networks": [], "l3": [], "share": True})
    assert found(tmp_path).causes == ()


def test_one_cause(tmp_path):
    still = found(tmp_path, WRITE % ("Q", ""))
    assert [(c.text, c.saves, c.together, [x.name for x in c.copies]) for c in still.causes] == [
        ("written by cl_ram_write", 16, 16, ["Q"])]
    assert (still.saves, still.causes[0].copies[0].where) == (16, "Network.c:13")
    assert still.rows == {0, 1}, "both that are equal, and not the one that shares already"


def test_two_causes_of_which_each_saves(tmp_path):
    still = found(tmp_path, "void unknown(void *);\n" + WRITE % ("Q", "  unknown(R);\n"), 3)
    assert [(c.text, c.saves) for c in still.causes] == [
        ("its address is given to unknown, which is not known", 16), ("written by cl_ram_write", 16)]
    assert still.saves == 32


def test_two_causes_that_save_only_together(tmp_path):
    still = found(tmp_path, "void unknown(void *);\n" + WRITE % ("P", "  unknown(Q);\n"), 2)
    assert [(c.saves, c.together) for c in still.causes] == [(0, 16), (0, 16)]
    assert [c.others for c in still.causes] == [(still.causes[1].text,), (still.causes[0].text,)]
    assert still.saves == 16


def test_the_cause_that_saves_most_stands_first(tmp_path):
    still = found(tmp_path, "void unknown(void *);\n" + WRITE % ("Q", "  unknown(R);\n  unknown(S);\n"), 4)
    assert [c.saves for c in still.causes] == [32, 16]


def test_sharing_is_off(tmp_path):
    still = found(tmp_path, share=False)
    assert [(c.text, c.saves, len(c.copies)) for c in still.causes] == [("sharing is off", 32, 2)]


@pytest.mark.parametrize("reason, cause", [
    ("written by cl_ram_write (W -> args.weight -> ext)", "written by cl_ram_write"),
    ("W is not static: other files can reach it", "it is not static: other files can reach it"),
    ("V, which is equal to it, is loaded by Init2", "another constant, which is equal to it, is loaded by Init2"),
    ("its address is given to f (not W), which is not known", "its address is given to f (not it), which is not known"),
])
def test_equal_causes_come_together(reason, cause):
    assert cause_of("W", reason, {"V", "W"}) == cause


def test_hints():
    assert "GAPNETWORK_FUNCTIONS" in hint_for("its address is given to f, which is not known")
    assert hint_for("no such reason") == ""

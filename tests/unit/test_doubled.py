"""What is still doubled: causes, the largest first, with the bytes that each would save."""

import json
from pathlib import Path

import pytest
from gapnet.doubled import cause_of, doubled, hint_for
from gapnet.report import doubled_constants
from gapnet.share import Network, Options, share_together
from networks import network

FAILING = Path(__file__).resolve().parent.parent / "failing"


def manifest(folder, constants, after="", before="", **options):
    """Manifest of constants, each (name, bytes, content)."""
    files = {f"{i}.hex": content * size for i, (_, size, content) in enumerate(constants)}
    for name, data in files.items():
        (folder / name).write_bytes(data)
    code = network([(name, size, f"{i}.hex") for i, (name, size, _) in enumerate(constants)], before=before, after=after)
    net = Network("kws", {"Network.c": code.encode()}, {name: folder / name for name in files}, Options(**options))
    return share_together([net], net.options).manifest


WRITE = "void Run() {{\n{}}}\n"


def written(*names):
    return WRITE.format("".join(f"  cl_ram_write({name}, 0, 4);\n" for name in names))


def test_nothing_is_doubled(tmp_path):
    found = doubled(manifest(tmp_path, [("P", 8, b"a"), ("Q", 8, b"a"), ("R", 8, b"b")]))
    assert (found.causes, found.saves, found.rows) == ((), 0, frozenset())


def test_one_that_is_written_beside_one_that_is_not(tmp_path):
    found = doubled(manifest(tmp_path, [("P", 8, b"a"), ("Q", 8, b"a"), ("R", 8, b"a")], written("R")))
    cause, = found.causes
    assert (cause.text, cause.saves, cause.together, cause.others) == ("written by cl_ram_write", 8, 8, ())
    assert [(c.name, c.bytes, c.where) for c in cause.copies] == [("R", 8, "Network.c:13")]
    assert found.rows == {0, 2}  # P lies there for Q, too


def test_two_that_are_both_written_save_one(tmp_path):
    cause, = doubled(manifest(tmp_path, [("P", 8, b"a"), ("Q", 8, b"a")], written("P", "Q"))).causes
    assert (cause.saves, len(cause.copies)) == (8, 2)


def test_two_causes_that_must_go_together(tmp_path):
    found = doubled(manifest(tmp_path, [("P", 8, b"a"), ("Q", 8, b"a")], written("P") + "void Go() {\n  consume(Q);\n}\n",
                             before="void consume(float32_t *);\n"))
    assert [(c.text, c.saves, c.together, c.others) for c in found.causes] == [
        ("its address is given to consume, which is not known", 0, 8, ("written by cl_ram_write",)),
        ("written by cl_ram_write", 0, 8, ("its address is given to consume, which is not known",))]
    assert found.saves == 8


def test_the_largest_saving_stands_first(tmp_path):
    constants = [("P", 8, b"a"), ("Q", 8, b"a"), ("R", 40, b"b"), ("S", 40, b"b")]
    found = doubled(manifest(tmp_path, constants, written("Q") + "void Go() {\n  consume(S);\n}\n",
                             before="void consume(float32_t *);\n"))
    assert [c.saves for c in found.causes] == [40, 8] and found.saves == 48


def test_sharing_that_is_off_is_a_cause(tmp_path):
    cause, = doubled(manifest(tmp_path, [("P", 8, b"a"), ("Q", 8, b"a"), ("R", 8, b"a")], share=False)).causes
    assert (cause.text, cause.saves, [c.name for c in cause.copies]) == ("sharing is off", 16, ["Q", "R"])
    assert "GAPNETWORK_SHARE" in cause.hint


def test_as_many_copies_are_too_many_as_the_summary_says(tmp_path):
    constants = [("P", 8, b"a"), ("Q", 8, b"a"), ("R", 8, b"a"), ("S", 8, b"b")]
    found = manifest(tmp_path, constants, written("P", "R"))
    assert len(doubled(found).rows) - 1 == len(doubled_constants(found))


@pytest.mark.parametrize("name, reason, cause", [
    ("W", "written by f (W -> args.w -> w)", "written by f"), ("W", "W is not static: other files can reach it",
                                                               "it is not static: other files can reach it"),
    ("W", "it is allocated before V, which is equal to it, is loaded",
     "it is allocated before another constant, which is equal to it, is loaded"),
    ("W", "its address is given to W_read, which is not known", "its address is given to W_read, which is not known")])
def test_causes_have_no_names_of_constants(name, reason, cause):
    assert cause_of(name, reason, {"W", "V"}) == cause


def test_every_reason_has_a_hint():
    reasons = [blocked["reason"] for path in FAILING.glob("*/expected.json")
               for blocked in json.loads(path.read_text()).get("blocked", {}).values()]
    without = sorted({r for r in reasons if not hint_for(r)})
    assert len(reasons) > 60 and without == []

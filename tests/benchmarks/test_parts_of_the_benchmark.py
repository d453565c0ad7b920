"""What the benchmark concludes from figures, and that its changes of a network are those that it names."""

import difflib
import json
from xml.etree import ElementTree

import inside_compiler
import measuring
import pytest
import real_folders
from goals import Row, Skipped, report, verdict
from growth import Growth, Point, picture
from made_folders import code, write_constants
from measuring import Sample

NETWORK = code([16, 16, 16]) + """\
static void kernel_1(void *args) {
  multiply(args, 27, DeeployNetwork_MEMORYARENA_L1 + 64);
}
"""


def changed(new):
    return [line for line in difflib.ndiff(NETWORK.splitlines(), new.splitlines()) if line[0] in "+-"]


def test_a_number_changes_in_a_function_without_l3():
    assert changed(real_folders.change_number(NETWORK, 5)) == [
        "-   multiply(args, 27, DeeployNetwork_MEMORYARENA_L1 + 64);",
        "+   multiply(args, 1005, DeeployNetwork_MEMORYARENA_L1 + 64);"]


def test_a_statement_is_added_to_a_function_that_copies_from_l3():
    new = real_folders.add_statement(NETWORK, 5)
    assert changed(new) == ["+   volatile int changed = 1005;"]
    assert new.splitlines()[new.splitlines().index("  volatile int changed = 1005;") - 1].startswith("static void use_")


def test_a_training_changes_every_file_and_keeps_equal_ones_equal(tmp_path):
    folder = write_constants(tmp_path / "net", 6, 64)
    files = sorted((folder / "hex").iterdir())
    before = [p.read_bytes() for p in files]
    real_folders.retrain(folder, 0)
    after = [p.read_bytes() for p in files]
    assert all(a != b for a, b in zip(before, after))
    assert len(set(before)) == len(set(after)) == 3


def test_goals_are_met_missed_or_not_measured():
    met, missed, shown = Row("fast", "0.1", 0.1, 0.25), Row("slow", "0.3", 0.3, 0.25), Row("also", "9", 9)
    assert verdict([met, shown]) == (0, ["every goal that was measured is met"])
    assert verdict([met, missed, Skipped("odd", "there is no cp")]) == (
        1, ["missed: slow: 0.3, where at most 0.25 was the goal", "not measured: odd: there is no cp"])
    words = [[cell.strip() for cell in line.split("|")[1:-1]] for line in report([met, missed, shown]).splitlines()]
    assert [row[3] for row in words[2:]] == ["met", "missed", ""]
    assert not any(word in report([met, missed], asked=False) for word in ("met", "missed"))


def test_peers_take_turns():
    order = []

    def peer(name, times):
        return lambda number: order.append((number, name)) or Sample(times[number], 2 * times[number], 100 * number, "")

    found = measuring.in_turns(3, {"a": peer("a", [3, 1, 2]), "b": peer("b", [9, 9, 1])})
    assert order == [(i, name) for i in range(3) for name in "ab"]
    assert (found["a"].seconds, found["a"].cpu, found["a"].spread, found["a"].peak) == (2, 4, (1, 3), 200)
    assert found["b"].seconds == 9


def test_a_command_that_fails_is_not_measured():
    with pytest.raises(measuring.Failed, match="ended with 3"):
        measuring.run(["sh", "-c", "exit 3"])


def test_the_rule_of_a_compiler_parts_what_differs_in_type(tmp_path):
    declared = ("static PI_L2 int8_t *A;", "static PI_L2 int8_t *B;", "static PI_L2 int32_t *C;", "int8_t *in;")
    (tmp_path / "Network.c").write_text("\n".join(declared))
    constant = {"bytes": 8, "digest": "d", "role": "constant"}
    manifest = {"networks": [{"sources": ["Network.c"], "constants": [
        *({**constant, "name": name} for name in "ABC"), {**constant, "name": "in", "role": "input"}]}],
        "totals": {"constant_bytes": {"before": 24, "after": 8}, "files": {"before": 4, "after": 1}}}
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    found = inside_compiler.outcomes(tmp_path, tmp_path)
    assert {name: (o.constants, o.files) for name, o in found.items()} == {
        "without sharing": (24, 4), "inside the compiler": (16, 3), "GapNetwork": (8, 1)}


def test_the_picture_is_to_scale():
    points = (Point(1000, 1, 10 << 20), Point(2000, 2, 20 << 20))
    root = ElementTree.fromstring(picture(Growth(points, points)))
    circles = [c for c in root.iter() if c.tag.endswith("circle")]
    assert len(circles) == 8
    assert len([t for t in root.iter() if t.tag.endswith("title")]) == 9
    (x1, y1), (x2, y2) = ((float(c.get("cx")), float(c.get("cy"))) for c in circles[:2])
    zero_x, zero_y = 62, 44 + 190
    assert (x2 - zero_x) == pytest.approx(2 * (x1 - zero_x), abs=0.2)
    assert (zero_y - y2) == pytest.approx(2 * (zero_y - y1), abs=0.2)

"""The maps are to scale: widths are bytes, and they add up to what the manifest says."""

import pytest

NETWORKS = ["example", "many", "several", "unshared"]
SIDES = ["before", "after"]
DRAWN = """
(id) => {
  const svg = document.getElementById(id);
  const box = (path) => {
    const outline = path.getAttribute("d").matchAll(/M(\\S+) ([^h]+)h([^v]+)v[^h]+h-([^z]+)z/g);
    const pieces = [...outline].map((m) => m.slice(1).map(Number));
    const seen = path.getBBox();
    return { bytes: Number(path.dataset.bytes ?? path.dataset.inside), kind: path.getAttribute("class"), pieces,
             seen: [seen.x, seen.width], shown: getComputedStyle(path).display !== "none" };
  };
  const padding = svg.querySelector(".padding");
  const free = svg.querySelector(".free");
  return { row: Number(svg.dataset.row), blocks: [...svg.querySelectorAll(".blocks path")].map(box),
           inside: [...svg.querySelectorAll(".inside path")].map(box), padding: padding ? Number(padding.dataset.padding) : 0,
           paddings: padding ? box(padding).pieces : [], free: free ? Number(free.dataset.free) : 0,
           frees: free ? box(free).pieces : [], view: svg.getAttribute("viewBox"), wide: svg.getBoundingClientRect().width };
}
"""


def drawn(page, kind, side):
    return page.evaluate(DRAWN, f"{kind}-{side}")


def stretches(pieces, row, heights):
    """(start, end) of pieces in the order of memory; heights: the places of the rows from top to bottom."""
    return sorted((heights.index(y) * row + x, heights.index(y) * row + x + width) for x, y, width, _ in pieces)


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("name", NETWORKS)
def test_l3_to_the_byte(shown, name, side):
    manifest, page = shown(name)
    found = drawn(page, "l3", side)
    asked = [extent[side] for extent in manifest["l3"] if extent[side]]
    assert [block["bytes"] for block in found["blocks"]] == asked
    assert len(asked) == manifest["totals"]["l3_allocations"][side]
    assert sum(width for block in found["blocks"] for _, _, width, _ in block["pieces"]) == sum(asked)
    assert sum(asked) == manifest["totals"]["l3_requested_bytes"][side]
    total = manifest["budget"]["l3"]["bytes" if side == "after" else "untouched"]
    assert sum(asked) + found["padding"] == total


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("name", NETWORKS)
def test_image_to_the_byte(shown, name, side):
    manifest, page = shown(name)
    found = drawn(page, "image", side)
    places = dict.fromkeys((f["offset"], f["bytes"]) for f in manifest["image"][side])
    directory = manifest["image"]["directory"][side]
    assert [block["bytes"] for block in found["blocks"]] == [directory, *(size for _, size in places)]
    assert sum(block["bytes"] for block in found["blocks"]) + found["padding"] == manifest["totals"]["image_bytes"][side]
    rows = sorted({y for block in found["blocks"] for _, y, _, _ in block["pieces"]})
    starts = [min(stretches(b["pieces"], found["row"], rows))[0] for b in found["blocks"][1:]]
    assert starts == [offset for offset, _ in places]


@pytest.mark.parametrize("kind", ["l3", "image"])
@pytest.mark.parametrize("name", NETWORKS)
def test_pieces_cover_memory_once(shown, name, kind):
    _, page = shown(name)
    ends = []
    for side in SIDES:
        found = drawn(page, kind, side)
        everything = [*(p for b in found["blocks"] for p in b["pieces"]), *found["paddings"], *found["frees"]]
        assert all(width == back and x >= 0 and x + width <= found["row"] for x, _, width, back in everything)
        assert all(sum(p[2] for p in b["pieces"]) == b["bytes"] for b in [*found["blocks"], *found["inside"]])
        whole = stretches(everything, found["row"], sorted({y for _, y, _, _ in everything}))
        assert all(before[1] == after[0] for before, after in zip(whole, whole[1:])), "pieces overlap, or leave a hole"
        assert (whole[0][0], sum(p[2] for p in found["frees"])) == (0, found["free"])
        ends.append(whole[-1][1])
    assert ends[0] == ends[1], "the two sides are not drawn over the same bytes"


@pytest.mark.parametrize("kind", ["l3", "image"])
def test_both_sides_have_one_scale_on_the_screen(shown, kind):
    _, page = shown("example")
    before, after = (drawn(page, kind, side) for side in SIDES)
    assert (before["row"], before["view"]) == (after["row"], after["view"])
    assert before["wide"] == pytest.approx(after["wide"], abs=0.5)
    for block in [*before["blocks"], *after["blocks"]]:
        left = min(x for x, _, _, _ in block["pieces"])
        right = max(x + width for x, _, width, _ in block["pieces"])
        assert block["seen"] == pytest.approx([left, right - left]), "what the browser draws is not what is written"


def test_inputs_lie_in_their_arena(shown):
    manifest, page = shown("example")
    found = drawn(page, "l3", "after")
    inputs = [c for c in manifest["networks"][0]["constants"] if c["role"] == "input" and c["allocation"]]
    assert [block["bytes"] for block in found["inside"]] == [c["bytes"] for c in inputs]
    arena = next(block for block in found["blocks"] if block["kind"] == "arena")
    top = arena["pieces"][0][1]
    assert [block["pieces"][0][0] for block in found["inside"] if block["pieces"][0][1] == top] == [
        c["allocation"]["offset"] for c in inputs if c["allocation"]["offset"] < found["row"]]


def test_kinds_differ_by_more_than_colour(shown):
    _, page = shown("many")
    fills = page.evaluate("""() => Object.fromEntries(["arena", "gone", "doubled", "alone", "kept", "input"].map((kind) =>
      [kind, getComputedStyle(document.querySelector(`#l3-before .${kind}`)).fill]))""")
    hatched = {kind for kind, fill in fills.items() if fill.startswith("url(")}
    assert hatched == {"arena", "gone", "doubled", "input"}
    assert len(set(fills.values())) == len(fills)


def test_a_firmware_that_loads_nothing(shown):
    _, page = shown("nothing")
    assert page.locator("#image-before").count() == 0
    assert "there is no readfs image" in page.inner_text("#maps")
    assert drawn(page, "l3", "before")["blocks"] == []

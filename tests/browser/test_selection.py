"""One selection in all maps, the inspector and the table: with the mouse, with keys, and from the table."""

import pytest

LISTED = 12
LIT = """() => ["l3-before", "l3-after", "image-before", "image-after"].map((id) => {
  const all = [...document.querySelectorAll(`#${id} .blocks path`)];
  return all.flatMap((path, i) => path.classList.contains("on") ? [i] : []);
})"""
MARKS = "() => [...document.querySelectorAll('.map .mark')].map((path) => (path.getAttribute('d').match(/M/g) || []).length)"


def lit(page):
    return page.evaluate(LIT)


def expected(manifest, names):
    """Blocks of the maps that belong to constants: their allocations and files before and after. One file has one block here."""
    constants = [c for c in manifest["networks"][0]["constants"] if c["name"] in names]
    assert len(constants) == len(names)

    def l3(side):
        at = [i for i, extent in enumerate(manifest["l3"]) if extent[side]]
        return sorted({at.index(c["allocation"][side]) for c in constants})

    def image(side):
        return sorted({c["image_entry"][side] + 1 for c in constants})
    return [l3("before"), l3("after"), image("before"), image("after")]


def a_group(manifest):
    """Names of the constants of the largest group that share one allocation, the one that keeps it first."""
    groups = {}
    for c in manifest["networks"][0]["constants"]:
        if c["shared_with"]:
            groups.setdefault(c["shared_with"], [c["shared_with"]]).append(c["name"])
    return max(groups.values(), key=len)


def point_at(page, selector, index):
    """The mouse over the first piece of a block."""
    box = page.evaluate("""([selector, i]) => {
      const path = document.querySelectorAll(selector)[i], svg = path.ownerSVGElement;
      path.scrollIntoView({ block: "center" });
      const [, x, y, width] = /^M(\\S+) ([^h]+)h([^v]+)v/.exec(path.getAttribute("d")).map(Number);
      const point = new DOMPoint(x + width / 2, y + 1).matrixTransform(svg.getScreenCTM());
      return [point.x, point.y + 4];
    }""", [selector, index])
    page.mouse.move(*box)


@pytest.fixture
def example(opened):
    return opened("example")


def test_nothing_is_lit_at_first(example):
    _, page = example
    assert lit(page) == [[], [], [], []]
    assert "Point at a block" in page.inner_text("#inspector")


def test_pointing_lights_everything_that_shares(example):
    manifest, page = example
    names = a_group(manifest)
    blocks = expected(manifest, names)
    assert len(names) > 2 and len(blocks[0]) == len(names) and len(blocks[1]) == 1
    for selector, index in [("#l3-before .blocks path", blocks[0][1]), ("#l3-after .blocks path", blocks[1][0]),
                            ("#image-before .blocks path", blocks[2][-1])]:
        point_at(page, selector, index)
        assert lit(page) == blocks
        assert all(count >= len(found) for count, found in zip(page.evaluate(MARKS), blocks)), "a ring is missing"
        told = page.inner_text("#inspector")
        short = [name.removeprefix("DeeployNetwork_") for name in names]
        assert sum(f"{name} (" in told or f"_{name}\n" in told for name in short) == min(len(names), 1 + LISTED)
        assert f"Shares one allocation with {len(names) - 1} others" in told
    page.mouse.move(2, 2)
    assert lit(page) == [[], [], [], []]


def test_a_click_holds_until_escape(example):
    manifest, page = example
    blocks = expected(manifest, a_group(manifest))
    point_at(page, "#l3-before .blocks path", blocks[0][0])
    page.mouse.down()
    page.mouse.up()
    page.mouse.move(2, 2)
    assert lit(page) == blocks
    point_at(page, "#l3-before .blocks path", 0)
    assert lit(page) == blocks, "what is held does not follow the mouse"
    page.keyboard.press("Escape")
    page.mouse.move(2, 2)
    assert lit(page) == [[], [], [], []]


def test_a_file_of_no_constant_and_the_directory_can_be_pointed_at(opened):
    _, page = opened("several")
    point_at(page, "#image-after .blocks path", 0)
    assert "directory" in page.inner_text("#inspector")
    point_at(page, "#image-after .blocks path", 1)
    assert "labels.txt" in page.inner_text("#inspector")
    assert lit(page)[3] == [1]


def test_keys_step_through_every_block(example):
    manifest, page = example
    page.focus("#l3-after")
    seen = []
    for _ in manifest["l3"]:
        seen.append(page.get_attribute("#l3-after", "aria-activedescendant"))
        page.keyboard.press("ArrowRight")
    after = [extent for extent in manifest["l3"] if extent["after"]]
    assert [s for s in dict.fromkeys(seen)][:len(after)] == [f"l3-after-{i}" for i in range(len(after))]
    page.keyboard.press("Home")
    assert lit(page)[1] == [0]
    label = page.get_attribute("#l3-after-0", "aria-label")
    assert label == f"{manifest['l3'][0]['name']}, {manifest['l3'][0]['after']:,} bytes, arena"
    assert page.get_attribute("#l3-after-0", "aria-selected") == "true"


def test_keys_go_down_and_up_by_rows(example):
    _, page = example
    page.focus("#image-before")
    page.keyboard.press("ArrowDown")
    first = lit(page)[2]
    page.keyboard.press("ArrowDown")
    assert lit(page)[2] > first
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert lit(page)[2] == [0]


def test_enter_holds_and_leads_to_the_table(example):
    manifest, page = example
    names = a_group(manifest)
    blocks = expected(manifest, names)
    page.focus("#l3-after")
    page.keyboard.press("Home")
    for _ in range(blocks[1][0]):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.focus("#inspector .buttons button")
    page.keyboard.press("Enter")
    row = page.locator("#rows tr:has(:focus)")
    assert row.locator(".brief").first.get_attribute("title") in names
    assert page.locator("#rows tr.on").count() == len(names)
    assert lit(page) == blocks


def test_a_row_of_the_table_lights_the_maps_and_shows_all_of_it(example):
    manifest, page = example
    names = a_group(manifest)
    page.fill("#find", names[-1])
    row = page.locator("#rows tr[data-row]").filter(has=page.locator(f'.brief[title="{names[-1]}"]')).first
    row.click()
    assert lit(page) == expected(manifest, names)
    details = page.inner_text("#rows .details")
    assert f"Shares one allocation with {len(names) - 1} others" in details and names[-1] in details
    page.click("#rows .details .link >> nth=0")
    assert page.locator("#rows tr:has(:focus) .brief").first.get_attribute("title") == names[0], "the names lead to their rows"
    page.click("#rows .details .buttons button >> nth=1")
    assert page.locator("#rows .details").count() == 0
    assert lit(page) == [[], [], [], []]


def test_what_is_doubled_is_told_with_its_equals(opened):
    manifest, page = opened("many")
    page.select_option("#show", "doubled")
    page.click("#rows tr >> nth=0")
    told = page.inner_text("#rows .details")
    assert "Not shared: " in told and "Network.c:" in told or "Holds the same bytes as" in told

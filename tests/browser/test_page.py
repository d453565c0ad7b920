"""The page as a whole: light and dark, on paper, on a telephone, with keys alone, and whatever its texts are."""

import chromium
import pytest
from made_networks import ODD

CONTRAST = """() => {
  const parse = (text) => { const [r, g, b, a = 1] = text.match(/[\\d.]+/g).map(Number); return { r, g, b, a }; };
  const over = (top, under) => ({ r: top.r * top.a + under.r * (1 - top.a), g: top.g * top.a + under.g * (1 - top.a),
    b: top.b * top.a + under.b * (1 - top.a), a: 1 });
  const light = ({ r, g, b }) => { const [x, y, z] = [r, g, b].map((v) => v / 255)
    .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)); return 0.2126 * x + 0.7152 * y + 0.0722 * z; };
  const ground = (element) => {
    const layers = [];
    for (let e = element; e; e = e.parentElement) layers.push(parse(getComputedStyle(e).backgroundColor));
    const base = matchMedia("(prefers-color-scheme: dark)").matches ? "rgb(18, 18, 18)" : "rgb(255, 255, 255)";
    return layers.reverse().reduce((under, top) => over(top, under), parse(base));
  };
  const bad = [];
  let seen = 0;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement, style = getComputedStyle(element);
    if (!node.data.trim() || element.closest("script, style, svg, .hidden, .skip, option")) continue;
    if (!element.getClientRects().length) continue;
    seen += 1;
    const back = ground(element), front = over(parse(style.color), back);
    const [high, low] = [light(front), light(back)].sort((a, b) => b - a);
    const ratio = (high + 0.05) / (low + 0.05);
    const size = parseFloat(style.fontSize), large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) bad.push(`${ratio.toFixed(2)}: ${node.data.trim().slice(0, 40)}`);
  }
  for (const text of document.querySelectorAll(".map text")) {
    const kind = [...text.classList].find((name) => name.startsWith("on-")).slice(3);
    const block = document.querySelector(`.map .${kind}`), paint = block && getComputedStyle(block).fill;
    const back = kind in { at: 1, free: 1 } ? ground(text) : paint.startsWith("rgb") ? parse(paint)
      : parse(getComputedStyle(document.documentElement).getPropertyValue(`--${kind}`).replace(/^#(..)(..)(..)$/,
        (_, ...hex) => hex.slice(0, 3).map((h) => parseInt(h, 16)).join(" ")));
    const [high, low] = [light(parse(getComputedStyle(text).fill)), light(back)].sort((a, b) => b - a);
    seen += 1;
    if ((high + 0.05) / (low + 0.05) < 4.5) bad.push(`${((high + 0.05) / (low + 0.05)).toFixed(2)}: ${kind} ${text.textContent}`);
  }
  return { seen, bad: [...new Set(bad)] };
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["example", "many"])
def test_every_text_stands_out_from_its_ground(opened, name, scheme):
    _, page = opened(name, scheme=scheme)
    page.click("#rows tr >> nth=3")
    found = page.evaluate(CONTRAST)
    assert found["seen"] > 200
    assert found["bad"] == []


SHAPES = """() => {
  const style = getComputedStyle(document.documentElement), light = (name) => {
    const hex = style.getPropertyValue(name).trim().slice(1);
    const [r, g, b] = [0, 2, 4].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255)
      .map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const names = ["alone", "kept", "gone-line", "doubled", "directory", "padding", "input", "mark", "focus"];
  return Object.fromEntries(names.map((name) => {
    const [high, low] = [light(`--${name}`), light("--card")].sort((a, b) => b - a);
    return [name, (high + 0.05) / (low + 0.05)];
  }));
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_shape_stands_out_from_its_ground(opened, scheme):
    _, page = opened("example", scheme=scheme)
    found = page.evaluate(SHAPES)
    assert {name: ratio for name, ratio in found.items() if ratio < 3} == {}


def test_dark_is_dark(opened):
    grounds = {}
    for scheme in ("light", "dark"):
        _, page = opened("example", scheme=scheme)
        grounds[scheme] = page.evaluate("getComputedStyle(document.body).backgroundColor")
    levels = {scheme: sum(map(int, text.strip("rgb()").split(","))) for scheme, text in grounds.items()}
    assert levels["dark"] < 120 and levels["light"] > 700


def test_on_paper_all_rows_and_no_controls(opened):
    manifest, page = opened("many", scheme="dark")
    page.emulate_media(media="print")
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert page.locator("#rows tr[data-row]").count() == len(manifest["networks"][0]["constants"])
    for gone in ("nav", "#filters", "#inspector", "#more"):
        assert not page.locator(gone).is_visible()
    assert page.evaluate("getComputedStyle(document.querySelector('section')).backgroundColor") == "rgb(255, 255, 255)"


def test_on_paper_both_sides_of_a_map_are_beside_each_other(opened):
    _, page = opened("example", size={"width": 794, "height": 1123})  # A4
    page.emulate_media(media="print")
    before, after = (page.locator(f"#l3-{side}").bounding_box() for side in ("before", "after"))
    assert before["y"] == after["y"] and before["x"] + before["width"] < after["x"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 794


def test_pdf(opened):
    manifest, page = opened("example")
    pdf = page.pdf(format="A4")
    assert pdf.startswith(b"%PDF") and len(pdf) < 1_000_000, "hatchings became lines"
    assert page.locator("#rows tr[data-row]").count() == len(manifest["networks"][0]["constants"])


@pytest.mark.parametrize("width", [360, 800, 1280, 1920])
def test_nothing_sticks_out_of_the_window(opened, width):
    _, page = opened("several", size={"width": width, "height": 900})
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.locator("#l3-after").bounding_box()["width"] > 0.25 * width


def test_with_keys_alone(opened):
    """Every control can be reached by Tab in the order of the page, and shows that it is."""
    _, page = opened("many")
    reached = []
    for _ in range(80):
        page.keyboard.press("Tab")
        found = page.evaluate("""() => { const e = document.activeElement; if (e === document.body) return null;
          const style = getComputedStyle(e);
          return [e.id || e.dataset.cause && "cause" || e.className || e.getAttribute("href") || e.innerText,
                  style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
                  e.getBoundingClientRect().top + scrollY]; }""")
        if found is None or found[0] == "skip" and reached:
            break
        reached.append(found)
    names = [name for name, _, _ in reached]
    assert names[0] == "skip"
    wanted = ["skip", "#maps", "l3-before", "l3-after", "image-before", "image-after", "cause", "find", "show", "reason", "pick"]
    assert [name for name in wanted if name in names] == wanted
    assert [names.index(name) for name in wanted] == sorted(map(names.index, wanted))
    tops = [top for name, _, top in reached[1:]]
    assert all(later > before - 60 for before, later in zip(tops, tops[1:])), "Tab goes back up the page"
    assert names.count("pick") == 1, "one stop for the table, the arrow keys go on"
    assert all(seen for _, seen, _ in reached), [name for name, seen, _ in reached if not seen]


def test_rows_by_keys(opened):
    _, page = opened("example")
    page.focus("#rows .pick")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert page.locator("#rows tr.details").count() == 1
    assert page.locator("#rows tr[data-row='2'] .pick").get_attribute("aria-expanded") == "true"
    page.keyboard.press("Escape")
    assert page.locator("#rows tr.details").count() == 0
    page.keyboard.press("End")
    assert page.evaluate("document.activeElement.closest('tr').nextElementSibling") is None


def test_without_script_the_figures_and_maps_are_there(running, written):
    manifest, path = written("example")
    opened = chromium.Opened(running, path, java_script_enabled=False)
    try:
        before = manifest["totals"]["l3_requested_bytes"]["before"]
        assert f"{before:,} B" in opened.page.inner_text("#glance")
        assert opened.page.locator("#l3-before .blocks path").count() == manifest["totals"]["l3_allocations"]["before"]
        assert "manifest.json" in opened.page.inner_text("noscript")
    finally:
        opened.close()


def test_odd_texts_stay_texts(opened):
    manifest, page = opened("several")
    title = page.title()
    assert ODD[0] in title and "$" + "{title} $data" in title
    assert page.locator("img").count() == 0
    assert page.locator("script").count() == 2
    assert "\\u202e\\ud800<!--" in page.inner_text("h1")
    cells = set(page.locator("#rows tr[data-row] td:first-child").all_inner_texts())
    assert ODD[0] in cells and len(cells) == len(manifest["networks"])


def test_every_control_and_map_has_a_name(opened):
    _, page = opened("many")
    nameless = page.evaluate("""() => {
      const named = (e) => e.getAttribute("aria-label") || e.getAttribute("aria-labelledby") || e.innerText?.trim()
        || e.labels?.length || e.title || e.caption?.innerText;
      const all = [...document.querySelectorAll("button, input, select, a, [role]:not([role=none]), table, section, nav, form")];
      return all.filter((e) => e.getClientRects().length && !named(e)).map((e) => e.outerHTML.slice(0, 80));
    }""")
    assert nameless == []
    page.wait_for_function("""() => [...document.querySelectorAll(".map")].every((map) => [...map.children].every((child) =>
      child.getAttribute("aria-hidden") === "true" || [...child.children].every((block) =>
        block.getAttribute("role") === "option" && block.getAttribute("aria-label"))))""")

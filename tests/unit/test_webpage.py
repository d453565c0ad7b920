"""report.html as text: everything comes from the manifest, and it is nothing but a page. `tests/browser` opens it."""

import json
import re
from html.parser import HTMLParser

import pytest
from gapnet import manifest as manifest_stage
from gapnet.share import Network, Options, share_together
from gapnet.webpage import as_html
from networks import network

A, B = b"\xaa" * 16, b"\xbb" * 16
TWO = network([("P", 16, "0.hex"), ("Q", 16, "1.hex")])
WRITTEN = network([("P", 16, "0.hex"), ("Q", 16, "1.hex")], after="void Run() {\n  cl_ram_write(Q, 0, 16);\n}\n")


def manifest(tmp_path, code, files, name="kws", **options):
    for file, data in files.items():
        (tmp_path / file).write_bytes(data)
    net = Network(name, {"Network.c": code.encode()}, {file: tmp_path / file for file in files}, Options(**options))
    return share_together([net], net.options).manifest


class Page(HTMLParser):
    """tags: all of them with their attributes; text: what people read; data: what the script works on."""

    def __init__(self, page):
        super().__init__()
        self.tags, self.text, self.scripts, self.data, self.open = [], "", [], None, None
        self.feed(page.decode("ascii"))

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        self.open = tag if tag in ("script", "style") else None

    def handle_data(self, data):
        if self.open == "script" and self.tags[-1][1].get("id") == "data":
            self.data = json.loads(data)
        elif self.open == "script":
            self.scripts.append(data)
        elif self.open is None:
            self.text += data + "|"

    def handle_endtag(self, tag):
        self.open = None


NAMES = ["kws", "<script>alert(1)</script>", "\u00e9 & co", '"quoted"', "</script><script>alert(1)</script>", "<!--", "]]>",
         "a$b ${c}"]


@pytest.mark.parametrize("name", NAMES)
def test_names_are_text(tmp_path, name):
    page = Page(as_html(manifest(tmp_path, WRITTEN, {"0.hex": A, "1.hex": A}, name)))
    assert name in page.text
    assert page.data["networks"] == [name]
    assert [attrs for tag, attrs in page.tags if tag == "script"] == [{"type": "application/json", "id": "data"}, {}]
    assert "written by cl_ram_write" in page.text and "Network.c:10" in page.text


@pytest.mark.parametrize("name, seen", [("a\udcffb", "a\\udcffb"), ("a\u202eb", "a\\u202eb"), ("a\nb\x00", "a\\nb\\x00")])
def test_what_cannot_be_seen_is_shown_as_an_escape(tmp_path, name, seen):
    page = Page(as_html(manifest(tmp_path, TWO, {"0.hex": A, "1.hex": A}, name)))
    assert seen in page.text and page.data["networks"] == [seen]


def test_nothing_is_loaded_from_elsewhere(tmp_path):
    page = Page(as_html(manifest(tmp_path, TWO, {"0.hex": A, "1.hex": A})))
    targets = [attrs[key] for _, attrs in page.tags for key in ("src", "href", "xlink:href", "action") if key in attrs]
    assert targets and all(t.startswith(("#", "data:image/svg+xml,")) for t in targets)
    policy = next(a["content"] for t, a in page.tags if t == "meta" and a.get("http-equiv") == "Content-Security-Policy")
    assert re.fullmatch(r"default-src 'none'; style-src 'sha256-\S+'; script-src 'sha256-\S+'; img-src data:", policy)
    assert not [attrs for _, attrs in page.tags if "style" in attrs or any(key.startswith("on") for key in attrs)]


def test_the_page_needs_the_manifest_alone(tmp_path):
    found = manifest(tmp_path, WRITTEN, {"0.hex": A, "1.hex": A})
    kept = json.loads(manifest_stage.dump(found))
    assert as_html(kept) == as_html(found)


def test_a_network_that_loads_nothing(tmp_path):
    page = Page(as_html(manifest(tmp_path, "void InitNetwork() { }\n", {})))
    assert "there is nothing to share" in page.text and "there is no readfs image" in page.text
    assert page.data["rows"] == []


def test_sharing_is_off(tmp_path):
    page = Page(as_html(manifest(tmp_path, TWO, {"0.hex": A, "1.hex": A}, share=False)))
    assert "Sharing is off." in page.text
    assert "|sharing is off|" in page.text and "without GAPNETWORK_SHARE=False" in page.text
    assert "16 B" in page.text


def test_an_allocation_of_unknown_size_is_said_to_be_missing_in_the_maps(tmp_path):
    code = TWO.replace("Q = cl_ram_malloc(16)", "Q = cl_ram_malloc(size)")
    page = Page(as_html(manifest(tmp_path, code, {"0.hex": A, "1.hex": B})))
    assert "not in the maps of L3, as the C does not tell how much is allocated: Q" in page.text
    assert page.data["rows"][1][-1][:2] == [-1, -1]


def test_the_head_of_each_map_has_the_size_that_the_totals_have(tmp_path):
    code = network([("P", 16, "0.hex"), ("Q", 16, "1.hex"), ("R", 20, "2.hex")])
    told = manifest(tmp_path, code, {"0.hex": bytes(16), "1.hex": bytes(16), "2.hex": b"\x01" * 20})
    heads = re.findall("</b> ([0-9,]+) B in", as_html(told).decode())
    assert heads == [f"{told['totals'][total][side]:,}" for total in ("l3_requested_bytes", "image_bytes")
                     for side in ("before", "after")]


def test_a_cause_does_not_say_again_what_it_is(tmp_path):
    code = TWO.replace("static PI_L2 float32_t *Q", "PI_L2 float32_t *Q")
    page = Page(as_html(manifest(tmp_path, code, {"0.hex": A, "1.hex": A})))
    assert "|it is not static: other files can reach it|" in page.text
    assert "Q is not static" not in page.text and re.search(r"16 B, Network\.c:\d+\|", page.text)

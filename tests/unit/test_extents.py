"""What the manifest says of places in L3 and in the image: they add up to its totals, and every constant lies in one of them."""

import pytest
from gapnet import image
from gapnet.share import Network, Options, share_together
from networks import network

A, B, C = b"\xaa" * 16, b"\xbb" * 12, b"\xcc" * 8
ONE = network(
    [("P", 16, "0.hex"), ("Q", 16, "1.hex"), ("R", 12, "2.hex")],
    before="static int8_t *ARENA_L3; static char *in_0;\n",
    after=("void Run() {\n cl_ram_write(R, 0, 12);\n}\nvoid Init2() {\n"
           " ARENA_L3 = (int8_t *)cl_ram_malloc(sizeof(int8_t) * 100);\n"
           ' in_0 = (int8_t *)((char *)ARENA_L3 + 32);\n load_file_to_ram(in_0, "3.hex");\n}\n'),
)
FILES = {"0.hex": A, "1.hex": A, "2.hex": B, "3.hex": C}
OTHER = network([("S", 16, "0.hex"), ("T", 12, "1.hex")]).replace("InitNetwork", "InitOther")


def made(tmp_path, networks, extra=None, **options):
    given = []
    for name, (code, files) in networks.items():
        (tmp_path / name).mkdir()
        for file, data in files.items():
            (tmp_path / name / file).write_bytes(data)
        given.append(Network(name, {"Network.c": code.encode()}, {f: tmp_path / name / f for f in files}, Options(**options)))
    return share_together(given, Options(**options), extra)


NETWORKS = {
    "one": ({"a": (ONE, FILES)}, None, {}),
    "aligned to 4": ({"a": (ONE, FILES)}, None, {"align": 4}),
    "without sharing": ({"a": (ONE, FILES)}, None, {"share": False}),
    "two and a file": ({"a": (ONE, FILES), "b": (OTHER, {"0.hex": A, "1.hex": C + b"1234"})}, {"labels": b"cat"}, {}),
    "apart": ({"a": (ONE, FILES), "b": (OTHER, {"0.hex": A, "1.hex": B})}, None, {"across": False}),
    "nothing": ({"a": ("void InitNetwork() { }\n", {})}, None, {}),
}


@pytest.fixture(params=NETWORKS)
def result(request, tmp_path):
    networks, extra, options = NETWORKS[request.param]
    return made(tmp_path, networks, extra, **options)


def test_allocations_add_up(result):
    manifest = result.manifest
    for side in ("before", "after"):
        asked = [extent[side] for extent in manifest["l3"] if extent[side]]
        assert sum(asked) == manifest["totals"]["l3_requested_bytes"][side]
        assert len(asked) == manifest["totals"]["l3_allocations"][side]


def test_files_after_lie_where_the_image_has_them(result):
    places = result.manifest["image"] and result.manifest["image"]["after"]
    parsed = image.parse(result.image) if result.image else []
    assert [(f["name"], f["bytes"], f["offset"]) for f in places or []] == [(f.name, len(f.data), f.offset) for f in parsed]


def test_files_before_are_as_an_image_of_them_would_have_them(result):
    found = result.manifest["image"]
    if found:
        ends = [f["offset"] + f["bytes"] for f in found["before"]]
        assert ends[-1] == result.manifest["totals"]["image_bytes"]["before"]
        assert all(f["offset"] % found["align"] == 0 for f in found["before"])
        assert all(end <= f["offset"] < end + found["align"] for end, f in zip([found["directory"]["before"], *ends],
                                                                             found["before"]))


def test_every_constant_has_its_place(result):
    manifest = result.manifest
    for net in manifest["networks"]:
        for c in net["constants"]:
            place, entry = c["allocation"], c["image_entry"]
            assert manifest["image"]["before"][entry["before"]]["name"] == c["file"]
            assert manifest["image"]["after"][entry["after"]]["name"] == c["image_file"]
            if c["role"] == "input":
                assert (manifest["l3"][place["before"]]["kind"], place["offset"]) == ("arena", 32)
                continue
            own, kept = manifest["l3"][place["before"]], manifest["l3"][place["after"]]
            assert (own["network"], own["name"], own["before"]) == (net["name"], c["name"], c["bytes"])
            assert kept["after"] >= c["bytes"]
            if c["shared_with"]:
                assert kept["name"] == c["shared_with"] and kept["network"] == (c["shared_with_network"] or net["name"])


def test_no_total_is_below_its_bound(result):
    manifest = result.manifest
    assert set(manifest["lower_bounds"]) <= set(manifest["totals"])
    for key, least in manifest["lower_bounds"].items():
        assert least <= manifest["totals"][key]["after"], key


def test_bounds_are_met_where_all_is_shared(tmp_path):
    manifest = made(tmp_path, *NETWORKS["one"][:2]).manifest
    assert {key: manifest["totals"][key]["after"] for key in manifest["lower_bounds"]} == manifest["lower_bounds"]
    assert manifest["lower_bounds"]["l3_requested_bytes"] == 100 + 16 + 12
    assert manifest["lower_bounds"]["file_bytes"] == 16 + 12 + 8


def test_bounds_are_of_the_constants_and_not_of_the_options(tmp_path):
    on, off = tmp_path / "on", tmp_path / "off"
    on.mkdir()
    off.mkdir()
    shared, untouched = (made(folder, *NETWORKS["one"][:2], share=share).manifest["lower_bounds"]
                         for folder, share in ((on, True), (off, False)))
    assert shared["l3_requested_bytes"] == untouched["l3_requested_bytes"]
    assert shared["file_bytes"] == untouched["file_bytes"]

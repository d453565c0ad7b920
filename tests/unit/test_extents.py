"""Where everything lies: the lists add up to the totals, and the image is where they say it is."""

import pytest
from gapnet.image import parse
from gapnet.share import Network, Options, share_together
from networks import network

A, B, C = b"A" * 6, b"B" * 12, b"C" * 5
CODE = network([("P", 6, "0.hex"), ("Q", 8, "1.hex"), ("R", 6, "2.hex"), ("S", 12, "3.hex")],
               before="static int8_t *ARENA_L3;\nstatic int8_t *input_0;\n",
               after="void Arenas() {\n ARENA_L3 = (int8_t *)cl_ram_malloc(sizeof(int8_t) * 100);\n"
                     ' input_0 = (int8_t *)((char *)ARENA_L3 + 32);\n load_file_to_ram(input_0, "4.hex");\n}\n'
                     "void Run() {\n cl_ram_write(R, 0, 6);\n}\n")
FILES = {"0.hex": A, "1.hex": A + b"\0\0", "2.hex": A, "3.hex": B, "4.hex": C}


def run(folder, networks, extra=None, align=8, **options):
    given = []
    for name, (code, files) in networks.items():
        place = folder / name
        place.mkdir()
        for file, data in files.items():
            (place / file).write_bytes(data)
        given.append(Network(name, {"Network.c": code.encode()}, {f: place / f for f in files}, Options(align=align, **options)))
    return share_together(given, Options(align=align, **options), extra)


def two():
    return {name: (network([(f"{name}_W", 64, "0.hex"), (f"{name}_V", 32, "1.hex")]).replace("InitNetwork", f"Init_{name}"),
                   {"0.hex": b"W" * 64, "1.hex": filler * 32}) for name, filler in (("kws", b"\x01"), ("vww", b"\x02"))}


CASES = {"one": {"networks": {"kws": (CODE, FILES)}}, "untouched": {"networks": {"kws": (CODE, FILES)}, "share": False},
         "packed": {"networks": {"kws": (CODE, FILES)}, "align": 1},
         "extra": {"networks": {"kws": (CODE, FILES)}, "extra": {"a.txt": B}},
         "two": {"networks": two()}, "two apart": {"networks": two(), "across": False},
         "none": {"networks": {"kws": ("void InitNetwork() { }\n", {})}}}


def constants_of(manifest):
    return [c for n in manifest["networks"] for c in n["constants"]]


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_allocations_add_up(tmp_path, case):
    manifest = run(tmp_path, **case).manifest
    for side in ("before", "after"):
        sizes = [e[side] for e in manifest["l3"] if e[side]]
        assert sum(sizes) == manifest["totals"]["l3_requested_bytes"][side]
        assert len(sizes) == manifest["totals"]["l3_allocations"][side]


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_every_constant_lies_in_an_allocation_that_is_there(tmp_path, case):
    result = run(tmp_path, **case)
    for c in constants_of(result.manifest):
        if c["role"] == "input":
            assert c["allocation"] == {"before": 0, "after": 0, "offset": 32}
            assert result.manifest["l3"][0]["kind"] == "arena"
            continue
        before, after = (result.manifest["l3"][c["allocation"][side]] for side in ("before", "after"))
        assert before["name"] == c["name"] and before["before"] == c["bytes"]
        assert after["after"] >= c["bytes"]
        assert after["name"] == (c["shared_with"] or c["name"])


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_image_is_where_the_manifest_says(tmp_path, case):
    result = run(tmp_path, **case)
    if result.image is None:
        assert result.manifest["image"] is None
        return
    image = result.manifest["image"]
    assert [(e["name"], e["bytes"], e["offset"]) for e in image["after"]] == [
        (f.name, len(f.data), f.offset) for f in parse(result.image)]
    assert image["directory"]["after"] == int.from_bytes(result.image[:8], "little")
    last = image["before"][-1]
    assert last["offset"] + last["bytes"] == result.manifest["totals"]["image_bytes"]["before"]
    for c in constants_of(result.manifest):
        assert image["before"][c["image_entry"]["before"]]["name"] == c["file"]
        assert image["after"][c["image_entry"]["after"]]["name"] == c["image_file"]


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_nothing_goes_below_the_bound(tmp_path, case):
    manifest = run(tmp_path, **case).manifest
    for key, least in manifest["lower_bounds"].items():
        assert least <= manifest["totals"][key]["after"], key
    assert manifest["lower_bounds"]["constant_bytes"] == manifest["totals"]["constant_bytes"]["lower_bound"]


def test_the_bound_is_exact(tmp_path):
    """R is written, so its six bytes stay beside the eight of P and Q, whose files differ and so are two contents; S stays."""
    manifest = run(tmp_path, **CASES["one"]).manifest
    assert manifest["lower_bounds"] == {
        "l3_requested_bytes": 100 + 6 + 8 + 6 + 12, "l3_allocations": 5, "constant_bytes": 32, "file_loads": 5,
        "loaded_bytes": 6 + 8 + 6 + 12 + 5, "files": 4, "file_bytes": 6 + 8 + 12 + 5,
        "image_bytes": manifest["totals"]["image_bytes"]["after"]}


def test_what_sharing_reaches_is_the_bound(tmp_path):
    manifest = run(tmp_path, **CASES["two"]).manifest
    assert {key: pair["after"] for key, pair in manifest["totals"].items() if isinstance(pair, dict)} == manifest["lower_bounds"]

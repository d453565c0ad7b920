"""manifest.json: every key, and totals that can be recomputed from the constants."""

import json

import pytest
from gapnet.share import Options, share
from networks import network

BYTES = {"0.hex": b"\xaa" * 8, "1.hex": b"\xaa" * 8, "2.hex": b"\xbb" * 4, "3.hex": b"\xaa" * 8, "4.hex": b"\xcc" * 4}
CODE = network(
    [("P", 5, "0.hex"), ("Q", 8, "1.hex"), ("R", 4, "2.hex")],
    before="static int8_t *ARENA_L3; static char *S;\n",
    after=(
        "void Run() {\n cl_ram_write(S, 0, 8);\n}\nvoid Init2() {\n ARENA_L3 = (int8_t *)cl_ram_malloc(sizeof(int8_t) * 100);\n"
        ' S = cl_ram_malloc(8);\n load_file_to_ram(S, "3.hex");\n input_0 = ARENA_L3;\n load_file_to_ram(input_0, "2.hex");\n}\n'
    ),
)


@pytest.fixture
def result(tmp_path):
    for name, data in BYTES.items():
        (tmp_path / name).write_bytes(data)
    return share("kws", {"Network.c": CODE.encode(), "Network.h": b""}, {name: tmp_path / name for name in BYTES}, Options())


def test_keys(result):
    manifest = result.manifest
    assert manifest["schema"] == 1
    assert set(manifest) >= {"schema", "networks", "totals"}
    assert set(manifest["networks"][0]) >= {"name", "sources", "constants"}
    for constant in manifest["networks"][0]["constants"]:
        assert set(constant) >= {
            "name",
            "bytes",
            "file",
            "digest",
            "role",
            "shared_with",
            "offset",
            "image_file",
            "reason",
            "where",
        }
    totals = manifest["totals"]
    pairs = ("l3_requested_bytes", "l3_allocations", "file_loads", "loaded_bytes", "files", "file_bytes", "image_bytes")
    assert set(totals) >= {*pairs, "distinct_contents", "distinct_bytes"}
    assert all(set(totals[key]) >= {"before", "after"} for key in pairs)


def test_network(result):
    network_part = result.manifest["networks"][0]
    assert (network_part["name"], network_part["sources"]) == ("kws", ["Network.c"])
    assert network_part["stale"] == ["4.hex"]


def test_constants(result):
    rows = {c["name"]: c for c in result.manifest["networks"][0]["constants"]}
    assert list(rows) == ["P", "Q", "R", "S", "input_0"]
    assert {n: (c["bytes"], c["file"], c["role"], c["shared_with"], c["offset"], c["image_file"]) for n, c in rows.items()} == {
        "P": (5, "0.hex", "constant", None, 0, "0.hex"),
        "Q": (8, "1.hex", "constant", "P", 0, "0.hex"),
        "R": (4, "2.hex", "constant", None, 0, "2.hex"),
        "S": (8, "3.hex", "constant", None, 0, "0.hex"),
        "input_0": (4, "2.hex", "input", None, 0, "2.hex"),
    }
    assert (rows["S"]["reason"], rows["S"]["where"]) == ("written by cl_ram_write", "Network.c:14")
    assert rows["P"]["reason"] is rows["Q"]["reason"] is rows["R"]["reason"] is None
    assert rows["P"]["digest"] == rows["Q"]["digest"] == rows["S"]["digest"] != rows["R"]["digest"]


def test_totals(result):
    totals = result.manifest["totals"]
    assert totals["l3_requested_bytes"] == {"before": 100 + 5 + 8 + 4 + 8, "after": 100 + 8 + 4 + 8}
    assert totals["l3_allocations"] == {"before": 5, "after": 4}
    assert totals["file_loads"] == {"before": 5, "after": 4}
    assert totals["loaded_bytes"] == {"before": 8 * 3 + 4 * 2, "after": 8 * 2 + 4 * 2}
    assert totals["files"] == {"before": 4, "after": 2}
    assert totals["file_bytes"] == {"before": 28, "after": 12}
    # directory: 12 + 13 + 5 a file; data on multiples of 8
    assert totals["image_bytes"] == {"before": 84 + 4 + 8 + 8 + 8 + 8, "after": 48 + 8 + 4}
    assert (totals["distinct_contents"], totals["distinct_bytes"]) == (2, 12)
    assert len(result.image) == totals["image_bytes"]["after"]


def test_it_is_json_without_places_of_this_machine(result, tmp_path):
    data = result.outputs()["manifest.json"]
    assert json.loads(data) == result.manifest
    assert str(tmp_path).encode() not in data


def test_a_network_without_files_says_so():
    code = b"void InitNetwork(void) { x = pi_l2_malloc(16); }\n"
    result = share("small", {"Network.c": code}, {})
    assert result.image is None
    assert result.manifest["image"] is None
    assert result.manifest["networks"][0]["constants"] == []
    assert all(pair["before"] == pair["after"] == 0 for pair in result.manifest["totals"].values() if isinstance(pair, dict))
    assert result.sources["Network.c"] is code
    assert "readfs.img" not in result.outputs()

"""Sharing on networks that Deeploy really generated: the figures, the image, and what every pointer shows.

Everything is counted here a second time, from the C, the .hex files and the image alone, and compared with
what the tool says and does.
"""

import math
from collections import Counter, defaultdict

import pytest
import readfs_reader
import real_runs
from real_runs import MODELS, every_network, own_models, styles

pytestmark = pytest.mark.real


# --- the test bed itself --------------------------------------------------------------------------

@own_models
def test_the_models_come_to_what_they_are_made_for(run):
    constants = run.before.constants()
    assert len(constants) == run.expected.constants
    assert len({run.files[name] for _, name in constants.values()}) == run.expected.distinct_constants
    assert sum(size for size, _ in constants.values()) == run.expected.bytes_before
    assert len(run.files) == run.expected.files_before


# --- the manifest -----------------------------------------------------------------------------------

def counted(network, files):
    loads = [s.value for s in network.statements("load")]
    return {
        "l3_requested_bytes": sum(s.value for s in network.statements("malloc")),
        "l3_allocations": len(network.statements("malloc")),
        "file_loads": len(loads),
        "loaded_bytes": sum(len(files[name]) for name in loads),
        "files": len(files),
        "file_bytes": sum(map(len, files.values())),
    }


@every_network
def test_totals_agree_with_an_independent_count(run):
    totals = run.manifest["totals"]
    before, after = counted(run.before, run.files), counted(run.after, run.image_files)
    assert {key: totals[key] for key in before} == {k: {"before": before[k], "after": after[k]} for k in before}
    assert totals["distinct_contents"] == len(set(run.files.values()))
    assert totals["distinct_bytes"] == sum(map(len, set(run.files.values())))


@every_network
def test_image_bytes_are_those_of_the_image(run):
    image_bytes = run.manifest["totals"]["image_bytes"]
    assert image_bytes["after"] == len(run.image)
    # The gaps depend on the order of the files; what they can add is known.
    smallest = readfs_reader.smallest_size(run.files, map(len, run.files.values())) if run.files else 0
    assert smallest <= image_bytes["before"] < smallest + 8 * len(run.files) + 1


@every_network
def test_manifest_lists_every_loaded_symbol(run):
    assert len({c["name"] for c in run.listed}) == len(run.listed)
    constants = run.before.constants()
    loads = {s.symbol: s.value for s in run.before.statements("load")}
    assert {c["name"]: c["file"] for c in run.listed if c["name"] in loads} == loads
    for listed in run.listed:
        if listed["name"] in constants:
            assert listed["bytes"] == constants[listed["name"]][0]
        if listed["name"] in loads:
            assert run.image_files[listed["image_file"]] == run.files[listed["file"]]
    assert set(run.proved) <= set(constants)


@every_network
def test_digests_are_those_of_the_contents(run):
    xxhash = pytest.importorskip("xxhash")
    for listed in run.listed:
        if listed["file"] in run.files:
            assert listed["digest"] == xxhash.xxh3_128_hexdigest(run.files[listed["file"]])


@every_network
def test_manifest_and_patched_code_agree_on_what_is_shared(run):
    in_manifest = {c["name"]: c["shared_with"] for c in run.listed if c["shared_with"] is not None}
    given = {s.symbol for s in run.before.statements("alias")}
    in_code = {s.symbol: s.value for s in run.after.statements("alias") if s.symbol not in given}
    assert in_manifest == in_code


@own_models
def test_every_constant_is_proved(run):
    reasons = {c["name"]: c["reason"] for c in run.listed if c["role"] == "constant"}
    assert reasons == dict.fromkeys(run.before.constants())


# --- what is left is the least there can be -------------------------------------------------------

@every_network
def test_files_are_the_distinct_contents(run):
    assert Counter(run.image_files.values()) == Counter(set(run.files.values()))
    if run.expected:
        assert len(run.image_files) == run.expected.files_after


@every_network
def test_proved_constants_take_the_least_memory(run):
    before = run.before.constants()
    largest = defaultdict(int)
    for name in run.proved:
        size, file = before[name]
        largest[run.files[file]] = max(largest[run.files[file]], size)
    after = sum(s.value for s in run.after.statements("malloc") if s.symbol in run.proved)
    assert after == sum(largest.values())
    if run.expected:
        assert after == run.expected.bytes_after


# --- the network still sees the same bytes --------------------------------------------------------

@every_network
def test_every_symbol_finds_its_bytes(run):
    sources = run.after.sources.values()
    loads = {s.symbol: s.value for s in run.after.statements("load")}
    mallocs = {s.symbol: s.value for s in run.after.statements("malloc")}
    target = {s.symbol: s.value for s in run.after.statements("alias")}
    constants = run.before.constants()
    for statement in run.before.statements("load"):
        symbol, content = statement.symbol, run.files[statement.value]
        kept = symbol
        while kept in target:
            kept = target[kept]
        assert run.image_files[loads[kept]] == content, symbol
        if symbol in constants:
            assert mallocs[kept] >= constants[symbol][0], symbol
            assert len(content) <= math.ceil(mallocs[kept] / 4) * 4, symbol
    for source in sources:
        position = {(s.kind, s.symbol): s.start for s in source.statements}
        for alias in source.only("alias"):
            for kind in ("malloc", "load", "alias"):
                if (kind, alias.value) in position:
                    assert position[kind, alias.value] < alias.start, alias.text


@every_network
def test_only_proved_constants_share_memory(run):
    given = {s.symbol for s in run.before.statements("alias")}
    constants = run.before.constants()
    for alias in run.after.statements("alias"):
        if alias.symbol not in given:
            assert {alias.symbol, alias.value} <= set(run.proved)
            assert run.files[constants[alias.symbol][1]] == run.files[constants[alias.value][1]]
    # What is loaded without an allocation of its own, an input, is loaded still.
    inputs = {s.symbol for s in run.before.statements("load")} - set(constants)
    assert inputs <= {s.symbol for s in run.after.statements("load")}


@every_network
def test_image_holds_what_is_named_and_nothing_else(run):
    loaded = {s.value for s in run.after.statements("load")}
    assert loaded <= set(run.image_files) <= run.after.strings()
    assert len(run.image_entries) == len(run.image_files), "a name occurs twice"
    # 8 is the alignment at which the device reads fastest.
    assert all(offset % 8 == 0 for _, offset, _ in run.image_entries)


@every_network
def test_hex_folder_is_the_image(run):
    folder = run.after.folder / "hex"
    assert {p.name: p.read_bytes() for p in folder.glob("*")} == run.image_files


@pytest.mark.parametrize("model", MODELS)
def test_neither_layout_nor_tiling_matters(model, runs):
    """Compares what must be equal in two generations: the tiler's search is random, so arenas, the order of
    statements and hence the numbers of the files need not be; nor the loops, which depend on the memory."""
    def figures(style):
        run = runs((model, style))
        totals = {k: run.manifest["totals"][k] for k in ("l3_allocations", "file_loads", "loaded_bytes", "files", "file_bytes")}
        kept = sum(s.value for s in run.after.statements("malloc") if s.symbol in run.proved)
        verdicts = {c["name"]: (c["role"], c["bytes"], c["digest"], c["reason"]) for c in run.listed}
        groups = defaultdict(set)
        for constant in run.listed:
            groups[constant["shared_with"] or constant["name"]].add(constant["name"])
        return totals, kept, verdicts, {frozenset(names) for names in groups.values()}

    first = figures("raw")
    for style in styles(model):
        assert figures(style) == first, style


@pytest.mark.parametrize("model", ["adapter", "tied_cnn"])
def test_two_networks_with_the_same_weights_take_the_memory_of_one(model, runs, tmp_path):
    """A network and its twin, from another generation of the same model, in one firmware: constants take the bytes of their
    distinct contents over both."""
    twins = [runs((model, style)).before.folder for style in ("formatted", "raw")]
    folders = [tmp_path / name for name in ("one", "two")]
    for twin, folder in zip(twins, folders, strict=True):
        folder.symlink_to(twin)
    totals = real_runs.together(folders, tmp_path / "out")["totals"]
    assert totals["constant_bytes"]["before"] == 2 * MODELS[model].bytes_before
    assert totals["constant_bytes"]["after"] == MODELS[model].bytes_after
    assert totals["files"]["after"] == totals["distinct_contents"]

"""Two manifests beside each other: what changed is named, with the reason, and nothing else is."""

import json

import pytest
from gapnet.cli import main
from gapnet.diff import as_data, compare
from gapnet.diff_listing import as_text, headline
from gapnet.diff_markdown import as_markdown
from gapnet.errors import InputError
from gapnet.gate import Rules
from gapnet.record import parse, read_record, record_of
from gapnet.share import Network, Options, share_together
from gapnet.terminal import Look
from networks import init_function, network

A, B, C = b"\xaa" * 16, b"\xbb" * 16, b"\xcc" * 16
THREE = [("P", 16, "0.hex"), ("Q", 16, "1.hex"), ("R", 16, "2.hex")]
WRITE_Q = "void Run() {\n  cl_ram_write(Q, 0, 16);\n}\n"
STATIC = "static int8_t *ARENA_L3;\n"
ARENA = "void More() {\n ARENA_L3 = (int8_t *)cl_ram_malloc(sizeof(int8_t) * %d);\n}\n"


@pytest.fixture
def made(tmp_path):
    """Makes a manifest: made(C or constants, bytes of files in their order, name=..., ...), or of several such networks."""
    def of_one(code, contents, name="kws", **options):
        folder = tmp_path / f"{len(list(tmp_path.iterdir()))}"
        folder.mkdir()
        for i, data in enumerate(contents):
            (folder / f"{i}.hex").write_bytes(data)
        text = code if isinstance(code, str) else network(code)
        files = {f"{i}.hex": folder / f"{i}.hex" for i in range(len(contents))}
        return Network(name, {"Network.c": text.encode()}, files, Options(**options))

    def make(*arguments, **options):
        several = arguments if isinstance(arguments[0], tuple) else [arguments]
        networks = [of_one(*one, **options) for one in several]
        return share_together(networks, networks[0].options).manifest
    return make


def changes(old, new):
    """(kind, network/name, what a table says of it) of each change."""
    found = compare(record_of(old), record_of(new)).changes
    return [(c.kind, f"{c.network}/{c.name}", f"{c.place or ''} {c.why}".strip()) for c in found]


def test_nothing(made):
    old = made(THREE, [A, A, A])
    found = compare(record_of(old), record_of(old))
    assert found.is_empty() and not found.changes and headline(found) == "kws: no change"


@pytest.mark.parametrize(("contents", "named", "place"), [
    ([B, A, A], ("P", "Q"), 5), ([A, B, A], ("Q", "P"), 7), ([A, A, B], ("R", "P"), 9)])
def test_the_constant_that_got_other_bytes_is_named_and_no_other(made, contents, named, place):
    """Also where it is the one whose memory the others used."""
    old, new = made(THREE, [A, A, A]), made(THREE, contents)
    assert [c["name"] for c in new["networks"][0]["constants"] if c["shared_with"]] == ["R" if named[0] != "R" else "Q"]
    assert changes(old, new) == [
        ("unshared", f"kws/{named[0]}", f"Network.c:{place} its bytes are no longer those of {named[1]}")]


@pytest.mark.parametrize(("contents", "name", "other"), [([B, A], "P", "Q"), ([A, B], "Q", "P")])
def test_of_two_the_one_that_changed_has_left(made, contents, name, other):
    assert changes(made(THREE[:2], [A, A]), made(THREE[:2], contents)) == [
        ("unshared", f"kws/{name}", f"Network.c:{4 if name == 'P' else 6} its bytes are no longer those of {other}")]


def test_two_that_changed_alike_have_left_together(made):
    found = compare(record_of(made(THREE, [A, A, A])), record_of(made(THREE, [B, A, B])))
    assert [(c.kind, c.name, c.why, c.others) for c in found.changes] == [
        ("unshared", name, "its bytes are no longer those of Q", (("kws", other),)) for name, other in ("PR", "RP")]
    assert "lies now with R" in as_text(found)


@pytest.mark.parametrize("written", "PQ")
def test_a_use_that_writes_is_the_reason_with_its_line(made, written):
    old = made(network(THREE[:2]), [A, A])
    new = made(network(THREE[:2], after=WRITE_Q.replace("Q", written)), [A, A])
    assert changes(old, new) == [("unshared", f"kws/{written}", "Network.c:10 written by cl_ram_write")]


def test_other_bytes_and_a_use_that_writes_are_both_said(made):
    new = made(network(THREE[:2], after=WRITE_Q), [A, B])
    assert changes(made(THREE[:2], [A, A]), new) == [
        ("unshared", "kws/Q", "Network.c:10 its bytes are no longer those of P; written by cl_ram_write")]


def test_sharing_that_is_off(made):
    assert changes(made(THREE, [A, A, B]), made(THREE, [A, A, B], share=False)) == [
        ("unshared", "kws/Q", "Network.c:7 sharing is off")]


def test_other_options_are_said(made):
    code = network(THREE, before="void tell(void *);\n", after="void Run() {\n  tell(Q);\n}\n")
    knows = ("tell(read)", "other(none)")
    found = compare(record_of(made(code, [A, A, B], functions=knows)), record_of(made(code, [A, A, B], align=16)))
    assert headline(found) == "kws: L3 +16 B, image unchanged, 1 no longer shared, other functions and alignment"
    text = as_text(found)
    assert "\nfunctions: no longer tell(read), no longer other(none)\n\nalignment: now 16, no longer 8\n" in text
    assert "Network.c:14: its address is given to tell, which is not known" in text
    assert as_data(found)["options"] == {"functions": {"old": list(knows), "new": []}, "alignment": {"old": ["8"], "new": ["16"]}}
    assert "alignment: now 16" in as_markdown(found)
    turned = compare(record_of(made(code, [A, A, B], functions=knows)), record_of(made(code, [A, A, B], functions=knows[::-1])))
    assert not turned.is_empty() and "functions: in another order" in as_text(turned)


def test_both_reasons_are_given_for_what_must_be_shared(made):
    old, new = made(THREE[:2], [A, A]), made(network(THREE[:2], after=WRITE_Q), [A, B])
    assert broken(old, new, "Q") == ["Q must be shared (--require-shared), but is not: Network.c:10: its bytes are no longer "
                                     "those of P; written by cl_ram_write"]


def test_what_is_shared_now(made):
    assert changes(made(THREE, [A, B, C]), made(THREE, [A, A, C])) == [("shared", "kws/Q", "Network.c:7 its bytes changed")]
    assert changes(made(network(THREE[:2], after=WRITE_Q), [A, A]), made(THREE[:2], [A, A])) == [
        ("shared", "kws/Q", "Network.c:6 before: written by cl_ram_write")]


def test_one_that_leaves_for_another(made):
    four = [*THREE, ("S", 16, "3.hex")]
    assert [c[:2] for c in changes(made(four, [A, A, B, C]), made(four, [A, B, B, C]))] == [
        ("unshared", "kws/Q"), ("shared", "kws/Q")]


def test_what_appeared_vanished_grew_and_shrank_with_the_largest_first(made):
    old = made(network([("P", 16, "0.hex"), ("Q", 32, "1.hex"), ("R", 16, "2.hex")], before=STATIC, after=ARENA % 100),
               [A, B + C, C])
    new = made(network([("P", 32, "0.hex"), ("Q", 16, "1.hex"), ("T", 16, "2.hex"), ("U", 20, "3.hex")], before=STATIC,
                       after=ARENA % 104), [A + B, B, B, A + b"1234"])
    found = compare(record_of(old), record_of(new))
    assert [(c.kind, c.name, c.old, c.new, c.what, c.others) for c in found.changes] == [
        ("appeared", "U", None, 20, "constant", ()), ("appeared", "T", None, 16, "constant", (("kws", "Q"),)),
        ("vanished", "R", 16, None, "constant", ()),
        ("grew", "P", 16, 32, "constant", ()), ("grew", "ARENA_L3", 100, 104, "arena", ()),
        ("shrank", "Q", 32, 16, "constant", ())]
    lines = as_text(found).splitlines()
    assert [lines[0], *lines[11:]] == [
        "kws: L3 +8 B, image +4 B, 2 new, 1 gone, 2 larger, 1 smaller", "",
        "kws: new", "        20 B  U", "        16 B  T", "              Network.c:11: shares memory with Q", "",
        "kws: gone", "        16 B  R", "",
        "kws: larger", "        32 B  P", "              was 16 B",
        "       104 B  ARENA_L3", "              an arena, was 100 B", "",
        "kws: smaller", "        16 B  Q", "              was 32 B"]


def test_one_whose_partner_is_gone_has_not_left(made):
    old, new = made(THREE[:2], [A, A]), made(THREE[:1], [A])
    assert changes(old, new) == [("vanished", "kws/Q", "")]
    assert Rules(require_shared=("P",)).broken(compare(record_of(old), record_of(new))) == [
        "P must be shared (--require-shared), but is not: Network.c:3: Q, which it shared memory with, is gone"]


def test_other_bytes_where_nothing_was_shared(made):
    assert changes(made(THREE, [A, B, C]), made(THREE, [A, B, b"\xdd" * 16])) == [("changed", "kws/R", "Network.c:9")]


def test_a_table_cuts_the_list_of_what_training_changed_and_json_does_not(made):
    many = [(f"W{i}", 16, f"{i}.hex") for i in range(40)]
    found = compare(*(record_of(made(many, [bytes([i + add]) * 16 for i in range(40)])) for add in (0, 100)))
    assert len(as_data(found)["changes"]) == 40 and "and 25 more" in as_text(found)


def test_statics_of_one_name_in_two_files_are_two(made):
    def twice(name):
        code = network([(name, 16, "0.hex")]) + "void Other() {\n static int *W;\n}\n"
        return code + init_function([(name, 16, "1.hex")], "InitMore")
    found = compare(record_of(made(twice("W"), [A, B])), record_of(made(twice("W"), [A, C])))
    assert [(c.kind, c.name) for c in found.changes] == [("changed", "W")]


# --- several networks ---

def test_networks_are_told_apart(made):
    old = made((THREE, [A, A, C], "a"), (THREE, [B, C, B], "b"))
    new = made((THREE, [A, A, C], "a"), (THREE, [B, C, A], "b"))
    found = changes(old, new)
    assert [c[:2] for c in found] == [("unshared", "b/R"), ("shared", "b/R")]
    assert "its bytes are no longer those of P" in found[0][2]
    assert changes(*(json.loads(json.dumps(m)) for m in (old, new))) == found


def test_a_network_that_came_and_one_that_went(made):
    old = made((THREE, [A, A, C], "a"), (THREE, [B, B, C], "b"))
    new = made((THREE, [A, A, C], "a"), ([("X", 16, "0.hex")], [A], "c"))
    found = compare(record_of(old), record_of(new))
    assert (found.appeared, found.vanished, found.renamed) == (("c",), ("b",), None)
    assert headline(found).endswith("1 new network, 1 lost network")
    assert as_text(found).endswith("\nc: a new network (constants and inputs: 1)\n\n"
                                   "b: the network is gone (constants and inputs: 3)\n")


def test_one_network_under_another_name_is_the_same_and_another_network_is_not(made):
    old = made(THREE, [A, A, C], "old")
    found = compare(record_of(old), record_of(made(THREE, [A, B, C], "new")))
    assert found.renamed == "old" and [(c.kind, c.network, c.name) for c in found.changes] == [("unshared", "new", "Q")]
    assert "new was called old\n" in as_text(found)
    found = compare(record_of(old), record_of(made([("X", 16, "0.hex"), ("P", 16, "1.hex")], [A, B], "new")))
    assert (found.appeared, found.vanished, found.renamed) == (("new",), ("old",), None)


# --- the gate ---

def broken(old, new, *shared, growth=None):
    return Rules(growth, shared).broken(compare(record_of(old), record_of(new)))


def test_growth_is_of_l3_and_of_the_image_each(made):
    old, new = made(THREE, [A, A, A]), made(THREE, [A, A, B])
    grew = new["totals"]["image_bytes"]["after"] - old["totals"]["image_bytes"]["after"]
    assert grew > 16
    assert broken(old, new, growth=grew) == broken(new, old, growth=0) == broken(old, new) == []
    image = f"the image grew by {grew} bytes, from 48 to {48 + grew}; --max-growth allows "
    assert broken(old, new, growth=grew - 1) == [f"{image}{grew - 1}"]
    assert broken(old, new, growth=15) == ["L3 grew by 16 bytes, from 16 to 32; --max-growth allows 15", f"{image}15"]


def test_what_must_be_shared(made):
    old, new = made(THREE, [A, A, C]), made(THREE, [A, B, C])
    must = "must be shared (--require-shared), but"
    assert broken(old, old, "P", "Q", "kws/Q") == []
    assert broken(old, old, "R") == [f"R {must} is not: Network.c:9: no other constant holds its bytes"]
    assert broken(old, new, "Q", "Q") == [f"Q {must} is not: Network.c:7: its bytes are no longer those of P"]
    assert broken(old, new, "P") == [f"P {must} is not: Network.c:5: the bytes of Q are no longer its own"]
    assert broken(old, made(THREE[:1], [A]), "Q") == [f"Q {must} is gone"]
    off = made(THREE, [A, A, C], share=False)
    assert broken(old, off, "Q") == [f"Q {must} is not: sharing is off"]
    for name in ("Z", "b/Q", "kws/", ""):
        with pytest.raises(InputError) as error:
            broken(old, new, name)
        assert str(error.value).startswith(f"--require-shared {name}: there is no such constant")


def test_a_name_in_several_networks(made):
    old = made((THREE, [A, A, C], "a"), (THREE, [B, B, b"\xee" * 16], "b"))
    assert broken(old, old, "Q", "b/Q", "a/P") == []
    assert [line.split()[0] for line in broken(old, old, "R")] == ["a/R", "b/R"]
    assert broken(old, old, "b/R")[0].startswith("b/R must be shared")


def test_memory_in_common_is_shared_whoever_fills_it(made):
    both = made((THREE, [A, C, B], "a"), (THREE, [A, C, b"\xee" * 16], "b"))
    assert broken(both, both, "P", "Q") == []
    for name in "ab":  # a manifest that lists one of the two, as beside the C of a network of env.GapReadfs
        alone = both | {"networks": [n for n in both["networks"] if n["name"] == name]}
        assert broken(alone, alone, "P", "Q") == []


# --- manifests as they lie on disk ---

def test_a_manifest_of_an_earlier_version(made):
    new = made(THREE, [A, A, C])
    old = json.loads(json.dumps(new))
    for key in ("share", "functions", "budget"):
        del old[key]
    del old["networks"][0]["arenas"], old["totals"]["constant_bytes"]
    for c in old["networks"][0]["constants"]:
        del c["shared_with_network"], c["common"]
    assert compare(record_of(old), record_of(new)).is_empty()


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"schema": 1}', '{"schema": 1, "networks": 7, "totals": 1}',
                                  '{"schema": 1, "networks": [], "totals": {}}', "[" * 100_000])
def test_what_is_no_manifest(text):
    with pytest.raises(InputError) as error:
        parse(text.encode(), "m.json")
    assert str(error.value) == "m.json: is not a manifest of gapnet"


@pytest.mark.parametrize(("path", "value"), [
    ("networks/0/name", 3), ("networks/0/constants/0/bytes", "16"), ("networks/0/constants/0/bytes", True),
    ("networks/0/constants/0/bytes", -1), ("networks/0/constants/0/name", None), ("networks/0/constants/1/shared_with", 7),
    ("networks/0/constants/0/reason", []), ("networks/0/arenas", [{"name": "A"}]), ("totals/files/after", 1.5),
    ("networks/0/constants", None)])
def test_a_damaged_manifest_is_none(made, path, value):
    manifest = made(THREE, [A, A, C])
    *steps, last = [int(s) if s.isdecimal() else s for s in path.split("/")]
    place = manifest
    for step in steps:
        place = place[step]
    place[last] = value
    with pytest.raises(InputError):
        parse(json.dumps(manifest).encode(), "m.json")


def test_a_circle_of_constants_ends(made):
    manifest = made(THREE, [A, A, C])
    for c, other in zip(manifest["networks"][0]["constants"], "QPR"):
        c["shared_with"] = other
    record = record_of(manifest)
    assert compare(record, record).is_empty() and "no change" in as_text(compare(record, record))


def test_the_command_takes_files_and_folders(made, tmp_path, capsys):
    for name, contents in (("old", [A, A, C]), ("new", [A, B, C])):
        (tmp_path / name).mkdir()
        (tmp_path / name / "manifest.json").write_text(json.dumps(made(THREE, contents)))
    old, new = str(tmp_path / "old"), str(tmp_path / "new" / "manifest.json")
    assert main(["diff", old, new]) == 0
    found = compare(read_record(tmp_path / "old"), read_record(tmp_path / "new"))
    assert capsys.readouterr() == (as_text(found), "")
    assert main(["diff", old, new, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out) == as_data(found) | {"broken": []}
    assert main(["diff", old, new, "--max-growth", "15", "--require-shared", "Q", "--format", "json"]) == 1
    said = capsys.readouterr()
    assert [f"{new}: {line}" for line in json.loads(said.out)["broken"]] == said.err.splitlines()
    assert len(said.err.splitlines()) == 3
    assert main(["diff", old, new, "--max-growth", "4K"]) == 0


def test_3000_constants_that_all_changed(made):
    manifest, other = made(THREE[:1], [A]), made(THREE[:1], [A])
    row = manifest["networks"][0]["constants"][0]
    pairs = [row | {"name": f"W{i}", "digest": f"{i // 2:032x}", "shared_with": f"W{i - 1}" if i % 2 else None}
             for i in range(3000)]
    manifest["networks"][0]["constants"] = pairs
    other["networks"][0]["constants"] = [
        c | {"name": f"V{i}" if i % 3 else c["name"], "digest": f"{i:032x}", "shared_with": None} for i, c in enumerate(pairs)]
    found = compare(record_of(manifest), record_of(other))
    assert len(found.changes) == 4999  # W0 is as it was
    assert max(map(len, as_text(found, Look(80)).splitlines())) <= 80

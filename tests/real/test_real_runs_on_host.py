"""Networks that Deeploy really generated run on the host, untouched and shared: they must read the same bytes of L3.

Right outputs would prove little; the stream of bytes does. A network that writes to a proved constant, or reaches past an
allocation, does not come to the end of its run, see host/.
"""

import functools
import re
from collections import defaultdict
from dataclasses import dataclass

import pytest
import readfs_reader
import real_host
from real_runs import MODELS, MORE, SIZES, TILED, Run, case_name, share

pytestmark = pytest.mark.real


@dataclass(frozen=True)
class Pair:
    """One network, run before and after sharing."""

    run: Run
    before: real_host.Ran
    after: real_host.Ran


@pytest.fixture(scope="session")
def host(tmp_path_factory):
    return real_host.Host(tmp_path_factory.mktemp("host"))


@pytest.fixture(scope="session")
def pairs(runs, host, tmp_path_factory):
    @functools.cache
    def run_both(case):
        run = runs(case)
        if set(run.before.sources) != {"Network.c"}:
            pytest.skip("not one Network.c")
        image = share(run.before.folder, tmp_path_factory.mktemp("untouched") / "out", "--no-share")
        before = host.execute(host.build(run.before.folder, run.proved), real_host.image_of(image))
        after = host.execute(host.build(run.after.folder, run.proved), real_host.image_of(run.after.folder))
        return Pair(run, before, after)

    return run_both


@pytest.fixture(scope="session")
def pair(request, pairs):
    """Of the session, so that pytest puts the tests of one network together, and with them on one core."""
    return pairs(request.param)


every_run = pytest.mark.parametrize("pair", dict.fromkeys(TILED + MORE), indirect=True, ids=case_name)
own_runs = pytest.mark.parametrize("pair", [c for c in TILED if c[0] in MODELS], indirect=True, ids=case_name)


@every_run
def test_the_same_bytes_are_read(pair):
    before, after = pair.before, pair.after
    assert before.reads and before.writes
    assert (before.reads, before.read_bytes) == (after.reads, after.read_bytes), real_host.first_difference(before, after)
    assert before.read_stream == after.read_stream, real_host.first_difference(before, after)
    assert (before.writes, before.written_bytes, before.write_stream) == (after.writes, after.written_bytes, after.write_stream)


@every_run
def test_memory_and_loads_are_those_of_the_manifest(pair):
    totals = pair.run.manifest["totals"]
    for key in ("l3_requested_bytes", "l3_allocations", "file_loads", "loaded_bytes"):
        assert {"before": getattr(pair.before, key), "after": getattr(pair.after, key)} == totals[key], key


@every_run
def test_constants_lie_where_the_manifest_says(pair):
    def together(ran):
        groups = defaultdict(set)
        for name, (allocation, _, _) in ran.constants.items():
            groups[allocation].add(name)
        return sorted(map(sorted, groups.values()))

    listed = defaultdict(set)
    shared_with = {c["name"]: c["shared_with"] for c in pair.run.listed}
    for name in pair.run.proved:
        listed[shared_with[name] or name].add(name)
    assert together(pair.after) == sorted(map(sorted, listed.values()))
    assert len(pair.before.constants) == len(pair.run.proved)
    if not pair.run.before.statements("alias"):
        assert together(pair.before) == sorted([name] for name in pair.run.proved)


@own_runs
def test_every_byte_of_every_constant_is_read(pair):
    """Otherwise equal streams would say nothing of the rest."""
    for ran in (pair.before, pair.after):
        assert {name: was_read for name, (_, _, was_read) in ran.constants.items()} \
            == {name: size for name, (_, size, _) in ran.constants.items()}


@pytest.mark.parametrize("model", MODELS)
def test_tensors_come_in_tiles(model, pairs):
    """The sizes of L1 do what they are for: less memory, other and more rows."""
    def rows(style):
        return [length for length, _, _ in pairs((model, style)).before.rows()]

    tiled = [rows(f"l1-{size}") for size in SIZES[model]]
    assert len({tuple(lengths) for lengths in (rows("formatted"), *tiled)}) == 1 + len(tiled)
    assert all(len(lengths) > len(rows("formatted")) for lengths in tiled)


# --- it can fail ----------------------------------------------------------------------------------

SMALL = ("tied_cnn", "formatted")


@pytest.fixture
def small(pairs):
    return pairs(SMALL)


@pytest.fixture
def alias(small):
    """Of two constants that share memory."""
    return small.run.after.statements("alias")[0]


def test_a_changed_byte_of_any_file_shows(small, host, tmp_path):
    program = host.build(small.run.after.folder, small.run.proved)
    changed = tmp_path / "readfs.img"
    for name, offset, _ in readfs_reader.read(small.run.image):
        image = bytearray(small.run.image)
        image[offset] ^= 1
        changed.write_bytes(image)
        ran = host.execute(program, changed)
        assert ran.reads == small.after.reads
        assert ran.read_stream != small.after.read_stream, name
        assert real_host.first_difference(small.after, ran).startswith("row")


def test_a_wrong_sharing_shows(small, host):
    """A constant takes the memory of another one that is there and large enough."""
    after = small.run.after
    needed = {name: size for name, (size, _) in small.run.before.constants().items()}
    alias, wrong = next((alias, malloc.symbol) for alias in after.statements("alias") for malloc in after.statements("malloc")
                        if malloc.start < alias.start and malloc.symbol in small.run.proved and malloc.symbol != alias.value
                        and malloc.value >= needed[alias.symbol])
    planted = f"{alias.symbol} = (void *){wrong};"
    program = host.build(after.folder, small.run.proved, lambda text: _once(alias.text, planted, text))
    ran = host.execute(program, real_host.image_of(after.folder))
    assert (ran.reads, ran.read_bytes) == (small.after.reads, small.after.read_bytes)
    assert ran.read_stream != small.after.read_stream


def copy(address, direction, sizes="4, 4, 4"):
    return f"pi_cl_ram_copy_2d(get_ram_ptr(), {address}, local, {sizes}, {direction}, &request);"


WRITTEN = "L3: a write to a constant: byte 0 of allocation N (KEPT, "
BY_A_CORE = "L3: a core reaches for it without the RAM driver: byte 0 of allocation N (KEPT, "
BY_DMA = "mchan: a transfer of 4 bytes reaches for L3"
FORBIDDEN = {
    "written by the RAM driver": (copy("TWIN", 0), WRITTEN),
    "written in its middle": (copy("(char *)TWIN + 8", 0), WRITTEN.replace("byte 0", "byte 8")),
    "written in a second row": (copy("ARENA", 0, "8, (char *)TWIN - (char *)ARENA, 4"), WRITTEN),
    "loaded again": ('load_file_to_ram(TWIN, "FILE");', WRITTEN),
    "written by a core": ("*(volatile char *)TWIN = 1;", BY_A_CORE),
    "read by a core": ("(void)*(volatile char *)TWIN;", BY_A_CORE),
    "written by the C library": ("memset(TWIN, 0, 4);", BY_A_CORE),
    "written by the DMA": ("mchan_transfer_1d((1 << 18) + 4, local, TWIN);", BY_DMA),
    "read by the DMA": ("mchan_transfer_1d((3 << 17) + 4, local, TWIN);", BY_DMA),
    "read past its end": (copy("TWIN", 1, "SIZE + 1, SIZE + 1, SIZE + 1"), "L3: a read of SIZE1 bytes runs past the end: "),
    "read beside it": (copy("(char *)TWIN - 64", 1), "which lies in no allocation"),
    "read at half an address": (copy("(void *)(uintptr_t)(uint32_t)(uintptr_t)TWIN", 1), "which is not in L3"),
    "copied to L3": (copy("TWIN", 1).replace("local", "ARENA"), "L3: a copy of 4 bytes between L3 and L3"),
    "copied past the end of L2": (copy("TWIN", 1).replace("local", "(char *)pi_l2_malloc(8) + 8"), "where nothing is"),
}


def plant(text, statement):
    head = "void RunNetwork() {"
    return _once(head, f"{head} static char local[256]; pi_cl_ram_req_t request; (void)local; (void)request; {statement}", text)


def _once(old, new, text):
    assert text.count(old) == 1, old
    return text.replace(old, new)


def words(text, small, alias):
    """A planted statement or a message in the words of the network."""
    kept = alias.value
    allocation, size, _ = small.after.constants[kept]
    arena = next(s.symbol for s in small.run.after.statements("malloc") if "ARENA" in s.symbol)
    file = next(s.value for s in small.run.after.statements("load") if s.symbol == kept)
    known = {"TWIN": alias.symbol, "KEPT": kept, "ARENA": arena, "FILE": file, "SIZE1": str(size + 1), "SIZE": str(size)}
    text = text.replace("allocation N", f"allocation {allocation}")
    return re.sub(r"\b(" + "|".join(known) + r")\b", lambda m: known[m[0]], text)


@pytest.mark.parametrize("what", FORBIDDEN)
def test_what_no_network_may_do_stops_it(what, small, alias, host):
    statement, message = (words(text, small, alias) for text in FORBIDDEN[what])
    program = host.build(small.run.after.folder, small.run.proved, lambda text: plant(text, statement))
    with pytest.raises(real_host.Stopped, match=re.escape(message)):
        host.execute(program, real_host.image_of(small.run.after.folder))


@pytest.mark.parametrize("statement, message", [
    ("(void)(uint32_t)TWIN;", "cast from pointer to integer of different size"),
    ("ram_write(TWIN, local, 4);", "ram_write: not in host/"),
])
def test_what_cannot_be_judged_is_not_run(statement, message, small, alias, host):
    with pytest.raises(RuntimeError, match=re.escape(message)):
        host.build(small.run.after.folder, small.run.proved, lambda text: plant(text, words(statement, small, alias)))

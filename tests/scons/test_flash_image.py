"""env.GapFlashImage: what goes in, what builds it again, and what a user reads when a call is wrong."""

import importlib.util
import shutil
from pathlib import Path

import pytest
from gapnet.flash import parse
from gapnet.image import build
from scons_project import NETWORK
from tiny_network import content

UNIT = Path(__file__).resolve().parents[1] / "unit"


def load(name):
    """A helper of the unit tests, whatever the import path of this run is."""
    spec = importlib.util.spec_from_file_location(name, UNIT / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


Device, program = load("device_flash").Device, load("elves").program

FLASH = NETWORK + '''\
env.GapFlashImage("build/flash.img", {"readfs": net, "sounds": ["a.wav", "b.wav"], "cfg": "cfg.bin"}, BLOCK_SIZE="4K")
'''
TABLE = NETWORK + 'env.GapFlashImage("build/flash.img", {"readfs": net.image}, PARTITION_TABLE="t.csv", BOOT_LOADER="app.elf")\n'
CSV = "readfs,data,readfs,1M,64K\nlfs,data,lfs,,1M\n"
BUILDING = "Building the flash image build/flash.img"


def fill(project):
    for name, data in (("a.wav", b"aaa"), ("b.wav", b"bb"), ("cfg.bin", b"config"), ("t.csv", CSV.encode()),
                       ("app.elf", program((0x1C000000, b"code")))):
        project.write(name, data)
    return project


@pytest.fixture
def built(make_project):
    project = fill(make_project(FLASH))
    assert BUILDING in project.run().output
    return project


def device(project, **options):
    return Device(project.read("build/flash.img"), **options)


def rebuilds(project, *arguments):
    return BUILDING in project.run(*arguments).output


def test_a_device_finds_what_was_put_in(built):
    board = device(built)
    assert [board.open(f"{n}.hex") for n in (0, 1, 3)] == [content(n) for n in (1, 2, 3)]
    assert board.open("a.wav", "sounds") == b"aaa" and board.open("b.wav", "sounds") == b"bb"
    offset, size = board.find(1, 0x80, "cfg")
    assert (board.read(offset, 6), size) == (b"config", 4096)
    built.assert_up_to_date()


def test_a_table_and_a_boot_binary(make_project):
    project = fill(make_project(TABLE))
    assert "build/flash.img: 2 partitions (readfs, lfs) and a boot binary, 2,359,296 of 67,108,864 bytes" in project.run().output
    board = device(project)
    assert board.boot() == ({0x1C000000: b"code"}, 0x1C000080)
    assert board.find(1, 0x81, "readfs") == (0x100000, 0x10000) and board.find(1, 0x82, "lfs") == (0x140000, 0x100000)
    assert board.open("0.hex") == content(1)
    project.assert_up_to_date()
    project.write("t.csv", CSV.replace("1M,64K", "2M,64K"))
    assert rebuilds(project) and device(project).find(1, 0x81, "readfs")[0] == 0x200000
    project.write("app.elf", program((0x1C000000, b"new")))
    assert rebuilds(project) and device(project).boot()[0] == {0x1C000000: b"new"}
    project.assert_up_to_date()


def test_changed_weights_and_files_reach_the_flash(built):
    built.write("gen/hex/3.hex", content(9))
    assert rebuilds(built) and device(built).open("3.hex") == content(9)
    built.write("b.wav", "longer")
    assert rebuilds(built) and device(built).open("b.wav", "sounds") == b"longer"
    built.write("cfg.bin", "other")
    assert rebuilds(built)
    built.assert_up_to_date()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('BLOCK_SIZE="4K"', 'BLOCK_SIZE="8K"'),
        ('BLOCK_SIZE="4K"', 'BLOCK_SIZE="4K", FLASH_TYPE="spi"'),
        ('BLOCK_SIZE="4K"', 'BLOCK_SIZE="4K", FLASH_SIZE="1M"'),
        ('BLOCK_SIZE="4K"', 'BLOCK_SIZE="4K", ALIGN=16'),
        ('BLOCK_SIZE="4K"', 'BLOCK_SIZE="4K", BOOT_LOADER="app.elf"'),
        ('"cfg": "cfg.bin"', '"config": "cfg.bin"'),
        ('"cfg": "cfg.bin"', '"cfg": {"content": "cfg.bin", "size": 100}'),
        ('"cfg": "cfg.bin"', '"cfg": {"content": "cfg.bin", "flags": "encrypted"}'),
        ('"cfg": "cfg.bin"', '"cfg": ["cfg.bin"]'),
        ('"cfg": "cfg.bin"', '"cfg": "cfg.bin", "lfs": {"size": "64K"}'),
        ('["a.wav", "b.wav"]', '["b.wav", "a.wav"]'),
        ('["a.wav", "b.wav"]', '["a.wav"]'),
        ('["a.wav", "b.wav"]', '["a.wav", "c.wav"]'),
    ],
)
def test_a_change_of_the_call_builds_the_same_as_a_clean_build(built, make_project, before, after):
    """c.wav has the bytes of b.wav: only the name of the file in the image changes."""
    built.write("c.wav", "bb")
    built.run("-c", "build/flash.img")
    built.run()
    assert before in FLASH
    changed = FLASH.replace(before, after)
    built.write("SConstruct", changed)
    assert rebuilds(built)
    built.assert_up_to_date()
    fresh = fill(make_project(changed, name="fresh"))
    fresh.write("c.wav", "bb")
    fresh.run()
    assert built.read("build/flash.img") == fresh.read("build/flash.img")


def test_a_call_that_only_moves_and_another_line_to_print_build_nothing(built):
    built.write("SConstruct", "# one line more\n" + FLASH)
    built.assert_up_to_date()
    built.write("SConstruct", FLASH.replace('BLOCK_SIZE="4K"', 'BLOCK_SIZE="4K", FLASHCOMSTR="FLASH $TARGET"'))
    built.assert_up_to_date()
    built.run("-c", "flash_image")
    assert not (built.folder / "build/flash.img").exists()
    assert "FLASH build/flash.img" in built.run("flash_image").output


def test_every_kind_of_contents(make_project):
    project = fill(make_project(NETWORK + '''\
made = env.Command("build/made.img", "cfg.bin", Copy("$TARGET", "$SOURCE"))
sounds = [env.Command(f"build/{n}.snd", f"{n}.wav", Copy("$TARGET", "$SOURCE")) for n in "ab"]
env["WHERE"] = "cfg"
env["BUILD"] = "out"
flash = env.GapFlashImage("$BUILD/flash.img", {
    "readfs": net.image, "node": made, "file": File("cfg.bin"), "path": "${WHERE}.bin", "readfs_glob": Glob("*.wav"),
    "readfs_made": sounds, "none": {"size": "1sec"},
    "where": {"content": made[0], "offset": "1M", "type": "app", "subtype": "ota0"},
}, BUILD="build", FLASH_TYPE="spi")
assert [str(n) for n in flash] == ["build/flash.img"]
assert env.GapFlashImage("build/flash2.img", {"cfg": "cfg.bin", "readfs": net}) != flash
'''))
    project.run()
    board = device(project, rom_block=4096, flash_size=16 << 20)
    assert board.open("0.hex") == content(1)
    for name in ("node", "file", "path"):
        assert board.read(board.find(1, 0x80, name)[0], 6) == b"config"
    assert board.open("b.wav", "readfs_glob") == b"bb" and board.open("a.snd", "readfs_made") == b"aaa"
    assert board.find(1, 0x80, "none")[1] == 4096
    assert board.find(0, 0x10, "where") == (1 << 20, 4096) and board.read(1 << 20, 6) == b"config"


def test_a_table_made_in_the_same_build(make_project):
    project = fill(make_project(NETWORK + '''\
table = env.Command("build/t.csv", "t.csv", Copy("$TARGET", "$SOURCE"))
env.GapFlashImage("build/flash.img", table, FLASH_SIZE="4M")
'''))
    project.run()
    assert [p.name for p in parse(project.read("build/flash.img")).partitions] == ["readfs", "lfs"]
    project.assert_up_to_date()


def test_variables_on_the_command_line(make_project):
    project = fill(make_project('variables = Variables()\n' + FLASH.replace("net = ", '''\
env.GapNetworkVariables(variables)
variables.Update(env)
net = ''', 1)))
    project.run()
    assert "has 8,192 bytes" in project.run("GAPNETWORK_FLASH_SIZE=8K", status=2).output
    assert rebuilds(project, "GAPNETWORK_BOOT_LOADER=app.elf") and device(project).boot()[1] == 0x1C000080


def test_places_and_lost_builds(make_project):
    project = fill(make_project('SConscript("SConscript", variant_dir="build/x y", duplicate=0)\n'))
    project.write("SConscript", FLASH.replace('"gen"', '"#gen"').replace("build/", ""))
    project.run()
    fresh = fill(make_project('CacheDir("cache")\n' + FLASH, name="fresh"))
    fresh.run()
    expected = fresh.read("build/flash.img")
    assert project.read("build/x y/flash.img") == expected
    shutil.rmtree(fresh.folder / "build")
    assert "Retrieved `build/flash.img' from cache" in fresh.run().output
    assert fresh.read("build/flash.img") == expected
    fresh.run("-c")
    assert not fresh.snapshot("build")


# --- wrong calls ---

WRONG = {
    "nothing": ('env.GapFlashImage("build/f.img")',
                'give what partitions hold, as {"readfs": net.image}, or a partition table in CSV'),
    "no_target": ('env.GapFlashImage(None, {"cfg": "cfg.bin"})', "the target must be one file, not an empty list"),
    "two_targets": ('env.GapFlashImage(["a", "b"], {"cfg": "cfg.bin"})', "the target must be one file, not a, b"),
    "folder": ('env.GapFlashImage("gen", {"cfg": "cfg.bin"})', "the target must be one file, not gen"),
    "option": ('env.GapFlashImage("build/f.img", {"cfg": "cfg.bin"}, FLASHSIZE=1)',
               "GapFlashImage has no option FLASHSIZE; it has GAP"),
    "type": ('env.GapFlashImage("build/f.img", {"cfg": "cfg.bin"}, FLASH_TYPE="nor")',
             "flash type 'nor' is not known. Use hyper or spi"),
    "block": ('env.GapFlashImage("build/f.img", {"cfg": "cfg.bin"}, BLOCK_SIZE=1000)',
              "block size 1000 is not a power of two from 8"),
    "size": ('env.GapFlashImage("build/f.img", {"cfg": "cfg.bin"}, FLASH_SIZE="big")', "flash size 'big' cannot be understood"),
    "align": ('env.GapFlashImage("build/f.img", {"cfg": "cfg.bin"}, ALIGN=3)',
              "GAPNETWORK_ALIGN is 3, but must be a power of two"),
    "name": ('env.GapFlashImage("build/f.img", {"a_name_of_17_byte": "cfg.bin"})', "'a_name_of_17_byte' has 17 bytes"),
    "field": ('env.GapFlashImage("build/f.img", {"cfg": {"contents": "cfg.bin"}})',
              "partition 'cfg' has no field 'contents'; it has content, type, subtype, offset, size, flags"),
    "field_value": ('env.GapFlashImage("build/f.img", {"cfg": {"size": "4Q"}})',
                    "size of partition 'cfg' '4Q' cannot be understood"),
    "field_and_table": ('env.GapFlashImage("build/f.img", {"cfg": {"size": 4}}, PARTITION_TABLE="t.csv")',
                        "size of partition 'cfg' must stand in the partition table t.csv"),
    "two_tables": ('env.GapFlashImage("build/f.img", "t.csv", PARTITION_TABLE="t.csv")', "two partition tables are given"),
    "tables": ('env.GapFlashImage("build/f.img", ["t.csv", "u.csv"])', "the partition table must be one file, not t.csv, u.csv"),
    "boots": ('env.GapFlashImage("build/f.img", {}, BOOT_LOADER=["a", "b"])', "the boot binary must be one file, not a, b"),
    "empty_list": ('env.GapFlashImage("build/f.img", {"readfs": []})', "partition 'readfs' is given an empty list"),
    "content_folder": ('env.GapFlashImage("build/f.img", {"readfs": "gen"})', "partition 'readfs' is given the folder gen"),
    "network_in_list": ('env.GapFlashImage("build/f.img", {"readfs": [net]})', "'readfs' is given a network in a list"),
    "network_without_files": ('env.GapFlashImage("build/f.img", {"readfs": bare})',
                              "network for partition 'readfs' has no files"),
    "itself": ('env.GapFlashImage("build/f.img", {"readfs": "build/f.img"})', "build/f.img is a source and the target"),
    "twice": ('env.GapFlashImage("build/g.img", {"cfg": "cfg.bin"}); env.GapFlashImage("build/g.img", {"cfg": "a.wav"})',
              "build/g.img is already built from other sources or with other options"),
    "same_twice": ('assert env.GapFlashImage("build/h.img", {"a": "a.wav"}) == env.GapFlashImage("build/h.img", {"a": "a.wav"})\n'
                   '    raise SCons.Errors.UserError("GapFlashImage: fine")', "fine"),
}


def test_a_wrong_call_is_one_line(make_project):
    project = fill(make_project(NETWORK))
    project.write("bare/Network.c", "void InitNetwork(void) { }\n")
    calls = "\n".join(f'try:\n    {call}\nexcept SCons.Errors.UserError as error:\n    print("{name} |", error)'
                      for name, (call, _) in WRONG.items())
    project.write("SConstruct", "import SCons.Errors\n" + NETWORK + 'bare = env.GapNetwork("build/bare", "bare")\n' + calls)
    said = dict(line.split(" | ", 1) for line in project.run("build/nothing", status=2).output.splitlines() if " | " in line)
    for name, text in said.items():
        assert WRONG[name][1] in text, name
        assert "GapFlashImage" in text or "GAPNETWORK_" in text, name
    assert set(said) == set(WRONG)


def test_scons_prints_the_place_of_a_wrong_call(make_project):
    project = make_project(NETWORK + 'env.GapFlashImage("build/f.img", {"readfs": []})\n')
    done = project.run(status=2)
    line = NETWORK.count("\n") + 1
    assert done.faults == [f"scons: *** SConstruct:{line}: GapFlashImage: partition 'readfs' is given an empty list; "
                           "give a file, or a list of files"]


# --- faults of the build ---

def test_an_image_one_byte_too_large_fails_and_an_exact_fit_passes(make_project):
    text = NETWORK + 'env.GapFlashImage("build/flash.img", {"readfs": {"content": net, "size": %d}})\n'
    project = make_project(text % 120)
    project.run()
    assert len(project.read("build/kws/readfs.img")) == 120
    assert device(project).find(1, 0x81, "readfs")[1] == 120
    project.write("SConstruct", text % 119)
    done = project.run(status=2)
    line = NETWORK.count("\n") + 1
    assert done.faults == [f"scons: *** [build/flash.img] SConstruct:{line}: partition 'readfs' has 119 bytes, but its contents "
                           "need 120: 1 too many. Make the partition larger, or leave something out:"]
    assert done.output.splitlines()[-6:] == [
        "file                     bytes",
        "0.hex                       16",
        "1.hex                       16",
        "3.hex                       16",
        "directory and alignment     72",
        "                           120"]
    assert not (project.folder / "build/flash.img").exists()


def test_a_fault_in_a_table_has_its_line(make_project):
    project = fill(make_project(TABLE))
    project.write("t.csv", "# a comment\nreadfs,data,readfs,1M,100\n")
    assert "[build/flash.img] t.csv:2: partition 'readfs' has 100 bytes, but its contents" in project.run(status=2).output
    project.write("t.csv", "lfs,data,lfs,,4K\n")
    assert "t.csv: there are contents for partition 'readfs', but there is no such" in project.run(status=2).output
    project.write("t.csv", "# nothing\n")
    assert "t.csv: there is no partition in it" in project.run(status=2).output
    project.write("t.csv", CSV)
    project.write("app.elf", "no elf")
    assert "app.elf: is no ELF" in project.run(status=2).output
    assert set(project.snapshot("build")) == {f"kws/{n}" for n in project.snapshot()}


def test_a_file_that_is_no_image(make_project):
    project = fill(make_project(NETWORK + 'env.GapFlashImage("build/flash.img", {"readfs": "cfg.bin"})\n'))
    assert "cfg.bin: not a readfs image: shorter than its header. Partition 'readfs' is a readfs" in project.run(status=2).output
    project.write("cfg.bin", build([("a", b"x")]))
    project.run()
    assert device(project).open("a") == b"x"

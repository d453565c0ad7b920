"""`python -m gapnet flash`: what it writes, and one line for each wrong call, with nothing changed on disk."""

from pathlib import Path

import pytest
from device_flash import Device
from elves import program
from gapnet import cli
from gapnet.image import build


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("readfs.img").write_bytes(build([("0.hex", b"zero"), ("1.hex", b"one")]))
    Path("cfg.bin").write_bytes(b"config")
    Path("app.elf").write_bytes(program((0x1C000000, b"code")))
    Path("t.csv").write_text("# name, type, subtype, offset, size, flags\n"
                             "readfs,data,readfs,1M,64K\ncfg,data,raw,,4K\nlfs,data,lfs,,1M\n")
    return tmp_path


def snapshot():
    return {str(p): p.read_bytes() for p in sorted(Path().rglob("*")) if p.is_file()}


def flash(*arguments):
    return cli.main(["flash", *arguments, "-o", "flash.img"])


@pytest.mark.parametrize("spelling", [["-p", "readfs", "readfs.img"], ["--partition", "readfs=readfs.img"]])
def test_a_partition(folder, capsys, spelling):
    assert flash(*spelling) == 0
    assert capsys.readouterr() == ("flash.img: 1 partition (readfs), 524,288 of 67,108,864 bytes\n", "")
    device = Device(Path("flash.img").read_bytes())
    assert device.open("1.hex") == b"one" and device.find(1, 0x81, "readfs") == (0x40000, 0x40000)


def test_partitions_stand_in_the_order_of_the_command_line(folder):
    assert flash("-p", "cfg", "cfg.bin", "--files", "models", "readfs.img", "cfg.bin", "-p", "more", "cfg.bin", "-b", "4K") == 0
    device = Device(Path("flash.img").read_bytes())
    assert [entry[4].rstrip(b"\0") for entry in device.table()] == [b"cfg", b"models", b"more"]
    assert device.open("cfg.bin", "models") == b"config"
    assert device.read(0x1000, 6) == b"config"


def test_a_table_and_a_boot_binary(folder, capsys):
    assert flash("-t", "t.csv", "-p", "readfs", "readfs.img", "-p", "cfg", "cfg.bin", "--boot-loader", "app.elf") == 0
    assert "3 partitions (readfs, cfg, lfs) and a boot binary" in capsys.readouterr().out
    device = Device(Path("flash.img").read_bytes())
    assert device.boot() == ({0x1C000000: b"code"}, 0x1C000080)
    assert [entry[2:4] for entry in device.table()] == [(0x100000, 0x10000), (0x140000, 0x1000), (0x180000, 0x100000)]
    assert device.open("0.hex") == b"zero"


def test_spi_and_its_sizes(folder):
    assert flash("-p", "cfg", "cfg.bin", "--flash-type", "spi", "--boot", "app.elf", "--flash-size", "16K") == 0
    device = Device(Path("flash.img").read_bytes(), 4096, 16384)
    assert device.boot()[0] == {0x1C000000: b"code"}
    assert device.find(1, 0x80, "cfg") == (0x3000, 0x1000)
    assert flash("-p", "cfg", "cfg.bin", "--flash-type", "spi", "--boot", "app.elf", "--flash-size", "16383") == 2


def test_the_flash_of_a_board(folder, capsys):
    assert flash("-p", "readfs", "readfs.img", "--board", "gap9_evk") == 0
    assert capsys.readouterr().out == "flash.img: 1 partition (readfs), 8,192 of 67,108,864 bytes\n"
    assert flash("-p", "readfs", "readfs.img", "--board", "siracusa", "-b", "1M") == 0
    assert capsys.readouterr().out == "flash.img: 1 partition (readfs), 2,097,152 of 8,388,608 bytes\n"


def test_align(folder):
    assert flash("--files", "readfs", "cfg.bin", "--align", "4") == 0
    assert Path("flash.img").read_bytes()[0x40000:] == build([("cfg.bin", b"config")], 4) + b"\xff\xff"


def test_arguments_from_a_file(folder):
    Path("args").write_text("--files\nreadfs\ncfg.bin\nreadfs.img\n")
    assert flash("@args") == 0
    assert Device(Path("flash.img").read_bytes()).open("cfg.bin") == b"config"


def test_the_image_is_written_every_time_so_that_make_sees_it(folder):
    import os
    assert flash("-p", "cfg", "cfg.bin") == 0
    before = Path("flash.img").read_bytes()
    os.utime("flash.img", (1, 1))
    assert flash("-p", "cfg", "cfg.bin") == 0
    assert os.stat("flash.img").st_mtime > 1 and Path("flash.img").read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "a flash image without partitions and boot binary cannot be built"),
        (["-p", "cfg"], "--partition cfg: it is not a name and a file. Write -p NAME IMG or -p NAME=IMG; "
                        "--files NAME FILE... makes a readfs image of several files"),
        (["-p", "cfg="], "--partition cfg=: it is not a name and a file. Write -p NAME IMG or -p NAME=IMG; "
                         "--files NAME FILE... makes a readfs image of several files"),
        (["-p", "a", "b", "c"], "--partition a b c: it is not a name and a file. Write -p NAME IMG or -p NAME=IMG; "
                                "--files NAME FILE... makes a readfs image of several files"),
        (["--files", "readfs"], "--files readfs: there are no files. Write --files NAME FILE..."),
        (["-p", "a=cfg.bin", "--files", "a", "cfg.bin"], "partition 'a' is given twice"),
        (["-p", "a=nowhere"], "nowhere: cannot be read (No such file or directory)"),
        (["--files", "a", "cfg.bin", "./cfg.bin"], "file 'cfg.bin' occurs twice in one readfs image. "
                                                   "Readers would always take the first"),
        (["--files", "a", "cfg.bin", "--align", "3"],
         "alignment 3 is not a power of two. Use 8, or 4 for an image as gapy writes it"),
        (["-p", "readfs=cfg.bin"],
         "cfg.bin: not a readfs image: shorter than its header. Partition 'readfs' is a readfs partition: give it a readfs "
         "image, or a list of files to make one"),
        (["-p", "cfg=cfg.bin", "--boot", "cfg.bin"], "cfg.bin: is no ELF. Give the linked program, not a .bin or .img"),
        (["-t", "t.csv", "-p", "config=cfg.bin"],
         "t.csv: there are contents for partition 'config', but there is no such partition in the table. It has readfs, cfg, "
         "lfs"),
        (["-t", "cfg.bin"],
         "cfg.bin:1: 'config' is no row of a partition table. Write name, type, subtype, offset, size, flags; offset, size and "
         "flags may be empty"),
        (["-t", "empty"], "empty: there is no partition in it"),
        (["-p", "old=flash.img"], "flash.img: is an input, too. Give another name for the flash image"),
        (["-p", "cfg=cfg.bin", "-b", "5000"],
         "block size 5000 is not a power of two from 8. Give the size of the flash's erase block"),
        (["-t", "t.csv", "-b", "2M"], "t.csv:2: partition 'readfs' starts at 0x100000, inside an erase block of 0x200000 bytes. "
                                      "Use 0x200000, or leave the offset empty"),
    ],
)
def test_wrong_calls(folder, capsys, arguments, message):
    Path("empty").write_text("# nothing\n")
    Path("flash.img").write_bytes(b"as it was")
    before = snapshot()
    assert flash(*arguments) == 2
    assert capsys.readouterr() == ("", message + "\n")
    assert snapshot() == before


def test_what_takes_the_space(folder, capsys):
    Path("t.csv").write_text("readfs,data,readfs,,20\n")
    assert flash("-t", "t.csv", "-p", "readfs=readfs.img") == 2
    assert capsys.readouterr().err == (
        "t.csv:1: partition 'readfs' has 20 bytes, but its contents need 59: 39 too many. "
        "Make the partition larger, or leave something out:\n"
        "file                     bytes\n"
        "0.hex                        4\n"
        "1.hex                        3\n"
        "directory and alignment     52\n"
        "                            59\n")
    assert not Path("flash.img").exists()


def test_the_page_shows_what_is_printed(folder, capsys):
    page = (Path(cli.__file__).parents[2] / "docs/flash.md").read_text()
    for name, data in (("0.hex", b"x" * 100), ("1.hex", b"y" * 200), ("2.hex", b"x" * 100)):
        Path(name).write_bytes(data)
    Path("partitions.csv").write_text("# a comment\nreadfs,data,readfs,,375\n")
    assert flash("-t", "partitions.csv", "--files", "readfs", "0.hex", "1.hex", "2.hex") == 2
    assert capsys.readouterr().err in page
    assert flash("-t", "t.csv", "-p", "readfs=readfs.img", "-p", "cfg=cfg.bin", "--boot", "app.elf", "-b", "4K") == 0
    capsys.readouterr()
    assert cli.main(["inspect", "flash.img"]) == 0
    assert capsys.readouterr().out.split("readfs:\n")[0] in page


def test_output_that_cannot_be_written(folder, capsys):
    assert cli.main(["flash", "-p", "cfg=cfg.bin", "-o", "cfg.bin/flash.img"]) == 2
    assert capsys.readouterr().err.startswith("cfg.bin")


def test_inspect(folder, capsys):
    assert flash("-t", "t.csv", "-p", "readfs=readfs.img", "-p", "cfg=cfg.bin", "--boot", "app.elf", "-b", "4K") == 0
    capsys.readouterr()
    assert cli.main(["inspect", "flash.img"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:7] == [
        "flash image, 1,114,120 bytes, partition table at 0x800",
        "boot binary: 1 segment, 4 bytes, entry point 0x1c000080",
        "",
        "partition  type  subtype    offset       size  used",
        "readfs     data   readfs  0x100000     65,536    59",
        "cfg        data      raw  0x110000      4,096     6",
        "lfs        data      lfs  0x111000  1,048,576     0",
    ]
    assert lines[7:9] == ["", "readfs:"]
    assert [line.split()[:3] for line in lines[9:]] == [
        ["name", "size", "offset"], ["0.hex", "4", "48"], ["1.hex", "3", "56"], ["2", "files,", "59"]]
    data = bytearray(Path("flash.img").read_bytes())
    data[0x900] ^= 1
    Path("flash.img").write_bytes(data)
    assert cli.main(["inspect", "flash.img"]) == 0  # behind the table there is nothing that counts
    data[0x820] ^= 1
    Path("flash.img").write_bytes(data)
    assert cli.main(["inspect", "flash.img"]) == 2
    assert capsys.readouterr().err == "flash.img: damaged partition table: the MD5 is wrong, devices would refuse it\n"


def test_inspect_a_damaged_readfs_partition(folder, capsys):
    assert flash("-p", "readfs=readfs.img") == 0
    data = bytearray(Path("flash.img").read_bytes())
    data[0x40000 + 8] = 9
    Path("flash.img").write_bytes(data)
    capsys.readouterr()
    assert cli.main(["inspect", "flash.img"]) == 2
    assert capsys.readouterr().err == (
        "flash.img: partition 'readfs': not a readfs image: a directory of 48 bytes with 9 files in 60 bytes\n")

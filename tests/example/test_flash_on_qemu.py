"""The firmware finds its files through the partition table of the flash, and says what is wrong where it does not."""

import hashlib
import struct

import pytest
from example_project import FLASH, needs_qemu

pytestmark = needs_qemu

REPORT = "L3 read stream: 827461b46ed61255\n"
ABORTED = 128 + 6


@pytest.fixture(scope="module")
def flash(example):
    """Bytes of the image that the build makes."""
    example.scons("target=qemu")
    return (example.folder / FLASH["qemu"]).read_bytes()


def table_of(flash):
    """Offset of the table, and of the readfs partition."""
    table, = struct.unpack_from("<I", flash)
    return table, struct.unpack_from("<I", flash, table + 36)[0]


def changed(flash, offset, data):
    return flash[:offset] + data + flash[offset + len(data):]


def without_md5(flash):
    table, _ = table_of(flash)
    return changed(flash, table + 4, bytes(12) + b"\xff" * 16)


def with_new_md5(flash):
    table, _ = table_of(flash)
    entries = flash[table + 32:table + 32 + 32 * flash[table + 3]]
    return changed(flash, table + 16, hashlib.md5(entries).digest())


def entry(flash, offset, data):
    """The first entry changed, and the MD5 with it."""
    return with_new_md5(changed(flash, table_of(flash)[0] + 32 + offset, data))


def test_the_table_of_the_image_has_the_md5_that_is_checked(flash):
    table, _ = table_of(flash)
    assert flash[table + 4] == 1 and with_new_md5(flash) == flash


def moved(flash):
    """Table and partition at odd offsets, other partitions before it, one with its name and one with its type."""
    table, start = table_of(flash)
    readfs = flash[start:]
    entries = b"".join(struct.pack("<2sBBII16sI", b"\xba\x01", kind, subtype, offset, len(readfs), name, 0) for
                       kind, subtype, name, offset in [(1, 0x81, b"readfs_other", 0), (1, 0x80, b"readfs", 0),
                                                       (1, 0x81, b"readfs", 4099)])
    header = struct.pack("<2sBBB11x16s", b"\xba\x02", 1, 3, 1, hashlib.md5(entries).digest())
    return (struct.pack("<Q", 13).ljust(13, b"\xff") + header + entries).ljust(4099, b"\xff") + readfs


@pytest.mark.parametrize("change", [without_md5, moved])
def test_other_flashes_that_are_right(example, flash, change):
    done = example.run_with("qemu", change(flash))
    assert done.status == 0 and done.output.endswith(REPORT), done.output


def flash_word(word):
    return lambda flash: changed(flash, 0, struct.pack("<I", word))


def in_table(offset, data):
    return lambda flash: changed(flash, table_of(flash)[0] + offset, data)


def in_entry(offset, data):
    return lambda flash: entry(flash, offset, data)


def in_readfs(data):
    return lambda flash: changed(flash, table_of(flash)[1], data)


def u32(number):
    return struct.pack("<I", number)


NO_READFS = "flash: none of the 1 partitions is called readfs and holds a readfs image"
WRONG = {
    "empty": (lambda f: bytes(64), "flash: there is no partition table at 0x0, where word 0 of the flash points"),
    "erased": (lambda f: b"\xff" * 64, "flash: the partition table, 32 bytes at 0xffffffff, does not fit into the flash of "),
    "readfs_alone": (lambda f: f[table_of(f)[1]:], "flash: there is no partition table at 0x"),
    "table_at_the_end": (flash_word((64 << 20) - 16), "flash: the partition table, 32 bytes at 0x3fffff0, does not fit into "),
    "version": (in_table(2, b"\2"), "flash: the partition table has version 2, but only 1 is known"),
    "damaged": (in_table(33, b"\2"), "flash: the partition table is damaged: its entries have another MD5 than its header says"),
    "magic": (in_entry(0, b"\xba\x02"), "flash: entry 0 of the partition table does not start with BA 01"),
    "no_entry": (lambda f: with_new_md5(in_table(3, b"\0")(f)), "flash: none of the 0 partitions is called readfs"),
    "type": (in_entry(2, b"\0"), NO_READFS),
    "subtype": (in_entry(3, b"\x80"), NO_READFS),
    "name": (in_entry(12, b"readfs2"), NO_READFS),
    "encrypted": (in_entry(28, b"\1"), "flash: the partition readfs is encrypted"),
    "too_large": (in_entry(8, u32(64 << 20)), "flash: the partition readfs, 67108864 bytes at 0x"),
    "wraps": (in_entry(4, u32(0xfffffff0)), "does not fit into the flash of 67108864 bytes"),
    "partition_too_small": (in_entry(8, u32(4)), "readfs: the partition readfs has 4 bytes, too few for a directory"),
    "no_readfs": (in_readfs(b"\xff" * 12), "readfs: the partition readfs is not a readfs image"),
    "missing_file": (lambda f: f.replace(b"\0000.hex\0", b"\000O.hex\0"), "readfs: the partition readfs has no file 0.hex"),
    "file_behind_the_end": (in_entry(8, u32(2048)), "readfs: the partition readfs: the data of "),
}


@pytest.mark.parametrize("case", WRONG)
def test_what_is_wrong_is_the_last_line(example, flash, case):
    change, message = WRONG[case]
    assert change(flash) != flash
    done = example.run_with("qemu", change(flash))
    assert done.status == ABORTED
    assert message in done.output.splitlines()[-1]
    assert "Errors" not in done.output


def test_wrong_weights_are_errors_and_the_exit_status_says_so(example, flash):
    start = table_of(flash)[1]
    done = example.run_with("qemu", changed(flash, start + 4096, bytes(4096)))
    assert done.status == 1 and REPORT not in done.output
    assert not done.output.splitlines()[-4].startswith("Errors: 0 ")

"""Flash images: each byte of a small one, what a device finds in them, and what is refused."""

import hashlib

import pytest
from device_flash import Device, DeviceError
from elves import program
from gapnet import image
from gapnet.boot import read_elf
from gapnet.errors import InputError
from gapnet.flash import BLOCK_SIZE, FLASH_SIZE, Content, Geometry, build, geometry, is_flash_image, parse, summary
from gapnet.layout import Row
from gapnet.partitions import DATA, READFS, TABLE_ROOM, Partition
from hypothesis import given
from hypothesis import strategies as st

SMALL = Geometry("spi", 0x800, 0x10000)
READFS_ROW = Row("readfs", DATA, READFS)
ENTRIES = (
    b"\xba\x01\x01\x81" b"\x00\x08\x00\x00" b"\x00\x08\x00\x00" b"readfs\0\0\0\0\0\0\0\0\0\0" b"\x00\x00\x00\x00"
    b"\xba\x01\x01\x80" b"\x00\x10\x00\x00" b"\x20\x00\x00\x00" b"calibration\0\0\0\0\0" b"\x01\x00\x00\x00"
)
FILES = (
    b"\x1a\0\0\0\0\0\0\0"
    b"\x01\0\0\0"
    b"\x20\0\0\0"
    b"\x03\0\0\0"
    b"\x02\0\0\0"
    b"a\0"
    b"\xff\xff\xff\xff\xff\xff"
    b"xyz"
)


def small():
    rows = [READFS_ROW, Row("calibration", DATA, 0x80, None, 32, 1)]
    return build(rows, {"readfs": Content(image.build([("a", b"xyz")])), "calibration": Content(b"12345")}, SMALL)


def test_a_small_image_byte_by_byte():
    table = b"\xba\x02\x01\x02\x01" + bytes(11) + hashlib.md5(ENTRIES).digest() + ENTRIES
    expected = b"\x08\0\0\0\0\0\0\0" + table
    expected += b"\xff" * (0x800 - len(expected)) + FILES
    expected += b"\xff" * (0x1000 - len(expected)) + b"12345" + b"\xff\xff\xff"
    assert small() == expected


def test_what_a_device_finds_in_it():
    device = Device(small(), flash_size=SMALL.size)
    assert device.open("a") == b"xyz"
    assert device.find(1, 0x80, "calibration") == (0x1000, 32)
    with pytest.raises(DeviceError):
        device.find(1, 0x82, "lfs")


def test_what_is_read_back():
    found = parse(small())
    assert (found.size, found.table_offset, found.program) == (0x1008, 8, None)
    assert found.partitions == (Partition("readfs", 1, 0x81, 0x800, 0x800), Partition("calibration", 1, 0x80, 0x1000, 32, 1))
    assert [(f.name, f.data) for f in found.files(0)] == [("a", b"xyz")]
    assert found.data[1] == b"12345\xff\xff\xff"


CONTENTS = st.dictionaries(st.sampled_from("abcdef"), st.one_of(
    st.binary(min_size=1, max_size=5000),
    st.dictionaries(st.sampled_from(["0.hex", "1.hex", "long_name"]), st.binary(max_size=2000), min_size=1)), min_size=1)
PROGRAMS = st.one_of(st.none(), st.lists(st.binary(min_size=1, max_size=9000), min_size=1, max_size=3))


@given(CONTENTS, PROGRAMS, st.sampled_from(["hyper", "spi"]), st.sampled_from([8, 512, 4096, 1 << 18]), st.booleans())
def test_a_device_finds_what_was_put_in(contents, loads, kind, block, sized):
    flash = Geometry(kind, block, 1 << 24)
    known = loads and read_elf(program(*((0x1C000000 + 0x10000 * i, data) for i, data in enumerate(loads))))
    data = {n: image.build(c.items()) if isinstance(c, dict) else c for n, c in contents.items()}
    rows = [Row(n, DATA, READFS if isinstance(c, dict) else 0x80, None, len(data[n]) if sized else None)
            for n, c in contents.items()]
    result = build(rows, {n: Content(d) for n, d in data.items()}, flash, known)
    device = Device(result, {"hyper": 1024, "spi": 4096}[kind], flash.size)
    assert len(result) % 4 == 0
    assert [entry[4].rstrip(b"\0").decode() for entry in device.table()] == list(contents)
    for name, content in contents.items():
        if isinstance(content, dict):
            assert {n: device.open(n, name) for n in content} == content
        else:
            offset, size = device.find(1, 0x80, name)
            assert size == len(content) if sized else size % block == 0 and size - block < len(content) <= size
            assert device.read(offset, len(content)) == content
    if loads:
        assert device.boot() == ({0x1C000000 + 0x10000 * i: d for i, d in enumerate(loads)}, 0x1C000080)
    starts = [entry[2] for entry in device.table()]
    assert min(starts) >= device.word(0) + TABLE_ROOM and not any(s % block for s in starts)

    found = parse(result)
    assert found.program == (known or None) and found.table_offset == device.word(0)
    assert [(p.name, p.type, p.subtype, p.offset, p.size, p.flags) for p in found.partitions] == [
        (label.rstrip(b"\0").decode(), *numbers, flags) for *numbers, label, flags in device.table()]
    for p, d in zip(found.partitions, found.data):
        assert d.startswith(data[p.name]) and d[len(data[p.name]):].strip(b"\xff") == b""
    assert is_flash_image(result)
    assert result == build(rows, {n: Content(data[n]) for n in reversed(data)}, flash, known)


def test_the_table_moves_to_the_next_block_where_it_does_not_fit_and_the_boot_header_says_so():
    flash = Geometry("hyper", 4096, 1 << 20)
    known = read_elf(program((0x1C000000, b"x" * 3072)))  # header and code fill the block
    result = build([READFS_ROW], {"readfs": Content(image.build([("a", b"1")]))}, flash, known)
    assert parse(result).table_offset == 4096
    smaller = read_elf(program((0x1C000000, b"x" * 2048)))  # 1024 bytes are left
    assert parse(build([READFS_ROW], {"readfs": Content(image.build([("a", b"1")]))}, flash, smaller)).table_offset == 3072
    device = Device(result)
    assert device.boot()[0] == {0x1C000000: b"x" * 3072} and device.open("a") == b"1"


def test_a_boot_binary_alone():
    known = read_elf(program((0x1C000000, b"code")))
    found = parse(build([], {}, SMALL, known))
    assert (found.program, found.partitions) == (known, ())


def test_partitions_in_any_order_and_without_contents():
    rows = [Row("late", DATA, 0x80, 0x2000), Row("early", DATA, 0x80, 0x800), Row("lfs", DATA, 0x82, 0x1000, 0x800)]
    result = build(rows, {"late": Content(b"L"), "early": Content(b"E")}, SMALL)
    assert (len(result), result[0x800], result[0x2000]) == (0x2004, ord("E"), ord("L"))
    assert [p.name for p in parse(result).partitions] == ["late", "early", "lfs"]
    assert result[0x1000:0x1800] == b"\xff" * 0x800


# --- budgets ---

def test_contents_that_fill_their_partition_pass_and_one_byte_more_fails():
    files = [("0.hex", b"x" * 100), ("1.hex", b"y" * 200), ("2.hex", b"x" * 100)]
    data = image.build(files)
    row = Row("readfs", DATA, READFS, None, len(data), 0, "t.csv", 2)
    Device(build([row], {"readfs": Content(data)}, SMALL)).open("2.hex")
    with pytest.raises(InputError) as error:
        build([Row("readfs", DATA, READFS, None, len(data) - 1, 0, "t.csv", 2)], {"readfs": Content(data)}, SMALL)
    assert str(error.value) == (
        "t.csv:2: partition 'readfs' has 375 bytes, but its contents need 376: 1 too many. "
        "Make the partition larger, or leave something out:\n"
        "file                     bytes\n"
        "1.hex                      200\n"
        "0.hex                      100\n"
        "2.hex                        0\n"
        "directory and alignment     76\n"
        "                           376")


def test_many_files_are_summed_up():
    data = image.build([(f"{i}.hex", i.to_bytes(2, "little") * (i + 1)) for i in range(40)])
    with pytest.raises(InputError) as error:
        build([Row("readfs", DATA, READFS, None, 1)], {"readfs": Content(data)}, SMALL)
    lines = str(error.value).splitlines()
    assert len(lines) == 1 + 1 + 15 + 3
    assert lines[2].split() == ["39.hex", "80"] and lines[17].split() == ["25", "more", "files", str(sum(range(2, 52, 2)))]
    assert sum(int(line.split()[-1].replace(",", "")) for line in lines[2:-1]) == len(data)


def test_raw_contents_too_large():
    with pytest.raises(InputError) as error:
        build([Row("cfg", DATA, 0x80, None, 4096)], {"cfg": Content(bytes(4097))}, SMALL)
    assert str(error.value) == ("partition 'cfg' has 4,096 bytes, but its contents need 4,097: 1 too many. "
                                "Make the partition larger, or leave something out")


def test_a_flash_filled_to_the_last_byte_passes_and_one_byte_more_fails():
    rows = [Row("a", DATA, 0x80)]
    full = build(rows, {"a": Content(bytes(0xF800))}, SMALL)
    assert len(full) == SMALL.size
    with pytest.raises(InputError) as error:
        build(rows, {"a": Content(bytes(0xF801))}, SMALL)
    assert error.value.message == "the flash has 65,536 bytes, but the partitions end at 67,584: 2,048 too many"


# --- what is refused ---

def test_contents_of_a_readfs_partition_are_a_readfs_image():
    with pytest.raises(InputError) as error:
        build([READFS_ROW], {"readfs": Content(b"not at all an image", "weights.bin")}, SMALL)
    assert str(error.value).startswith("weights.bin: not a readfs image: a directory of ")
    assert str(error.value).endswith(". Partition 'readfs' is a readfs partition: give it a readfs image, or a list of files to "
                                     "make one")


def test_encrypted_contents_are_not_looked_at():
    build([Row("readfs", DATA, READFS, flags=1)], {"readfs": Content(b"secret")}, SMALL)


def test_an_empty_readfs_image():
    with pytest.raises(InputError) as error:
        build([READFS_ROW], {"readfs": Content(b"", "readfs.img")}, SMALL)
    assert str(error.value) == ("readfs.img: the image for partition 'readfs' is empty. "
                                "Nothing in it loads a file: leave the partition out")


def test_nothing_at_all():
    with pytest.raises(InputError) as error:
        build([], {}, SMALL)
    assert str(error.value) == "a flash image without partitions and boot binary cannot be built"


def test_flashes():
    assert geometry() == Geometry("hyper", 262144, 67108864) == Geometry("hyper", BLOCK_SIZE["hyper"], FLASH_SIZE["hyper"])
    assert geometry("spi") == Geometry("spi", 4096, 16777216)
    assert geometry("spi", "64K", "0x100000") == Geometry("spi", 65536, 1 << 20)
    assert geometry("spi", None, "100sec") == Geometry("spi", 4096, 409600)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("mram",), "flash type 'mram' is not known. Use hyper or spi"),
        (("spi", "3000"), "block size 3000 is not a power of two from 8. Give the size of the flash's erase block"),
        (("spi", "4"), "block size 4 is not a power of two from 8. Give the size of the flash's erase block"),
        (("spi", 0), "block size 0 is not a power of two from 8. Give the size of the flash's erase block"),
        (("spi", "much"), "block size 'much' cannot be understood. Write bytes, as 4096, 0x1000, 4K or 1M, below 4 GiB"),
        (("spi", None, "8G"), "flash size '8G' cannot be understood. Write bytes, as 4096, 0x1000, 4K or 1M, below 4 GiB"),
    ],
)
def test_flashes_that_cannot_be(arguments, message):
    with pytest.raises(InputError) as error:
        geometry(*arguments)
    assert str(error.value) == message


# --- reading ---

def entry_changed(at, data):
    def change(result):
        entries = result[40:104]
        entries = entries[:at] + data + entries[at + len(data):]
        return result[:24] + hashlib.md5(entries).digest() + entries + result[104:]
    return change


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda r: r[:7], "not a flash image: shorter than 8 bytes"),
        (lambda r: bytes(8) + r[8:], "not a flash image: the partition table would be at 0"),
        (lambda r: b"\xff\xff\xff\xff\0\0\0\0" + r[8:],
         "not a flash image: the partition table would be at 4294967295, but there are 4104 bytes"),
        (lambda r: r[:8] + b"\xbb" + r[9:], "not a flash image: there is no partition table at 8"),
        (lambda r: r[:30] + b"\0" + r[31:], "damaged partition table: the MD5 is wrong, devices would refuse it"),
        (entry_changed(4, b"\x60\0\0\0"),
         "damaged partition table: partition 'readfs' starts at 0x60, but what is before it ends at 0x68"),
        (entry_changed(8, b"\x01\x08\0\0"),
         "damaged partition table: partition 'calibration' starts at 0x1000, but what is before it ends at 0x1001"),
        (entry_changed(36, b"\xf0\xff\xff\xff"),
         "damaged partition table: partition 'calibration' ends beyond 4 GiB"),
    ],
)
def test_what_is_wrong_with_an_image(damage, message):
    with pytest.raises(InputError) as error:
        parse(damage(small()), "flash.img")
    assert str(error.value) == f"flash.img: {message}"


@given(st.data())
def test_a_damaged_image_is_an_input_error_or_what_a_device_finds(data):
    result = bytearray(small())
    for _ in range(data.draw(st.integers(1, 3))):
        result[data.draw(st.integers(0, 0x80))] = data.draw(st.integers(0, 255))
    result = bytes(result[:data.draw(st.integers(0, len(result)))])
    try:
        found = parse(result, "flash.img")
    except InputError as error:
        assert error.path == "flash.img"
    else:
        assert [(p.offset, p.size) for p in found.partitions] == [entry[2:4] for entry in Device(result).table()]


@given(st.binary(max_size=200))
def test_any_bytes_are_an_image_or_an_input_error(data):
    try:
        found = parse(data)
    except InputError:
        return
    assert found.table_offset + 32 <= len(data)


@given(st.dictionaries(st.sampled_from(["a", "bcd", "0.hex"]), st.binary(max_size=40).map(lambda d: b"\xba\x02\x01\x00" + d),
                       min_size=1), st.sampled_from([1, 4, 8]))
def test_a_readfs_image_is_no_flash_image(files, align):
    assert not is_flash_image(image.build(files.items(), align))


def test_one_line_for_people():
    assert summary(small(), SMALL) == "2 partitions (readfs, calibration), 4,128 of 65,536 bytes"
    known = read_elf(program((0x1C000000, b"code")))
    assert summary(build([], {}, SMALL, known), SMALL) == "0 partitions and a boot binary, 8,224 of 65,536 bytes"

"""ReadFS images: the format, compared with a writer of our own made from its description."""

import struct

import pytest
from gapnet.errors import InputError
from gapnet.image import build, directory_size, image_size, parse
from hypothesis import given, settings
from hypothesis import strategies as st

NAMES = st.text(st.characters(min_codepoint=33, max_codepoint=126, exclude_characters=":/\\"), min_size=1, max_size=12)
FILES = st.dictionaries(NAMES, st.binary(max_size=40), min_size=1, max_size=8).map(lambda d: list(d.items()))
ALIGNS = st.sampled_from([1, 2, 4, 8, 16, 256])


def independent_image(files):
    """What gapy writes: 8 bytes directory size, 4 bytes count, entries, then the data at multiples of 4 with 0xFF between."""
    size = 12
    for name, _ in files:
        size += 12 + len(name.encode()) + 1
    image = bytearray(size.to_bytes(8, "little") + len(files).to_bytes(4, "little"))
    offset, body = size, bytearray()
    for name, data in files:
        while offset % 4:
            body.append(0xFF)
            offset += 1
        for number in (offset, len(data), len(name) + 1):
            image += number.to_bytes(4, "little")
        image += name.encode() + b"\0"
        body += data
        offset += len(data)
    return bytes(image + body)


def test_a_small_image_byte_by_byte():
    assert build([("a", b"xyz"), ("bc", b"w")], align=8) == (
        b"\x29\0\0\0\0\0\0\0"
        b"\x02\0\0\0"
        b"\x30\0\0\0"
        b"\x03\0\0\0"
        b"\x02\0\0\0"
        b"a\0"
        b"\x38\0\0\0"
        b"\x01\0\0\0"
        b"\x03\0\0\0"
        b"bc\0"
        b"\xff\xff\xff\xff\xff\xff\xff"
        b"xyz"
        b"\xff\xff\xff\xff\xff"
        b"w"
    )


@given(FILES)
def test_align_4_is_what_gapy_writes(files):
    assert build(files, align=4, once=False) == independent_image(files)


@given(FILES, ALIGNS, st.booleans())
def test_round_trip(files, align, once):
    image = build(files, align, once)
    found = parse(image)
    assert [(f.name, f.data) for f in found] == files
    assert all(f.offset % align == 0 for f in found)
    assert all(image[f.offset : f.offset + len(f.data)] == f.data for f in found)
    assert directory_size(name for name, _ in files) == struct.unpack_from("<Q", image)[0] <= min(f.offset for f in found)


@given(FILES, ALIGNS)
def test_size_is_known_before(files, align):
    assert image_size(((name, len(data)) for name, data in files), align) == len(build(files, align, once=False))


def test_no_file_takes_no_room():
    assert image_size([]) == 0


def test_equal_bytes_are_stored_once():
    image = build([("a", b"same"), ("b", b"other"), ("c", b"same")])
    a, b, c = parse(image)
    assert a.offset == c.offset != b.offset
    assert image.count(b"same") == 1
    assert build([("a", b"same"), ("c", b"same")], once=False).count(b"same") == 2


@given(FILES, st.randoms(use_true_random=False))
def test_order_is_the_caller_s(files, rng):
    rng.shuffle(files)
    assert [f.name for f in parse(build(files))] == [name for name, _ in files]


@pytest.mark.parametrize("name", ["", "a:b", "a/b", "a\\b", "\u00e9.hex", "a\nb", "a\0b"])
def test_names_that_no_reader_can_open(name):
    with pytest.raises(InputError) as error:
        build([(name, b"")])
    assert error.value.message == f"{name!r} cannot be a file name in a readfs image"


def test_the_same_name_twice():
    with pytest.raises(InputError) as error:
        build([("a", b"1"), ("b", b"2"), ("b", b"3")])
    assert str(error.value) == "file 'b' occurs twice in one readfs image. Readers would always take the first"


@pytest.mark.parametrize("align", [0, -4, 3, 12])
def test_alignment_is_a_power_of_two(align):
    with pytest.raises(InputError) as error:
        build([("a", b"")], align)
    assert str(error.value).startswith(f"alignment {align} is not a power of two. ")


def test_no_files_no_image():
    with pytest.raises(InputError):
        build([])


@given(FILES, st.data())
def test_a_damaged_image_is_an_image_or_an_input_error(files, data):
    image = bytearray(build(files))
    for _ in range(data.draw(st.integers(1, 4))):
        image[data.draw(st.integers(0, len(image) - 1))] = data.draw(st.integers(0, 255))
    image = bytes(image[: data.draw(st.integers(0, len(image)))])
    try:
        found = parse(image, "flash.img")
    except InputError as error:
        assert error.path == "flash.img"
        assert "readfs image" in error.message
    else:
        assert all(f.data in image for f in found)


@given(st.binary(max_size=80))
@settings(max_examples=300)
def test_any_bytes_are_an_image_or_an_input_error(data):
    try:
        found = parse(data)
    except InputError:
        return
    assert sum(13 + len(f.name) for f in found) + 12 <= len(data)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda image: image[:11], "not a readfs image: shorter than its header"),
        (
            lambda image: b"\xff" * 8 + image[8:],
            "not a readfs image: a directory of 18446744073709551615 bytes with 1 files in 33 bytes",
        ),
        (
            lambda image: image[:8] + b"\xff\xff\xff\xff" + image[12:],
            "not a readfs image: a directory of 26 bytes with 4294967295 files in 33 bytes",
        ),
        (lambda image: image[:12] + b"\xff\0\0\0" + image[16:], "damaged readfs image: 'a' lies outside"),
        (lambda image: image[:24] + b"ab" + image[26:], "damaged readfs image: entry 0 has no proper name"),
        (lambda image: image[:8] + b"\0\0\0\0" + image[12:], "damaged readfs image: 14 bytes left over in the directory"),
        (lambda image: image[:-1], "damaged readfs image: 'a' lies outside"),
    ],
)
def test_what_is_wrong_with_an_image(damage, message):
    image = build([("a", b"x")])
    assert len(image) == 33
    with pytest.raises(InputError) as error:
        parse(damage(image), "flash.img")
    assert str(error.value) == f"flash.img: {message}"

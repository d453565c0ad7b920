"""Bytes decide what is equal; size and digest only tell which may be."""

import random

import pytest
from gapnet import contents
from gapnet.contents import digest_of, distinct


def test_equal_bytes_are_one_content():
    found = distinct({"a": b"12", "b": b"12", "c": b"1", "d": b""})
    assert found["a"] is found["b"]
    assert len({id(c) for c in found.values()}) == 3


@pytest.mark.parametrize("constant", ["0" * 32, ""])
def test_bytes_decide_where_digests_collide(monkeypatch, constant):
    monkeypatch.setattr(contents, "digest_of", lambda data: constant)
    rng = random.Random(1)
    files = {str(i): rng.choice((b"aaaa", b"aaab", b"aaba", b"aa", b"")) for i in range(50)}
    found = distinct(files)
    assert {name: content.data for name, content in found.items()} == files
    assert len({id(c) for c in found.values()}) == len(set(files.values()))


def test_floats_are_bytes():
    zero, minus, nan = b"\0\0\0\0", b"\0\0\0\x80", b"\0\0\xc0\x7f"
    found = distinct({"zero": zero, "minus": minus, "nan": nan, "other_nan": b"\1\0\xc0\x7f", "same_nan": nan})
    assert found["zero"] is not found["minus"]
    assert found["nan"] is found["same_nan"]
    assert found["nan"] is not found["other_nan"]


def test_digests_are_those_of_xxh3_128():
    # test vectors of the xxHash project: no input, and with its 128-bit variant
    assert digest_of(b"") == "99aa06d3014798d86001c324468d497f"
    assert digest_of(b"a") == "a96faf705af16834e6c632b61e964e1f"

"""The estimate of the boot: bytes by rates, and calls by chunks of each file."""

import pytest
from gapnet.boot_load import BUSES, Bus, boot_load
from gapnet.share import Network, Options, share_together
from networks import network


def test_seconds_are_both_ways_one_after_the_other():
    assert Bus("", 100, 50).seconds(200) == pytest.approx(2 + 4)
    assert all(bus.seconds(1_000_000) == pytest.approx(1e6 / bus.flash + 1e6 / bus.ram) for bus in BUSES)


def test_chunks_of_what_is_loaded(tmp_path):
    files = {"0.hex": b"\xaa" * 4096, "1.hex": b"\xaa" * 4096, "2.hex": b"\xbb" * 2052}
    for name, data in files.items():
        (tmp_path / name).write_bytes(data)
    code = network([("P", 4096, "0.hex"), ("Q", 4096, "1.hex"), ("R", 2052, "2.hex")])
    net = Network("net", {"Network.c": code.encode()}, {name: tmp_path / name for name in files}, Options())
    found = boot_load(share_together([net], net.options).manifest)
    assert found.bytes == (4096 + 4096 + 2052, 4096 + 2052)
    assert found.calls == (2 * (2 + 2 + 2), 2 * (2 + 2))

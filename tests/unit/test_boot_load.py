"""The estimate of the boot: bytes over rates, and calls for chunks."""

import pytest
from gapnet.boot_load import BUSES, CHUNK, HYPERBUS, MRAM, OCTO_SPI, Bus, boot_load
from gapnet.share import Network, Options, share_together
from networks import network

SIZES = {"P": 5000, "Q": 5000, "R": 100}


def test_time_is_read_and_written_one_after_the_other():
    assert Bus("", 100, 50).seconds(300) == pytest.approx(3 + 6)
    assert {(bus.flash, bus.ram) for bus in BUSES} == {(OCTO_SPI, OCTO_SPI), (MRAM, OCTO_SPI), (HYPERBUS, HYPERBUS)}


@pytest.mark.parametrize("sharing", [True, False])
def test_each_file_costs_its_chunks(tmp_path, sharing):
    for i, (name, size) in enumerate(SIZES.items()):
        (tmp_path / f"{i}.hex").write_bytes((b"R" if name == "R" else b"P") * size)
    code = network([(name, size, f"{i}.hex") for i, (name, size) in enumerate(SIZES.items())])
    files = {f"{i}.hex": tmp_path / f"{i}.hex" for i in range(3)}
    net = Network("kws", {"Network.c": code.encode()}, files, Options(share=sharing))
    load = boot_load(share_together([net], net.options).manifest)
    after = (5100, 2 * (3 + 1)) if sharing else (10100, 2 * (3 + 3 + 1))
    assert CHUNK == 2048
    assert (load.bytes, load.calls) == ((10100, after[0]), (14, after[1]))

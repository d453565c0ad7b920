"""Sizes of boards, and that what is given explicitly goes before them."""

import pytest
from gapnet.boards import BOARDS, find, l3_size
from gapnet.errors import InputError
from gapnet.flash import Geometry, geometry

MB = 1 << 20


@pytest.mark.parametrize(("name", "l3", "flash"), [
    ("gapuino", 8 * MB, Geometry("hyper", 262144, 64 * MB)),
    ("ai_deck", 8 * MB, Geometry("hyper", 262144, 64 * MB)),
    ("gap9_evk", 32 * MB, Geometry("spi", 4096, 64 * MB)),
    ("siracusa", 8 * MB, Geometry("hyper", 262144, 8 * MB)),
])
def test_known_boards(name, l3, flash):
    assert l3_size(name, None, "") == l3 and geometry(board=name) == flash


@pytest.mark.parametrize("name", ["GAP9_EVK", "gap9.evk", " gap9-evk "])
def test_other_spellings(name):
    assert find(name) is BOARDS["gap9_evk"]


def test_a_board_that_nobody_knows():
    for ask in (lambda: l3_size("gap10", "8M", "--l3-size"), lambda: geometry(board="gap10")):
        with pytest.raises(InputError) as error:
            ask()
        assert str(error.value) == ("board 'gap10' is not known. Known are ai_deck, gap9_evk, gapoc_a, gapoc_b, gapuino, "
                                    "pulp_open, siracusa; of others, give the sizes")


def test_a_given_size_goes_before_that_of_the_board():
    assert l3_size("gap9_evk", "0x400000", "--l3-size") == l3_size(None, "4M", "--l3-size") == l3_size(None, 4 * MB, "") == 4 * MB
    assert l3_size("gap9_evk", 0, "") == 0 and l3_size(None, None, "") is None
    assert geometry(None, "8K", "2M", "gap9_evk") == Geometry("spi", 8192, 2 * MB)
    assert geometry(None, None, "100sec", "gap9_evk") == Geometry("spi", 4096, 409600)


def test_another_type_of_flash_than_the_board_has_takes_the_usual_sizes():
    assert geometry("spi", board="siracusa") == Geometry("spi", 4096, 16 * MB)
    assert geometry("hyper", board="siracusa") == Geometry("hyper", 262144, 8 * MB)


def test_a_size_that_cannot_be_understood():
    with pytest.raises(InputError) as error:
        l3_size(None, "8MiB", "--l3-size")
    assert str(error.value).startswith("--l3-size '8MiB' cannot be understood. ")

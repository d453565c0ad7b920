"""Errors carry a place, what is wrong and what to do; whose fault it is decides the exit status."""

import pytest
from gapnet.errors import GapnetError, InputError, InternalError


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (("what",), "what"),
        (("what", "a.c"), "a.c: what"),
        (("what", "a.c", 7), "a.c:7: what"),
        (("what", "a.c", 7, "Do this"), "a.c:7: what. Do this"),
        (("what", None, None, "Do this"), "what. Do this"),
    ],
)
def test_text(arguments, text):
    assert str(InputError(*arguments)) == text


def test_whose_fault():
    assert (InputError("x").exit_status, InternalError("x").exit_status, GapnetError("x").exit_status) == (2, 70, 70)
    assert issubclass(InputError, GapnetError) and issubclass(InternalError, GapnetError)
    assert not issubclass(InputError, InternalError)

"""The value of a stock of pieces."""

import pytest

from ludothek.games.splash.pieces import INDEX, bits
from ludothek.physics.evaluation.stock_value import hardness, hoard, variety


def worth(*pieces: str) -> int:
    return variety(bits(INDEX[piece] for piece in pieces))


def test_different_shapes_and_colours_are_worth_more_than_the_same() -> None:
    assert worth("Lr", "Sg", "Pb") > worth("Lr", "Lg", "Pb") > worth("Lr", "Lg", "Lb")


def test_a_colour_counts_like_a_shape() -> None:
    assert worth("Lr", "Sr") == worth("Lr", "Lg")


@pytest.mark.parametrize("hand", ["normal", "shaky"])
def test_small_cubes_and_sticks_are_the_easiest_to_place(hand: str) -> None:
    easy, hard = (sorted(hardness(hand, shape) for shape in shapes) for shapes in ("ST", "LPO"))
    assert 0 < easy[0] < easy[-1] < hard[0] < hard[-1] < 1


def test_it_is_good_to_own_what_is_hard_to_place() -> None:
    easy, hard = (bits(INDEX[piece] for piece in pieces) for pieces in (("Sr", "Tg"), ("Lr", "Og")))
    assert 0 < hoard("normal", easy) < hoard("normal", hard) < hoard("shaky", hard)
    assert hoard("normal", easy | hard) > hoard("normal", hard)

"""What a stock is worth."""

from ludothek.games.splash.board import INDEX, bits
from ludothek.physics.player.stocks import variety


def worth(*pieces: str) -> int:
    return variety(bits(INDEX[piece] for piece in pieces))


def test_different_shapes_and_colours_are_worth_more_than_the_same() -> None:
    assert worth("Lr", "Sg", "Pb") > worth("Lr", "Lg", "Pb") > worth("Lr", "Lg", "Lb")


def test_a_colour_counts_like_a_shape() -> None:
    assert worth("Lr", "Sr") == worth("Lr", "Lg")

"""Candidate poses for setting a piece down on a tower."""

from dataclasses import replace
from functools import cache
from math import atan2, degrees
from random import Random
from typing import Final

from ludothek.physics.evaluation.lookahead import Chances
from ludothek.physics.evaluation.resting_poses import Resting, ways
from ludothek.physics.evaluation.rollouts import Candidate
from ludothek.physics.evaluation.stability_estimate import Aim, aims, safest
from ludothek.physics.evaluation.static_stability import Balance
from ludothek.physics.table.errors import BadPlacement
from ludothek.physics.table.hand import Hand
from ludothek.physics.table.layout import Layout
from ludothek.physics.table.pieces import Piece, upper_side
from ludothek.physics.table.release import Spot, check, held

FINE: Final = 1.0  # millimetres between two points
COARSE: Final = 2.0
_ACROSS: Final = 90.0


def middle(layout: Layout, piece: Piece) -> Spot:
    """In the middle, on the widest face, its edges along those of the top piece."""
    return Spot(piece, ways(piece)[0].face, yaw_of_top(layout))


def roughly(layout: Layout, spot: Spot, rough: float, random: Random) -> Spot:
    """A spot up to so many millimetres beside another, where that is possible."""
    x, y = (round(old + random.uniform(-rough, rough), 2) for old in (spot.x, spot.y))
    beside = replace(spot, x=x, y=y)
    return beside if possible(layout, beside) else spot


def safe_spots(layout: Layout, hand: Hand, piece: Piece, reach: float) -> list[Candidate]:
    """The best spot for each way to set a piece down, along the top piece and across.

    `reach` is how many millimetres from the middle are searched.
    """
    balance = Balance.of(layout)
    return [
        spot
        for way in ways(piece)
        for aim in [safest(balance, hand, way, reach, FINE)]
        for spot in _turned(layout, piece, way, aim)
    ]


def spots(layout: Layout, hand: Hand, piece: Piece, reach: float) -> list[Candidate]:
    """Spots all over the top piece, up to `reach` millimetres from its middle."""
    balance = Balance.of(layout)
    return [
        spot
        for way in ways(piece)
        for aim in aims(balance, hand, way, reach, COARSE)
        for spot in _turned(layout, piece, way, aim)
    ]


def on_top(balance: Balance, hand: Hand) -> Chances:
    """How likely pieces are to stand on a tower, aimed well."""

    @cache
    def chance(way: Resting) -> float:
        return safest(balance, hand, way, reach=COARSE, step=COARSE).chance

    return chance


def with_piece(layout: Layout, balance: Balance, spot: Spot) -> Balance:
    """The tower as it would be with a piece set down without a miss."""
    return balance.plus(spot.piece, held(layout, spot).poses[-1])


def possible(layout: Layout, spot: Spot) -> bool:
    """Whether a spot can be tried at all."""
    try:
        check(layout, spot)
    except BadPlacement:
        return False
    return True


def _turned(layout: Layout, piece: Piece, way: Resting, aim: Aim) -> list[Candidate]:
    yaw = yaw_of_top(layout)
    yaws = [yaw, yaw + _ACROSS] if _long(way) else [yaw]
    return [
        Candidate(
            Spot(piece, way.face, turned, aim.x, aim.y), way, aim.chance, aim.margin, aim.offset
        )
        for turned in yaws
    ]


def _long(way: Resting) -> bool:
    """Does it matter whether it lies along or across?"""
    return (way.shape, way.face) in {("P", "edge"), ("T", "lying"), ("O", "side")}


def yaw_of_top(layout: Layout) -> float:
    """How the top piece's edges are turned from the axes of the table, -45 to 45 degrees."""
    if not layout.pieces:
        return 0.0
    first, second, *_ = upper_side(layout.pieces[-1], layout.poses[-1])
    degree = degrees(atan2(second[1] - first[1], second[0] - first[0]))
    return round((degree + 45) % 90 - 45, 2)

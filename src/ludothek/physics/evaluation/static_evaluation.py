"""Static evaluation: probabilities to win from stocks, drops and whose turn it is.

A simple model of the game: every piece falls with the same chance, the giver then gets a drop and
the placer three pieces; every piece that stands makes the giver's stock smaller. How many gives
a seat needs to win can then be computed for each seat alone, and whoever is first wins.
"""

from collections.abc import Sequence
from functools import cache
from typing import Final

from ludothek.games.protocol import Seat, Setup
from ludothek.games.splash.rules import KEPT, WINNING_DROPS, team
from ludothek.games.splash.state import State

Values = tuple[float, ...]  # the chance to win of p1, p2, …; partners have the same
Hazard = tuple[float, ...]  # the chance to win with the next give, with the one after that, …

FALL: Final = 0.2  # the chance of a piece to fall
_LONGEST: Final = 40  # gives of one seat
_MOST: Final = 30  # pieces in a stock


def evaluate(state: State, giver: Seat) -> Values:
    """The chance of every seat to win, when this one is to give next."""
    sizes = [stock.bit_count() for stock in state.stocks]
    return win_chances(state.setup, tuple(sizes), state.drops, giver)


@cache
def win_chances(
    setup: Setup, sizes: tuple[int, ...], drops: tuple[int, ...], giver: Seat
) -> Values:
    """The same, from how many pieces and drops each seat has."""
    order = [(giver - 1 + after) % setup.seats for after in range(setup.seats)]
    hazards = [_hazard(sizes[seat], drops[seat], seat != giver - 1) for seat in order]
    values = [0.0] * setup.seats
    alive = 1.0
    for give in range(_LONGEST):
        for seat, hazard in zip(order, hazards, strict=True):
            values[seat] += alive * hazard[give]
            alive *= 1 - hazard[give]
    return shared(setup, [value / (1 - alive) for value in values])


def won(setup: Setup, winner: Seat) -> Values:
    """The chances once a seat has won."""
    return shared(setup, [float(seat == winner) for seat in range(1, setup.seats + 1)])


def shared(setup: Setup, values: Sequence[float]) -> Values:
    """Partners win together."""
    if setup["teams"] == "no":
        return tuple(values)
    seats = range(1, setup.seats + 1)
    return tuple(sum(values[member - 1] for member in team(setup, seat)) for seat in seats)


@cache
def _hazard(size: int, drops: int, places_first: bool) -> Hazard:
    """How likely each coming give is to win, if none before it did."""
    left = 1.0
    hazards = []
    for give in range(_LONGEST):
        wins = _wins(min(size, _MOST), drops, give)
        if places_first:
            wins = _placed(size, drops, give)
        hazards.append(min(1.0, wins / left) if left > 1e-9 else 1.0)
        left -= wins
    return tuple(hazards)


@cache
def _wins(size: int, drops: int, gives: int) -> float:
    """The chance to win after so many gives, and not before."""
    fallen = float(gives == 0) if drops + 1 == WINNING_DROPS else _later(size, drops + 1, gives)
    stood = float(gives == 0) if size <= 1 else _later(size - 1, drops, gives)
    return FALL * fallen + (1 - FALL) * stood


def _later(size: int, drops: int, gives: int) -> float:
    return _placed(size, drops, gives - 1) if gives else 0.0


def _placed(size: int, drops: int, gives: int) -> float:
    """The same for a seat that has to place a piece first."""
    more = min(size + KEPT, _MOST)
    return (1 - FALL) * _wins(min(size, _MOST), drops, gives) + FALL * _wins(more, drops, gives)

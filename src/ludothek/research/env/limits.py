"""Wishes of learners that are numbers: the seat of the agent, and when a game is cut off."""

from ludothek.games import BadSetup
from ludothek.games.protocol import whole_number


def check_seat(seat: int | None, seats: int) -> int | None:
    """Refuse a seat that the game does not have.

    >>> check_seat(2, seats=2)
    2
    """
    if seat is None:
        return None
    number = whole_number(seat)
    if number is None or not 1 <= number <= seats:
        raise BadSetup("seat", f"seat is a number from 1 to {seats}, not {seat!r}")
    return number


def check_decisions(most: int | None) -> int | None:
    """Refuse a limit of decisions that is none.

    >>> check_decisions(200)
    200
    """
    if most is None:
        return None
    number = whole_number(most)
    if number is None or number < 1:
        raise BadSetup("max-decisions", f"max_decisions is a number from 1 on, not {most!r}")
    return number

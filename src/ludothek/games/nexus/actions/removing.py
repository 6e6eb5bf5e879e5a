"""Removing marbles that an action has surrounded (RULES.md, 4.3 to 4.7)."""

from collections.abc import Iterator

from ludothek.games.hexgrid import Pos
from ludothek.games.nexus.actions import removing_v1
from ludothek.games.nexus.board import Rings
from ludothek.games.nexus.state import Claim, State, survey
from ludothek.games.protocol import Seat


def surrounded(state: State) -> Iterator[Rings]:
    """The areas the seat to move surrounds now, by their smallest ring."""
    return removing_v1.surrounded(state) if state.setup.rules == 1 else _areas(state)


def surrounded_positions(state: State) -> frozenset[Pos]:
    """All rings in them."""
    return frozenset(pos for area in surrounded(state) for pos in state.board.positions(area))


def claims(state: State, before: frozenset[Pos]) -> tuple[Claim, ...]:
    """What the seat to move may remove after its action, area by area, seat by seat (4.5, 4.6)."""
    removable = []
    for area in surrounded(state):
        rings = state.board.positions(area)
        if not before.issuperset(rings):
            removable += [claim for seat in _others(state) if (claim := _claim(state, seat, rings))]
    return tuple(removable)


def choices(state: State, claim: Claim) -> dict[Pos, int]:
    """The rings of an area with marbles of the seat in question, and how many."""
    index = state.board.index
    numbers = {pos: state.marbles[index[pos]][claim.seat - 1] for pos in claim.rings}
    return {pos: number for pos, number in numbers.items() if number}


def forced(state: State, claim: Claim) -> dict[Pos, int] | None:
    """What goes by itself: all from one ring, or all there is; None: the seat chooses (4.7)."""
    left = choices(state, claim)
    if len(left) == 1:
        return dict.fromkeys(left, claim.number)
    return left if sum(left.values()) == claim.number else None


def _areas(state: State) -> Iterator[Rings]:
    """The areas by the rules of today (4.3 to 4.5).

    Rings next to the same hole are as good as next to each other: it is passed through where it
    is not surrounded, and joins what is where it is. With `edge=wall` it closes (7.1).
    """
    board, seen = state.board, survey(state.marbles, state.to_move)
    is_open = state.setup["edge"] == "open"
    others, outside = board.all & ~seen.own, board.border if is_open else 0
    safe = board.spread((seen.empty | outside) & others, others, across=is_open)
    mixed = seen.own & ~seen.free & ~outside & ~board.beside(safe, across=is_open)
    for area in board.components(others & ~safe | mixed, across=is_open):
        if board.beside(area, across=is_open) & seen.own:
            yield area


def _others(state: State) -> list[Seat]:
    """The other seats in playing order after the one to move."""
    seats = state.setup.seats
    return [(state.to_move - 1 + step) % seats + 1 for step in range(1, seats)]


def _claim(state: State, seat: Seat, rings: tuple[Pos, ...]) -> Claim | None:
    there = sum(choices(state, Claim(seat, 0, rings)).values())
    number = (there + 1) // 2 if state.setup["half"] == "removed" else there // 2
    return Claim(seat, number, rings) if number else None

"""Removing marbles that an action has surrounded (RULES.md, 4.3 to 4.6)."""

from collections.abc import Iterator

from ludothek.games.hexgrid import Pos
from ludothek.games.nexus.board import Rings
from ludothek.games.nexus.state import Claim, State, survey
from ludothek.games.protocol import Seat


def surrounded(state: State) -> Iterator[Rings]:
    """The components the seat to move surrounds now (4.3)."""
    board, seen = state.board, survey(state.marbles, state.to_move)
    forbidden = seen.empty
    if state.setup["edge"] == "open":
        forbidden |= board.border
    for part in board.components(board.all & ~seen.own):
        if not part & forbidden and board.beside(part) & seen.own:
            yield part


def surrounded_positions(state: State) -> frozenset[Pos]:
    """All positions in them."""
    return frozenset(pos for part in surrounded(state) for pos in state.board.positions(part))


def claims(state: State, before: frozenset[Pos]) -> tuple[Claim, ...]:
    """What the seat to move may remove after its action, part by part, seat by seat (4.4, 4.5)."""
    found = []
    for part in surrounded(state):
        rings = state.board.positions(part)
        if not before.issuperset(rings):
            found += [claim for seat in _others(state) if (claim := _claim(state, seat, rings))]
    return tuple(found)


def choices(state: State, claim: Claim) -> dict[Pos, int]:
    """The rings of a component with marbles of the seat in question, and how many."""
    index = state.board.index
    numbers = {pos: state.marbles[index[pos]][claim.seat - 1] for pos in claim.rings}
    return {pos: number for pos, number in numbers.items() if number}


def forced(state: State, claim: Claim) -> dict[Pos, int] | None:
    """What goes by itself: all from one ring, or all there is; None: the seat chooses (4.6)."""
    left = choices(state, claim)
    if len(left) == 1:
        return dict.fromkeys(left, claim.number)
    return left if sum(left.values()) == claim.number else None


def _others(state: State) -> list[Seat]:
    """The other seats in playing order after the one to move."""
    seats = state.setup.seats
    return [(state.to_move - 1 + step) % seats + 1 for step in range(1, seats)]


def _claim(state: State, seat: Seat, rings: tuple[Pos, ...]) -> Claim | None:
    there = sum(choices(state, Claim(seat, 0, rings)).values())
    return Claim(seat, (there + 1) // 2, rings) if there else None

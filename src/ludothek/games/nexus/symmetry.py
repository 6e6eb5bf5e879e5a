"""The twelve symmetries of the grid and a translation, under which the rules are invariant."""

from collections.abc import Callable, Iterable
from dataclasses import replace

from ludothek.games.hexgrid import Pos, symmetries
from ludothek.games.nexus.board import board
from ludothek.games.nexus.state import (
    Changing,
    Claim,
    Enter,
    Entering,
    Lay,
    Leap,
    Lift,
    Move,
    Remove,
    Removing,
    State,
    Stepping,
    UnderWay,
    Walk,
)
from ludothek.games.protocol import Symmetry

Moved = Callable[[Pos], Pos]


def _state(state: State, moved: Moved) -> State:
    rings = sorted(zip(map(moved, state.board.rings), state.marbles, strict=True))
    return replace(
        state,
        board=board(tuple(pos for pos, _ in rings)),
        marbles=tuple(marbles for _, marbles in rings),
        under_way=_under_way(state.under_way, moved),
    )


def _under_way(under_way: UnderWay | None, moved: Moved) -> UnderWay | None:
    match under_way:
        case Entering(_, before):
            return replace(under_way, before=frozenset(map(moved, before)))
        case Changing(lifted, _, before):
            return replace(
                under_way, lifted=_sorted(lifted, moved), before=frozenset(map(moved, before))
            )
        case Stepping(_, back, before):
            walk = (moved(back[0]), moved(back[1])) if back else None
            return replace(under_way, back=walk, before=frozenset(map(moved, before)))
        case Removing(_, claims):
            return replace(under_way, claims=tuple(_claim(claim, moved) for claim in claims))
        case _:
            return under_way


def _claim(claim: Claim, moved: Moved) -> Claim:
    return replace(claim, rings=_sorted(claim.rings, moved))


def _sorted(positions: Iterable[Pos], moved: Moved) -> tuple[Pos, ...]:
    return tuple(sorted(map(moved, positions)))


def _move(move: Move, moved: Moved) -> Move:
    match move:
        case Walk(start, to):
            return Walk(moved(start), moved(to))
        case Leap(start, to, sacrificed):
            return Leap(moved(start), moved(to), moved(sacrificed))
        case Lay(to):
            return Lay(moved(to))
        case Remove(seat, ring):
            return Remove(seat, moved(ring))
        case Lift(ring):
            return Lift(moved(ring))
        case Enter(ring):
            return Enter(moved(ring))


def _one_area(state: State) -> bool:
    """Several surrounded areas are settled in the order of positions, which may turn."""
    if not isinstance(state.under_way, Removing):
        return True
    return len({claim.rings for claim in state.under_way.claims}) == 1


def _symmetry(name: str, moved: Moved) -> Symmetry[State, Move]:
    return Symmetry(
        name,
        lambda state: _state(state, moved),
        lambda move: _move(move, moved),
        holds=_one_area,
    )


SYMMETRIES: tuple[Symmetry[State, Move], ...] = (
    *(_symmetry(name, moved) for name, moved in symmetries().items()),
    _symmetry("translation", lambda pos: (pos[0] + 3, pos[1] - 5)),
)

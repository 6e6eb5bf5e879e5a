"""Symmetries: permutations of colours and shapes that the rules ignore (RULES.md, 1.3)."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from ludothek.games.protocol import Symmetry
from ludothek.games.splash.pieces import (
    COLOURS,
    NAMES,
    SHAPES,
    Piece,
    Pieces,
    bits,
    in_order,
    members,
)
from ludothek.games.splash.state import (
    Base,
    Bump,
    Choosing,
    Drafting,
    Falls,
    FallsSomehow,
    Fault,
    Give,
    Giving,
    Keep,
    Keeping,
    Move,
    Over,
    Phase,
    Report,
    Stands,
    State,
    Take,
    Turn,
)

Relabel = Callable[[Piece], Piece]
Fallen = TypeVar("Fallen", bound=Choosing | Report)


def relabelling(name: str, shapes: str, colours: str) -> Symmetry[State, Move]:
    """The symmetry that renames the shapes LSPTO and the colours rygbop to these, in order."""
    new_names = [shape + colour for shape in shapes for colour in colours]
    new = [NAMES.index(new_name) for new_name in new_names]
    return Symmetry(
        name,
        lambda state: _state(state, new.__getitem__),
        lambda move: _move(move, new.__getitem__),
    )


def _set(of: Pieces, to: Relabel) -> Pieces:
    return bits(map(to, members(of)))


def _stacks(of: Fallen, to: Relabel) -> Fallen:
    renamed = tuple(tuple(map(to, stack)) for stack in of.stacks)
    stacks, marked = in_order(renamed, of.marked)
    return replace(of, stacks=stacks, marked=marked)


def _state(state: State, to: Relabel) -> State:
    return replace(
        state,
        pool=_set(state.pool, to),
        box=_set(state.box, to),
        tower=tuple(map(to, state.tower)),
        stocks=tuple(_set(stock, to) for stock in state.stocks),
        phase=_phase(state.phase, to),
    )


def _phase(phase: Phase, to: Relabel) -> Phase:
    match phase:
        case Drafting():
            return phase
        case Keeping(loose=loose, then=then):
            return replace(phase, loose=_set(loose, to), then=_turn(then, to))
        case Over(instead=instead):
            return replace(phase, instead=_fallen(instead, to))
        case _:
            return _fallen(phase, to)


def _fallen(phase: Turn | Choosing, to: Relabel) -> Turn | Choosing:
    if isinstance(phase, Choosing):
        return replace(_stacks(phase, to), then=_turn(phase.then, to))
    return _turn(phase, to)


def _turn(turn: Turn, to: Relabel) -> Turn:
    return turn if isinstance(turn, Giving) else replace(turn, piece=to(turn.piece))


def _move(move: Move, to: Relabel) -> Move:
    match move:
        case Take(piece) | Give(piece) | Base(piece):
            return replace(move, piece=to(piece))
        case Keep(pieces):
            return Keep(tuple(sorted(map(to, pieces))))
        case Falls() | Bump() | Fault():
            return _stacks(move, to)
        case Stands() | FallsSomehow():
            return move


_SHAPES, _COLOURS = "".join(shape.code for shape in SHAPES), "".join(COLOURS)
SYMMETRIES = (
    relabelling("swap-red-and-purple", _SHAPES, "pygbor"),
    relabelling("swap-yellow-and-green", _SHAPES, "rgybop"),
    relabelling("rotate-colours", _SHAPES, "ygbopr"),
    relabelling("rotate-shapes", "SPTOL", _COLOURS),
)

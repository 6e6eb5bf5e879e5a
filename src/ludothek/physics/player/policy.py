"""The decisions of a computer player, and where it sets its pieces down."""

from collections.abc import Callable
from typing import Final

from ludothek.games.errors import LudothekError
from ludothek.games.splash.state import Choosing, Drafting, Giving, Keeping, Move, Placing, State
from ludothek.physics.player.context import Thinking
from ludothek.physics.player.draft_policy import base, draft, kept
from ludothek.physics.player.give_policy import gift
from ludothek.physics.player.levels import Budget, level_of
from ludothek.physics.player.placement_policy import spot_for
from ludothek.physics.simulation.settle import Stop, never
from ludothek.physics.table.drop import Spot
from ludothek.physics.table.table import Table

_WAYS: Final[dict[type, Callable[[Thinking], Move]]] = {
    Drafting: draft,
    Giving: gift,
    Choosing: base,
    Keeping: kept,
}


def choose(
    state: State,
    table: Table,
    level: int,
    seed: int,
    budget: Budget | None = None,
    stop: Stop = never,
) -> str:
    """The text of a decision that is not told by the table."""
    way = _WAYS.get(type(state.phase))
    if way is None:
        raise LudothekError(
            "no-choice", "there is nothing to choose: a piece is placed, or all is over"
        )
    return str(way(_thinking(state, table, level, seed, budget, stop)))


def pose(
    state: State,
    table: Table,
    level: int,
    seed: int,
    budget: Budget | None = None,
    stop: Stop = never,
) -> Spot:
    """Where to set down the piece in hand."""
    if not isinstance(state.phase, Placing):
        raise LudothekError("no-piece", "nobody has a piece to place")
    return spot_for(_thinking(state, table, level, seed, budget, stop))


def _thinking(
    state: State, table: Table, level: int, seed: int, budget: Budget | None, stop: Stop
) -> Thinking:
    found = level_of(level)
    return Thinking(state, table, found, seed, budget or found.budget, stop)

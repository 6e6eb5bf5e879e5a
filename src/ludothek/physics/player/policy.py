"""The two entry points of a computer player: `choose` a decision, and the `pose` of a placement."""

from collections.abc import Callable
from typing import Final

from ludothek.games.errors import LudothekError
from ludothek.games.splash.state import Choosing, Drafting, Giving, Keeping, Move, Placing, State
from ludothek.physics.evaluation.rollouts import Budget
from ludothek.physics.player.context import Context
from ludothek.physics.player.draft_policy import base, draft, keep
from ludothek.physics.player.give_policy import give
from ludothek.physics.player.levels import level_of
from ludothek.physics.player.placement_policy import spot_for
from ludothek.physics.simulation.settle import Stop, never
from ludothek.physics.table.release import Spot
from ludothek.physics.table.table import Table

_POLICIES: Final[dict[type, Callable[[Context], Move]]] = {
    Drafting: draft,
    Giving: give,
    Choosing: base,
    Keeping: keep,
}


def choose(
    state: State,
    table: Table,
    level: int,
    seed: int,
    budget: Budget | None = None,
    stop: Stop = never,
) -> str:
    """The text of a decision other than a placement."""
    policy = _POLICIES.get(type(state.phase))
    if policy is None:
        raise LudothekError(
            "no-choice", "there is nothing to choose: a piece is placed, or all is over"
        )
    return str(policy(_context(state, table, level, seed, budget, stop)))


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
    return spot_for(_context(state, table, level, seed, budget, stop))


def _context(
    state: State, table: Table, level: int, seed: int, budget: Budget | None, stop: Stop
) -> Context:
    settings = level_of(level)
    return Context(state, table, settings, seed, budget or settings.budget, stop)

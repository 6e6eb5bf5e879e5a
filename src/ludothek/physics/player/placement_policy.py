"""Choosing where to set a piece down: safely, and so that the next placement is hard."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from typing import Final

from ludothek.games.splash.pieces import NAMES
from ludothek.physics.evaluation.candidate_poses import (
    middle,
    on_top,
    possible,
    roughly,
    safe_spots,
    spots,
    with_piece,
)
from ludothek.physics.evaluation.lookahead import (
    PlacementValue,
    in_hand,
    values_after_fall,
    values_after_stand,
)
from ludothek.physics.evaluation.resting_poses import ways
from ludothek.physics.evaluation.rollouts import Candidate, Rank
from ludothek.physics.evaluation.static_evaluation import Values
from ludothek.physics.evaluation.static_stability import Balance
from ludothek.physics.player.context import Context
from ludothek.physics.table.layout import Layout
from ludothek.physics.table.pieces import Piece
from ludothek.physics.table.release import Spot

_RISK: Final = 0.15  # of the chance to stand that may be given up for what follows
_ALIKE: Final = 2  # candidates that differ in nothing but their place


def spot_for(context: Context) -> Spot:
    """The spot for the piece in hand."""
    layout, rough = context.table.layout, context.level.aim_noise
    piece = NAMES[in_hand(context.state).piece]
    aimed = _searched(context, piece) if context.level.uses_balance else middle(layout, piece)
    return roughly(layout, aimed, rough, context.random) if rough else aimed


def _searched(context: Context, piece: Piece) -> Spot:
    """The best spot by estimates and rollouts."""
    table, level, rank = context.table, context.level, _rank(context)
    if not table.layout.pieces:
        return max(
            (Candidate(Spot(piece, way.face), way, 1.0) for way in ways(piece)), key=rank
        ).spot
    options = safe_spots(table.layout, table.hand, piece, level.reach)
    if level.depth > 1:
        options += spots(table.layout, table.hand, piece, level.reach)
    safe_enough = max(candidates.estimate for candidates in options) - _RISK
    best_first = sorted((t for t in options if t.estimate >= safe_enough), key=rank, reverse=True)
    candidates = (
        list(islice(_different(table.layout, best_first), level.candidates)) or best_first[:1]
    )
    return context.rollouts().best(candidates, rank).spot


def _different(layout: Layout, options: Iterable[Candidate]) -> Iterator[Candidate]:
    """The first two spots for every face and turn; others beside them would do about the same."""
    taken: defaultdict[tuple[str, float], set[Spot]] = defaultdict(set)
    for candidate in options:
        alike = taken[candidate.spot.face, candidate.spot.yaw]
        if len(alike) < _ALIKE and candidate.spot not in alike and possible(layout, candidate.spot):
            alike.add(candidate.spot)
            yield candidate


def _rank(context: Context) -> Rank:
    """How good a spot is: for the chance to win, or else for safety."""
    state, table = context.state, context.table
    seat, fall, depth = state.phase.seat, values_after_fall(state), context.level.depth - 1
    balance = Balance.of(table.layout)

    @cache
    def after(spot: Spot) -> Values:
        then = on_top(with_piece(table.layout, balance, spot), table.hand)
        return values_after_stand(state, then, context.later, depth)

    def rank(candidate: Candidate) -> tuple[float, ...]:
        placement = PlacementValue(candidate.chance, after(candidate.spot), fall)
        value, chance = placement.rank(seat)
        return round(value, 4), round(chance, 3), round(candidate.margin, 1), -candidate.offset

    return rank

"""Where to set a piece down: as safely as it goes, and so that what follows is hard."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import islice
from typing import Final

from ludothek.games.splash.board import NAMES
from ludothek.physics.player.balance import Balance
from ludothek.physics.player.candidate_poses import (
    middle,
    on_top,
    possible,
    roughly,
    safe_spots,
    spots,
    with_piece,
)
from ludothek.physics.player.context import Thinking
from ludothek.physics.player.evaluation import Values
from ludothek.physics.player.lookahead import Prospect, fallen, in_hand, stood
from ludothek.physics.player.resting_poses import ways
from ludothek.physics.player.rollouts import Rank, Tried
from ludothek.physics.table.drop import Spot
from ludothek.physics.table.layout import Layout
from ludothek.physics.table.pieces import Piece

_RISK: Final = 0.15  # of the chance to stand that may be given up for what follows
_ALIKE: Final = 2  # spots to be tried that differ in no more than their place


def spot_for(thinking: Thinking) -> Spot:
    """The spot for the piece in hand."""
    layout, rough = thinking.table.layout, thinking.level.rough
    piece = NAMES[in_hand(thinking.state).piece]
    aimed = _felt(thinking, piece) if thinking.level.feels else middle(layout, piece)
    return roughly(layout, aimed, rough, thinking.random) if rough else aimed


def _felt(thinking: Thinking, piece: Piece) -> Spot:
    """The best spot, as far as it can be felt and tried."""
    table, level, rank = thinking.table, thinking.level, _rank(thinking)
    if not table.layout.pieces:
        return max((Tried(Spot(piece, way.face), way, 1.0) for way in ways(piece)), key=rank).spot
    found = safe_spots(table.layout, table.hand, piece, level.reach)
    if level.sight > 1:
        found += spots(table.layout, table.hand, piece, level.reach)
    safe_enough = max(tried.felt for tried in found) - _RISK
    best_first = sorted((t for t in found if t.felt >= safe_enough), key=rank, reverse=True)
    tried = list(islice(_different(table.layout, best_first), level.finalists)) or best_first[:1]
    return thinking.tries().best(tried, rank).spot


def _different(layout: Layout, found: Iterable[Tried]) -> Iterator[Tried]:
    """The first two spots for every face and turn; others beside them would do about the same."""
    taken: defaultdict[tuple[str, float], set[Spot]] = defaultdict(set)
    for tried in found:
        alike = taken[tried.spot.face, tried.spot.yaw]
        if len(alike) < _ALIKE and tried.spot not in alike and possible(layout, tried.spot):
            alike.add(tried.spot)
            yield tried


def _rank(thinking: Thinking) -> Rank:
    """How good a spot is: for the chance to win, or else for safety."""
    state, table = thinking.state, thinking.table
    seat, fall, sight = state.phase.seat, fallen(state), thinking.level.sight - 1
    balance = Balance.of(table.layout)

    @cache
    def after(spot: Spot) -> Values:
        then = on_top(with_piece(table.layout, balance, spot), table.hand)
        return stood(state, then, thinking.later, sight)

    def rank(tried: Tried) -> tuple[float, ...]:
        prospect = Prospect(tried.chance, after(tried.spot), fall)
        value, chance = prospect.rank(seat)
        return round(value, 4), round(chance, 3), round(tried.room, 1), -tried.off

    return rank

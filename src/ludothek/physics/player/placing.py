"""Where to set a piece down: as safely as it goes, and so that what follows is hard."""

from functools import cache
from itertools import islice

from ludothek.games.splash.board import NAMES
from ludothek.physics.drop import Spot
from ludothek.physics.player.balance import Balance
from ludothek.physics.player.outlook import Prospect, fallen, in_hand, stood
from ludothek.physics.player.poses import (
    on_top,
    possible,
    roughly,
    safe_spots,
    spots,
    with_piece,
)
from ludothek.physics.player.prospects import Values
from ludothek.physics.player.resting import ways
from ludothek.physics.player.thinking import Thinking
from ludothek.physics.player.tries import Rank, Tried


def spot_for(thinking: Thinking) -> Spot:
    """The spot for the piece in hand."""
    piece = NAMES[in_hand(thinking.state).piece]
    table, level = thinking.table, thinking.level
    if not level.feels:
        return roughly(table.layout, piece, level.rough, thinking.random)
    rank = _rank(thinking)
    if not table.layout.pieces:
        return max((Tried(Spot(piece, way.face), way, 1.0) for way in ways(piece)), key=rank).spot
    found = safe_spots(table.layout, table.hand, piece)
    if level.sight > 1:
        found += spots(table.layout, table.hand, piece)
    best_first = sorted(found, key=rank, reverse=True)
    able = (tried for tried in best_first if possible(table.layout, tried.spot))
    return thinking.tries().best(list(islice(able, level.finalists)), rank).spot


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
        return *(round(value, 4) for value in prospect.rank(seat)), tried.room

    return rank

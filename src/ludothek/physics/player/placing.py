"""Where to set a piece down: as safely as it goes, and so that what follows is hard."""

from functools import cache

from ludothek.games.splash.board import NAMES
from ludothek.games.splash.state import Placing
from ludothek.physics.drop import Spot
from ludothek.physics.player.outlook import Prospect, fallen, stood
from ludothek.physics.player.poses import aligned, middle
from ludothek.physics.player.prospects import Values
from ludothek.physics.player.resting import Resting, top_of, ways
from ludothek.physics.player.thinking import Thinking
from ludothek.physics.player.tries import Tried


def spot_for(thinking: Thinking) -> Spot:
    """The spot for the piece in hand."""
    phase, layout = thinking.state.phase, thinking.table.layout
    assert isinstance(phase, Placing)
    piece = NAMES[phase.piece]
    if not thinking.level.choosy:
        return middle(piece)
    if thinking.budget.simulations < 1:
        return aligned(layout, piece, ways(piece)[0])
    return _tried(thinking, phase, piece)


def _tried(thinking: Thinking, phase: Placing, piece: str) -> Spot:
    fall = fallen(thinking.state)

    @cache
    def after(way: Resting) -> Values:
        return stood(thinking.state, way, thinking.level.sight - 1, thinking.known)

    def rank(tried: Tried) -> tuple[float, float]:
        return Prospect(tried.chance, after(tried.way), fall).rank(phase.seat)

    spots = thinking.spots(piece, top_of(thinking.table.layout))
    if not thinking.state.tower:
        return max(spots, key=lambda tried: after(tried.way)[phase.seat - 1]).spot
    return thinking.tries().best(spots, rank).spot

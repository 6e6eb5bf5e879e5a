"""Choosing the piece to give: by the probability that the neighbour places it, and what follows."""

from ludothek.games.splash.pieces import NAMES
from ludothek.games.splash.rules import legal_moves
from ludothek.games.splash.state import Give
from ludothek.physics.evaluation.candidate_poses import safe_spots
from ludothek.physics.evaluation.lookahead import Chances, values_after_give
from ludothek.physics.evaluation.resting_poses import Resting
from ludothek.physics.evaluation.stock_value import variety
from ludothek.physics.player.context import Context


def give(context: Context) -> Give:
    """The piece to give."""
    state, level, random = context.state, context.level, context.random
    moves = [move for move in legal_moves(state) if isinstance(move, Give)]
    if not level.selective:
        return random.choice(moves)
    seat = state.phase.seat
    here = _simulated(context, moves) if level.rollouts else context.here()

    def rank(move: Give) -> tuple[float, int, float]:
        values = values_after_give(state, move, here, context.later, level.depth)
        left = state.stocks[seat - 1] & ~(1 << move.piece)
        value = values[seat - 1] + context.hoard(left)
        return round(value, 4), variety(left), random.random()

    return max(moves, key=rank)


def _simulated(context: Context, moves: list[Give]) -> Chances:
    """The chances to stand on this tower: estimates, refined by rollouts within the budget."""
    layout, estimates = context.table.layout, context.here()
    if not layout.pieces:
        return estimates
    shapes = {NAMES[move.piece][0]: NAMES[move.piece] for move in moves}
    candidates = [
        candidate
        for piece in shapes.values()
        for candidate in safe_spots(layout, context.table.hand, piece, context.level.reach)
    ]
    context.rollouts().each(candidates, context.level.rollouts)
    best: dict[Resting, float] = {}
    for candidate in candidates:
        best[candidate.way] = max(best.get(candidate.way, 0.0), candidate.chance)
    return best.__getitem__

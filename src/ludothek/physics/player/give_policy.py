"""What to give: what the left neighbour is least likely to place, and what comes of it."""

from ludothek.games.splash.board import NAMES
from ludothek.games.splash.rules import legal_moves
from ludothek.games.splash.state import Give
from ludothek.physics.player.candidate_poses import safe_spots
from ludothek.physics.player.context import Thinking
from ludothek.physics.player.lookahead import Chances, given
from ludothek.physics.player.resting_poses import Resting
from ludothek.physics.player.stock_value import variety


def gift(thinking: Thinking) -> Give:
    """The piece to give."""
    state, level, random = thinking.state, thinking.level, thinking.random
    moves = [move for move in legal_moves(state) if isinstance(move, Give)]
    if not level.choosy:
        return random.choice(moves)
    seat = state.phase.seat
    here = _tried(thinking, moves) if level.times else thinking.here()

    def rank(move: Give) -> tuple[float, int, float]:
        values = given(state, move, here, thinking.later, level.sight)
        left = state.stocks[seat - 1] & ~(1 << move.piece)
        value = values[seat - 1] + thinking.hoard(left)
        return round(value, 4), variety(left), random.random()

    return max(moves, key=rank)


def _tried(thinking: Thinking, moves: list[Give]) -> Chances:
    """The chances to stand on this tower, as far as the budget goes to find them out."""
    layout, felt = thinking.table.layout, thinking.here()
    if not layout.pieces:
        return felt
    shapes = {NAMES[move.piece][0]: NAMES[move.piece] for move in moves}
    spots = [
        tried
        for piece in shapes.values()
        for tried in safe_spots(layout, thinking.table.hand, piece, thinking.level.reach)
    ]
    thinking.tries().each(spots, thinking.level.times)
    found: dict[Resting, float] = {}
    for tried in spots:
        found[tried.way] = max(found.get(tried.way, 0.0), tried.chance)
    return found.__getitem__

"""What to give: what the left neighbour is least likely to place, and what comes of it."""

from ludothek.games.splash.board import NAMES
from ludothek.games.splash.rules import legal_moves
from ludothek.games.splash.state import Give
from ludothek.physics.player.outlook import Chance, given
from ludothek.physics.player.resting import Resting, top_of
from ludothek.physics.player.stocks import variety
from ludothek.physics.player.thinking import Thinking


def gift(thinking: Thinking) -> Give:
    """The piece to give."""
    state, level = thinking.state, thinking.level
    moves = [move for move in legal_moves(state) if isinstance(move, Give)]
    random = thinking.random
    if not level.choosy:
        return random.choice(moves)
    top = top_of(thinking.table.layout)
    chance = _tried(thinking, moves, top) if level.budget.simulations else thinking.known
    seat = state.phase.seat

    def rank(move: Give) -> tuple[float, int, float]:
        values = given(state, move, top, level.sight, chance)
        left = state.stocks[seat - 1] & ~(1 << move.piece)
        return round(values[seat - 1], 4), variety(left), random.random()

    return max(moves, key=rank)


def _tried(thinking: Thinking, moves: list[Give], top: Resting | None) -> Chance:
    """The chances as they are on this tower, as far as the budget goes."""
    if top is None:
        return thinking.known
    shapes = {NAMES[move.piece][0]: NAMES[move.piece] for move in moves}
    spots = [tried for piece in shapes.values() for tried in thinking.spots(piece, top)]
    tries = thinking.tries()
    while not tries.over:
        tries.once_each(spots)
    found: dict[Resting, float] = {}
    for tried in spots:
        found[tried.way] = max(found.get(tried.way, 0.0), tried.chance)

    def chance(below: Resting | None, above: Resting) -> float:
        here = below == top and above in found
        return found[above] if here else thinking.known(below, above)

    return chance

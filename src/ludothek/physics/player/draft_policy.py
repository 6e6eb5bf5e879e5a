"""Choosing pieces: in the draft, and after a fall."""

from typing import Final

from ludothek.games.splash.pieces import NAMES, bits
from ludothek.games.splash.rules import apply, legal_moves
from ludothek.games.splash.state import Base, Giving, Keep, Keeping, State, Take
from ludothek.physics.evaluation.lookahead import give_values
from ludothek.physics.evaluation.resting_poses import lying
from ludothek.physics.evaluation.stock_value import variety
from ludothek.physics.player.context import Context

_VARIETY: Final = 0.001  # chances to win, for what counts one in a stock's variety


def draft(context: Context) -> Take:
    """The piece to take from the pool."""
    state, random = context.state, context.random
    moves = [move for move in legal_moves(state) if isinstance(move, Take)]
    if not context.level.selective:
        return random.choice(moves)
    own = state.stocks[state.phase.seat - 1]

    def rank(move: Take) -> tuple[float, float]:
        stock = own | 1 << move.piece
        return context.hoard(stock) + _VARIETY * variety(stock), random.random()

    return max(moves, key=rank)


def keep(context: Context) -> Keep:
    """The pieces to keep of those that fell."""
    state, random = context.state, context.random
    moves = [move for move in legal_moves(state) if isinstance(move, Keep)]
    if not context.level.selective:
        return random.choice(moves)
    own = state.stocks[state.phase.seat - 1]

    def rank(move: Keep) -> tuple[float, int]:
        stock = own | bits(move.pieces)
        return _value(context, apply(state, move)) + context.hoard(stock), variety(stock)

    return max(moves, key=rank)


def base(context: Context) -> Base:
    """The stack to go on with, by its bottom piece."""
    state, random = context.state, context.random
    moves = [move for move in legal_moves(state) if isinstance(move, Base)]
    if not context.level.selective:
        return random.choice(moves)
    return max(moves, key=lambda move: (_value(context, apply(state, move)), random.random()))


def _value(context: Context, after: State) -> float:
    """How good it is to give next; not yet counting pieces that are still to be chosen."""
    seat = after.phase.seat
    if isinstance(after.phase, Keeping):
        after = apply(after, legal_moves(after)[0])
    if not isinstance(after.phase, Giving) or after.phase.seat != seat:
        return 0.0
    top = context.later(lying(context.table.layout, NAMES[after.tower[-1]]))
    return round(give_values(after, top, context.later, 1)[seat - 1], 4)

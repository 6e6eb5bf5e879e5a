"""What a decision leads to: a few gives ahead, everybody doing what is best for the own side.

Whether something stands is a chance; after a fall, or where the sight ends, `prospects` says who
will win. No computer lets a piece fall on purpose: where a fall would suit a placer, the safest
way is taken.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from ludothek.games.protocol import Seat
from ludothek.games.splash.board import NAMES
from ludothek.games.splash.rules import KEPT, WINNING_DROPS, apply, legal_moves
from ludothek.games.splash.state import Give, Move, Over, Placing, Stands, State
from ludothek.physics.player import evaluation
from ludothek.physics.player.evaluation import Values, won
from ludothek.physics.player.resting_poses import Resting, ways

Chances = Callable[[Resting], float]  # of a piece to stand on a certain tower, set down like this
Later = Callable[[Resting], Chances]  # on towers of which only the top piece is known


class Prospect(NamedTuple):
    """What setting a piece down would lead to."""

    chance: float  # to stand
    stood: Values
    fallen: Values

    @property
    def values(self) -> Values:
        """The chances to win, taken together."""
        return tuple(
            self.chance * stood + (1 - self.chance) * fallen
            for stood, fallen in zip(self.stood, self.fallen, strict=True)
        )

    def rank(self, seat: Seat) -> tuple[float, float]:
        """How much a placer likes it."""
        stood, fallen = self.stood[seat - 1], self.fallen[seat - 1]
        return self.chance * stood + (1 - self.chance) * min(stood, fallen), self.chance


def giving(state: State, here: Chances, later: Later, sight: int) -> Values:
    """The chances to win when a seat is to give for a tower."""
    seat = state.phase.seat
    found = (given(state, move, here, later, sight) for move in _different(state, sight))
    return max(found, key=lambda values: values[seat - 1])


def given(state: State, move: Move, here: Chances, later: Later, sight: int) -> Values:
    """The chances to win after a give."""
    after = apply(state, move)
    if isinstance(after.phase, Over):
        return won(after.setup, after.phase.winner)
    placing = in_hand(after)
    fall = fallen(after)
    found = [
        Prospect(here(way), stood(after, later(way), later, sight - 1), fall)
        for way in ways(NAMES[placing.piece])
    ]
    return max(found, key=lambda prospect: prospect.rank(placing.seat)).values


def stood(state: State, then: Chances, later: Later, sight: int) -> Values:
    """The chances to win once the piece in hand stands; `then` is for pieces on top of it."""
    after = apply(state, Stands())
    if isinstance(after.phase, Over):
        return won(after.setup, after.phase.winner)
    if sight < 1:
        return evaluation.prospects(after, after.phase.seat)
    return giving(after, then, later, sight)


def fallen(state: State) -> Values:
    """The chances to win once the piece in hand has brought the tower down."""
    placing = in_hand(state)
    drops = [n + (seat == placing.giver) for seat, n in enumerate(state.drops, 1)]
    if drops[placing.giver - 1] == WINNING_DROPS:
        return won(state.setup, placing.giver)
    taken = min(KEPT, len(state.tower))
    sizes = [
        stock.bit_count() + taken * (seat == placing.seat)
        for seat, stock in enumerate(state.stocks, 1)
    ]
    return evaluation.chances(state.setup, tuple(sizes), tuple(drops), placing.seat)


def in_hand(state: State) -> Placing:
    """The placing that is due."""
    if not isinstance(state.phase, Placing):
        raise TypeError(f"nobody is to place: {state.phase}")
    return state.phase


def _different(state: State, sight: int) -> Iterable[Move]:
    """What may be given; where nobody looks further, one piece of a shape is as good as another."""
    moves = legal_moves(state)
    if sight > 1:
        return moves
    alike = {(NAMES[m.piece][0], m.source): m for m in moves if isinstance(m, Give)}
    return alike.values()

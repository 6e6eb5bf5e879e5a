"""Lookahead over a few gives, every seat maximising its own side's probability to win.

Whether a piece stands is a chance node; after a fall, and at the depth limit, `evaluate` gives the
value. No computer lets a piece fall on purpose: where a fall would suit a placer, the safest
way is taken.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from ludothek.games.protocol import Seat
from ludothek.games.splash.pieces import NAMES
from ludothek.games.splash.rules import KEPT, WINNING_DROPS, apply, legal_moves
from ludothek.games.splash.state import Give, Move, Over, Placing, Stands, State
from ludothek.physics.evaluation import static_evaluation
from ludothek.physics.evaluation.resting_poses import Resting, ways
from ludothek.physics.evaluation.static_evaluation import Values, won

Chances = Callable[[Resting], float]  # of a piece to stand on a certain tower, set down like this
Later = Callable[[Resting], Chances]  # on towers of which only the top piece is known


class PlacementValue(NamedTuple):
    """The value of setting a piece down."""

    chance: float  # to stand
    stood: Values
    fallen: Values

    @property
    def values(self) -> Values:
        """The expected chances to win."""
        return tuple(
            self.chance * stood + (1 - self.chance) * fallen
            for stood, fallen in zip(self.stood, self.fallen, strict=True)
        )

    def rank(self, seat: Seat) -> tuple[float, float]:
        """The placer's value, then safety."""
        stood, fallen = self.stood[seat - 1], self.fallen[seat - 1]
        return self.chance * stood + (1 - self.chance) * min(stood, fallen), self.chance


def give_values(state: State, here: Chances, later: Later, depth: int) -> Values:
    """The chances to win when a seat is to give for a tower."""
    seat = state.phase.seat
    options = (
        values_after_give(state, move, here, later, depth) for move in _different(state, depth)
    )
    return max(options, key=lambda values: values[seat - 1])


def values_after_give(state: State, move: Move, here: Chances, later: Later, depth: int) -> Values:
    """The chances to win after a give."""
    after = apply(state, move)
    if isinstance(after.phase, Over):
        return won(after.setup, after.phase.winner)
    placing = in_hand(after)
    fall = values_after_fall(after)
    options = [
        PlacementValue(here(way), values_after_stand(after, later(way), later, depth - 1), fall)
        for way in ways(NAMES[placing.piece])
    ]
    return max(options, key=lambda placement: placement.rank(placing.seat)).values


def values_after_stand(state: State, then: Chances, later: Later, depth: int) -> Values:
    """The chances to win once the piece in hand stands; `then` is for pieces on top of it."""
    after = apply(state, Stands())
    if isinstance(after.phase, Over):
        return won(after.setup, after.phase.winner)
    if depth < 1:
        return static_evaluation.evaluate(after, after.phase.seat)
    return give_values(after, then, later, depth)


def values_after_fall(state: State) -> Values:
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
    return static_evaluation.win_chances(state.setup, tuple(sizes), tuple(drops), placing.seat)


def in_hand(state: State) -> Placing:
    """The placing that is due."""
    if not isinstance(state.phase, Placing):
        raise TypeError(f"nobody is to place: {state.phase}")
    return state.phase


def _different(state: State, depth: int) -> Iterable[Move]:
    """What may be given; at the depth limit, one piece of a shape is as good as another."""
    moves = legal_moves(state)
    if depth > 1:
        return moves
    alike = {(NAMES[m.piece][0], m.source): m for m in moves if isinstance(m, Give)}
    return alike.values()

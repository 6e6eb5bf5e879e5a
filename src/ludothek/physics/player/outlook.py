"""What a decision leads to: a few gives ahead, everybody doing what is best for the own side.

Towers are thought of as their top pieces, and whether something stands as a chance. After a fall,
or when the sight ends, `prospects` says who will win.

No computer lets a piece fall on purpose: where a fall would suit a placer, the safest way is taken.
"""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from ludothek.games.protocol import Seat
from ludothek.games.splash.board import NAMES
from ludothek.games.splash.rules import KEPT, WINNING_DROPS, apply, legal_moves
from ludothek.games.splash.state import Give, Move, Over, Placing, Stands, State
from ludothek.physics.player import prospects
from ludothek.physics.player.prospects import Values, won
from ludothek.physics.player.resting import Resting, ways

Chance = Callable[[Resting | None, Resting], float]  # to stand: on what, and how set down


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


def giving(state: State, top: Resting | None, sight: int, chance: Chance) -> Values:
    """The chances to win when a seat is to give."""
    seat = state.phase.seat
    found = (given(state, move, top, sight, chance) for move in _different(state, sight))
    return max(found, key=lambda values: values[seat - 1])


def given(state: State, move: Move, top: Resting | None, sight: int, chance: Chance) -> Values:
    """The chances to win after a give."""
    after = apply(state, move)
    if isinstance(after.phase, Over):
        return won(after.setup, after.phase.winner)
    fall = fallen(after)
    found = [
        Prospect(chance(top, way), stood(after, way, sight - 1, chance), fall)
        for way in ways(NAMES[_placing(after).piece])
    ]
    return max(found, key=lambda prospect: prospect.rank(after.phase.seat)).values


def stood(state: State, way: Resting, sight: int, chance: Chance) -> Values:
    """The chances to win once the piece in hand stands like this."""
    after = apply(state, Stands())
    if isinstance(after.phase, Over):
        return won(after.setup, after.phase.winner)
    if sight < 1:
        return prospects.prospects(after, after.phase.seat)
    return giving(after, way, sight, chance)


def fallen(state: State) -> Values:
    """The chances to win once the piece in hand has brought the tower down."""
    placing = _placing(state)
    drops = [n + (seat == placing.giver) for seat, n in enumerate(state.drops, 1)]
    if drops[placing.giver - 1] == WINNING_DROPS:
        return won(state.setup, placing.giver)
    taken = min(KEPT, len(state.tower))
    sizes = [
        stock.bit_count() + taken * (seat == placing.seat)
        for seat, stock in enumerate(state.stocks, 1)
    ]
    return prospects.chances(state.setup, tuple(sizes), tuple(drops), placing.seat)


def _different(state: State, sight: int) -> Iterable[Move]:
    """What may be given; where nobody looks further, one piece of a shape is as good as another."""
    moves = legal_moves(state)
    if sight > 1:
        return moves
    alike = {(m.piece // 6, m.source): m for m in moves if isinstance(m, Give)}
    return alike.values()


def _placing(state: State) -> Placing:
    assert isinstance(state.phase, Placing)
    return state.phase

"""Everything a player looks at for one decision."""

from dataclasses import dataclass
from functools import partial
from random import Random

from ludothek.games.splash import SPLASH
from ludothek.games.splash.state import State
from ludothek.physics.player.chances import chance
from ludothek.physics.player.levels import Budget, Level
from ludothek.physics.player.outlook import Chance
from ludothek.physics.player.poses import candidates
from ludothek.physics.player.resting import Resting, ways
from ludothek.physics.player.tries import Stop, Tried, Tries
from ludothek.physics.table import Table


@dataclass(frozen=True, slots=True)
class Thinking:
    """A position, the table it stands on, and how hard to think about it.

    Of the table only the tower and the hand are looked at: how the hand will tremble next is as
    unknown to a computer as to a person.
    """

    state: State
    table: Table
    level: Level
    seed: int
    budget: Budget
    stop: Stop

    @property
    def random(self) -> Random:
        """Random numbers of their own for every seed and position."""
        return Random(f"{self.seed} {SPLASH.format_position(self.state)}")

    @property
    def known(self) -> Chance:
        """The chances to stand, known by heart."""
        return partial(chance, self.table.hand.name)

    def tries(self) -> Tries:
        """The tries of this decision."""
        return Tries(self.table.layout, self.table.hand, self.random, self.budget, self.stop)

    def spots(self, piece: str, top: Resting | None) -> list[Tried]:
        """Where a piece could be set down."""
        return [
            Tried(spot, way, self.known(top, way))
            for way in ways(piece)
            for spot in candidates(self.table.layout, piece, way, many=self.level.many)
        ]

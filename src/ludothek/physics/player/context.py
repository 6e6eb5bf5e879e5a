"""The inputs of one decision of a computer player."""

from dataclasses import dataclass
from functools import partial
from random import Random

from ludothek.games.splash import SPLASH
from ludothek.games.splash.pieces import Pieces
from ludothek.games.splash.state import State
from ludothek.physics.evaluation.candidate_poses import on_top
from ludothek.physics.evaluation.lookahead import Chances
from ludothek.physics.evaluation.resting_poses import Resting, top_of
from ludothek.physics.evaluation.rollouts import Budget, Rollouts
from ludothek.physics.evaluation.stability_estimate import single_piece_chance
from ludothek.physics.evaluation.static_stability import Balance
from ludothek.physics.evaluation.stock_value import hoard
from ludothek.physics.player.levels import Level
from ludothek.physics.simulation.settle import Stop
from ludothek.physics.table.table import Table


@dataclass(frozen=True, slots=True)
class Context:
    """A position, its table, and the limits of the search.

    Of the table only the tower and the hand are used: the next tremor is as unknown to a computer
    as to a person.
    """

    state: State
    table: Table
    level: Level
    seed: int
    budget: Budget
    stop: Stop

    @property
    def random(self) -> Random:
        """A generator seeded by the player's seed and the position."""
        return Random(f"{self.seed} {SPLASH.format_position(self.state)}")

    def here(self) -> Chances:
        """How likely pieces are to stand on the tower."""
        layout = self.table.layout
        if self.level.uses_balance and layout.pieces:
            return on_top(Balance.of(layout), self.table.hand)
        return partial(single_piece_chance, self.table.hand.name, top_of(layout))

    def later(self, top: Resting) -> Chances:
        """How likely pieces are to stand on a tower of which only the top piece is known."""
        return partial(single_piece_chance, self.table.hand.name, top)

    def hoard(self, stock: Pieces) -> float:
        """What owning a stock adds to the chances to win, weighted by the level."""
        weight = self.level.hoard_weight
        return weight * hoard(self.table.hand.name, stock) if weight else 0.0

    def rollouts(self) -> Rollouts:
        """The rollouts of this decision."""
        return Rollouts(self.table.layout, self.table.hand, self.random, self.budget, self.stop)

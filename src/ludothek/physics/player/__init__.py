"""Computer players of Splash! on the simulated table, levels 1 to 5.

    text = choose(state, table, level=3, seed=7)  # take, give, base or keep
    spot = pose(state, table, level=3, seed=7)  # where to place; the table then says what stands

Both depend on nothing but what they are given, and leave it as it was; the strongest level also
depends on time, unless its budget has none.
"""

from ludothek.physics.evaluation.rollouts import Budget
from ludothek.physics.player.levels import FIRST, LAST, LEVELS, VERSION, Level, level_of
from ludothek.physics.player.policy import choose, pose
from ludothek.physics.player.self_play import Played, Step, decided, play_out, went_on

__all__ = [
    "FIRST",
    "LAST",
    "LEVELS",
    "VERSION",
    "Budget",
    "Level",
    "Played",
    "Step",
    "choose",
    "decided",
    "level_of",
    "play_out",
    "pose",
    "went_on",
]

"""Positions of Splash! together with their simulated towers."""

from ludothek.games.splash import State
from ludothek.games.splash.pieces import NAMES
from ludothek.physics import Table
from ludothek.physics.evaluation.rollouts import Budget
from ludothek.physics.player.context import Context
from ludothek.physics.player.levels import level_of
from ludothek.physics.table.pieces import body_of
from tests.physics.towers import STILL

AT_ONCE = Budget(0)


def built(state: State, hand: str = "normal", **faces: str) -> Table:
    """The tower of a position, exactly centred; pieces lie on their first faces, or as named."""
    table = Table(seed=1, hand=hand)
    for piece in state.tower:
        name = NAMES[piece]
        face = faces.get(name, body_of(name).faces[0][0])
        assert table.place(name, face, tremor=STILL).stands
    return table


def thought(
    state: State, table: Table | None = None, level: int = 4, budget: Budget = AT_ONCE
) -> Context:
    """What a player of that level thinks with; without another budget it tries nothing."""
    return Context(state, table or built(state), level_of(level), 7, budget, lambda: False)

"""Measurements on the simulated table as text jobs: success rates of placements, heights of falls.

    {"new": ["P", "flat"], "on": ["L", "flat"], "tower": "PLPLPLPL", "trials": 50}

says what part of so many centred placements by a normal hand stood (`{"stood": 0.96}`).

    {"hand": "normal", "seed": 7}

builds a tower with care, any matching piece after the other, and says which one brought it down
(`{"piece": 12}`; 31 if none did).

    {"players": ["level2", "random"], "seed": 7}

plays a game of the environment for learners with dealt pieces, and says what each seat got of the
win, how often it set a piece down, and how often the tower stood then (`{"shares": [1.0, 0.0],
"placed": [9, 8], "stood": [9, 6]}`). Beside its own players there is `middle`, whose choices are
drawn and whose pieces are set down in the middle.
"""

import json
from collections.abc import Sequence
from random import Random
from typing import Final

from ludothek.games.splash import SPLASH
from ludothek.games.splash.pieces import INDEX, MATCHING, NAMES, members
from ludothek.physics import HANDS, Hand, Layout, Spot, careful, chance
from ludothek.physics.simulation.settle import settle
from ludothek.physics.table.release import held
from ludothek.research.arena.runs import Result
from ludothek.workers import Report, Stopped

MIDDLE: Final = "middle"


def simulate(job: str, _report: Report, _stopped: Stopped) -> str:
    """The work of a worker process."""
    task: Result = json.loads(job)
    if "players" in task:
        return json.dumps(game(task["players"], task["seed"]))
    if "hand" in task:
        return json.dumps({"piece": fall(HANDS[task["hand"]], Random(task["seed"]))})
    (new, face), (top, side) = task["new"], task["on"]
    layout = settle(held(_tower(task["tower"]), Spot(f"{top}o", side))).end
    spot = Spot(f"{new}p", face)
    stood = chance(layout, spot, HANDS["normal"], Random(1), task["trials"])
    return json.dumps({"stood": stood})


def game(players: Sequence[str], seed: int) -> Result:
    """A game of the environment, a player on each seat."""
    import numpy as np

    from ludothek.games.splash.state import Placing
    from ludothek.research.env.table_match import TableMatch

    match, random = TableMatch(len(players), {"draft": "random"}), np.random.default_rng(seed)
    match.restart(seed)
    placed, stood = [0] * len(players), [0] * len(players)
    while not match.over:
        seat, player, tower = match.seat - 1, players[match.seat - 1], len(match.state.tower)
        placing = isinstance(match.state.phase, Placing)
        action = match.choose("random" if player == MIDDLE else player, int(random.integers(2**32)))
        match.act({**action, "face": 0, "pose": np.zeros(3)} if player == MIDDLE else action)
        placed[seat] += placing
        stood[seat] += placing and len(match.state.tower) > tower
    shares = SPLASH.shares(match.state)
    return {"shares": list(shares), "placed": placed, "stood": stood}


def fall(hand: Hand, random: Random) -> int:
    """Which piece brings a carefully built tower down; 31 if none does."""
    layout = Layout()
    left = set(range(len(NAMES)))
    while left:
        piece = random.choice(_matching(layout, left))
        left.remove(piece)
        motion = settle(held(layout, careful(layout, NAMES[piece]), hand.tremor(random)))
        if not motion.stands:
            break
        layout = motion.end
    return len(layout.pieces) + 1


def _matching(layout: Layout, left: set[int]) -> list[int]:
    fitting = set(members(MATCHING[INDEX[layout.pieces[-1]]])) if layout.pieces else left
    return sorted(left & fitting) or sorted(left)


def _tower(shapes: str) -> Layout:
    layout = Layout()
    for shape, colour in zip(shapes, "rrggyybb", strict=False):
        layout = settle(held(layout, Spot(shape + colour, "flat"))).end
    return layout

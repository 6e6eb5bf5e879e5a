"""Measurements on the simulated table as text jobs: success rates of placements, heights of falls.

    {"new": ["P", "flat"], "on": ["L", "flat"], "tower": "PLPLPLPL", "trials": 50}

says what part of so many centred placements by a normal hand stood (`{"stood": 0.96}`).

    {"hand": "normal", "seed": 7}

builds a tower with care, any matching piece after the other, and says which one brought it down
(`{"piece": 12}`; 31 if none did).
"""

import json
from random import Random

from ludothek.games.splash.pieces import INDEX, MATCHING, NAMES, members
from ludothek.physics import HANDS, Hand, Layout, Spot, careful, chance
from ludothek.physics.simulation.settle import settle
from ludothek.physics.table.release import held
from ludothek.research.arena.runs import Result
from ludothek.workers import Report, Stopped


def simulate(job: str, _report: Report, _stopped: Stopped) -> str:
    """The work of a worker process."""
    task: Result = json.loads(job)
    if "hand" in task:
        return json.dumps({"piece": fall(HANDS[task["hand"]], Random(task["seed"]))})
    (new, face), (top, side) = task["new"], task["on"]
    layout = settle(held(_tower(task["tower"]), Spot(f"{top}o", side))).end
    spot = Spot(f"{new}p", face)
    stood = chance(layout, spot, HANDS["normal"], Random(1), task["trials"])
    return json.dumps({"stood": stood})


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

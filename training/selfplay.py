"""Games of the search against itself, as text jobs for worker processes: what to learn from.

A job is {"game": "repulso", "options": {}, "seed": 1, "nodes": 1500, "learnt": true}. Its answer
holds the options, who won, and a row for each decision that was thought about: the position, what
the search expects for the seat to decide, whether that is proven, and how often it looked at each
decision.
"""

import json
from random import Random
from typing import Any, Final

from ludothek.engine import Analysis, Limits, Play, Searcher, advance, begin
from ludothek.workers import Report, Stopped

OPENING: Final = 5  # lots take fewer decisions than that before anybody thinks
SLIPS: Final = 0.04  # of the later decisions are taken by lot, so that games differ

Row = list[Any]  # position, seat to decide, what it expects, proven?, decisions with visits


def one_game(job: str, _report: Report, stopped: Stopped) -> str:
    """Play one game; the work of a worker process."""
    asked = json.loads(job)
    random = Random(asked["seed"])
    play = begin(asked["game"], 2, asked["options"])
    evaluator: Final = "strongest" if asked["learnt"] else "playouts"
    searcher = Searcher(asked["game"], evaluator=evaluator)
    rows: list[Row] = []
    lots = random.randrange(OPENING)
    while not play.over:
        if stopped():
            raise ValueError("stopped")
        actions = play.legal()
        if lots > 0 or random.random() < SLIPS or len(actions) == 1:
            lots -= 1
            play.apply(random.choice(actions))
            continue
        limits = Limits(nodes=asked["nodes"])
        found = searcher.search(play, limits, seed=random.getrandbits(63))
        rows.append(row(play, found))
        advance(play, found.best)
    winners, _reason = play.outcome or ((), "")
    return json.dumps({"options": asked["options"], "winners": winners, "rows": rows})


def row(play: Play, found: Analysis) -> Row:
    """What the search says about a position."""
    visits = {line.moves[0]: line.visits for line in found.lines if line.visits}
    return [play.position, found.seat, round(found.score, 4), found.proof is not None, visits]

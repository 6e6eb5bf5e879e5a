"""Games between computer players as jobs for worker processes: JSON in, JSON out.

    {"seats": 2, "options": {}, "levels": [5, 1], "seconds": 1, "seed": 7}

`seconds` is for a decision of the last level, the only one that the clock concerns. The answer says
who won and why, what was decided, and the longest decision of each seat in seconds
of processor time.
"""

import json
from typing import Any

from ludothek.games.splash import SPLASH
from ludothek.physics.evaluation.rollouts import Budget
from ludothek.physics.player.levels import level_of
from ludothek.physics.player.self_play import play_out
from ludothek.workers import Report, Stopped


def play(job: str, _report: Report, stopped: Stopped) -> str:
    """Play one game to its end; the work of a worker process."""
    task: dict[str, Any] = json.loads(job)
    setup = SPLASH.setup(task["seats"], task["options"])
    budgets = [_budget(level, task["seconds"]) for level in task["levels"]]
    played = play_out(setup, task["levels"], task["seed"], budgets, stopped)
    return json.dumps(
        {
            "levels": task["levels"],
            "winners": played.outcome.winners,
            "reason": played.outcome.reason,
            "longest": [round(seconds, 4) for seconds in played.longest],
            "moves": " ".join(step.text for step in played.steps),
        }
    )


def _budget(level: int, seconds: float) -> Budget:
    usual = level_of(level).budget
    return usual if usual.seconds is None else Budget(usual.simulations, seconds)

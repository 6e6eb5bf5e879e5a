"""The computer player as jobs for `ludothek.workers`: JSON in, JSON out, nothing kept in between.

    {"position": "…", "table": SAVED, "level": 3, "seed": 7}

SAVED is what `Table.save` gave, as text. `simulations` and `seconds` may limit the thinking. Where
a piece is to be placed, the answer is a spot for the table, `{"spot": {"piece": "Lr", "face": …}}`;
else it is a decision for the rules, `{"decision": "give:Lr"}`. A refusal is an answer, too, as with
the jobs of the table itself (`ludothek.physics.worker`).
"""

import json
from dataclasses import asdict
from typing import Any

from ludothek.games.errors import LudothekError
from ludothek.games.splash import SPLASH
from ludothek.games.splash.state import Placing
from ludothek.physics.player.deciding import choose, pose
from ludothek.physics.player.levels import FIRST, Budget, level_of
from ludothek.physics.player.tries import Stop
from ludothek.physics.table import Table
from ludothek.workers import Report, Stopped


def think(job: str, _report: Report, stopped: Stopped) -> str:
    """Answer a job; when told to stop, with what is known by then."""
    try:
        wish = json.loads(job)
        return json.dumps(_decided(wish, wish["level"], stopped))
    except LudothekError as error:
        refusal = {"code": error.code, "sentence": str(error), "params": dict(error.params)}
        return json.dumps({"refused": refusal})
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"no job for a player: {error!r}") from error


def guess(job: str) -> str:
    """An answer without thinking, where no worker could give one."""
    return json.dumps(_decided(json.loads(job), FIRST, lambda: True))


def _decided(wish: dict[str, Any], level: int, stop: Stop) -> dict[str, Any]:
    state = SPLASH.parse_position(wish["position"])
    table = Table.load(wish["table"].encode(), any_version=True)
    usual = level_of(level).budget
    budget = Budget(wish.get("simulations", usual.simulations), wish.get("seconds", usual.seconds))
    if isinstance(state.phase, Placing):
        return {"spot": asdict(pose(state, table, level, wish["seed"], budget, stop))}
    return {"decision": choose(state, table, level, wish["seed"], budget, stop)}

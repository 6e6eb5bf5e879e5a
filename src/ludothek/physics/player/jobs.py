"""Decisions of the computer players as jobs for `ludothek.workers`: JSON in, JSON out, stateless.

    pool = Pool(think, size=2)
    job = question(SPLASH.format_position(state), saved, level=3, seed=7)
    pool.submit(job, seconds=5).result()

A job is `{"position": "…", "table": SAVED, "level": 3, "seed": 7}`:

`position`
    the text of the position with its options, as `format_position` writes it;
`table`
    what `Table.save` gave, as text; null before the base lies. Stacks that fell may still lie on
    it: what the rules call the tower is looked for;
`level`
    1 to 5; a higher one plays like 5, which is the only one that the clock concerns;
`seed`
    a number of the player's own, not the table's: the next tremor is not known to it;
`seconds`, `simulations`
    optional; they limit the search in place of the level's own budget.

Where a piece is to be placed, the answer is a spot for `Table.place`,
`{"spot": {"piece": "Lr", "face": "flat", "yaw": 0, "x": 1, "y": 0}}`; else it is a decision for the
rules, `{"decision": "give:Lr"}`. When stopped, it answers with the best so far. What it
cannot answer is a `LudothekError`, and a job that makes no sense a `ValueError`.
"""

import json
from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from ludothek.games.splash import SPLASH
from ludothek.games.splash.pieces import NAMES
from ludothek.games.splash.state import Placing, State
from ludothek.physics.evaluation.rollouts import Budget
from ludothek.physics.player.levels import LAST, level_of
from ludothek.physics.player.policy import choose, pose
from ludothek.physics.simulation.geometry import are_numbers
from ludothek.physics.simulation.settle import Stop
from ludothek.physics.table.table import Table

Report = Callable[[str], None]  # as in `ludothek.workers`, which browsers do not have


def question(
    position: str, table: str | None, level: int, seed: int, seconds: float | None = None
) -> str:
    """The job to decide something, or to find a spot for the piece in hand."""
    job = {"position": position, "table": table, "level": level, "seed": seed}
    return json.dumps(job if seconds is None else {**job, "seconds": seconds})


def think(job: str, _report: Report, stopped: Stop) -> str:
    """Answer a job; when stopped, with the best so far."""
    try:
        request = json.loads(job)
        return json.dumps(_decided(request, min(request["level"], LAST), stopped))
    except (LookupError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"no job for a player: {error!r}") from error


def _decided(request: dict[str, Any], level: int, stop: Stop) -> dict[str, Any]:
    state = SPLASH.parse_position(request["position"])
    table = _table(request["table"], state)
    budget = _budget(request, level_of(level).budget)
    if isinstance(state.phase, Placing):
        return {"spot": asdict(pose(state, table, level, request["seed"], budget, stop))}
    return {"decision": choose(state, table, level, request["seed"], budget, stop)}


def _table(saved: str | None, state: State) -> Table:
    """The table as it stands, the fallen pieces sorted out as the rules have it by now."""
    if saved is None:
        return Table(0, state.setup["hand"])
    table = Table.load(saved.encode(), any_version=True)
    if table.fallen and state.tower:
        table.keep(NAMES[state.tower[0]])
    return table


def _budget(request: dict[str, Any], usual: Budget) -> Budget:
    """What the level has; seconds are for the one that the clock concerns."""
    seconds = None if usual.seconds is None else request.get("seconds", usual.seconds)
    simulations = request.get("simulations", usual.simulations)
    if not (_limits(seconds) and _limits(simulations)):
        raise ValueError(f"no job for a player: {seconds!r} seconds, {simulations!r} simulations")
    return Budget(simulations, seconds)


def _limits(limit: Any) -> bool:
    return limit is None or (are_numbers(limit) and limit >= 0)

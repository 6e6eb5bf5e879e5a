"""Jobs for a simulated table and their answers. Pure; also used in browsers."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from ludothek.games import LudothekError, load
from ludothek.games.backends import Placement as Placed
from ludothek.games.backends import Spot
from ludothek.games.record import play_text
from ludothek.server.compute import worker_tasks
from ludothek.server.match.commands import Settle
from ludothek.server.match.refusals import Refusal, Refused, refusal, refused
from ludothek.server.match.seeds import derived
from ludothek.server.match.state import Match, Placement, lying
from ludothek.server.wire.codec import Invalid, decode
from ludothek.server.wire.models import Problem
from ludothek.server.wire.table import TableState, TableTrial

Answer = Mapping[str, Any]


class Nonsense(Exception):
    """An answer that no table gives, or one that the rules do not allow."""


def place_question(match: Match, spot: Spot | None, *, anyhow: bool) -> str:
    """What becomes of the piece in the hand."""
    held = asdict(spot) if spot else None
    seed = derived(match.seed, "table")
    return worker_tasks.place_job(match.plan, match.texts, held, match.table, seed, anyhow=anyhow)


def settle(match: Match, answer: Answer) -> Settle:
    """What became of it, as a command; raises `Nonsense`."""
    try:
        placed = decode(Placed, answer)
        play_text(match.game, match.state, placed.decision)
    except (Invalid, LudothekError) as error:
        raise Nonsense(str(error)) from error
    versions = tuple(sorted(placed.versions.items()))
    return Settle(match.ply, placed.spot, placed.decision, placed.saved, versions)


def show_question(match: Match, ply: int, saved: str | None) -> str:
    """Where everything lies at a ply."""
    return worker_tasks.show_job(match.plan, match.texts[:ply], saved)


def table_state(ply: int, placement: Placement | None, answer: Answer) -> TableState:
    """Where it lies."""
    return TableState(ply=ply, motion=placement.seq if placement else None, **answer)


def trial_question(trial: TableTrial, seed: int) -> str:
    """What becomes of a piece on a tower of somebody's own."""
    tower = [asdict(spot) for spot in trial.tower]
    spot = asdict(trial.spot) if trial.spot else None
    return worker_tasks.trial_job(trial.game, trial.position, tower, spot, derived(seed, "trial"))


def granted(answer: Answer | None) -> Answer:
    """An answer, unless it is a refusal."""
    if not answer:
        raise refused("table-failed", limit="placement", seconds=1)
    if "refused" in answer:
        raise Refused(_refusal(answer["refused"]))
    return answer


def _refusal(answer: Any) -> Refusal:
    try:
        problem = decode(Problem, answer)
    except Invalid:
        return refusal("table-failed", limit="placement", seconds=1)
    return Refusal(f"table.{problem.code}", problem.params, 422, problem.message)


def last_placement(match: Match, ply: int) -> Placement | None:
    """The last one before a ply."""
    return next((placed for placed in reversed(match.placements) if placed.ply < ply), None)


def check_table(match: Match, ply: int) -> None:
    """Without the simulation, or in a game played elsewhere, nobody knows where pieces lie."""
    saved = last_placement(match, ply) or match.plan.table
    available = match.plan.simulated and (saved or not lying(match.game, match.state_at(ply)))
    if not available:
        raise refused("table-unknown")


def check_trial(trial: TableTrial) -> None:
    """The tower is the one of the position, and somebody has a piece to place."""
    game = load(trial.game)
    if not game.simulation:
        raise refused("nothing-to-place")
    state = game.parse_position(trial.position)
    tower = tuple(spot.piece for spot in trial.tower)
    if not game.simulation.awaits(state) or game.simulation.lying(state) != tower:
        raise refused("nothing-to-place")

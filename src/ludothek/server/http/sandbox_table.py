"""Requests about a simulated table of one's own: a tower to try a placement on, as lessons do."""

import asyncio

from fastapi import APIRouter, Request

from ludothek.games import load
from ludothek.server.http.auth import Parts, Visitor, client_of, rate_limit
from ludothek.server.match.refusals import refused
from ludothek.server.wire.table import TableTrial, TableTried

router = APIRouter(prefix="/api", tags=["study"])


@router.post("/table/try")
async def try_table(
    trial: TableTrial, request: Request, visitor: Visitor, parts: Parts
) -> TableTried:
    """What becomes of a piece on a tower that is built for it; nothing is stored."""
    rate_limit(request, "try", visitor)
    await asyncio.to_thread(_check, trial)
    return await parts.tables.try_out(trial, parts.seed(), client_of(request, visitor))


def _check(trial: TableTrial) -> None:
    """The tower is the one of the position, and somebody has a piece to place."""
    game = load(trial.game)
    if not game.simulation:
        raise refused("nothing-to-place")
    state = game.parse_position(trial.position)
    tower = tuple(spot.piece for spot in trial.tower)
    if not game.simulation.awaits(state) or game.simulation.lying(state) != tower:
        raise refused("nothing-to-place")

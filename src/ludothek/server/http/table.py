"""Requests about a table of one's own: a tower to try a placement on, as lessons do (Splash!)."""

import asyncio

from fastapi import APIRouter, Request

from ludothek.games.splash import SPLASH
from ludothek.games.splash.board import NAMES
from ludothek.games.splash.state import Placing
from ludothek.server.http.auth import Parts, Visitor, address_of, rate_limit
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
    owner = visitor.id if visitor else address_of(request)
    return await parts.tables.try_out(trial, parts.seed(), owner)


def _check(trial: TableTrial) -> None:
    """The tower is the one of the position, and somebody has a piece to place."""
    state = SPLASH.parse_position(trial.position)
    tower = [NAMES[piece] for piece in state.tower]
    if not isinstance(state.phase, Placing) or tower != [spot.piece for spot in trial.tower]:
        raise refused("nothing-to-place")

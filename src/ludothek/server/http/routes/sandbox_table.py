"""Routes for a table outside any match: try a placement on a tower, as lessons do."""

import asyncio

from fastapi import APIRouter, Request

from ludothek.server.compute.table_jobs import check_trial
from ludothek.server.http.auth import Parts, Visitor, client_of, rate_limit
from ludothek.server.wire.table import TableTrial, TableTried

router = APIRouter(prefix="/api", tags=["study"])


@router.post("/table/try")
async def try_table(
    trial: TableTrial, request: Request, visitor: Visitor, parts: Parts
) -> TableTried:
    """What becomes of a piece on a tower that is built for it; nothing is stored."""
    rate_limit(request, "try", visitor)
    await asyncio.to_thread(check_trial, trial)
    return await parts.tables.try_out(trial, parts.seed(), client_of(request, visitor))

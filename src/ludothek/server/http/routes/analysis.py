"""Routes for hints and analyses: start a job, get its progress, cancel it."""

from typing import Annotated

from fastapi import APIRouter, Path, Request

from ludothek.server.http.auth import Identified, Parts, rate_limit
from ludothek.server.http.routes.matches import Id
from ludothek.server.wire.models import AnalysisRequest, JobInfo

router = APIRouter(prefix="/api", tags=["study"])

JobId = Annotated[str, Path(pattern="^[0-9a-f]{16}$")]


@router.post("/matches/{match}/hint", status_code=202)
async def hint(match: Id, request: Request, me: Identified, parts: Parts) -> JobInfo:
    """Ask a strong computer what it would do."""
    rate_limit(request, "job", me)
    return await parts.jobs.hint(await parts.matches.current(match), me.id)


@router.post("/matches/{match}/analysis", status_code=202)
async def analysis(
    match: Id, body: AnalysisRequest, request: Request, me: Identified, parts: Parts
) -> JobInfo:
    """Ask a computer about every position of a match that is over."""
    rate_limit(request, "job", me)
    return await parts.jobs.analysis(await parts.matches.current(match), me.id, body.level)


@router.get("/jobs/{job}")
async def job_progress(job: JobId, me: Identified, parts: Parts) -> JobInfo:
    """How far a job is, and what it found."""
    return await parts.jobs.state(job, me.id)


@router.delete("/jobs/{job}")
async def cancel_job(job: JobId, me: Identified, parts: Parts) -> JobInfo:
    """Stop a job."""
    return await parts.jobs.cancel(job, me.id)

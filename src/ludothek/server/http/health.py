"""For whoever runs the server: is it alive, is it ready, how is it doing."""

from ipaddress import ip_address

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, Response
from prometheus_client import CONTENT_TYPE_LATEST
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

from ludothek.server.http.auth import Parts
from ludothek.server.match.refusals import refused

router = APIRouter(include_in_schema=False)


@router.get("/healthz")
async def alive() -> PlainTextResponse:
    """The process runs."""
    return PlainTextResponse("ok\n")


@router.get("/readyz")
async def ready(parts: Parts) -> PlainTextResponse:
    """The process takes requests, and its database answers."""
    if not parts.ready:
        return PlainTextResponse("not ready\n", 503)
    try:
        await parts.database.read(lambda connection: connection.scalar(text("select 1")))
    except (SQLAlchemyError, OSError):
        return PlainTextResponse("the database does not answer\n", 503)
    return PlainTextResponse("ready\n")


@router.get("/metrics")
async def metrics(request: Request, parts: Parts) -> Response:
    """Counters for Prometheus."""
    allowed = parts.settings.metrics
    local = request.client is not None and ip_address(request.client.host).is_loopback
    local = local and "x-forwarded-for" not in request.headers
    if allowed == "off" or (allowed == "local" and not local):
        raise refused("not-found")
    exposition = parts.metrics.render(parts.levels(), await parts.listing.count())
    return Response(exposition, media_type=CONTENT_TYPE_LATEST)

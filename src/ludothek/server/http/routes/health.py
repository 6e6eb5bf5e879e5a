"""Routes for operators: liveness, readiness, metrics."""

import re
from ipaddress import ip_address
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, Response
from prometheus_client import CONTENT_TYPE_LATEST

from ludothek.server.http.auth import Parts, address_of, rate_limit, services_of
from ludothek.server.match.refusals import refused

# Proxies on this machine send one of these, the name they were asked for, or HTTP/1.0.
FORWARDED: Final = ("forwarded", "via", "x-real-ip", "x-forwarded-for", "x-forwarded-host")
HERE: Final = ("127.0.0.1", "[::1]", "localhost")
router = APIRouter(include_in_schema=False)
PATIENCE: Final = 0.8  # seconds for the database; who asks has an answer within one


@router.get("/healthz")
async def alive() -> PlainTextResponse:
    """The process runs."""
    return PlainTextResponse("ok\n")


@router.get("/readyz")
async def ready(request: Request, parts: Parts) -> PlainTextResponse:
    """The process takes requests, and its database answers."""
    rate_limit(request, "page")
    if not parts.ready:
        return PlainTextResponse("not ready\n", 503)
    if not await parts.database.answers(PATIENCE):
        return PlainTextResponse("the database does not answer\n", 503)
    return PlainTextResponse("ready\n")


@router.get("/metrics")
async def metrics(request: Request, parts: Parts) -> Response:
    """Counters for Prometheus."""
    rate_limit(request, "page")
    allowed = parts.settings.metrics
    if allowed == "off" or (allowed == "local" and not _is_local(request)):
        raise refused("not-found")
    exposition = parts.metrics.render(parts.levels(), await parts.listing.count())
    return Response(exposition, media_type=CONTENT_TYPE_LATEST)


def _is_local(request: Request) -> bool:
    """Does somebody on this machine ask, and not through a proxy?

    With a public address there is a proxy, and not every one says that it is one: then nobody is
    local, and `metrics` has to be set to `open` behind a rule of the proxy.
    """
    if services_of(request).settings.public_url:
        return False
    address = address_of(request)
    host = re.sub(r":\d+$", "", request.headers.get("host", ""))
    if address == "unknown" or not ip_address(address).is_loopback:
        return False
    passed_on = any(name in request.headers for name in FORWARDED)
    return host in HERE and not passed_on and request.scope["http_version"] != "1.0"

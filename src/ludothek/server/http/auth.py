"""Who asks: identity, address, and whether they ask too often or from somewhere else."""

from ipaddress import IPv6Address, ip_address
from typing import Annotated, Final
from urllib.parse import urlsplit

from fastapi import Depends, Request, Response
from starlette.requests import HTTPConnection

from ludothek.server.accounts.people import Identity
from ludothek.server.app.services import Services
from ludothek.server.app.settings import Settings
from ludothek.server.match.refusals import refused

SAFE: Final = {"GET", "HEAD", "OPTIONS"}
YEAR: Final = 365 * 86_400


def services_of(connection: HTTPConnection) -> Services:
    """The parts of this server."""
    services: Services = connection.app.state.services
    return services


def address_of(connection: HTTPConnection) -> str:
    """Where somebody comes from; of long addresses the part that belongs to one customer."""
    host = connection.client.host if connection.client else "unknown"
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        return str(IPv6Address(int(address) >> 64 << 64))
    return str(address)


def cookie_name(settings: Settings) -> str:
    """Over TLS the browser is held to the strictest rules for cookies."""
    return "__Host-ludothek" if settings.https else "ludothek"


def set_cookie(response: Response, services: Services, identity: Identity) -> None:
    """Let a browser keep an identity."""
    response.set_cookie(
        cookie_name(services.settings),
        services.people.cookie(identity),
        max_age=YEAR,
        path="/",
        secure=services.settings.https,
        httponly=True,
        samesite="strict",
    )


def drop_cookie(response: Response, services: Services) -> None:
    """Let a browser forget."""
    name = cookie_name(services.settings)
    secure = services.settings.https
    response.delete_cookie(name, path="/", secure=secure, httponly=True, samesite="strict")


def site_of(request: Request) -> str:
    """Where somebody reaches this server; without a public address as they wrote it themselves."""
    public = services_of(request).settings.public_url
    return public or str(request.base_url).rstrip("/")


def same_origin(connection: HTTPConnection) -> bool:
    """Does a browser ask on behalf of our own page? Others than browsers do not say."""
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site", "none") in {"none", "same-origin"}
    settings = services_of(connection).settings
    if origin == settings.origin:
        return True
    return not settings.public_url and urlsplit(origin).netloc == connection.headers.get("host")


async def identify(connection: HTTPConnection) -> Identity | None:
    """Whoever the token or the cookie says; None: nobody in particular."""
    people = services_of(connection).people
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme:
        identity = await people.by_token(token) if scheme.lower() == "bearer" else None
        if not identity:
            raise refused("token")
        return identity
    cookie = connection.cookies.get(cookie_name(services_of(connection).settings))
    return await people.by_cookie(cookie) if cookie else None


async def visitor(request: Request) -> Identity | None:
    """Anybody, known or not, within the limits."""
    if request.method not in SAFE and not same_origin(request):
        raise refused("cross-site")
    identity = await identify(request)
    rate_limit(request, "request", identity)
    return identity


async def identified(identity: "Visitor") -> Identity:
    """Somebody with an identity."""
    if not identity:
        raise refused("who")
    return identity


async def in_person(identity: "Identified") -> Identity:
    """Somebody who is not a bot."""
    if identity.by_token:
        raise refused("bot")
    return identity


def rate_limit(connection: HTTPConnection, kind: str, identity: Identity | None = None) -> None:
    """Refuse what comes too often from one person or one address."""
    services = services_of(connection)
    client = identity.id if identity else address_of(connection)
    if not services.limits.allow(kind, client):
        services.metrics.refused.labels(kind).inc()
        raise refused("too-often", kind=kind)


Parts = Annotated[Services, Depends(services_of)]
Visitor = Annotated[Identity | None, Depends(visitor)]
Identified = Annotated[Identity, Depends(identified)]
InPerson = Annotated[Identity, Depends(in_person)]

"""Authentication of a request: identity, client address, origin check and rate limits."""

from ipaddress import ip_address
from typing import Annotated, Final
from urllib.parse import urlsplit

from fastapi import Depends, Request, Response
from starlette.requests import HTTPConnection

from ludothek.job_scheduling import Client
from ludothek.server.accounts.credentials import Identity
from ludothek.server.app.services import Services
from ludothek.server.app.settings import Settings
from ludothek.server.http.rate_limit import SHARED, customer_of
from ludothek.server.match.refusals import refused

SAFE: Final = {"GET", "HEAD", "OPTIONS"}
DAY: Final = 86_400  # seconds
ADMITTED: Final = "ludothek.admitted"  # in the scope of a page that `page_origins.py` let in


def services_of(connection: HTTPConnection) -> Services:
    """The parts of this server."""
    services: Services = connection.app.state.services
    return services


def address_of(connection: HTTPConnection) -> str:
    """Where somebody comes from; of long addresses the part that belongs to one customer."""
    if not connection.client:
        return "unknown"
    try:
        ip_address(connection.client.host)
    except ValueError:  # a proxy passed on what somebody wrote into X-Forwarded-For
        raise refused("bad-request") from None
    return customer_of(connection.client.host)


def client_of(connection: HTTPConnection, identity: Identity | None) -> Client:
    """For whom something is computed: a person, or whoever is at this address."""
    address = address_of(connection)
    return Client(identity.id if identity else address, address)


def cookie_name(settings: Settings) -> str:
    """Over TLS the browser is held to the strictest rules for cookies."""
    return "__Host-ludothek" if settings.https else "ludothek"


async def sign_in(
    response: Response, services: Services, identity: Identity, before: Identity | None = None
) -> bool:
    """Let a browser keep an identity; whoever it was before is signed out.

    False: while that identity was looked for, all that gives access to it has ended.
    """
    cookie = await services.credentials.open_session(identity)
    if cookie is None:
        return False
    if before and before.credential and not before.by_token:
        await services.credentials.end_session(before)
    set_cookie(response, services, cookie)
    return True


def set_cookie(response: Response, services: Services, cookie: str) -> None:
    """Let a browser keep a cookie as long as its session lasts."""
    response.set_cookie(
        cookie_name(services.settings),
        cookie,
        max_age=int(services.settings.session_days * DAY),
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
    """Does a browser ask on behalf of a page of ours? Others than browsers do not say."""
    if connection.scope.get(ADMITTED):
        return True
    origin = connection.headers.get("origin")
    if origin is None:
        return connection.headers.get("sec-fetch-site", "none") in {"none", "same-origin"}
    settings = services_of(connection).settings
    if origin == settings.origin:
        return True
    return not settings.public_url and _host(origin) == connection.headers.get("host")


def _host(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


async def identify(connection: HTTPConnection) -> Identity | None:
    """Whoever the token or the cookie says; None: nobody in particular."""
    if identity := await _named(connection):
        services_of(connection).clients.note(identity.id, address_of(connection))
    return identity


async def _named(connection: HTTPConnection) -> Identity | None:
    services = services_of(connection)
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    if scheme:
        rate_limit(connection, "token")
        bearer = scheme.lower() == "bearer"
        identity = await services.credentials.by_token(token) if bearer else None
        if not identity:
            raise refused("token")
        services.limits.give_back("token", address_of(connection))  # only wrong ones count
        return identity
    cookie = _cookie(connection)
    return await services.credentials.by_cookie(cookie) if cookie else None


def _cookie(connection: HTTPConnection) -> str | None:
    return connection.cookies.get(cookie_name(services_of(connection).settings))


async def _renew(connection: HTTPConnection, response: Response, identity: Identity) -> None:
    """Let a session that is used last longer."""
    services = services_of(connection)
    cookie = _cookie(connection)
    if cookie and await services.credentials.renew(identity):
        set_cookie(response, services, cookie)


async def visitor(request: Request, response: Response) -> Identity | None:
    """Anybody, known or not, within the limits."""
    if request.method not in SAFE and not same_origin(request):
        raise refused("cross-site")
    identity = await identify(request)
    rate_limit(request, "request", identity)
    if identity and services_of(request).credentials.to_be_renewed(identity):
        await _renew(request, response, identity)
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
    """Refuse what comes too often from one person, or from all people of one address."""
    address = address_of(connection)
    charge(services_of(connection), kind, identity.id if identity else address, address)


def charge(services: Services, kind: str, client: str, address: str) -> None:
    """Refuse what comes too often from a client, or from all people of its address."""
    take_one(services, kind, client)
    if group := SHARED.get(kind):
        people: int = getattr(services.settings, group)
        take_one(services, kind, f"all of {address}", people)


def take_one(services: Services, kind: str, client: str, people: int = 1) -> None:
    """Refuse what comes too often, and say when to come back."""
    if not services.limits.allow(kind, client, people):
        services.metrics.refused.labels(kind).inc()
        seconds = max(1, services.limits.wait(kind, client, people))
        raise refused("too-often", kind=kind, seconds=seconds)


Parts = Annotated[Services, Depends(services_of)]
Visitor = Annotated[Identity | None, Depends(visitor)]
Identified = Annotated[Identity, Depends(identified)]
InPerson = Annotated[Identity, Depends(in_person)]

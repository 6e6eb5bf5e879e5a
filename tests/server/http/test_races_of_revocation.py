"""An access that is being made while a revocation commits does not survive it.

Each way to an access stands still between the moment when somebody was identified and the moment
when the access is stored; everything of theirs ends meanwhile.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

import httpx
import pytest
from sqlalchemy import Connection, text

from ludothek.server.app.dependencies import Dependencies
from ludothek.server.app.factory import create_app
from ludothek.server.app.services import Services
from ludothek.server.app.settings import Settings
from ludothek.server.storage.database import Database, Work
from tests.server.storage.test_store import NewDatabase

T = TypeVar("T")
Step = Callable[[], Awaitable[Any]]

PASSWORD = "correct horse battery"
ACCOUNT = {"login": "ada", "password": PASSWORD}
NEW = {"old": PASSWORD, "new": "another long password"}


class Barrier(Database):
    """A database in which something happens between two pieces of a request."""

    meanwhile: Step | None = None  # before one of the next writes
    passing: int = 0  # writes that come before it
    lingering: Callable[[], None] | None = (
        None  # called before the next commit, which takes a while
    )

    async def write(self, work: Work[T]) -> T:
        if self.lingering:
            announce, self.lingering = self.lingering, None
            return await super().write(lambda connection: self._linger(connection, work, announce))
        if self.meanwhile and self.passing:
            self.passing -= 1
        elif self.meanwhile:
            step, self.meanwhile = self.meanwhile, None
            await step()
        return await super().write(work)

    def _linger(self, connection: Connection, work: Work[T], announce: Callable[[], None]) -> T:
        result = work(connection)
        announce()
        if not self.sqlite:  # a file has one writer, and nobody gets in between
            connection.execute(text("select pg_sleep(0.5)"))
        return result


class Here:
    """A server in this process, and Ada's browser."""

    def __init__(self, services: Services, app: Any) -> None:
        self.services = services
        self.app = app
        self.ada = self.browser()

    def browser(self) -> httpx.AsyncClient:
        way = httpx.ASGITransport(app=self.app)
        return httpx.AsyncClient(transport=way, base_url="http://127.0.0.1")

    @property
    def barrier(self) -> Barrier:
        assert isinstance(self.services.database, Barrier)
        return self.services.database

    async def revoke(self) -> None:
        """Everything of Ada's ends."""
        identity = await self.services.credentials.by_cookie(self.ada.cookies["ludothek"])
        assert identity
        await self.services.credentials.end_all(identity)


@asynccontextmanager
async def _server(url: str) -> AsyncIterator[Here]:
    settings = Settings(database=url, rate=1000)
    app = create_app(settings)
    services = Services(settings, Dependencies(database=Barrier))
    app.state.services = services
    await services.start()
    try:
        here = Here(services, app)
        await here.ada.post("/api/guests", json={"name": "Ada"})
        yield here
    finally:
        await services.stop()


@dataclass(frozen=True)
class Way:
    """A request that gives an access, and how it is refused."""

    method: str
    path: str
    body: dict[str, str] | None
    code: str
    before: int = 0  # writes before the one that gives the access
    signed_in: bool = True


WAYS = {
    "login": Way("POST", "/api/login", ACCOUNT, "login", signed_in=False),
    "recover": Way("POST", "/api/recover", None, "recovery", before=1, signed_in=False),
    "token": Way("POST", "/api/me/tokens", {"label": "bot"}, "who"),
    "recovery": Way("POST", "/api/me/recovery", None, "who"),
    "password": Way("PUT", "/api/me/password", NEW, "who"),
    "name": Way("PATCH", "/api/me", {"name": "Mallory"}, "who"),
}


@pytest.mark.parametrize("name", WAYS)
def test_no_access_is_made_after_everything_has_ended(new_database: NewDatabase, name: str) -> None:
    async def story() -> None:
        async with _server(new_database()) as here:
            way = WAYS[name]
            await here.ada.post("/api/me/account", json=ACCOUNT)
            code = (await here.ada.post("/api/me/recovery")).json()
            thief = here.browser()
            if way.signed_in:
                thief.cookies.update(here.ada.cookies)
            here.barrier.passing, here.barrier.meanwhile = way.before, here.revoke
            answer = await thief.request(way.method, way.path, json=way.body or code)
            assert here.barrier.meanwhile is None, "it ended while the request was under way"
            assert answer.json()["code"] == way.code
            assert (await thief.get("/api/me")).status_code == 401
            again = await here.browser().post("/api/login", json=ACCOUNT)
            assert again.json()["name"] == "Ada"
            here.ada.cookies = again.cookies
            me = await here.ada.get("/api/me")
            assert me.json()["recovery_until"] is None
            assert (await here.ada.get("/api/me/tokens")).json() == []

    asyncio.run(story())


def test_an_account_is_not_made_after_everything_has_ended(new_database: NewDatabase) -> None:
    async def story() -> None:
        async with _server(new_database()) as here:
            here.barrier.meanwhile = here.revoke
            answer = await here.ada.post("/api/me/account", json=ACCOUNT)
            assert answer.json()["code"] == "who"
            other = await here.browser().post("/api/login", json=ACCOUNT)
            assert other.json()["code"] == "login"

    asyncio.run(story())


def test_a_session_that_has_ended_is_not_renewed(new_database: NewDatabase) -> None:
    async def story() -> None:
        async with _server(new_database()) as here:
            credentials = here.services.credentials
            identity = await credentials.by_cookie(here.ada.cookies["ludothek"])
            assert identity
            await here.revoke()
            assert not await credentials.renew(identity)
            assert (await here.ada.get("/api/me")).status_code == 401

    asyncio.run(story())


def test_a_sign_in_waits_for_a_revocation_that_is_not_committed(new_database: NewDatabase) -> None:
    """Its transaction has changed the person and deleted what it saw, and then takes its time."""

    async def story() -> None:
        async with _server(new_database()) as here:
            credentials = here.services.credentials
            identity = await credentials.by_cookie(here.ada.cookies["ludothek"])
            assert identity
            begun, loop = asyncio.Event(), asyncio.get_running_loop()
            here.barrier.lingering = partial(_from_thread, loop, begun)
            ending = asyncio.create_task(credentials.end_all(identity))
            await begun.wait()
            opened = await credentials.open_session(identity)
            await ending
            assert opened is None

    asyncio.run(story())


def _from_thread(loop: asyncio.AbstractEventLoop, event: asyncio.Event) -> None:
    loop.call_soon_threadsafe(event.set)


def test_a_socket_that_is_being_accepted_is_closed(new_database: NewDatabase) -> None:
    """Its credential was good when it was looked up, and the hub does not know it yet."""

    async def story() -> None:
        async with _server(new_database()) as here:
            messages = await asyncio.wait_for(_connect(here, here.revoke), 60)
            assert messages[-1] == {"type": "websocket.close", "code": 1012, "reason": ""}
            assert not here.services.hub.connections

    asyncio.run(story())


async def _connect(here: Here, on_accept: Step) -> list[Any]:
    """A socket with Ada's cookie; what the server sent, until it closed it."""
    sent: list[Any] = []
    silence = asyncio.Event()
    requests = [{"type": "websocket.connect"}]

    async def receive() -> Any:
        if requests:
            return requests.pop()
        return await silence.wait()

    async def send(message: Any) -> None:
        sent.append(message)
        if message["type"] == "websocket.accept":
            await on_accept()

    headers = [
        (b"host", b"127.0.0.1"),
        (b"cookie", f"ludothek={here.ada.cookies['ludothek']}".encode()),
    ]
    scope = {
        "type": "websocket",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "scheme": "ws",
        "path": "/api/live",
        "raw_path": b"/api/live",
        "query_string": b"",
        "root_path": "",
        "headers": headers,
        "client": ("127.0.0.1", 5),
        "server": ("127.0.0.1", 80),
        "subprotocols": [],
        "state": {},
    }
    await here.app(scope, receive, send)
    return sent

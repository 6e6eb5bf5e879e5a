"""Pages of other origins that the host allows: sessions in a header instead of cookies.

No cookie of ours travels between such a page and the server. The page keeps the session in its own
storage and shows it, as `Authorization: Session …` or, on the socket, as a subprotocol `session.…`.
Here that becomes the cookie which everything behind this knows. A cookie that an answer sets
becomes the header `Ludothek-Session`, empty when the session has ended. A browser's own cookie is
never read for them, so that no page acts for people who did not sign in there.
"""

import re
from collections.abc import Iterable
from http.cookies import SimpleCookie
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludothek.server.app.settings import Settings
from ludothek.server.http.auth import ADMITTED, cookie_name

SESSION: Final = "Ludothek-Session"
PROTOCOL: Final = "ludothek"  # of the socket, for who shows a session there
_SHOWN: Final = re.compile(r"[\w-]{1,200}", re.ASCII)
_ALLOWED: Final = {
    "Access-Control-Allow-Methods": "GET, POST, PUT, PATCH, DELETE",
    "Access-Control-Allow-Headers": "authorization, content-type",
    "Access-Control-Max-Age": "600",
}


class PageOriginsMiddleware:
    """Stands around the interface, where the settings list any origin."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._origins = settings.pages
        self._cookie = cookie_name(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request or a socket."""
        if scope["type"] not in {"http", "websocket"} or not scope["path"].startswith("/api/"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        origin = headers.get("origin", "")
        if origin not in self._origins:
            await self._app(scope, receive, _Pictures(scope, send))
        elif scope["type"] == "websocket":
            answer = _Accepting(scope, send)
            await self._app(self._admitted(scope, _of_socket(scope)), receive, answer)
        elif scope["method"] == "OPTIONS" and "access-control-request-method" in headers:
            await _preflight(origin, send)
        else:
            respond = _Answer(send, origin, self._cookie)
            await self._app(self._admitted(scope, _of_request(headers)), receive, respond)

    def _admitted(self, scope: Scope, session: str | None) -> Scope:
        """The same, with the session in the place of any cookie; others around us know it, too."""
        kept = [(name, value) for name, value in scope["headers"] if name != b"cookie"]
        if session:
            kept = [(name, value) for name, value in kept if name != b"authorization"]
            kept.append((b"cookie", f"{self._cookie}={session}".encode()))
        scope["headers"] = kept
        scope[ADMITTED] = True
        return scope


class _Answer:
    """Tells the browser who may read it, and hands a new session to the page."""

    def __init__(self, send: Send, origin: str, cookie: str) -> None:
        self._send = send
        self._origin = origin
        self._cookie = cookie

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers["Access-Control-Allow-Origin"] = self._origin
            headers["Access-Control-Expose-Headers"] = f"{SESSION}, Retry-After"
            headers.add_vary_header("Origin")
            for session in self._sessions(headers.getlist("set-cookie")):
                headers[SESSION] = session
            del headers["set-cookie"]
        await self._send(message)

    def _sessions(self, cookies: Iterable[str]) -> Iterable[str]:
        for text in cookies:
            if kept := SimpleCookie(text).get(self._cookie):
                yield kept.value


class _Pictures:
    """Lets pages of other origins show pictures as images, which name no origin."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self._picture = scope["path"].endswith("/picture.svg")
        self._send = send

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start" and self._picture:
            MutableHeaders(scope=message)["Cross-Origin-Resource-Policy"] = "cross-origin"
        await self._send(message)


class _Accepting:
    """Chooses our subprotocol, where it is offered: browsers want one of theirs to be chosen."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self._chosen = PROTOCOL if PROTOCOL in scope.get("subprotocols", ()) else None
        self._send = send

    async def __call__(self, message: Message) -> None:
        if message["type"] == "websocket.accept":
            message["subprotocol"] = self._chosen
        await self._send(message)


def _of_request(headers: Headers) -> str | None:
    scheme, _, session = headers.get("authorization", "").partition(" ")
    return session if scheme.lower() == "session" and _SHOWN.fullmatch(session) else None


def _of_socket(scope: Scope) -> str | None:
    for name in scope.get("subprotocols", ()):
        kind, _, session = name.partition(".")
        if kind == "session" and _SHOWN.fullmatch(session):
            return str(session)
    return None


async def _preflight(origin: str, send: Send) -> None:
    headers = MutableHeaders({"Access-Control-Allow-Origin": origin, "Vary": "Origin", **_ALLOWED})
    await send({"type": "http.response.start", "status": 204, "headers": headers.raw})
    await send({"type": "http.response.body", "body": b""})

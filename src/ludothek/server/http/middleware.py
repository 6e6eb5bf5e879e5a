"""Middleware: response headers, body limits, request log."""

import logging
import time
from collections.abc import Mapping
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ludothek.server.app.metrics import Metrics
from ludothek.server.app.settings import Settings
from ludothek.server.http.errors import TooLarge, answer_of

_POLICY: Final = {  # nothing inline, nothing from elsewhere, never inside a frame
    "default-src": "'none'",
    "script-src": "'self' 'wasm-unsafe-eval'",
    "style-src": "'self'",
    "img-src": "'self' data: blob:",
    "media-src": "'self' blob:",
    "font-src": "'self'",
    "connect-src": "'self'",
    "worker-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "frame-ancestors": "'none'",
}
HEADERS: Final[Mapping[str, str]] = {
    "Content-Security-Policy": "; ".join(f"{what} {where}" for what, where in _POLICY.items()),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
TLS: Final = {"Strict-Transport-Security": "max-age=31536000"}

log = logging.getLogger(__name__)


class SecurityMiddleware:
    """Stands around the application."""

    def __init__(self, app: ASGIApp, settings: Settings, metrics: Metrics) -> None:
        self._app = app
        self._settings = settings
        self._metrics = metrics
        self._headers = {**HEADERS, **(TLS if settings.https else {})}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun = time.perf_counter()
        answer = _Answer(send, self._headers, api=scope["path"].startswith("/api/"))
        limit = self._limit(scope["path"])
        try:
            _check_length(scope, limit)
            await self._app(scope, _Counted(receive, limit), answer)
        except TooLarge as too_large:
            await answer_of(too_large)(scope, receive, answer)
        finally:
            self._note(scope, answer.status, time.perf_counter() - begun)

    def _limit(self, path: str) -> int:
        return self._settings.max_record if path == "/api/records" else self._settings.max_body

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        route = getattr(scope.get("route"), "path", "other")
        self._metrics.requests.labels(route, scope["method"], status).inc()
        self._metrics.request_seconds.labels(route).observe(seconds)
        more = {"route": route, "method": scope["method"], "status": status}
        log.info("request", extra={**more, "ms": round(seconds * 1000, 1)})


class _Answer:
    """Adds the headers, and remembers the status."""

    def __init__(self, send: Send, headers: Mapping[str, str], *, api: bool) -> None:
        self._send = send
        self._headers = headers
        self._api = api
        self.status = 500

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status = message["status"]
            headers = MutableHeaders(scope=message)
            for name, value in self._headers.items():
                headers.setdefault(name, value)
            if self._api:
                headers.setdefault("Cache-Control", "no-store")
        await self._send(message)


class _Counted:
    """Counts the bytes of a body that did not say how long it is."""

    def __init__(self, receive: Receive, limit: int) -> None:
        self._receive = receive
        self._limit = self._left = limit

    async def __call__(self) -> Message:
        message = await self._receive()
        self._left -= len(message.get("body", b""))
        if self._left < 0:
            raise TooLarge(self._limit)
        return message


def _check_length(scope: Scope, limit: int) -> None:
    stated = Headers(scope=scope).get("content-length", "0")
    if stated.isdecimal() and int(stated) > limit:
        raise TooLarge(limit)

"""People at a server: requests and sockets, as a browser makes them."""

import json
import socket
import time
from collections.abc import Callable
from contextlib import ExitStack
from types import TracebackType
from typing import Annotated, Any, Self

import httpx
from pydantic import Field, TypeAdapter
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from ludothek.server.wire.messages import ServerMessage

Data = dict[str, Any]
_MESSAGE: TypeAdapter[Any] = TypeAdapter(Annotated[ServerMessage, Field(discriminator="type")])
SECONDS = 120.0  # to wait for anything, on a machine that has other things to do


class Visitor:
    """Somebody with a browser, at an address of this machine."""

    def __init__(
        self, url: str, name: str | None = "Ada", *, address: str | None = None, **headers: str
    ) -> None:
        self.url = url
        self.address = address
        way = httpx.HTTPTransport(local_address=address)
        self.http = httpx.Client(base_url=url, headers=headers, timeout=SECONDS, transport=way)
        self.me: Data = self.post("/api/guests", {"name": name}, 201) if name else {}

    def get(self, path: str, status: int = 200, **params: Any) -> Any:
        return self._checked(self.http.get(path, params=params or None), status)

    def post(self, path: str, body: Any = None, status: int = 200) -> Any:
        return self._checked(self.http.post(path, json=body), status)

    def act(self, match: str, command: Data, status: int = 200) -> Any:
        return self.post(f"/api/matches/{match}/act", command, status)

    def create(self, game: str = "robotory", *kinds: str, status: int = 201, **more: Any) -> Any:
        """Set a match up; "computer:3", "here:Bo", "me" and "open" are seats."""
        seats = [_seat(kind) for kind in kinds or ("me", "open")]
        return self.post("/api/matches", {"game": game, "seats": seats, **more}, status)

    def join(self, created: Data) -> Data:
        """Sit down through the first link."""
        token = created["links"][0]["token"]
        invitation: Data = self.post(f"/api/links/{token}")
        return invitation

    def decide(self, match: str, *texts: str, status: int = 200) -> Any:
        """Decide at the present ply."""
        ply = self.get(f"/api/matches/{match}")["match"]["ply"]
        command = {"type": "decide", "ply": ply, "decisions": list(texts)}
        return self.act(match, command, status)

    def live(self, **options: Any) -> "Live":
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        headers = {"Cookie": cookies, **options.pop("headers", {})}
        if self.address:
            host, port = self.url.removeprefix("http://").split(":")
            options["sock"] = socket.create_connection(
                (host, int(port)), SECONDS, (self.address, 0)
            )
        return Live(self.url, headers, **options)

    def live_through(self, port: int) -> "Live":
        """A socket that takes another way to the same server."""
        cookie = dict(self.http.cookies)["ludothek"]
        host = self.url.removeprefix("http://")
        headers = {"Cookie": f"ludothek={cookie}"}
        return Live(f"http://127.0.0.1:{port}", headers, origin=f"http://{host}")

    def close(self) -> None:
        self.http.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    @staticmethod
    def _checked(response: httpx.Response, status: int) -> Any:
        assert response.status_code == status, (response.status_code, response.text)
        return response.json() if response.content else None


class Live:
    """A socket; every message it gets is one of the documented ones."""

    def __init__(self, url: str, headers: dict[str, str], **options: Any) -> None:
        address = url.replace("http", "ws", 1) + "/api/live"
        origin = options.pop("origin", url)
        self._stack = ExitStack()
        line = connect(
            address, additional_headers=headers, origin=origin, open_timeout=SECONDS, **options
        )
        self.socket: ClientConnection = self._stack.enter_context(line)
        self.messages: list[Data] = []
        self._ref = 0

    def send(self, **message: Any) -> None:
        self.socket.send(json.dumps(message))

    def watch(self, match: str, after: int | None = None) -> Data:
        self.send(type="watch", match=match, after=after)
        return self.expect("match")

    def act(self, match: str, **command: Any) -> int:
        """Send a command; its answer is awaited separately."""
        self._ref += 1
        self.send(type="act", ref=self._ref, match=match, command=command)
        return self._ref

    def decide(self, match: str, ply: int, *texts: str) -> Data:
        """Decide, and wait until it is acknowledged."""
        ref = self.act(match, type="decide", ply=ply, decisions=list(texts))
        return self.expect("done", lambda message: message["ref"] == ref)

    def expect(
        self,
        kind: str,
        where: Callable[[Data], Any] = lambda _: True,
        seconds: float = SECONDS,
    ) -> Data:
        """The next message of a kind; others are put aside."""
        deadline = time.monotonic() + seconds
        while True:
            message = self.next(max(0.01, deadline - time.monotonic()))
            if message["type"] == kind and where(message):
                return message

    def next(self, seconds: float = SECONDS) -> Data:
        text = self.socket.recv(timeout=seconds)
        message: Data = _MESSAGE.dump_python(_MESSAGE.validate_json(text))
        self.messages.append(message)
        return message

    def closed(self, seconds: float = SECONDS) -> int:
        """Wait until the other side closes; the code."""
        deadline = time.monotonic() + seconds
        try:
            while True:
                self.next(max(0.01, deadline - time.monotonic()))
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else 1006

    def close(self) -> None:
        self._stack.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def meet(welcome: Callable[..., Visitor], **more: Any) -> tuple[Visitor, Visitor, str]:
    """Ada and Bo at a match of Robotory."""
    ada, bo = welcome("Ada"), welcome("Bo")
    created = ada.create(**more)
    bo.join(created)
    return ada, bo, created["match"]["id"]


def eventually(condition: Callable[[], Any], seconds: float = SECONDS) -> Any:
    """Wait until something is so."""
    deadline = time.monotonic() + seconds
    while not (result := condition()):
        assert time.monotonic() < deadline, "it never came to that"
        time.sleep(0.02)
    return result


def _seat(kind: str) -> Data:
    name, _, detail = kind.partition(":")
    if name == "computer":
        return {"kind": name, "level": int(detail)}
    return {"kind": name, "name": detail} if name == "here" else {"kind": name}

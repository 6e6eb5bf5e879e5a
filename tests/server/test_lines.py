"""Sockets that are misused, refused, dead or slow."""

import asyncio
import json
import socket as sockets
import time
from typing import Any, cast

import pytest
from starlette.websockets import WebSocketState
from websockets.exceptions import InvalidStatus

from ludothek.server.connection import Connection
from ludothek.server.describe import info, view
from ludothek.server.messages import Beat, Done, Update
from ludothek.server.outbox import MOST, Outbox, Overflow, Packed
from tests.server.conftest import Welcome
from tests.server.running import RunningServer
from tests.server.scenes import Scene, duel
from tests.server.visitors import Live, Visitor, meet

_ACT = '{"type": "act", "match": "0123456789abcdef", %s}'


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "[]",
        "{}",
        '{"type": "dance"}',
        '{"type": "watch"}',
        '{"type": "watch", "match": "../../etc"}',
        '{"type": "watch", "match": "0123456789abcdef", "also": 1}',
        _ACT % '"ref": 1, "command": {"type": "resign", "seat": 2}',
        _ACT % '"ref": 1, "seat": 2, "command": {"type": "resign"}',
        _ACT % '"ref": -1, "command": {"type": "resign"}',
        '{"type": "lobby", "on": "yes"}',
    ],
)
def test_a_message_that_is_none_is_refused(plain: Welcome, text: str) -> None:
    with plain().live() as live:
        live.socket.send(text)
        assert live.expect("refused")["problem"]["code"] == "invalid"


def test_bytes_are_no_message_either(plain: Welcome) -> None:
    with plain().live() as live:
        live.socket.send(b"\x00\xff")
        assert live.expect("refused")["problem"]["code"] == "invalid"


def test_a_message_that_is_too_large_closes_the_line(plain: Welcome) -> None:
    with plain().live() as live:
        live.expect("welcome")
        live.socket.send("x" * 20_000)
        assert live.closed() == 1009


def test_only_our_own_page_opens_sockets(plain_server: RunningServer) -> None:
    with pytest.raises(InvalidStatus) as refused:
        Live(plain_server.url, {}, origin="https://elsewhere.example")
    assert refused.value.response.status_code == 403


def test_an_unknown_token_opens_no_socket(plain_server: RunningServer) -> None:
    with pytest.raises(InvalidStatus) as refused:
        Live(plain_server.url, {"Authorization": "Bearer nonsense"})
    assert refused.value.response.status_code == 401


def test_a_dead_connection_is_noticed_within_12_seconds(plain: Welcome) -> None:
    ada, bo, match = meet(plain)
    with ada.live() as left:
        left.watch(match)
        # Bo's machine takes everything in and never answers, not even pings.
        with _deaf(bo, match):
            left.expect("presence", lambda m: m["online"] == [1, 2])
            begun = time.monotonic()
            left.expect("presence", lambda m: m["online"] == [1])
            assert time.monotonic() - begun < 12


def _deaf(visitor: Visitor, match: str) -> sockets.socket:
    """A socket opened by hand that watches a match and then does nothing at all."""
    host, port = visitor.url.removeprefix("http://").split(":")
    line = sockets.create_connection((host, int(port)))
    cookie = dict(visitor.http.cookies)["ludothek"]
    request = (
        f"GET /api/live HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nCookie: ludothek={cookie}\r\n\r\n"
    )
    line.sendall(request.encode())
    assert b"101" in line.recv(1000)
    text = f'{{"type": "watch", "match": "{match}"}}'.encode()
    line.sendall(bytes([0x81, 0x80 | len(text)]) + bytes(4) + text)
    return line


class StuckSocket:
    """The other side does not read, until it is let go."""

    def __init__(self) -> None:
        self.reading = asyncio.Event()
        self.sent: list[dict[str, Any]] = []
        self.code: int | None = None
        self.application_state = WebSocketState.CONNECTED

    async def send_text(self, text: str) -> None:
        await self.reading.wait()
        self.sent.append(json.loads(text))

    async def close(self, code: int) -> None:
        self.code = code


def test_who_reads_slowly_gets_the_newest_update_and_knows_that_some_are_missing() -> None:
    async def story() -> None:
        socket, scene = StuckSocket(), duel()
        connection = Connection(cast("Any", socket), None, "somewhere")
        writer = asyncio.create_task(connection.write())
        for number in range(50):
            await asyncio.sleep(0)
            connection.send(_update(scene, number))
        socket.reading.set()
        while len(socket.sent) < 2:
            await asyncio.sleep(0)
        assert [(m["since"], m["match"]["seq"]) for m in socket.sent] == [(0, 1), (None, 50)]
        writer.cancel()

    asyncio.run(story())


def test_who_does_not_read_at_all_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        socket = StuckSocket()
        connection = Connection(cast("Any", socket), None, "somewhere")
        writer = asyncio.create_task(connection.write())
        connection.send(Done(ref=1, seq=1))
        await asyncio.sleep(0)
        socket.reading.clear()
        await writer
        assert connection.gone.is_set()

    monkeypatch.setattr("ludothek.server.connection.STUCK", 0.01)
    asyncio.run(story())


def test_who_is_sent_too_much_at_once_is_dropped() -> None:
    async def story() -> None:
        socket = StuckSocket()
        connection = Connection(cast("Any", socket), None, "somewhere")
        for ref in range(MOST + 1):
            connection.send(Done(ref=ref, seq=1))
        socket.reading.set()
        async with asyncio.timeout(10):
            await connection.write()
        assert socket.sent[-1]["reason"] == "slow"
        assert socket.code == 1013

    asyncio.run(story())


def _update(scene: Scene, number: int) -> Update:
    about = info(scene.match, None, 0).model_copy(update={"seq": number + 1})
    shown = view(scene.match, None)
    return Update.model_construct(since=number, match=about, view=shown, happened=[])


def test_of_updates_that_wait_only_the_newest_is_sent() -> None:
    outbox = Outbox()
    for now in range(5):
        outbox.put(Packed(Beat(now=now)))
    assert len(outbox) == 1


def test_an_outbox_never_grows_beyond_its_bound() -> None:
    outbox = Outbox()
    for ref in range(MOST):
        outbox.put(Packed(Done(ref=ref, seq=1)))
    with pytest.raises(Overflow):
        outbox.put(Packed(Done(ref=MOST, seq=1)))

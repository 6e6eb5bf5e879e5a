"""Sockets that are misused, refused, dead or slow."""

import asyncio
import json
from dataclasses import replace
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import Mock

import pytest
from starlette.websockets import WebSocketState
from websockets.exceptions import InvalidStatus

from ludothek.server.app.http_protocols import Flushing, LimitedWebSocket
from ludothek.server.live.connection import Connection
from ludothek.server.live.hub import TURNS, Hub
from ludothek.server.live.outbox import MOST, Outbox, Overflow, Packed
from ludothek.server.live.update_text import UpdateText
from ludothek.server.runtime.server_clock import TimeLine
from ludothek.server.wire import updates
from ludothek.server.wire.messages import Beat, Done, Update
from ludothek.server.wire.views import info, view, view_of_mover
from tests.server.clock import SteppedClock
from tests.server.conftest import Welcome
from tests.server.example_matches import ADA, BO, Scene, duel
from tests.server.running import RunningServer
from tests.server.visitors import Live

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


@pytest.mark.parametrize("seq", [None, 1])
def test_what_viewers_share_is_written_once_and_reads_as_if_it_was_not(seq: int | None) -> None:
    scene = duel()
    scene.play(ADA, "w@a1")
    shared = updates.shared(scene.match, view_of_mover(scene.match), seq)
    text = UpdateText(shared)
    for person in (ADA.id, BO.id, None):
        update = updates.update(shared, scene.match, person, 0)
        assert json.loads(Packed(update, text).text) == json.loads(Packed(update).text)
        assert bool(update.view.legal) == (person == BO.id)


def _hub() -> Hub:
    line = TimeLine(cast("Any", None), "process", clock=SteppedClock())
    return Hub(cast("Any", None), line, cast("Any", None))


def test_who_hears_nothing_else_hears_a_heartbeat() -> None:
    hub = _hub()
    quiet, busy = (_Listener() for _ in range(2))
    for listener in (quiet, busy):
        hub.enter(cast("Any", listener))
    for _ in range(3 * TURNS):
        busy.active = True
        hub.beat()
    assert len(quiet.sent) in {2, 3}
    assert busy.sent == []


class _Listener:
    """A connection that remembers what it was sent."""

    person, address, watched = None, "somewhere", set[str]()

    def __init__(self) -> None:
        self.active = False
        self.sent: list[Packed] = []

    def expired(self, _: int) -> bool:
        return False

    def close_if_stuck(self) -> None:
        """It never is."""

    def send_packed(self, packed: Packed) -> None:
        self.sent.append(packed)
        self.active = True


def test_heartbeats_come_a_few_at_a_time() -> None:
    hub = _hub()
    listeners = [_Listener() for _ in range(10 * TURNS)]
    for listener in listeners:
        hub.enter(cast("Any", listener))
    hub.beat()
    assert sum(len(listener.sent) for listener in listeners) == 10


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


def test_what_can_be_sent_at_once_does_not_overtake_what_waits() -> None:
    async def story() -> None:
        socket, takes = StuckSocket(), True

        def send_now(text: str) -> bool:
            if takes:
                socket.sent.append(json.loads(text))
            return takes

        connection = Connection(cast("Any", socket), None, "somewhere", send_now)
        writer = asyncio.create_task(connection.write())
        connection.send(Done(ref=0, seq=1))
        takes = False  # the other side does not read
        connection.send(Done(ref=1, seq=1))
        takes = True
        connection.send(Done(ref=2, seq=1))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        connection.send(Done(ref=3, seq=1))  # while the writer waits with the first of them
        socket.reading.set()
        while len(socket.sent) < 4:
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        connection.send(Done(ref=4, seq=1))
        assert [message["ref"] for message in socket.sent] == list(range(5))
        writer.cancel()

    asyncio.run(story())


def test_an_update_and_the_answer_that_follows_it_are_one_write() -> None:
    async def story() -> None:
        first, second = Mock(), Mock()
        flushing = Flushing()
        flushing.plan(first)
        for _ in range(3):
            flushing.plan(second)
            first.flush.assert_not_called()
            await asyncio.sleep(0)
        first.flush.assert_called_once()
        second.flush.assert_called_once()

    asyncio.run(story())


def test_who_does_not_read_at_all_is_dropped(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        socket = StuckSocket()
        connection = Connection(cast("Any", socket), None, "somewhere")
        writer = asyncio.create_task(connection.write())
        connection.send(Done(ref=1, seq=1))
        await asyncio.sleep(0)
        socket.reading.clear()
        connection.close_if_stuck()
        assert not connection.closing
        monkeypatch.setattr("ludothek.server.live.connection.STUCK", -1.0)
        connection.close_if_stuck()
        async with asyncio.timeout(10):
            await writer
        assert connection.gone.is_set()

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
    about = replace(info(scene.match, None, 0), seq=number + 1)
    shown = view(scene.match, None)
    return Update(since=number, match=about, view=shown, happened=[])


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


def test_a_socket_that_was_just_heard_is_not_pinged() -> None:
    planned: list[float] = []
    socket = LimitedWebSocket.__new__(LimitedWebSocket)
    socket.loop = cast(
        "Any", SimpleNamespace(time=lambda: 10.0, call_later=lambda delay, _: planned.append(delay))
    )
    socket.ping_interval, socket.last_received = 4.0, 9.0
    socket.send_keepalive_ping()
    assert planned == [3.0]

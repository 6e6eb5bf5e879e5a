"""uvicorn's HTTP and WebSocket protocols, with limits on size, number and time.

uvicorn's parser (httptools) has no limit on a request's head, and reads one for ever. These limits
hold before anything of the application runs.
"""

import asyncio
from dataclasses import asdict
from math import ceil
from typing import Any, Final, cast

import httptools
import uvicorn
from pydantic_core import to_json
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

from ludothek.server.app.connection_limits import SLOWEST, Connections, untaken
from ludothek.server.live.connection import SEND_NOW
from ludothek.server.match.refusals import Refusal, refusal
from ludothek.server.wire.problems import problem_of

MAX_PIPELINED: Final = 8  # requests that wait for the answer to an earlier one; browsers send none
OVERHEAD: Final = 65_536  # bytes of a body beside what it holds: the sizes of its chunks
SLICE: Final = 2_048  # bytes of frames that are read before others have their turn
TOO_MANY: Final = 429  # status
POLICY_VIOLATION: Final = 1008  # close code
TURNS: Final = 3  # of the event loop, in which an acknowledgement follows its update
RETRY: Final = 10  # seconds after which somebody who was one too many comes back


class LimitedConfig(uvicorn.Config):
    """uvicorn's configuration, and the connections it leads to."""

    def __init__(self, app: Any, connections: Connections, **options: Any) -> None:
        self.connections = connections
        self.flushing = Flushing()
        super().__init__(app, http=LimitedHttp, ws=LimitedWebSocket, **options)


class Flushing:
    """Writes what sockets were sent within a few turns of the event loop, each with one call."""

    def __init__(self) -> None:
        self._unsent: dict[LimitedWebSocket, None] = {}

    def plan(self, socket: "LimitedWebSocket") -> None:
        """Something is to be written."""
        if not self._unsent:
            asyncio.get_running_loop().call_soon(self._wait, TURNS - 1)
        self._unsent[socket] = None

    def _wait(self, turns: int) -> None:
        if turns:
            asyncio.get_running_loop().call_soon(self._wait, turns - 1)
            return
        unsent, self._unsent = self._unsent, {}
        for socket in unsent:
            socket.flush()


class TooMuch(Exception):
    """Ends the reading of a request; the parser passes it on as an error of its own."""


class LimitedHttp(HttpToolsProtocol):
    """HTTP with limits: a request that exceeds one is answered, and its connection closed."""

    config: LimitedConfig

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._all = self.config.connections
        self._settings = self._all.settings
        self._deadline: float | None = None  # for what is awaited; None: nothing is
        self._write_deadline: float | None = None  # for the other side to take more of it
        self._unsent = 0  # bytes that it had not taken when that was set
        self._in_head = False
        self._in_body = False
        self._open = 0  # requests that are not answered
        self._head = 0  # bytes of the complete lines of a head
        self._raw = 0  # bytes that came since the head or the body began, whatever they are
        self._refusal: Refusal | None = None
        self._largest = max(self._settings.max_body, self._settings.max_record) + OVERHEAD

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Somebody connects; too many from one address, or in all, are refused."""
        super().connection_made(cast("asyncio.Transport", transport))
        if limit := self._all.admit(self, self.client[0] if self.client else ""):
            self._refuse(refusal("crowded", limit=limit, seconds=RETRY))
        else:
            self._expect(self._settings.header_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody is gone."""
        self._all.release(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read on, unless there was too much already."""
        if self._refusal:
            return
        self._unset_keepalive_if_required()
        in_head, in_body = self._in_head, self._in_body
        try:
            self.parser.feed_data(data)
            if (in_head and self._in_head) or (in_body and self._in_body):
                self._count_raw(len(data))
        except httptools.HttpParserUpgrade:
            self._upgrade()
        except (httptools.HttpParserError, TooMuch):
            self._refuse(self._refusal or refusal("bad-request"))

    def on_message_begin(self) -> None:
        """The head of a request begins."""
        super().on_message_begin()
        self._in_head, self._head, self._raw = True, 0, 0
        self._all.busy(self)
        self._expect(self._settings.header_seconds)

    def on_url(self, url: bytes) -> None:
        """A part of the address."""
        self._count_head(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """A header; those behind a body are of no use to anybody."""
        if not self._in_head:
            return
        self._count_head(len(name) + len(value) + 4)
        super().on_header(name, value)
        if len(self.headers) > self._settings.max_headers:
            self._stop_reading(self._too_long())

    def on_headers_complete(self) -> None:
        """The head is complete; a few requests may wait for the answer to an earlier one."""
        if len(self.pipeline) >= MAX_PIPELINED:
            self._stop_reading(refusal("too-often", kind="request", seconds=1))
        self._in_head, self._in_body, self._raw = False, True, 0
        self._open += 1
        super().on_headers_complete()
        self._expect(self._settings.body_seconds)

    def on_message_complete(self) -> None:
        """The request is complete."""
        self._in_body = False
        self._deadline = None
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """A request was answered; the next one may come."""
        super().on_response_complete()
        self._open -= 1
        if not (self._open or self._in_body or self._in_head):
            self._all.idle(self)
            self._expect(self._settings.idle_seconds)

    def pause_writing(self) -> None:
        """The other side does not take what is sent."""
        super().pause_writing()
        self._expect_taking(self.loop.time())

    def resume_writing(self) -> None:
        """It does."""
        super().resume_writing()
        self._write_deadline = None

    def expire(self, now: float) -> None:
        """Close what has taken too long."""
        if self._write_deadline is not None and self._write_deadline <= now:
            taken = self._unsent - untaken(self.transport)
            if taken >= SLOWEST * self._settings.body_seconds:
                self._expect_taking(now)
            else:
                self._all.refuse("time")
                self.transport.abort()
        elif self._deadline is not None and self._deadline <= now:
            self._all.refuse("time")
            self._refuse(self._too_slow(), silently=not (self._in_head or self._in_body))

    def _expect_taking(self, now: float) -> None:
        """A phone may take long for a large file, as long as it takes some of it all the time."""
        self._unsent = untaken(self.transport)
        self._write_deadline = now + self._settings.body_seconds

    def _expect(self, seconds: float) -> None:
        self._deadline = self.loop.time() + seconds

    def _count_head(self, size: int) -> None:
        self._head += size
        if self._head > self._settings.max_header:
            self._stop_reading(self._too_long())

    def _count_raw(self, size: int) -> None:
        """Count also what the parser keeps to itself: a line without an end, sizes of chunks."""
        self._raw += size
        if self._in_head and self._raw > self._settings.max_header:
            self._stop_reading(self._too_long())
        if self._raw > self._largest:
            self._stop_reading(refusal("too-large", bytes=self._largest))

    def _too_long(self) -> Refusal:
        most = self._settings.max_header
        return refusal("header", bytes=most, lines=self._settings.max_headers)

    def _too_slow(self) -> Refusal:
        settings = self._settings
        seconds = settings.header_seconds if self._in_head else settings.body_seconds
        return refusal("too-slow", seconds=ceil(seconds))

    def _stop_reading(self, refused: Refusal) -> None:
        self._all.refuse("size")
        self._refusal = refused
        raise TooMuch

    def _upgrade(self) -> None:
        if not self._should_upgrade():
            return  # it is answered as what it is without an upgrade
        self.handle_websocket_upgrade()
        protocol = self.transport.get_protocol()
        if isinstance(protocol, LimitedWebSocket):
            self._all.hand_over(self, protocol)
            del self.parser  # they hold each other, and nothing more is read here

    def _refuse(self, refused: Refusal, *, silently: bool = False) -> None:
        """Say why, unless another answer is being written, and close."""
        self._refusal = refused
        self._deadline = None
        if self._open:
            silently = silently or self._open > 1 or self.cycle.response_started
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if not silently:
            self.transport.write(_answer(refused))
        self.transport.close()


class LimitedWebSocket(WebSocketsSansIOProtocol):
    """A socket whose frames are read in slices, and not too many of those without a message."""

    config: LimitedConfig

    def __init__(self, **options: Any) -> None:
        super().__init__(**options)
        self._all = self.config.connections
        self._unread = bytearray()
        self.last_received = self.loop.time()  # when anything came last
        self._stopped = False  # is the transport's reading paused?
        self._planned = False  # will the next slice be read soon?

    def connection_lost(self, exc: Exception | None) -> None:
        """Somebody is gone."""
        self._all.release(self)
        self._unread.clear()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Frames arrive."""
        self.last_received = self.loop.time()
        self._unread += data
        self._stopped = False  # or nothing would have arrived
        self._read_slice()

    def expire(self, now: float) -> None:
        """Silence is noticed by pings."""

    async def run_asgi(self) -> None:
        """Let the application handle the connection, and send without waiting."""
        extensions: dict[str, Any] = self.scope["extensions"]
        extensions[SEND_NOW] = self.send_now
        await super().run_asgi()

    def send_now(self, text: str) -> bool:
        """Send a message, unless that has to wait, or cannot be done any more."""
        closed = self.conn.state is not State.OPEN or self.close_sent or self.disconnected
        if closed or not self.writable.is_set():
            return False
        self.conn.send_text(text.encode())
        self.config.flushing.plan(self)
        return True

    def flush(self) -> None:
        """Write what was sent, unless it has gone along with something else."""
        if (frames := self.conn.data_to_send()) and not self.transport.is_closing():
            self.transport.write(b"".join(frames))

    async def receive(self) -> Any:
        """The next message for the application; when it has them all, reading goes on."""
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self._plan()
        return message

    def send_keepalive_ping(self) -> None:
        """Ask whether the other side is there, unless it has just been heard."""
        interval = self.ping_interval or 0.0
        quiet = self.loop.time() - self.last_received
        if quiet < interval:
            self.ping_timer = self.loop.call_later(interval - quiet, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def handle_ping(self) -> None:
        """Answer, unless there are too many."""
        if self._allowed():
            super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        """Note the answer to our own ping."""
        if self._allowed():
            super().handle_pong(event)

    def handle_cont(self, event: Any) -> None:
        """Take a part of a message."""
        if self._allowed():
            super().handle_cont(event)

    def send_receive_event_to_app(self) -> None:
        """Hand a message over; the transport is paused by us alone."""
        self.read_paused = True
        super().send_receive_event_to_app()
        self.read_paused = not self.queue.empty()

    def _plan(self) -> None:
        if not self._planned:
            self._planned = True
            self.loop.call_soon(self._read_slice)

    def _read_slice(self) -> None:
        """Read a little; the rest when others have had their turn, and the application too."""
        self._planned = False
        if self._unread and not self.read_paused:
            piece = bytes(self._unread[:SLICE])
            del self._unread[:SLICE]
            super().data_received(piece)
        if self.transport.is_closing():
            return
        if self._unread and not self.read_paused:
            self._plan()
        self._pause(bool(self._unread) or self.read_paused)

    def _pause(self, paused: bool) -> None:
        if paused and not self._stopped:
            self.transport.pause_reading()
        elif self._stopped and not paused:
            self.transport.resume_reading()
        self._stopped = paused

    def _allowed(self) -> bool:
        if self.close_sent or self.transport.is_closing():
            return False
        if self._all.limits.allow("frame", str(self.client)):
            return True
        self._all.refuse("frame")
        self.conn.fail(POLICY_VIOLATION, "too many frames")
        self.handle_parser_exception()
        return False


def _answer(refused: Refusal) -> bytes:
    body = to_json(asdict(problem_of(refused)))
    seconds = str(refused.params.get("seconds", RETRY)).encode()
    lines = [
        STATUS_LINE[refused.status],
        b"content-type: application/json\r\n",
        b"content-length: %d\r\n" % len(body),
        b"retry-after: %s\r\n" % seconds if refused.status == TOO_MANY else b"",
        b"connection: close\r\n\r\n",
        body,
    ]
    return b"".join(lines)

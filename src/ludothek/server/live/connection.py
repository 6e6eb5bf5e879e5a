"""One WebSocket: a reader for requests and a writer for the outbox."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from ludothek.server.accounts.credentials import Identity
from ludothek.server.live.outbox import Outbox, Overflow, Packed
from ludothek.server.match.clocks import Tick
from ludothek.server.wire.codec import encode
from ludothek.server.wire.messages import Bye, ServerMessage

STUCK: Final = 10.0  # seconds a message may take to be sent
RESTART, TRY_LATER = 1012, 1013  # close codes
SEND_NOW: Final = "ludothek.send_now"  # extension of ASGI: a message sent without waiting

SendNow = Callable[[str], bool]  # False: it has to wait

log = logging.getLogger(__name__)


class Connection:
    """A client that is connected."""

    def __init__(
        self,
        socket: WebSocket,
        identity: Identity | None,
        address: str,
        send_now: SendNow | None = None,
    ) -> None:
        self.identity = identity
        self.address = address
        self.watched: set[str] = set()  # matches
        self.lobby = False
        self.active = False  # was anything sent since the last heartbeat?
        self._socket = socket
        self._send_now = send_now
        self.gone = asyncio.Event()  # set when nothing more is sent
        self._outbox = Outbox()
        self._closing: tuple[int, Bye] | None = None
        self._writer: asyncio.Task[None] | None = None
        self._sending: float | None = None  # since when a message is being sent

    @property
    def person(self) -> str | None:
        """The identity behind it."""
        return self.identity.id if self.identity else None

    @property
    def credential(self) -> str | None:
        """The session or token it was opened with."""
        return self.identity.credential if self.identity else None

    @property
    def closing(self) -> bool:
        """Is nothing more taken from it?"""
        return self._closing is not None

    def expired(self, tick: Tick) -> bool:
        """Has its session or token come to its end?"""
        until = self.identity.until if self.identity else None
        return until is not None and until <= tick

    def send(self, message: ServerMessage) -> None:
        """Send a message when its turn comes."""
        self.send_packed(Packed(message))

    def send_packed(self, packed: Packed) -> None:
        """Send a message that others get as well."""
        if self._closing:
            return
        self.active = True
        if self._sent_now(packed):
            return
        try:
            self._outbox.put(packed)
        except Overflow:
            self.close(TRY_LATER, Bye(reason="slow", retry=1000))

    def close(self, code: int, bye: Bye) -> None:
        """Say goodbye and close."""
        if not self._closing:
            self._closing = code, bye
            if self._writer:
                self._writer.cancel()

    async def receive(self) -> str | None:
        """The next message; None when the line is closed, "" for one that is not text."""
        try:
            message: Any = await self._socket.receive()
        except (WebSocketDisconnect, RuntimeError):
            return None
        if message["type"] == "websocket.disconnect":
            return None
        return message.get("text") or ""

    async def write(self) -> None:
        """Send what is waiting until the line is closed."""
        if not self._closing:
            self._writer = asyncio.create_task(self._write_on())
            with suppress(asyncio.CancelledError):
                await self._writer
        if self._closing:
            await self._say_goodbye(*self._closing)
        self.gone.set()

    def close_if_stuck(self) -> None:
        """To be called now and then: somebody who takes nothing for too long is let go."""
        now = asyncio.get_running_loop().time()
        if self._sending is not None and now - self._sending > STUCK:
            self.close(TRY_LATER, Bye(reason="slow", retry=1000))

    def _sent_now(self, packed: Packed) -> bool:
        """Was it sent at once? Not before what is waiting; a writer's turn costs more than that."""
        if not self._send_now or self._sending is not None or len(self._outbox):
            return False
        return self._send_now(packed.text)

    async def _write_on(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            text = (await self._outbox.get()).text  # the message itself is not kept
            self._sending = loop.time()
            try:
                await self._socket.send_text(text)
            except (WebSocketDisconnect, RuntimeError):
                return
            self._sending, text = None, ""

    async def _say_goodbye(self, code: int, bye: Bye) -> None:
        if self._socket.application_state is not WebSocketState.CONNECTED:
            return
        with suppress(TimeoutError, WebSocketDisconnect, RuntimeError):
            async with asyncio.timeout(1):
                await self._socket.send_text(encode(bye))
                await self._socket.close(code)

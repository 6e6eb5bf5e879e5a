"""Simulated sockets: lines between clients and server processes that break, repeat and reorder.

A line is cut as TCP connections are: from some message on nothing arrives in one direction, and
both ends notice later, each in its own time.
"""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from starlette.websockets import WebSocketDisconnect, WebSocketState

from tests.simulation.fakes.event_loop import Process
from tests.simulation.world import World

_LOOSE = ('{"type": "act"', '{"type":"match"', '{"type":"done"', '{"type":"refused"')
Inbox = asyncio.Queue[str | None]  # None: the line is closed


class Direction:
    """Messages from one end to the other, in order.

    Updates, and whatever a client would send again itself, may also come twice or too early.
    """

    def __init__(self, world: World, deliver: Callable[[str | None], None]) -> None:
        self._world = world
        self._deliver = deliver
        self._arrival = 0.0
        self.cut = False

    def send(self, text: str) -> None:
        """Send a message; nobody knows whether it arrives."""
        world, faults = self._world, self._world.faults
        if world.chance(faults.cut):
            self.cut = True
        if self.cut:
            return
        arrival = world.now() + world.random.uniform(0.001, 0.03)
        loose = text.startswith(_LOOSE)
        if not (loose and world.chance(faults.reorder)):
            arrival = self._arrival = max(arrival, self._arrival)
        world.loop.call_at(arrival, self._deliver, text)
        if loose and world.chance(faults.repeat):
            again = arrival + world.random.expovariate(4.0)
            world.loop.call_at(again, self._deliver, text)

    def close(self, delay: float) -> None:
        """The other end notices that nothing more will come."""
        at = max(self._arrival, self._world.now() + delay)
        self._world.loop.call_at(at, self._deliver, None)


class Line:
    """A socket between a client and a server process."""

    def __init__(self, world: World, process: Process) -> None:
        self.process = process
        self.open = True
        self._world = world
        self.at_client: Inbox = asyncio.Queue()
        self.at_server: Inbox = asyncio.Queue()
        self.to_client = Direction(world, self.at_client.put_nowait)
        self.to_server = Direction(world, self.at_server.put_nowait)

    def cut(self) -> None:
        """It breaks: either end notices sooner or later."""
        if self.open:
            self.open = False
            self.to_client.cut = self.to_server.cut = True
            self.to_client.close(self._world.random.uniform(0.0, 2.0))
            self.to_server.close(self._world.random.uniform(0.0, 4.0))

    def close(self) -> None:
        """One end closes it in order."""
        if self.open:
            self.open = False
            self.to_client.close(0.01)
            self.to_server.close(0.01)


class ServerSocket:
    """The end of a server: what the session needs of a `WebSocket`."""

    def __init__(self, line: Line, services: Any, cookie: str, sent: Callable[[str], None]) -> None:
        self.app = SimpleNamespace(state=SimpleNamespace(services=services))
        self.client = SimpleNamespace(host="127.0.0.1")
        self.headers: dict[str, str] = {}
        self.scope: dict[str, Any] = {}
        self.cookies = {"ludothek": cookie}
        self.application_state = WebSocketState.CONNECTING
        self._line = line
        self._sent = sent

    async def accept(self) -> None:
        self.application_state = WebSocketState.CONNECTED

    async def send_denial_response(self, _response: Any) -> None:
        self._line.close()

    async def receive(self) -> dict[str, Any]:
        text = await self._line.at_server.get()
        if text is None:
            self._line.at_server.put_nowait(None)  # it stays closed
            return {"type": "websocket.disconnect"}
        return {"type": "websocket.receive", "text": text}

    async def send_text(self, text: str) -> None:
        if not self._line.open:
            raise WebSocketDisconnect
        self._sent(text)
        self._line.to_client.send(text)
        if self._line.to_client.cut:
            self._line.cut()
        await asyncio.sleep(0)

    async def close(self, _code: int) -> None:
        self.application_state = WebSocketState.DISCONNECTED
        self._line.close()

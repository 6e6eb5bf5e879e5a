"""The world of one seed: time, chance, faults, and what is noted about all that happens."""

import asyncio
import hashlib
from collections.abc import Callable
from random import Random
from typing import Any, NoReturn

from sqlalchemy import URL

from ludothek.server.storage.postgres_listener import PAUSE, Handlers
from tests.simulation.fakes.event_loop import CURRENT, Loop, Process
from tests.simulation.scenario import Faults, Scenario

MOST_TRACED = 4_000  # lines of a trace that are kept to be shown; all are hashed


class World:
    """What everything in a simulation shares."""

    def __init__(self, scenario: Scenario, *, verbose: bool = False) -> None:
        self.scenario = scenario
        self.faults = scenario.faults
        self.random = Random(f"world {scenario.seed}")
        self.loop = Loop(Random(f"threads {scenario.seed}"))
        self.notices = Notices(self)
        self.complaints: list[str] = []
        self.killed: list[Callable[[Process], None]] = []  # called when a process dies
        self.lines: list[str] = []
        self._verbose = verbose
        self._digest = hashlib.blake2b(digest_size=12)

    def now(self) -> float:
        """Seconds of virtual time."""
        return self.loop.time()

    def chance(self, share: float) -> bool:
        """Does it happen this time?"""
        return share > 0 and self.random.random() < share

    async def pause(self, least: float, most: float) -> None:
        """Some time goes by."""
        await asyncio.sleep(self.random.uniform(least, most))

    async def crash(self, why: str) -> NoReturn:
        """The process that calls this is gone; what it does next never happens."""
        process = CURRENT.get()
        assert process
        self.kill(process, why)
        await asyncio.Event().wait()
        raise AssertionError("the dead do not return")

    def kill(self, process: Process, why: str) -> None:
        """As with `kill -9`."""
        if not process.dead:
            self.trace("killed", process.name, why)
            process.kill()
            for callback in self.killed:
                callback(process)

    def calm(self) -> None:
        """From now on nothing goes wrong."""
        self.trace("calm")
        self.faults = Faults()

    def complain(self, sentence: str) -> None:
        """An invariant does not hold."""
        self.trace("complaint", sentence)
        self.complaints.append(sentence)

    def trace(self, what: str, *details: Any) -> None:
        """Something has happened: two runs of a seed have the same trace."""
        line = f"{self.now():.6f} {what} {' '.join(map(str, details))}"
        self._digest.update(line.encode())
        if self._verbose:
            print(line[:300])
        elif len(self.lines) < MOST_TRACED:
            self.lines.append(line)

    @property
    def digest(self) -> str:
        """Of all that has happened."""
        return self._digest.hexdigest()


class Notices:
    """`LISTEN` and `NOTIFY`: in order, sooner or later, and lost with the connection."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._listening: dict[asyncio.Event, tuple[Process | None, Handlers]] = {}
        self._arrival: dict[asyncio.Event, float] = {}

    async def listen(self, _url: URL, handlers: Handlers, resumed: Callable[[], None]) -> None:
        """As `storage.postgres_listener.listen` does."""
        while True:
            cut = asyncio.Event()
            await self._world.pause(0.001, 0.01)
            self._listening[cut] = CURRENT.get(), handlers
            resumed()
            await cut.wait()
            await asyncio.sleep(PAUSE)

    def send(self, channel: str, text: str) -> None:
        """To everybody who listens now."""
        world = self._world
        for cut, (process, handlers) in list(self._listening.items()):
            if channel in handlers:
                soon = world.now() + world.random.uniform(0.0005, 0.01)
                arrival = self._arrival[cut] = max(soon, self._arrival.get(cut, 0.0))
                world.loop.call_at(
                    arrival, self._arrive, cut, handlers[channel], text,
                    context=world.loop.within(process),
                )  # fmt: skip

    def cut(self, process: Process) -> None:
        """A process loses its connections; it notices that a little later."""
        for cut, (listener, _) in list(self._listening.items()):
            if listener is process:
                del self._listening[cut]
                delay = self._world.random.uniform(0.0, 5.0)
                context = self._world.loop.within(process)
                self._world.loop.call_later(delay, cut.set, context=context)

    def _arrive(self, cut: asyncio.Event, handle: Callable[[str], None], text: str) -> None:
        if cut in self._listening:
            handle(text)

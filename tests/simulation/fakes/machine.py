"""A simulated machine that runs a server process: started, killed, frozen, stopped, and again."""

import asyncio
from collections.abc import Callable, Coroutine
from types import SimpleNamespace
from typing import Any, TypeVar

from ludothek.server.app.dependencies import Dependencies
from ludothek.server.app.services import Services
from ludothek.server.app.settings import Settings
from ludothek.server.live.session import live
from ludothek.server.match.refusals import Refused
from ludothek.server.runtime.server_clock import Clock
from ludothek.server.storage.database import FAILURES, DatabaseError
from ludothek.server.storage.work_queue import QUEUE_ERRORS
from tests.simulation.fakes.database import SimulatedDatabase, Storage
from tests.simulation.fakes.event_loop import Process
from tests.simulation.fakes.network import Line, ServerSocket
from tests.simulation.fakes.work_queue import Queue, Rows
from tests.simulation.fakes.workers import make_pool
from tests.simulation.history import History
from tests.simulation.world import World

T = TypeVar("T")
DAY = 86_400_000


class MachineClock(Clock):
    """The clock of one machine: a little fast or slow, and its wall clock is anywhere."""

    def __init__(self, world: World) -> None:
        self._world = world
        drift = world.scenario.drift
        self._speed = world.random.uniform(1 - drift, 1 + drift)
        self._offset = world.random.uniform(0, 1_000_000)
        self._ahead = world.random.choice([0, 0, 2_000, -2_000, DAY])

    def monotonic(self) -> float:
        return self._world.now() * self._speed + self._offset

    def wall(self) -> int:
        return 1_800_000_000_000 + int(self._world.now() * 1000) + self._ahead

    def jump(self) -> None:
        """Somebody sets the wall clock."""
        self._ahead += self._world.random.choice([-100 * DAY, -5_000, 3_000, 100 * DAY])


class Machine:
    """Where a server process runs; when it dies another one is started."""

    def __init__(self, world: World, storage: Storage, rows: Rows, history: History) -> None:
        self._world = world
        self._storage = storage
        self._rows = rows
        self._history = history
        self._restarting = False
        self._listening = False
        self.clock = MachineClock(world)
        self.lines: list[Line] = []
        self.process = Process("none", dead=True)
        self.services: Services | None = None
        world.killed.append(self._killed)

    @property
    def ready(self) -> bool:
        """Does it serve?"""
        return not self.process.dead and bool(self.services and self.services.ready)

    def start(self) -> None:
        """Start a process."""
        self._restarting = self._listening = False
        number = sum(1 for _ in self._history.processes)
        self.process = Process(f"process-{number}")
        self._history.processes.append(self.process)
        self._world.loop.spawn(self.process, self._main())

    def stop(self) -> None:
        """Stop it in order, as a signal does."""
        if self.ready:
            self._world.loop.spawn(self.process, self._stop())

    def freeze(self, seconds: float) -> None:
        """It stands still."""
        self._world.trace("frozen", self.process.name, f"{seconds:.3f}")
        self.process.frozen_until = self._world.now() + seconds

    def connect(self, cookie: str, person: str) -> Line:
        """A socket to the process that runs now, if one does."""
        line = Line(self._world, self.process)
        if not self.services or self.process.dead or not self._listening:
            line.cut()
            return line
        self.lines.append(line)
        audit = self._history.line(person, cookie)
        socket: Any = ServerSocket(line, self.services, cookie, audit.sent)
        self._world.loop.spawn(self.process, self._serve(socket))
        return line

    async def request(self, work: Callable[[Any, Services], Coroutine[Any, Any, T]]) -> T | None:
        """A request over HTTP; None: refused, failed, or never answered."""
        await self._world.pause(0.001, 0.02)
        if not self.services or self.process.dead or not self.services.ready:
            return None
        request = SimpleNamespace(
            app=SimpleNamespace(state=SimpleNamespace(services=self.services)),
            client=SimpleNamespace(host="127.0.0.1"),
            headers={},
            cookies={},
            base_url="http://simulated/",
        )
        answer: asyncio.Future[T | None] = self._world.loop.create_future()
        self._world.loop.spawn(self.process, self._handle(work, request, answer))
        await asyncio.wait([answer], timeout=15)
        return answer.result() if answer.done() else None

    async def _handle(
        self,
        work: Callable[[Any, Services], Coroutine[Any, Any, T]],
        request: Any,
        answer: "asyncio.Future[T | None]",
    ) -> None:
        try:
            result = await work(request, request.app.state.services)
        except (Refused, *FAILURES):
            answer.set_result(None)
        except Exception as error:  # an error 500
            self._world.complain(f"a request failed: {error!r}")
            answer.set_result(None)
        else:
            await self._world.pause(0.001, 0.02)
            answer.set_result(result)

    async def _main(self) -> None:
        dependencies = Dependencies(
            clock=self.clock,
            database=lambda _url, _seconds: SimulatedDatabase(self._storage, self._world),
            listen=self._world.notices.listen,
            queue=lambda _url, _seconds: Queue(
                self._world, self._rows, lambda: self._storage.away, self.process.name
            ),
            pool=make_pool(self._world, self._history.answers),
            collect_garbage=_nothing_to_collect,
        )
        settings = Settings(database="sqlite:///simulated", rate=1000, **self._world.scenario.setup)
        services = Services(settings, dependencies)
        services.broken = lambda: self._world.complain(f"{self.process.name} broke")
        self.services = services
        try:
            await services.start()
        except (*FAILURES, *QUEUE_ERRORS, DatabaseError):
            self._world.kill(self.process, "it could not start")
        self._listening = True
        self._history.lines_of_time[services.process] = services.line
        self._world.trace("started", self.process.name)

    async def _serve(self, socket: Any) -> None:
        try:
            await live(socket)
        except Exception as error:
            self._world.complain(f"a session failed: {error!r}")

    async def _stop(self) -> None:
        assert self.services
        self._world.trace("stopping", self.process.name)
        self.services.ready = False
        await self.services.hub.farewell()
        await self.services.stop()
        self._world.kill(self.process, "stopped")

    def _killed(self, process: Process) -> None:
        if process is not self.process:
            return
        for line in self.lines:
            line.cut()
        self.lines.clear()
        if not self._restarting:
            self._restarting = True
            delay = self._world.random.uniform(0.1, 3.0)
            self._world.loop.call_later(delay, self.start, context=self._world.loop.within(None))


async def _nothing_to_collect() -> None:
    """The simulation's memory is left to Python: all simulated processes share it."""

"""One seed from its beginning to its end: people play, things go wrong, and everything ends."""

import asyncio
import logging
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from types import SimpleNamespace
from unittest.mock import patch

from ludothek.server.accounts import signing
from tests.simulation.checker import Checker
from tests.simulation.clients import Client
from tests.simulation.fakes.database import Storage
from tests.simulation.fakes.event_loop import Deadlock
from tests.simulation.fakes.machine import Machine
from tests.simulation.fakes.work_queue import Rows
from tests.simulation.history import History
from tests.simulation.scenario import Scenario, draw
from tests.simulation.world import World

LONGEST = 240.0  # seconds of virtual time in which everything has to end when all is calm
QUIET = 30.0  # seconds in which everybody has heard of everything


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a seed."""

    seed: int
    complaints: tuple[str, ...]
    digest: str  # of the trace
    seconds: float  # of virtual time
    entries: int
    acknowledged: int
    crashes: int
    lines: tuple[str, ...]


def simulate(seed: int, *, verbose: bool = False) -> Result:
    """Run a seed."""
    return Simulation(draw(seed), verbose=verbose).run()


class Simulation:
    """A scenario at work."""

    def __init__(self, scenario: Scenario, *, verbose: bool = False) -> None:
        self.world = World(scenario, verbose=verbose)
        self.storage = Storage(self.world)
        self.history = History(self.world, self.storage)
        rows = Rows()
        self.machines = [
            Machine(self.world, self.storage, rows, self.history) for _ in range(scenario.processes)
        ]
        self.clients = [
            Client(self.world, self.machines, self.history, f"client-{number}")
            for number in range(scenario.people)
        ]

    def run(self) -> Result:
        """Play it, and check it."""
        world = self.world
        with _seeded_secrets(world), _logs(world):
            try:
                world.loop.run_until_complete(self._play())
                Checker(self.history).check()
                for error in world.loop.unseen():
                    world.complain(f"nobody noticed an error: {error!r}")
            except Deadlock:
                world.complain("nothing can happen any more")
            result = self._result()
            world.loop.dispose()
        return result

    def _result(self) -> Result:
        world = self.world
        return Result(
            world.scenario.seed,
            tuple(world.complaints),
            world.digest,
            world.now() - 1_000,
            sum(self.storage.sequences.values()),
            sum(intent.acknowledged is not None for intent in self.history.intents.values()),
            sum(process.dead for process in self.history.processes),
            tuple(world.lines),
        )

    async def _play(self) -> None:
        world, scenario = self.world, self.world.scenario
        world.trace("scenario", scenario)
        world.calm()
        await self._begin()
        world.faults = scenario.faults
        await self._disturb(scenario.seconds)
        world.calm()
        self.storage.away_until = 0.0
        for client in self.clients:
            client.finishing = True
        await self._end()

    async def _begin(self) -> None:
        """Processes start, people come, and matches are set up."""
        for machine in self.machines:
            machine.start()
        while not all(machine.ready for machine in self.machines):
            await asyncio.sleep(0.05)
        for client in self.clients:
            await client.sign_in()
        for new in self.world.scenario.matches:
            match = await self.world.random.choice(self.clients).set_up(new)
            for client in self.clients:
                client.follow(match)
        for client in self.clients:
            self.world.loop.create_task(client.run())
            self.world.loop.create_task(client.act())
        self.world.loop.create_task(self._watch_time())

    async def _disturb(self, seconds: float) -> None:
        """Faults that come by themselves."""
        world, faults, random = self.world, self.world.faults, self.world.random
        step = 0.25
        for _ in range(int(seconds / step)):
            await asyncio.sleep(step)
            machine = random.choice(self.machines)
            if world.chance(faults.kill * step):
                if random.random() < 0.5:
                    machine.stop()
                else:
                    world.kill(machine.process, "at random")
            if world.chance(faults.freeze * step):
                machine.freeze(random.uniform(0.1, 8.0))
            if world.chance(faults.outage * step):
                self.storage.away_until = world.now() + random.uniform(0.1, 6.0)
            if world.chance(faults.notices * step):
                world.notices.cut(machine.process)
            if world.chance(faults.jump * step):
                machine.clock.jump()
            if world.chance(faults.cut) and machine.lines:
                random.choice(machine.lines).cut()

    async def _end(self) -> None:
        """Everything comes to its end by itself, or something is wrong.

        A process that stood still begins what it was asked for when it wakes: nothing may be
        going on at the very moment at which everybody has heard of everything.
        """
        world = self.world
        last = world.now() + LONGEST
        quiet = world.now()  # nothing is going on since then
        while world.now() < min(last, quiet + QUIET):
            over = self._over()
            if over and not self._unseen():
                break
            if not over:
                quiet = world.now()
            await asyncio.sleep(0.5)
        for who, match in self._unseen():
            world.complain(f"{who} is not shown how {match} ended")

    def _over(self) -> bool:
        active = any(job.state in {"waiting", "working"} for job in self.storage.jobs())
        return not active and not self.storage.going()

    def _unseen(self) -> list[tuple[str, str]]:
        """Who has not been shown the last entry of which match."""
        last = self.storage.sequences
        return [
            (client.name, match)
            for client in self.clients
            for match, update in client.matches.items()
            if not update or update["match"]["seq"] != last[match]
        ]

    async def _watch_time(self) -> None:
        """The time line never goes back, and never faster than the fastest clock."""
        last: dict[str, int] = {}
        fastest = 1 + self.world.scenario.drift
        while True:
            await asyncio.sleep(0.2)
            for name, line in self.history.lines_of_time.items():
                now, most = line.now(), (self.world.now() - 1_000) * 1000 * fastest + 1
                if now < last.get(name, 0):
                    self.world.complain(f"the time line went back from {last[name]} to {now}")
                if now > most:
                    self.world.complain(f"the time line is at {now} after {most:.0f} ms")
                last[name] = now


@contextmanager
def _seeded_secrets(world: World) -> Iterator[None]:
    """Names, seeds and secrets come from the seed."""
    random = Random(f"secrets {world.scenario.seed}")
    seeded = SimpleNamespace(
        token_hex=lambda size: random.randbytes(size).hex(),
        token_urlsafe=lambda size: random.randbytes(size).hex(),
        randbits=random.getrandbits,
        compare_digest=secrets.compare_digest,
    )
    with patch.object(signing, "secrets", seeded):
        yield


class _Complaints(logging.Handler):
    """An error that the server logs with its traceback is one that nobody expected."""

    def __init__(self, world: World) -> None:
        super().__init__(logging.WARNING)
        self._world = world

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[1]:
            error = record.exc_info[1]
            if not str(error).startswith("simulated"):
                self._world.complain(f"{record.getMessage()}: {error!r}")


@contextmanager
def _logs(world: World) -> Iterator[None]:
    log, handler = logging.getLogger("ludothek"), _Complaints(world)
    propagate, log.propagate = log.propagate, False
    log.addHandler(handler)
    try:
        yield
    finally:
        log.removeHandler(handler)
        log.propagate = propagate

"""All parts of a server process, put together, started and stopped in order."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Coroutine
from typing import Any, Final

from sqlalchemy import select
from sqlalchemy.exc import SQLAlchemyError

from ludothek.server.accounts.people import DAY, People
from ludothek.server.accounts.signing import Signer, new_id, new_secret
from ludothek.server.app import gc_tuning
from ludothek.server.app.metrics import Metrics
from ludothek.server.app.settings import Settings
from ludothek.server.compute.analysis_jobs import AnalysisJobs
from ludothek.server.compute.computers import Computers
from ludothek.server.compute.placements import Tables
from ludothek.server.compute.pool import WorkerPool
from ludothek.server.http.rate_limit import Limits
from ludothek.server.live.hub import TURNS, Hub
from ludothek.server.live.lobby import Lobby
from ludothek.server.live.pubsub import PubSub
from ludothek.server.live.pubsub_handlers import Notifications
from ludothek.server.match.commands import CallOff, Server
from ludothek.server.match.refusals import Refused
from ludothek.server.match.state import OtherRules
from ludothek.server.runtime.deadlines import Deadlines
from ludothek.server.runtime.rooms import Matches
from ludothek.server.runtime.server_clock import BEAT, TimeLine, wall
from ludothek.server.storage.database import Database
from ludothek.server.storage.jobs import JobQueue
from ludothek.server.storage.listing import Listing
from ludothek.server.storage.schema import keys
from ludothek.server.storage.store import Store

TIDY: Final = 10.0  # seconds between tidying of the database
CHORES: Final = 3.0  # seconds between queries for abandoned matches
HOUR: Final = 3_600_000

log = logging.getLogger(__name__)


class Services:
    """Everything a server process works with."""

    people: People
    signer: Signer

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.process = new_id()
        self.metrics = Metrics()
        self.limits = Limits(settings.rate)
        self.database = Database(settings.database)
        self.listing = Listing(self.database)
        self.pubsub = PubSub(self.database, self.process)
        self.line = TimeLine(self.database, self.process, settings.grace_seconds)
        self.store = Store(self.database, self.process)
        self.matches = Matches(self.store, self.line, settings.max_rooms)
        self.hub = Hub(self.matches, self.line, self.pubsub)
        self.lobby = Lobby(self.listing, self.hub)
        self.move_workers = WorkerPool(settings.workers, settings.job_patience)
        self.analysis_workers = WorkerPool(1, settings.job_patience * 4)
        self.placement_workers = WorkerPool(1, settings.job_patience)
        self.tables = Tables(self.matches, self.placement_workers, self.hub.holding)
        self.computers = Computers(self.matches, self.move_workers, self.tables, settings)
        self.jobs = AnalysisJobs(
            JobQueue(self.database, self.process, self.line.now),
            self.matches,
            self.analysis_workers,
            self.hub,
            settings.max_jobs,
            self.line.now,
        )
        self.deadlines = Deadlines(self.matches, self.listing, self.tables.let_go)
        self.notifications = Notifications(self.matches, self.hub, self.lobby)
        self.ready = False
        self.broken: Callable[[], None] = lambda: None  # called when the process cannot go on
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        """Open the database and begin to work."""
        await self.database.open()
        self.signer = Signer(self.settings.secret.get_secret_value() or await self._key())
        self.people = People(self.database, self.signer, self.settings.recovery_days)
        self.matches.followers += [
            self.hub.broadcast,
            self.computers.follow,
            self.lobby.follow,
            self.deadlines.follow,
        ]
        for part in (self.notifications, self.jobs):
            self.pubsub.subscribers.append(part.receive)
            self.pubsub.resumed.append(part.resumed)
        await self.store.retire()
        await self.line.start()
        for work in (self.store, self.pubsub, self.lobby, self.notifications, self.deadlines):
            self._run(work.run())
        self._run(self.jobs.run())
        self._run(self._every(BEAT, self._beat))
        self._run(self._every(self.settings.beat_seconds / TURNS, self._tell_beat))
        self._run(self._every(CHORES, self._chores))
        self._run(self._every(TIDY, self.database.tidy))
        self._run(self._every(gc_tuning.HOUR, self.jobs.prune))
        await self._call_off_outdated()
        await self._wake_computers()
        gc_tuning.tame()
        self._run(self._every(gc_tuning.HOUR, self._collect))
        self.ready = True
        log.info("started", extra={"server": self.process})

    def seed(self) -> int:
        """For all that is left to chance in a match; the same every time, where that is set."""
        return secrets.randbits(48) if self.settings.seed is None else self.settings.seed

    async def stop(self) -> None:
        """Finish what was accepted, then close everything."""
        self.ready = False
        await self.computers.close()
        await self.tables.close()
        await self.jobs.close()
        await self.matches.finished()
        await self.store.drained()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.line.stop()
        for pool in (self.move_workers, self.analysis_workers, self.placement_workers):
            await pool.close()
        await self.database.close()
        log.info("stopped", extra={"server": self.process})

    def levels(self) -> dict[str, int]:
        """How much of everything there is at the moment."""
        return {
            "sockets": len(self.hub.connections),
            "people": len(self.hub.persons),
            "rooms": len(self.matches.loaded()),
            "jobs_waiting": sum(
                pool.waiting()
                for pool in (self.move_workers, self.analysis_workers, self.placement_workers)
            ),
        }

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        task.add_done_callback(self._ended)
        self._tasks.append(task)

    def _ended(self, task: asyncio.Task[None]) -> None:
        """A part that fails takes the process with it: the next one begins in a clean state."""
        if not task.cancelled() and (error := task.exception()):
            log.critical("a part of the server failed", exc_info=error)
            self.ready = False
            self.broken()

    async def _every(self, seconds: float, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        while True:
            await asyncio.sleep(seconds)
            try:
                await work()
            except (SQLAlchemyError, OSError):
                log.exception("the database did not answer")

    async def _beat(self) -> None:
        await self.line.beat()
        self.hub.keep_only(self.line.alive)

    async def _collect(self) -> None:
        gc_tuning.collect()

    async def _tell_beat(self) -> None:
        self.hub.beat()

    async def _chores(self) -> None:
        now = wall()
        opened = now - int(self.settings.open_hours * HOUR)
        idle = now - int(self.settings.idle_days * DAY)
        for match_id in await self.listing.forgotten(opened, idle):
            await self._call_off(match_id)
        await self._wake_computers()

    async def _call_off(self, match_id: str) -> None:
        try:
            await self.matches.perform(match_id, Server(), CallOff())
        except (Refused, OtherRules):
            log.debug("nothing to be done", extra={"match": match_id})

    async def _call_off_outdated(self) -> None:
        """What today's rules would play otherwise cannot go on; it stays readable."""
        for match_id in await self.listing.outdated():
            if not (await self.matches.get(match_id)).plan.current:
                await self._call_off(match_id)

    async def _wake_computers(self) -> None:
        """Restart the searches of processes that are gone."""
        for match_id in await self.listing.orphans(self.line.alive):
            try:
                self.computers.consider(await self.matches.get(match_id))
            except OtherRules:
                log.debug("an old match", extra={"match": match_id})

    async def _key(self) -> str:
        """The key kept in the database, made by whoever comes first."""
        insert = self.database.insert(keys).values(name="signing", value=new_secret())
        query = select(keys.c.value).where(keys.c.name == "signing")
        await self.database.write(lambda c: c.execute(insert.on_conflict_do_nothing()))
        return str(await self.database.read(lambda c: c.scalar(query)))

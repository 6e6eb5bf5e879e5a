"""Dependency wiring: creates, starts and stops all parts of a server process in order."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any, Final

from ludothek.server.accounts.credentials import DAY, POLL, CredentialStore
from ludothek.server.accounts.known_addresses import KnownAddresses
from ludothek.server.accounts.people import People
from ludothek.server.accounts.signing import Signer, new_id, new_seed
from ludothek.server.accounts.signing_keys import SigningKeys
from ludothek.server.app.dependencies import Dependencies
from ludothek.server.app.metrics import Metrics
from ludothek.server.app.settings import Settings
from ludothek.server.compute.analysis_jobs import AnalysisJobs, Workers
from ludothek.server.compute.backend import Compute
from ludothek.server.compute.computers import Computers
from ludothek.server.compute.job_owners import Clients
from ludothek.server.compute.placements import Tables
from ludothek.server.compute.records import Records
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
from ludothek.server.runtime.server_clock import BEAT, TimeLine
from ludothek.server.storage.database import FAILURES, Vanished, log_failure
from ludothek.server.storage.jobs import JobQueue
from ludothek.server.storage.listing import Listing
from ludothek.server.storage.store import Store

TIDY: Final = 10.0  # seconds between tidying of the database
CHORES: Final = 3.0  # seconds between queries for abandoned matches
HOUR: Final = 3_600_000  # milliseconds

log = logging.getLogger(__name__)


class Services:
    """Everything a server process works with."""

    signer: Signer

    def __init__(self, settings: Settings, dependencies: Dependencies | None = None) -> None:
        self._dependencies = dependencies = dependencies or Dependencies()
        self.settings = settings
        self.process = new_id()
        self.metrics = Metrics()
        self.limits = Limits(settings.rate, dependencies.clock.monotonic, settings.rate_limits)
        self.database = dependencies.database(settings.database, settings.database_seconds)
        self.known_addresses = KnownAddresses(self.database)
        self.listing = Listing(self.database)
        self.pubsub = PubSub(self.database, self.process, dependencies.listen)
        self.line = TimeLine(
            self.database, self.process, settings.grace_seconds, dependencies.clock
        )
        self.credentials = CredentialStore(
            self.database,
            self.process,
            self.line,
            settings.session_days,
            settings.max_sessions,
        )
        wall, days = self.line.wall, settings.recovery_days
        self.people = People(self.database, self.credentials, wall, days)
        self.store = Store(self.database, self.process)
        self.matches = Matches(self.store, self.line, settings.max_rooms, self.seed, settings.caps)
        self.hub = Hub(self.matches, self.line, self.pubsub)
        self.lobby = Lobby(self.listing, self.hub, self.line.wall)
        self.clients = Clients()
        self.compute = Compute(settings, self.database, dependencies)
        runners = self.compute.runners
        self.tables = Tables(self.matches, runners.placements, self.hub.holding, self.clients)
        self.computers = Computers(self.matches, runners.moves, self.tables, settings, self.clients)
        self.records = Records(runners.records)
        self.jobs = AnalysisJobs(
            JobQueue(self.database, self.process, self.line.now),
            self.matches,
            Workers(runners.moves, runners.analyses, self.clients),
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
        self.matches.followers += [
            self.hub.broadcast,
            self.computers.follow,
            self.lobby.follow,
            self.deadlines.follow,
        ]
        for part in (self.notifications, self.jobs):
            self.pubsub.subscribers.append(part.receive)
            self.pubsub.resumed.append(part.resumed)
        self.pubsub.subscribers += [
            self.credentials.receive,
            self.compute.receive,
            self._hear,
        ]
        self.credentials.revoked.append(self.hub.dismiss)
        await self.compute.open()
        await self.store.retire()
        await self.line.start()
        await self._load_keys()
        for work in (self.store, self.pubsub, self.lobby, self.notifications, self.deadlines):
            self._run(work.run())
        self._run(self.jobs.run())
        self._run(self.compute.run())
        self._run(self._every(TIDY, self.compute.prune))
        self._run(self._every(BEAT, self._beat))
        if not self.database.sqlite:  # a file has one process, which needs no notices
            self._run(self._every(POLL, self.credentials.poll))
        self._run(self._every(self.settings.beat_seconds / TURNS, self._tell_beat))
        self._run(self._every(CHORES, self._chores))
        self._run(self._every(TIDY, self.database.tidy))
        self._run(self._every(TIDY, self._load_keys))
        self._run(self._every(HOUR / 1000, self.jobs.prune))
        await self._call_off_outdated()
        await self._wake_computers()
        self._run(self._dependencies.collect_garbage())
        self.ready = True
        log.info("started", extra={"server": self.process})

    def seed(self) -> int:
        """For all that is left to chance in a match; the same every time, where that is set."""
        return new_seed() if self.settings.seed is None else self.settings.seed

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
        try:
            await self.line.stop()
        except FAILURES as error:  # the others notice by themselves that this one is gone
            log_failure(log, error)
        await self.compute.close()
        await self.database.close()
        log.info("stopped", extra={"server": self.process})

    def levels(self) -> dict[str, int]:
        """How much of everything there is at the moment."""
        return {
            "sockets": len(self.hub.connections),
            "people": len(self.hub.persons),
            "rooms": len(self.matches.loaded()),
            "jobs_waiting": self.compute.waiting(),
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
            except Vanished:
                raise
            except FAILURES as error:
                log_failure(log, error)

    async def _beat(self) -> None:
        await self.line.beat()
        self.pubsub.publish("tick", str(self.line.now()))
        self.hub.keep_only(self.line.alive)

    def _hear(self, process: str, kind: str, words: list[str]) -> None:
        if kind == "tick" and len(words) == 1:
            self.line.observe(process, int(words[0]))

    async def _tell_beat(self) -> None:
        self.hub.beat()

    async def _chores(self) -> None:
        opened, idle = int(self.settings.open_hours * HOUR), int(self.settings.idle_days * DAY)
        now, wall = self.line.now(), self.line.wall()
        for match_id in await self.listing.forgotten(now, wall, opened, idle):
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
            try:
                outdated = not (await self.matches.get(match_id)).plan.current
            except Refused:
                continue  # it is in quarantine, and the log says so
            if outdated:
                await self._call_off(match_id)

    async def _wake_computers(self) -> None:
        """Restart the searches of processes that are gone."""
        for match_id in await self.listing.orphans(self.line.alive):
            try:
                self.computers.consider(await self.matches.get(match_id))
            except (OtherRules, Refused):
                log.debug("a match that cannot be read", extra={"match": match_id})

    async def _load_keys(self) -> None:
        """What signs links: the secret of the settings, or the keys of the database."""
        secret, *former = self.settings.secrets
        if secret:
            self.signer = Signer(secret, former)
        else:
            self.signer = await SigningKeys(self.database).signer(self.line.now())

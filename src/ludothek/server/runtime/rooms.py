"""Matches in memory: one command queue each; entries are stored before followers are notified."""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from itertools import chain
from typing import Any, Final, TypeVar

from ludothek.server.accounts.signing import new_id, new_seed
from ludothek.server.match.clocks import Tick
from ludothek.server.match.commands import Actor, Command, Decide
from ludothek.server.match.decide import decide, overdue
from ludothek.server.match.events import Continued, Entry, Events
from ludothek.server.match.position_cache import walked
from ludothek.server.match.refusals import Refusal, Refused, refused
from ludothek.server.match.setup.seating import named, rematch
from ludothek.server.match.state import CAPS, Caps, Match, OtherRules, extended, fold, replay
from ludothek.server.runtime.server_clock import TimeLine
from ludothek.server.runtime.time_slicing import NO_CLIENT, Slices
from ludothek.server.runtime.time_slicing import STEPS as SLICE
from ludothek.server.storage.database import FAILURES, log_failure
from ludothek.server.storage.quarantine import Damaged, folded, folding, parsed
from ludothek.server.storage.snapshots import STEPS, Unusable, restoring, snapshot, texts
from ludothek.server.storage.store import Commit, Conflict, Store
from ludothek.server.wire.messages import Held
from ludothek.server.wire.models import View
from ludothek.server.wire.views import summary, view_of_mover, waiting

T = TypeVar("T")
Follower = Callable[[Match | None, Match, bool], None]  # before, after, stored by us?

MOST_WAITING: Final = 64  # commands in the queue of one match
ATTEMPTS: Final = 10  # to win the race against other processes
PAUSE: Final = 1.0  # seconds before a match is read whose last write failed

log = logging.getLogger(__name__)


class Room:
    """A match in memory, with its queue."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.lock = asyncio.Lock()
        self.queued = 0
        self.pins = 0  # reasons to keep it in memory
        self.unconfirmed = False  # did a write fail, so that nobody knows what became of it?
        self.held: Held | None = None  # how a piece is being held; never stored
        self.steps = 0  # entries and decisions since the last snapshot
        self._shown: View | None = None

    @property
    def idle(self) -> bool:
        """Does nobody hold on to it?"""
        return not (self.pins or self.queued or self.lock.locked())

    def move_on(self, match: Match) -> None:
        """There is one more entry."""
        self.steps += 1 + max(0, match.ply - self.match.ply)
        self.match = match
        self._shown = None

    def view(self) -> View:
        """The board as the seat to decide sees it, described once for everybody who comes."""
        if self._shown is None:
            self._shown = view_of_mover(self.match)
        return self._shown


class Matches:
    """All matches; a room for each in memory. The loser of a race with another process reloads."""

    def __init__(
        self,
        store: Store,
        line: TimeLine,
        most_rooms: int,
        seed: Callable[[], int] = new_seed,
        caps: Caps = CAPS,
    ) -> None:
        self.store = store
        self.line = line
        self.slices = Slices()
        self.followers: list[Follower] = []
        self._most = most_rooms
        self._seed = seed
        self._caps = caps
        self._rooms: OrderedDict[str, Room] = OrderedDict()
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._accepted: set[asyncio.Task[Any]] = set()
        self._confirming: dict[str, asyncio.Task[None]] = {}  # matches whose last write failed

    async def get(self, match_id: str) -> Match:
        """A match as this process knows it."""
        return (await self.room(match_id)).match

    async def current(self, match_id: str) -> Match:
        """A match as it is stored now: what another process has just acknowledged is in it."""
        room = await self.room(match_id)
        async with room.lock:
            await self._catch_up(room)
        return room.match

    async def perform(
        self,
        match_id: str,
        actor: Actor,
        command: Command,
        tick: Tick | None = None,
        motion: bytes | None = None,
        client: str = NO_CLIENT,
    ) -> Match:
        """Carry out a command that arrived at a moment, for a client; raises `Refused`.

        Once accepted it is finished, even if whoever sent it is gone.
        """
        now = self.line.now() if tick is None else tick
        room = await self.room(match_id)
        if room.queued >= MOST_WAITING:
            raise refused("busy", limit="waiting", seconds=1)
        return await self._finish(self._queued(room, actor, command, now, motion, client))

    async def create(self, match_id: str, events: Events, client: str = NO_CLIENT) -> Match:
        """Store a new match of a client."""
        entry = Entry(1, self.line.wall(), self.line.now(), events)
        match = await self.slices.last(fold(match_id, [entry], caps=self._caps), client)
        await self._finish(self._append(_commit(entry, match)))
        room = self._keep(Room(match))
        room.steps = match.ply
        self._notify(None, match)
        self._keep_snapshot(room)
        return match

    async def room(self, match_id: str) -> Room:
        """A match in memory, loaded if need be."""
        if room := self._rooms.get(match_id):
            self._rooms.move_to_end(match_id)
            return room
        if match_id not in self._loading:
            task = asyncio.create_task(self._load(match_id))
            self._loading[match_id] = task
            task.add_done_callback(lambda done: self._loaded(match_id, done))
        return await asyncio.shield(self._loading[match_id])

    def _loaded(self, match_id: str, task: asyncio.Task[Room]) -> None:
        self._loading.pop(match_id, None)
        if not task.cancelled():
            task.exception()  # seen, also where nobody waits for it any more

    def in_memory(self, match_id: str) -> Match | None:
        """A match, if it is in memory."""
        room = self._rooms.get(match_id)
        return room.match if room else None

    def room_in_memory(self, match_id: str) -> Room | None:
        """A match with its queue, if it is in memory."""
        return self._rooms.get(match_id)

    def unpin(self, match_id: str) -> None:
        """One reason less to keep a match in memory. It stays there until others need the room."""
        if room := self._rooms.get(match_id):
            room.pins -= 1

    def loaded(self) -> dict[str, int]:
        """The matches in memory and their numbers."""
        return {match_id: room.match.seq for match_id, room in self._rooms.items()}

    async def refresh(self, match_id: str, seq: int) -> None:
        """Another process has stored an entry: read it, if the match is in memory here."""
        room = self._rooms.get(match_id)
        if room and room.match.seq < seq:
            async with room.lock:
                await self._read_on(room)

    async def finished(self) -> None:
        """Wait until everything accepted is stored and sent."""
        while self._accepted:
            await asyncio.wait(self._accepted)
        for task in self._confirming.values():
            task.cancel()

    async def _finish(self, work: Coroutine[Any, Any, T]) -> T:
        task = asyncio.create_task(work)
        self._accepted.add(task)
        task.add_done_callback(self._settled)
        return await asyncio.shield(task)

    def _settled(self, task: asyncio.Task[Any]) -> None:
        self._accepted.discard(task)
        if not task.cancelled():
            task.exception()  # seen, also where nobody waits for it any more

    async def _queued(
        self,
        room: Room,
        actor: Actor,
        command: Command,
        tick: Tick,
        motion: bytes | None,
        client: str,
    ) -> Match:
        room.queued += 1
        try:
            async with room.lock:
                await self._walk(room.match, command, client)
                return await self._decided(room, actor, command, tick, motion)
        finally:
            room.queued -= 1

    async def _walk(self, match: Match, command: Command, client: str) -> None:
        """Play many decisions in slices; who then decides about them finds them played."""
        if isinstance(command, Decide) and len(command.decisions) > SLICE:
            steps = walked(match.plan.game, match.state, command.decisions)
            await self.slices.collect(steps, client)

    async def _decided(
        self, room: Room, actor: Actor, command: Command, tick: Tick, motion: bytes | None
    ) -> Match:
        for _ in range(ATTEMPTS):
            now = max(tick, room.match.tick)
            verdict = decide(room.match, actor, command, now)
            events = overdue(room.match, now) if isinstance(verdict, Refusal) else verdict
            try:
                if events:
                    await self._add(room, events, now, motion)
            except Conflict:
                await self._read_on(room)
                continue
            if not isinstance(verdict, Refusal):
                return room.match
            if events or not await self._catch_up(room):
                raise Refused(verdict)
        raise refused("busy", limit="attempts", seconds=1)

    async def _add(self, room: Room, events: Events, tick: Tick, motion: bytes | None) -> None:
        """Store first; then the match in memory moves on, and followers are notified."""
        before = room.match
        if isinstance(events[-1], Continued):
            events = named(events, new_id())
        entry = Entry(before.seq + 1, self.line.wall(), tick, events)
        after = extended(before, entry)
        commits = [_commit(entry, after, motion)]
        last = events[-1]
        follows = self._rematch(after, last.match) if isinstance(last, Continued) else None
        if follows:
            commits.append(follows)
        await self._append(*commits)
        room.move_on(after)
        if follows:
            self._keep(Room(follows.match))
            self._notify(None, follows.match)
        self._notify(before, after)
        self._keep_snapshot(room)

    async def _append(self, *commits: Commit) -> None:
        try:
            await self.store.append(*commits)
        except FAILURES:
            for commit in commits:
                if room := self._rooms.get(commit.match.id):
                    room.unconfirmed = True
                self._confirm_later(commit.match.id)
            raise

    def _confirm_later(self, match_id: str) -> None:
        if match_id not in self._confirming:
            task = asyncio.create_task(self._confirm(match_id))
            self._confirming[match_id] = task
            task.add_done_callback(lambda _: self._confirming.pop(match_id, None))

    async def _confirm(self, match_id: str) -> None:
        """A write failed: if its connection was lost after the commit, it was stored anyway."""
        confirmed = False
        while not confirmed:
            await asyncio.sleep(PAUSE)
            try:
                confirmed = await self._read_again(match_id)
            except FAILURES as error:
                log_failure(log, error)

    async def _read_again(self, match_id: str) -> bool:
        """Read what this process may have stored; then it goes on as after any other write."""
        loaded = match_id in self._rooms
        with suppress(Refused, OtherRules):  # it was not stored, or cannot be read
            room = await self.room(match_id)
            if not loaded:
                self._notify(None, room.match)
                return True
            async with room.lock:
                await self._read_on(room)
        return True

    def _rematch(self, match: Match, match_id: str) -> Commit:
        events = rematch(match, self._seed())
        entry = Entry(1, self.line.wall(), self.line.now(), events)
        return _commit(entry, replay(match_id, [entry], self._caps))

    async def _catch_up(self, room: Room) -> bool:
        """Read what others have stored; was there anything? A database file has one process."""
        before = room.match.seq
        if not self.store.database.sqlite:
            await self._read_on(room)
        return room.match.seq > before

    async def _read_on(self, room: Room) -> None:
        """Entries of others; and of this process, if its last write was not confirmed."""
        async with self._setting_aside():
            entries = await self.store.entries(room.match.id, room.match.seq)
            own, room.unconfirmed = room.unconfirmed, False
            for entry in entries:
                before = room.match
                room.move_on(folded(before.id, [entry], before))
                self._notify(before, room.match, own=own)

    async def _load(self, match_id: str) -> Room:
        async with self._setting_aside():
            history = await self.store.history(match_id)
            before = await self._restored(history.snapshot)
            if history.snapshot and not before:
                history = await self.store.history(match_id, whole=True)
            if not before and not history.entries:
                raise refused("match-unknown")
            entries = parsed(match_id, history.entries)
            folds = folding(match_id, entries, before, self._caps)
            match = await self.slices.last(chain([before] if before else [], folds))
            room = self._keep(Room(match))
            room.steps = len(history.entries) + max(0, match.ply - (before.ply if before else 0))
            self._keep_snapshot(room)
            return room

    async def _restored(self, snapshot: Any) -> Match | None:
        """The match of a snapshot, if there is one that can be used."""
        if not snapshot:
            return None
        try:
            return await self.slices.last(restoring(snapshot, self._caps))
        except Unusable as error:
            more = {"match": snapshot.match, "reason": str(error)}
            log.warning("a snapshot cannot be used", extra=more)
            return None

    def _keep_snapshot(self, room: Room) -> None:
        """Let a snapshot be stored now and then, when others had their turn."""
        if room.steps >= STEPS:
            room.steps = 0
            task = asyncio.create_task(self._take_snapshot(room.match))
            self._accepted.add(task)
            task.add_done_callback(self._settled)

    async def _take_snapshot(self, match: Match) -> None:
        self.store.keep(snapshot(match, await self.slices.collect(texts(match))))

    @asynccontextmanager
    async def _setting_aside(self) -> AsyncIterator[None]:
        """An entry that cannot be read puts its match in quarantine, and nothing else."""
        try:
            yield
        except Damaged as damaged:
            await self.store.quarantine.add(damaged, self.line.wall())
            raise refused("quarantine") from damaged

    def _keep(self, room: Room) -> Room:
        if len(self._rooms) >= self._most:
            self._evict()
        self._rooms[room.match.id] = room
        return room

    def _evict(self) -> None:
        """Forget the least recently used rooms that nobody holds on to."""
        idle = [match_id for match_id, room in self._rooms.items() if room.idle]
        for match_id in idle[: self._most // 10 + 1]:
            del self._rooms[match_id]

    def _notify(self, before: Match | None, after: Match, *, own: bool = True) -> None:
        for follower in self.followers:
            follower(before, after, own)


def _commit(entry: Entry, match: Match, motion: bytes | None = None) -> Commit:
    return Commit(entry, match, summary(match), waiting(match), motion)

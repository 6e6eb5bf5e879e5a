"""Local matches: one queue each; entries are stored before anybody sees them."""

import asyncio
import secrets
import time
import traceback
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, Final

from ludothek.games import LudothekError
from ludothek.server.browser.host import ME, PREFIX, Host, not_stored
from ludothek.server.match.clocks import Tick
from ludothek.server.match.commands import Actor, CheckClock, Command, Server
from ludothek.server.match.decide import decide, overdue
from ludothek.server.match.events import Continued, Entry, Events
from ludothek.server.match.refusals import Refusal, Refused, refused
from ludothek.server.match.seeds import SEED_BITS
from ludothek.server.match.setup.seating import named, rematch
from ludothek.server.match.state import Match, OtherRules, extended, replay
from ludothek.server.wire import views
from ludothek.server.wire.codec import Invalid, decode, encode, parse_json

Follower = Callable[[Match | None, Match], None]  # before, after

ATTEMPTS: Final = 5  # to win the race against other tabs
CONFLICT: Final = "conflict"


def new_id() -> str:
    """A name for a local match."""
    return PREFIX + secrets.token_hex(8)[: 16 - len(PREFIX)]


def new_seed() -> int:
    """For all that is left to chance in a match."""
    return secrets.randbits(SEED_BITS)


class Room:
    """A match in memory, with its queue and its clock, which stands still while no page is open."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.lock = asyncio.Lock()
        self.timer: asyncio.TimerHandle | None = None
        self._origin = _now() - match.tick

    def tick(self) -> Tick:
        """The moment on the match's own time line."""
        return max(_now() - self._origin, self.match.tick)


class Matches:
    """The matches that were opened here."""

    def __init__(self, host: Host, seed: Callable[[], int] = new_seed) -> None:
        self.followers: list[Follower] = []
        self.let_go: Callable[[Match], None] = _nobody  # when the time to place is over
        self._host = host
        self._seed = seed
        self._rooms: dict[str, Room] = {}

    async def room(self, match_id: str) -> Room:
        """A match, read if need be."""
        if match_id not in self._rooms:
            entries = await self._entries(match_id, 0)
            if not entries:
                raise refused("match-unknown")
            self._keep(Room(_folded(match_id, entries)))
        return self._rooms[match_id]

    async def get(self, match_id: str) -> Match:
        """A match as it is known here."""
        return (await self.room(match_id)).match

    def tick(self, match: Match) -> Tick:
        """The moment on the time line of a match."""
        room = self._rooms.get(match.id)
        return room.tick() if room else match.tick

    async def create(self, events: Events, match_id: str = "") -> Match:
        """Store a new match, under a name that the page may have chosen."""
        match_id, entry = match_id or new_id(), Entry(1, _wall(), 0, events)
        match = replay(match_id, [entry])
        if failure := await self._host.create(match_id, about(match), _stored(entry)):
            raise not_stored(failure)
        self._keep(Room(match))
        self._notify(None, match)
        return match

    async def perform(
        self,
        match_id: str,
        actor: Actor,
        command: Command,
        tick: Tick | None = None,
        motion: Any = None,
    ) -> Match:
        """Carry out a command, of an earlier moment if it took a while; raises `Refused`."""
        room = await self.room(match_id)
        async with room.lock:
            return await self._decided(room, actor, command, tick, motion)

    async def entry(self, match_id: str, seq: int) -> Entry:
        """One that was stored."""
        return (await self._entries(match_id, seq - 1))[0]

    async def motion(self, match_id: str, seq: int) -> Any:
        """What moved on the simulated table with an entry."""
        rows = await self._rows(match_id, seq - 1)
        return parse_json(rows[0]).get("motion") if rows else None

    async def refresh(self, match_id: str) -> None:
        """Another tab has stored something: read it, if the match is open here."""
        if room := self._rooms.get(match_id):
            async with room.lock:
                await self._read_on(room)

    def forget(self, match_id: str) -> None:
        """A match is gone."""
        if room := self._rooms.pop(match_id, None):
            _stop(room)

    async def _decided(
        self, room: Room, actor: Actor, command: Command, at: Tick | None, motion: Any
    ) -> Match:
        for _ in range(ATTEMPTS):
            tick = max(at, room.match.tick) if at is not None else room.tick()
            verdict = decide(room.match, actor, command, tick)
            events = overdue(room.match, tick) if isinstance(verdict, Refusal) else verdict
            if events and not await self._added(room, events, tick, motion):
                continue
            if isinstance(verdict, Refusal):
                raise Refused(verdict)
            return room.match
        raise refused("busy", limit="waiting", seconds=1)

    async def _added(self, room: Room, events: Events, tick: Tick, motion: Any) -> bool:
        """Store first; then the match moves on. False: another tab was quicker."""
        before = room.match
        last = events[-1]
        if isinstance(last, Continued):
            following = await self.create(rematch(before, self._seed()))
            events = named(events, following.id)
        entry = Entry(before.seq + 1, _wall(), tick, events)
        after = extended(before, entry)
        row = _stored(entry, motion)
        failure = await self._host.append(before.id, before.seq, about(after), row)
        if failure == CONFLICT:
            await self._read_on(room)
            return False
        if failure:
            raise not_stored(failure)
        room.match = after
        self._moved(before, room)
        return True

    async def _read_on(self, room: Room) -> None:
        for entry in await self._entries(room.match.id, room.match.seq):
            before, room.match = room.match, extended(room.match, entry)
            self._moved(before, room)

    async def _entries(self, match_id: str, start: int) -> list[Entry]:
        rows = await self._rows(match_id, start)
        try:
            return [_entry(start + number, text) for number, text in enumerate(rows, 1)]
        except (Invalid, LookupError, TypeError) as error:
            raise refused("quarantine") from error

    async def _rows(self, match_id: str, start: int) -> Any:
        return parse_json(await self._host.entries(match_id, start))

    def _keep(self, room: Room) -> None:
        self._rooms[room.match.id] = room
        self._wind(room)

    def _moved(self, before: Match, room: Room) -> None:
        self._wind(room)
        self._notify(before, room.match)

    def _notify(self, before: Match | None, after: Match) -> None:
        for follower in self.followers:
            follower(before, after)

    def _wind(self, room: Room) -> None:
        """Look at the clock when the time of the seat to decide is over."""
        _stop(room)
        deadline = room.match.deadline()
        if deadline is not None:
            seconds = max(0, deadline - room.tick()) / 1000
            loop = asyncio.get_running_loop()
            room.timer = loop.call_later(seconds, self._ring, room.match.id)

    def _ring(self, match_id: str) -> None:
        match = self._rooms[match_id].match
        if match.lets_go(self.tick(match)):
            self.let_go(match)
        else:
            background(self.perform(match_id, Server(), CheckClock()))


_running: set[asyncio.Future[Any]] = set()  # tasks that nobody else holds on to


def background(work: Any) -> None:
    """Let something be done; what is refused there concerns nobody."""

    async def done() -> None:
        try:
            await work
        except (Refused, LudothekError):
            return

    task = asyncio.ensure_future(done())
    _running.add(task)
    task.add_done_callback(_ended)


def _ended(task: asyncio.Future[Any]) -> None:
    """A mistake of ours stands in the browser's console."""
    _running.discard(task)
    if not task.cancelled() and (error := task.exception()):
        traceback.print_exception(error)


def about(match: Match) -> str:
    """What lists show of a match, and the page before Python has started."""
    row = SimpleNamespace(
        id=match.id,
        game=match.plan.game,
        rules=match.plan.rules,
        status=match.status,
        public=False,
        summary=views.summary(match),
        created=match.created,
        updated=match.updated,
    )
    shown = views.quiet(views.view(match, ME), views.viewer(match, ME))
    info = views.info(match, ME, match.tick, match.seats_of(ME))
    return encode({"summary": views.listed(row, ME), "match": info, "view": shown})


def _stop(room: Room) -> None:
    if room.timer:
        room.timer.cancel()
        room.timer = None


def _folded(match_id: str, entries: list[Entry]) -> Match:
    try:
        return replay(match_id, entries)
    except OtherRules:
        raise
    except (LudothekError, LookupError, TypeError, ValueError) as error:
        raise refused("quarantine") from error


def _entry(seq: int, text: str) -> Entry:
    row = {name: value for name, value in parse_json(text).items() if name != "motion"}
    return decode(Entry, {"seq": seq, **row})


def _stored(entry: Entry, motion: Any = None) -> str:
    row = {"at": entry.at, "tick": entry.tick, "events": entry.events}
    return encode({**row, "motion": motion} if motion else row)


def _nobody(_match: Match) -> None:
    """There is no table."""


def _wall() -> int:
    return int(time.time() * 1000)


def _now() -> int:
    return int(time.monotonic() * 1000)

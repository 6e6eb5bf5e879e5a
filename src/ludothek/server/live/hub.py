"""The hub: all connections, the matches they follow, and what they are sent."""

import asyncio
from collections import Counter
from collections.abc import Collection
from contextlib import suppress
from typing import Final

from ludothek.games.backends import Spot
from ludothek.games.protocol import Seat
from ludothek.server.live.connection import RESTART, Connection
from ludothek.server.live.outbox import Packed
from ludothek.server.live.presence import Attendance, Roll
from ludothek.server.live.pubsub import PubSub
from ludothek.server.live.update_text import UpdateText
from ludothek.server.match.state import Match
from ludothek.server.runtime.rooms import Matches
from ludothek.server.runtime.server_clock import TimeLine
from ludothek.server.wire import updates, views
from ludothek.server.wire.codec import encode
from ludothek.server.wire.messages import (
    Beat,
    Bye,
    Held,
    JobNews,
    LobbyNews,
    Presence,
    Said,
    Update,
)
from ludothek.server.wire.models import JobInfo
from ludothek.server.wire.updates import Shared

FAREWELL: Final = 3.0  # seconds for all goodbyes
TURNS: Final = 40  # in which connections get a heartbeat: all at once would hold everything up
PRESENCE_PAUSE: Final = 0.2  # seconds in which comings and goings are gathered

Role = tuple[tuple[Seat, ...], bool]  # own seats, and whether the match is one's own


class Hub:
    """Who follows what."""

    def __init__(self, matches: Matches, line: TimeLine, pubsub: PubSub) -> None:
        self.connections: dict[Connection, None] = {}  # in the order in which they came
        self._turns: list[dict[Connection, None]] = [{} for _ in range(TURNS)]
        self._turn = 0
        self.roll = Roll()
        self._matches = matches
        self._line = line
        self._pubsub = pubsub
        self._listeners: dict[str, dict[Connection, None]] = {}
        self._pending_presence: set[str] = set()  # matches whose presence will be sent
        self.persons: Counter[str] = Counter()
        self.addresses: Counter[str] = Counter()

    def enter(self, connection: Connection) -> None:
        """Somebody connects."""
        self.connections[connection] = None
        min(self._turns, key=len)[connection] = None
        self.addresses[connection.address] += 1
        if connection.person:
            self.persons[connection.person] += 1

    def leave(self, connection: Connection) -> None:
        """Somebody is gone."""
        self.connections.pop(connection, None)
        for turn in self._turns:
            turn.pop(connection, None)
        _less(self.addresses, connection.address)
        if connection.person:
            _less(self.persons, connection.person)
        for match_id in sorted(connection.watched):
            self.unwatch(connection, match_id)

    async def watch(self, connection: Connection, match_id: str, after: int | None) -> None:
        """Follow a match, and get its state and what was missed."""
        room = await self._matches.room(match_id)  # nothing is awaited from here on
        if match_id not in connection.watched:
            self._listeners.setdefault(match_id, {})[connection] = None
            connection.watched.add(match_id)
            room.pins += 1
        shared = updates.shared(room.match, room.view(), after)
        connection.send(self._update(shared, room.match, connection.person))
        if room.held and room.held.ply == room.match.ply:
            connection.send(room.held)
        self._note(match_id)

    def unwatch(self, connection: Connection, match_id: str) -> None:
        """Follow a match no longer."""
        if match_id not in connection.watched:
            return
        connection.watched.discard(match_id)
        listeners = self._listeners[match_id]
        del listeners[connection]
        if not listeners:
            del self._listeners[match_id]
        self._matches.unpin(match_id)
        self._note(match_id)

    def broadcast(self, before: Match | None, after: Match, _own: bool) -> None:
        """A match has moved on: everybody who follows it gets a view of their own."""
        listeners = self._listeners.get(after.id)
        if not listeners or before is None:
            return
        written: dict[Role, Packed] = {}
        shared = updates.shared(after, views.view_of_mover(after), before.seq, before.state)
        text = UpdateText(shared)
        for connection in listeners:
            person = connection.person
            role = after.seats_of(person), after.owner == person
            if role not in written:
                written[role] = Packed(self._update(shared, after, person), text)
            connection.send_packed(written[role])
        if before.occupants != after.occupants:
            self._note(after.id)

    def hold(self, held: Held, *, by: Connection | None = None) -> None:
        """Show how a piece is being held to all others; `by` None: another process sent it."""
        if room := self._matches.room_in_memory(held.match):
            room.held = held
        packed = Packed(held)
        for connection in self._listeners.get(held.match, ()):
            if connection is not by:
                connection.send_packed(packed)
        if by:
            self._pubsub.publish("held", encode(held))

    def say(self, phrase: Said, *, own: bool) -> None:
        """Pass a phrase on to everybody who follows the match; not `own`: from another process."""
        packed = Packed(phrase)
        for connection in self._listeners.get(phrase.match, ()):
            connection.send_packed(packed)
        if own:
            self._pubsub.publish("said", encode(phrase))

    def holding(self, match: Match) -> Spot | None:
        """How the piece to be placed is being held, if that is known."""
        room = self._matches.room_in_memory(match.id)
        if not room or not room.held or room.held.ply != match.ply:
            return None
        return room.held.spot.spot

    def send_job(self, person: str, job: JobInfo) -> None:
        """Progress of somebody's job."""
        packed = Packed(JobNews(job=job))
        for connection in self.connections:
            if connection.person == person:
                connection.send_packed(packed)

    def people(self) -> Collection[str]:
        """Everybody with an identity who is connected to this process."""
        return list(self.persons)

    def publish_job(self, job: str, person: str, state: str) -> None:
        """Tell the other processes that a job has changed."""
        self._pubsub.publish("job", job, person, state)

    def send_lobby(self, news: LobbyNews) -> None:
        """Open invitations, to everybody who follows the lobby."""
        packed = Packed(news)
        for connection in self.connections:
            if connection.lobby:
                connection.send_packed(packed)

    def beat(self) -> None:
        """Send a heartbeat to those who were sent nothing else, a few at a time."""
        self._turn = (self._turn + 1) % TURNS
        packed, now = Packed(Beat(now=self._line.wall())), self._line.now()
        for connection in list(self._turns[self._turn]):
            if connection.expired(now):
                _sign_out(connection)
            connection.close_if_stuck()
            if not connection.active:
                connection.send_packed(packed)
            connection.active = False

    def note_elsewhere(self, process: str, match_id: str, attendance: Attendance) -> None:
        """Who follows a match through another process."""
        if self.roll.note(match_id, process, attendance):
            self._send_presence_soon(match_id)

    def keep_only(self, alive: frozenset[str]) -> None:
        """Other processes are gone, and everybody who was connected to them."""
        for match_id in self.roll.keep_only(alive):
            self._send_presence_soon(match_id)

    def dismiss(self, person: str, credential: str | None = None) -> None:
        """Close connections whose session or token has ended; None: all of the person."""
        for connection in list(self.connections):
            if connection.person == person and credential in {None, connection.credential}:
                _sign_out(connection)

    async def farewell(self) -> None:
        """The server stops: everybody is asked to come back."""
        for connection in list(self.connections):
            connection.close(RESTART, Bye(reason="restart", retry=500))
        gone = [connection.gone.wait() for connection in self.connections]
        with suppress(TimeoutError):
            async with asyncio.timeout(FAREWELL):
                await asyncio.gather(*gone)

    def _update(self, shared: Shared, match: Match, person: str | None) -> Update:
        attendance = self.roll.of(match.id)
        tick = self._line.now()
        return updates.update(shared, match, person, tick, attendance.seats, attendance.watchers)

    def _note(self, match_id: str) -> None:
        """Somebody came, went or sat down: send it if it has changed."""
        attendance = self._attendance(match_id)
        if self.roll.note(match_id, self._pubsub.process, attendance):
            seats = ",".join(map(str, sorted(attendance.seats))) or "-"
            self._pubsub.publish("there", match_id, seats, str(attendance.watchers))
            self._send_presence_soon(match_id)

    def _attendance(self, match_id: str) -> Attendance:
        listeners = self._listeners.get(match_id, {})
        match = self._matches.in_memory(match_id)
        if not match:
            return Attendance()
        persons = {connection.person for connection in listeners}
        seats = {seat for person in persons for seat in match.seats_of(person)}
        watchers = sum(not match.seats_of(connection.person) for connection in listeners)
        return Attendance(frozenset(seats), watchers)

    def _send_presence_soon(self, match_id: str) -> None:
        if match_id not in self._pending_presence:
            self._pending_presence.add(match_id)
            loop = asyncio.get_running_loop()
            loop.call_later(PRESENCE_PAUSE, self._send_presence, match_id)

    def _send_presence(self, match_id: str) -> None:
        self._pending_presence.discard(match_id)
        attendance = self.roll.of(match_id)
        packed = Packed(
            Presence(match=match_id, online=sorted(attendance.seats), watchers=attendance.watchers)
        )
        for connection in self._listeners.get(match_id, ()):
            connection.send_packed(packed)


def _sign_out(connection: Connection) -> None:
    connection.close(RESTART, Bye(reason="replaced", retry=0))


def _less(counter: Counter[str], key: str) -> None:
    counter[key] -= 1
    if counter[key] <= 0:
        del counter[key]

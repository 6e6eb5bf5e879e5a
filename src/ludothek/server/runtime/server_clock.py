"""Two times: the wall clock for people, and the server's own time line for clocks.

The time line counts milliseconds during which some server process was at work. It stands still
while none is, so that nobody's clock runs during an outage. Its position is written down with every
heartbeat, and processes that work on one database keep together through those notes.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, delete, select

from ludothek.server.match.clocks import Tick
from ludothek.server.storage.database import Database
from ludothek.server.storage.schema import servers

BEAT: Final = 1.0  # seconds between heartbeats
ALIVE: Final = 5_000  # milliseconds after which a silent process counts as dead


def wall() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Note:
    """The last heartbeat of a process."""

    process: str
    tick: Tick
    at: int


class TimeLine:
    """The server's own time."""

    def __init__(
        self,
        database: Database,
        process: str,
        grace: float = 0.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._database = database
        self._process = process
        self._grace = grace
        self._base: Tick = 0
        self._clock = clock
        self._from = clock()
        self.alive: frozenset[str] = frozenset([process])  # processes at work

    async def start(self) -> bool:
        """Go on where the line stood; says whether this process is the only one at work."""
        notes, now = await self._notes(), wall()
        fresh = self._alive(notes, now)
        self._base = max([_position(note, now) for note in fresh] or [n.tick for n in notes] or [0])
        self._from = self._clock() + (0 if fresh else self._grace)
        await self.beat()
        return not fresh

    def now(self) -> Tick:
        """Where the line is."""
        return self._base + max(0, int((self._clock() - self._from) * 1000))

    async def beat(self) -> None:
        """Write the position down, and keep together with the other processes."""
        now = wall()
        values = {"id": self._process, "tick": self.now(), "at": now}
        insert = self._database.insert(servers).values(values)
        upsert = insert.on_conflict_do_update(index_elements=["id"], set_=values)
        await self._database.write(lambda connection: connection.execute(upsert))
        fresh = self._alive(await self._notes(), now)
        self.alive = frozenset([self._process, *(note.process for note in fresh)])
        self._base += max(0, *(_position(note, now) - self.now() for note in fresh), 0)

    async def stop(self) -> None:
        """Write the last position down under a name that does not count as alive."""
        gone = [note.process for note in await self._notes() if wall() - note.at >= ALIVE]
        final = {"id": self._process, "tick": self.now(), "at": 0}
        insert = self._database.insert(servers).values(final)
        upsert = insert.on_conflict_do_update(index_elements=["id"], set_=final)

        def leave(connection: Connection) -> None:
            connection.execute(delete(servers).where(servers.c.id.in_(gone)))
            connection.execute(upsert)

        await self._database.write(leave)

    def _alive(self, notes: list[Note], now: int) -> list[Note]:
        """The other processes at work; a database file has only one."""
        if self._database.sqlite:
            return []
        return [n for n in notes if now - n.at < ALIVE and n.process != self._process]

    async def _notes(self) -> list[Note]:
        query = select(servers.c.id, servers.c.tick, servers.c.at)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [Note(row.id, row.tick, row.at) for row in rows]


def _position(note: Note, now: int) -> Tick:
    """Where a living process is by now, if the two wall clocks agree."""
    return note.tick + min(max(0, now - note.at), int(BEAT * 2000))

"""Two times: the wall clock for people, and the server's time line for game clocks.

The time line counts milliseconds during which some server process was at work. It stands still
while none is, so that nobody's clock runs during an outage. Its position is written down with every
heartbeat. Processes that work on one database keep together: each goes on from the furthest
position that another has told, and otherwise counts by its own monotonic clock. No wall time is
compared, so neither a clock that is set nor one that differs moves the line.
"""

import time
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


class Clock:
    """All that a server process knows of time comes from here."""

    def monotonic(self) -> float:
        """Seconds since some moment; never set."""
        return time.monotonic()

    def wall(self) -> int:
        """Milliseconds since 1970, as this machine says."""
        return wall()


@dataclass(frozen=True, slots=True)
class Note:
    """The last heartbeat of a process."""

    process: str
    tick: Tick
    stopped: bool


class TimeLine:
    """The server's own time."""

    def __init__(
        self, database: Database, process: str, grace: float = 0.0, clock: Clock | None = None
    ) -> None:
        self.clock = clock or Clock()
        self._database = database
        self._process = process
        self._grace = grace
        self._base: Tick = 0
        self._from = self.clock.monotonic()
        self._ticks: dict[str, tuple[Tick, float]] = {}  # others: position, and when it was new
        self.alive: frozenset[str] = frozenset([process])  # processes at work

    async def start(self) -> bool:
        """Go on where the line stood; says whether no other process seems to be at work."""
        notes = await self._notes()
        self._base = max([note.tick for note in notes], default=0)
        self._from = self.clock.monotonic() + self._grace
        self._take_note_of(notes)
        await self._write()
        return self.alive == {self._process}

    def now(self) -> Tick:
        """Where the line is."""
        return self._base + max(0, int((self.clock.monotonic() - self._from) * 1000))

    def wall(self) -> int:
        """Milliseconds since 1970: to be shown, never to be compared with another machine's."""
        return self.clock.wall()

    async def beat(self) -> None:
        """Write the position down, and keep together with the other processes."""
        await self._write()
        self._take_note_of(await self._notes())

    def observe(self, process: str, tick: Tick) -> None:
        """Another process is at work, and says where the line is: never behind that."""
        before, _ = self._ticks.get(process, (None, 0.0))
        if before == tick:
            return
        now = self.clock.monotonic()
        self._ticks[process] = tick, now
        if before is not None and tick > self.now():  # it moves: nobody waits for a grace
            self._base, self._from = tick, now

    async def stop(self) -> None:
        """Write the last position down under a name that does not count as alive."""
        gone = [process for process in self._ticks if process not in self.alive]
        final = {"id": self._process, "tick": self.now(), "at": 0}
        insert = self._database.insert(servers).values(final)
        upsert = insert.on_conflict_do_update(index_elements=["id"], set_=final)

        def leave(connection: Connection) -> None:
            connection.execute(delete(servers).where(servers.c.id.in_(gone)))
            connection.execute(upsert)

        await self._database.write(leave)

    def _take_note_of(self, notes: list[Note]) -> None:
        """A process is alive while its position changes; a database file has only one."""
        if self._database.sqlite:
            return
        for note in notes:
            if not note.stopped and note.process != self._process:
                self.observe(note.process, note.tick)
        stopped = {note.process for note in notes if note.stopped}
        recent = self.clock.monotonic() - ALIVE / 1000
        moving = [p for p, (_, at) in self._ticks.items() if at > recent and p not in stopped]
        self.alive = frozenset([self._process, *moving])

    async def _write(self) -> None:
        values = {"id": self._process, "tick": self.now(), "at": max(1, self.wall())}
        insert = self._database.insert(servers).values(values)
        upsert = insert.on_conflict_do_update(index_elements=["id"], set_=values)
        await self._database.write(lambda connection: connection.execute(upsert))

    async def _notes(self) -> list[Note]:
        query = select(servers.c.id, servers.c.tick, servers.c.at)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [Note(row.id, row.tick, row.at == 0) for row in rows]

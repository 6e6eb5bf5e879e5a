"""Quarantine: matches with an entry that cannot be read are set aside.

A damaged row concerns its own match only: who asks for it is refused, the chores of the server pass
it over, and `ludothek quarantine` shows it.
"""

import logging
from collections import deque
from collections.abc import AsyncIterator, Iterable, Iterator
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Row, delete, select

from ludothek.games import LudothekError
from ludothek.server.match.events import Entry, parse_events
from ludothek.server.match.state import CAPS, Caps, Match, OtherRules, fold
from ludothek.server.storage.database import Database
from ludothek.server.storage.schema import entries, quarantine, snapshots
from ludothek.server.wire.codec import Invalid

# What an entry that is damaged may lead to, in the codec or in the rules.
DAMAGE: Final = (
    LudothekError,
    Invalid,
    LookupError,
    ValueError,
    TypeError,
    AttributeError,
    ArithmeticError,
    RecursionError,
)

log = logging.getLogger(__name__)


class Damaged(Exception):
    """An entry of a match cannot be read."""

    def __init__(self, match: str, seq: int, error: Exception) -> None:
        self.match = match
        self.seq = seq
        self.reason = f"{type(error).__name__}: {error}"[:500]
        super().__init__(f"entry {seq} of match {match}: {self.reason}")


class SetAside(NamedTuple):
    """A match in quarantine."""

    match: str
    seq: int
    reason: str
    at: int


def parsed(match_id: str, rows: Iterable[Any]) -> Iterator[Entry]:
    """Stored rows as entries, one after the other; raises `Damaged`."""
    return (_parsed(match_id, row) for row in rows)


def folding(
    match_id: str, entries: Iterable[Entry], before: Match | None = None, caps: Caps = CAPS
) -> Iterator[Match]:
    """The match that entries lead to, behind those of `before`, step by step; raises `Damaged`."""
    match = before
    for entry in entries:
        try:
            match = yield from fold(match_id, [entry], match, caps)
        except OtherRules:
            raise
        except DAMAGE as error:
            raise Damaged(match_id, entry.seq, error) from error


def folded(match_id: str, entries: Iterable[Entry], match: Match | None = None) -> Match:
    """The match that entries lead to, behind those of `match`; raises `Damaged`."""
    return deque(folding(match_id, entries, match), maxlen=1)[0]


class Quarantine:
    """What is set aside in a database."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, damaged: Damaged, at: int) -> None:
        """Set a match aside, and say so the first time."""
        row = SetAside(damaged.match, damaged.seq, damaged.reason, at)._asdict()
        insert = self._database.insert(quarantine).on_conflict_do_nothing()
        adding = insert.values(row).returning(quarantine.c.match)
        if await self._database.write(lambda connection: connection.scalar(adding)):
            more = {"match": damaged.match, "seq": damaged.seq, "reason": damaged.reason}
            log.error("a match is in quarantine: see `ludothek quarantine`", extra=more)

    async def listed(self) -> list[SetAside]:
        """All that is set aside."""
        query = select(quarantine).order_by(quarantine.c.at)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return [SetAside(row.match, row.seq, row.reason, row.at) for row in rows]

    async def rows(self, match_id: str) -> list[Row[Any]]:
        """The entries of a match as they are stored."""
        query = select(entries).where(entries.c.match == match_id).order_by(entries.c.seq)
        return list(await self._database.read(lambda connection: connection.execute(query).all()))

    async def check(self) -> AsyncIterator[Damaged]:
        """What cannot be read in any match, also before its snapshot; nothing is changed."""
        query = select(entries.c.match).distinct().order_by(entries.c.match)
        for match_id in await self._database.read(lambda c: c.scalars(query).all()):
            try:
                folded(match_id, parsed(match_id, await self.rows(match_id)))
            except OtherRules:
                continue  # it is listed, and cannot be replayed here
            except Damaged as damaged:
                yield damaged

    async def release(self, match_id: str) -> bool:
        """Let a match that can be read again take part; raises `Damaged` where it cannot."""
        rows = await self.rows(match_id)
        if rows:
            folded(match_id, parsed(match_id, rows))
        gone = delete(quarantine).where(quarantine.c.match == match_id)
        outdated = delete(snapshots).where(snapshots.c.match == match_id)

        def work(connection: Connection) -> int:
            connection.execute(outdated)  # an entry before it may have been mended
            return connection.execute(gone).rowcount

        return bool(await self._database.write(work))


def _parsed(match_id: str, row: Any) -> Entry:
    try:
        return Entry(row.seq, row.at, row.tick, parse_events(row.events))
    except DAMAGE as error:
        raise Damaged(match_id, row.seq, error) from error

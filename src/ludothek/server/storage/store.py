"""The event store: append-only entries with expected sequence numbers.

What waits to be stored at the same moment goes into one transaction, so that many matches share
one write to the disk. Nobody is sent an entry before `append` has returned.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Row, Select, delete, func, select, update

from ludothek.games import load, names
from ludothek.server.match.events import (
    Created,
    Entry,
    Left,
    Placed,
    Sat,
    format_events,
    parse_events,
)
from ludothek.server.match.results import results as results_of
from ludothek.server.match.state import Match
from ludothek.server.storage.database import FAILURES, Database
from ludothek.server.storage.postgres_listener import CHANNEL
from ludothek.server.storage.quarantine import Quarantine, parsed
from ludothek.server.storage.schema import (
    entries,
    matches,
    motions,
    players,
    results,
    snapshots,
)
from ludothek.server.storage.snapshots import Snapshot

APART: Final = 0.01  # seconds between two transactions: many decisions share one, few do not wait
BATCH: Final = 200  # commits of one transaction
_NOTICE_SIZE: Final = 100  # matches of one notice, which has at most 8000 bytes

Key = tuple[str, int]  # match and number


class Conflict(Exception):
    """Somebody else has stored an entry of that number: load again."""


class NotStored(Exception):
    """The database did not take it; nothing was changed."""


UNSTORED: Final = (NotStored, *FAILURES)  # what a database that fails leads to


@dataclass(frozen=True, slots=True)
class Commit:
    """An entry, the match it leads to, and what lists show of it."""

    entry: Entry
    match: Match
    summary: str
    waiting: str
    motion: bytes | None = None  # how the pieces moved

    @property
    def key(self) -> Key:
        """Match and number."""
        return self.match.id, self.entry.seq

    @property
    def reseated(self) -> bool:
        """Did somebody sit down or stand up?"""
        return any(isinstance(event, Created | Sat | Left) for event in self.entry.events)


@dataclass(frozen=True, slots=True)
class _Waiting:
    commits: tuple[Commit, ...]
    done: asyncio.Future[None]


class History(NamedTuple):
    """What a match is made from again: rows of the database."""

    snapshot: Row[Any] | None
    entries: list[Row[Any]]  # behind the snapshot


class Store:
    """The matches of a database."""

    def __init__(self, database: Database, process: str) -> None:
        self.database = database
        self.process = process
        self.quarantine = Quarantine(database)
        self._queue: asyncio.Queue[_Waiting] = asyncio.Queue()
        self._snapshots: dict[str, Snapshot] = {}  # to go with the next transaction

    async def run(self) -> None:
        """Write what is waiting, for ever."""
        loop, next_one = asyncio.get_running_loop(), 0.0
        while True:
            batch = [await self._queue.get()]
            await asyncio.sleep(max(0.0, next_one - loop.time()))
            while not self._queue.empty() and len(batch) < BATCH:
                batch.append(self._queue.get_nowait())
            try:
                await self._write(batch)
            finally:
                next_one = loop.time() + APART
                for waiting in batch:
                    _answer(waiting, NotStored())
                    self._queue.task_done()

    async def drained(self) -> None:
        """Wait until nothing is waiting."""
        await self._queue.join()

    async def append(self, *commits: Commit) -> None:
        """Store all of these or none; raises `Conflict` if one of the numbers is taken."""
        waiting = _Waiting(commits, asyncio.get_running_loop().create_future())
        self._queue.put_nowait(waiting)
        await waiting.done

    def keep(self, snapshot: Snapshot) -> None:
        """Store a snapshot together with whatever is stored next; one that is lost costs time."""
        if len(self._snapshots) < BATCH:
            self._snapshots[snapshot["match"]] = snapshot

    async def entries(self, match_id: str, after: int = 0) -> list[Entry]:
        """The entries of a match behind a number; raises `Damaged`."""
        query = _entries_behind(match_id, after)
        rows = await self.database.read(lambda connection: connection.execute(query).all())
        return list(parsed(match_id, rows))

    async def history(self, match_id: str, *, whole: bool = False) -> History:
        """The snapshot of a match, and the rows of its entries behind that; or the whole of it."""
        newest = select(snapshots).where(snapshots.c.match == match_id)

        def work(connection: Connection) -> History:
            row = None if whole else connection.execute(newest).one_or_none()
            behind = _entries_behind(match_id, row.seq if row else 0)
            return History(row, list(connection.execute(behind).all()))

        return await self.database.read(work)

    async def placed(self, match_id: str, seq: int) -> Placed:
        """The placement of an entry."""
        condition = (entries.c.match == match_id) & (entries.c.seq == seq)
        query = select(entries.c.events).where(condition)
        text = await self.database.read(lambda connection: connection.scalar(query))
        return next(event for event in parse_events(text or "[]") if isinstance(event, Placed))

    async def numbers(self, match_ids: Sequence[str]) -> dict[str, int]:
        """The number of the last entry of each of these matches."""
        query = select(matches.c.id, matches.c.seq).where(matches.c.id.in_(match_ids))
        rows = await self.database.read(lambda connection: connection.execute(query).all())
        return {row.id: row.seq for row in rows}

    async def motion(self, match_id: str, seq: int) -> bytes | None:
        """How the pieces moved in an entry."""
        query = select(motions.c.body).where(motions.c.match == match_id, motions.c.seq == seq)
        body: bytes | None = await self.database.read(lambda c: c.scalar(query))
        return body

    async def retire(self) -> None:
        """Matches that were being played with unknown versions of the rules cannot go on."""
        await self.database.write(_retire)

    async def _write(self, batch: list[_Waiting]) -> None:
        """Single commits together; those that belong together in transactions of their own."""
        single, groups = _arranged(batch)
        for group in filter(None, [single, *groups]):
            try:
                stored = await self._store(group)
            except Conflict as conflict:
                _answer(group[0], conflict)
            except FAILURES as error:
                for waiting in group:
                    _answer(waiting, error)
            else:
                for waiting in group:
                    _answer(waiting, None if waiting.commits[0].key in stored else Conflict())

    async def _store(self, group: list[_Waiting]) -> set[Key]:
        commits = [commit for waiting in group for commit in waiting.commits]
        kept, self._snapshots = self._snapshots, {}

        def work(connection: Connection) -> set[Key]:
            stored = self._transaction(connection, commits, group)
            if kept:  # always in the same order: two processes do not wait for each other
                connection.execute(self._replace, [kept[match_id] for match_id in sorted(kept)])
            return stored

        return await self.database.write(work)

    def _transaction(
        self, connection: Connection, commits: list[Commit], group: list[_Waiting]
    ) -> set[Key]:
        """Store what can be stored; a group of several commits wholly or not at all."""
        stored = self._insert_entries(connection, commits)
        if len(commits) > len(group) and len(stored) < len(commits):
            raise Conflict
        self._update_tables(connection, [commit for commit in commits if commit.key in stored])
        return stored

    def _insert_entries(self, connection: Connection, commits: list[Commit]) -> set[Key]:
        inserted = connection.execute(self._add, [_entry_row(commit) for commit in commits])
        return {(match_id, seq) for match_id, seq in inserted}

    @cached_property
    def _add(self) -> Any:
        """A new entry, unless its number is taken."""
        insert = self.database.insert(entries).on_conflict_do_nothing()
        return insert.returning(entries.c.match, entries.c.seq)

    def _update_tables(self, connection: Connection, commits: list[Commit]) -> None:
        """Update the tables beside the entries."""
        if not commits:
            return
        rows = [self._match_row(commit) for commit in commits]
        connection.execute(self._upsert, rows)
        self._seat(connection, [commit.match for commit in commits if commit.reseated])
        self._conclude(
            connection, [each.match for each in commits if each.match.over or each.match.quitters]
        )
        moved = [_motion_row(commit) for commit in commits if commit.motion]
        if moved:
            connection.execute(motions.insert(), moved)
        if not self.database.sqlite:
            self._notify(connection, commits)

    @cached_property
    def _replace(self) -> Any:
        """The snapshot of a match, in place of an earlier one."""
        insert = self.database.insert(snapshots)
        changed = {c.name: insert.excluded[c.name] for c in snapshots.c if c.name != "match"}
        return insert.on_conflict_do_update(index_elements=["match"], set_=changed)

    @cached_property
    def _upsert(self) -> Any:
        """A line of the list of matches, new or changed."""
        insert = self.database.insert(matches)
        fixed = {"id", "owner", "game", "rules", "created"}
        changed = {c.name: insert.excluded[c.name] for c in matches.c if c.name not in fixed}
        return insert.on_conflict_do_update(index_elements=["id"], set_=changed)

    def _match_row(self, commit: Commit) -> dict[str, Any]:
        match = commit.match
        return {
            "id": match.id,
            "seq": match.seq,
            "owner": match.owner,
            "game": match.plan.game,
            "rules": match.plan.rules,
            "status": match.status,
            "public": match.plan.public,
            "waiting": commit.waiting,
            "server": self.process,
            "deadline": match.deadline(),
            "created": match.created,
            "updated": match.updated,
            "summary": commit.summary,
        }

    def _seat(self, connection: Connection, seated: list[Match]) -> None:
        if not seated:
            return
        ids = [match.id for match in seated]
        connection.execute(delete(players).where(players.c.match.in_(ids)))
        rows = [{"match": m.id, "person": person} for m in seated for person in m.people()]
        if rows:
            connection.execute(players.insert(), rows)

    def _conclude(self, connection: Connection, decided: list[Match]) -> None:
        rows = [row for match in decided for row in _result_rows(match)]
        if rows:
            connection.execute(self.database.insert(results).on_conflict_do_nothing(), rows)

    def _notify(self, connection: Connection, commits: list[Commit]) -> None:
        """Other processes are notified in the transaction that stores it."""
        keys = [f"{match_id}:{seq}" for match_id, seq in (commit.key for commit in commits)]
        for first in range(0, len(keys), _NOTICE_SIZE):
            notice = " ".join([self.process, "stored", *keys[first : first + _NOTICE_SIZE]])
            connection.execute(select(func.pg_notify(CHANNEL, notice)))


def _retire(connection: Connection) -> None:
    going = matches.c.status.in_(["open", "playing"])
    gone = {"status": "abandoned", "waiting": "nobody", "deadline": None}
    for name in names():
        old = (matches.c.game == name) & matches.c.rules.not_in(load(name).versions)
        connection.execute(update(matches).where(old & going).values(gone))


def _arranged(batch: list[_Waiting]) -> tuple[list[_Waiting], list[list[_Waiting]]]:
    """Those that can go together, each match once, and those that go alone."""
    single: list[_Waiting] = []
    groups: list[list[_Waiting]] = []
    seen: set[str] = set()
    for waiting in batch:
        match_id = waiting.commits[0].match.id
        if len(waiting.commits) == 1 and match_id not in seen:
            single.append(waiting)
            seen.add(match_id)
        else:
            groups.append([waiting])
    return single, groups


def _answer(waiting: _Waiting, error: Exception | None) -> None:
    if waiting.done.done():
        return
    if error:
        waiting.done.set_exception(error)
    else:
        waiting.done.set_result(None)


def _entries_behind(match_id: str, seq: int) -> Select[Any]:
    return (
        select(entries.c.seq, entries.c.at, entries.c.tick, entries.c.events)
        .where(entries.c.match == match_id, entries.c.seq > seq)
        .order_by(entries.c.seq)
    )


def _entry_row(commit: Commit) -> dict[str, Any]:
    entry = commit.entry
    return {
        "match": commit.match.id,
        "seq": entry.seq,
        "at": entry.at,
        "tick": entry.tick,
        "events": format_events(entry.events),
    }


def _motion_row(commit: Commit) -> dict[str, Any]:
    return {"match": commit.match.id, "seq": commit.entry.seq, "body": commit.motion}


def _result_rows(match: Match) -> list[dict[str, Any]]:
    return [
        {
            "match": match.id,
            "person": result.person,
            "game": match.plan.game,
            "score": result.score,
            "level": result.level,
            "scale": result.scale,
            "at": match.updated,
        }
        for result in results_of(match)
    ]

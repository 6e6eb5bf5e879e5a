"""The store, on both kinds of database: nothing twice, nothing half, nothing lost."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from sqlalchemy import Connection, select
from sqlalchemy.exc import OperationalError

from ludothek.games import load
from ludothek.games.record import Line, Record
from ludothek.server.accounts.signing import new_id
from ludothek.server.app.settings import Settings
from ludothek.server.match.commands import Decide, Leave, Person
from ludothek.server.match.events import Created, Decided, Entry
from ludothek.server.match.record_conversion import archived
from ludothek.server.match.refusals import Refused
from ludothek.server.match.setup.seating import set_up
from ludothek.server.match.state import PART, Match, OtherRules, extended, fold, replay
from ludothek.server.runtime.rooms import Matches
from ludothek.server.runtime.server_clock import TimeLine
from ludothek.server.runtime.time_slicing import STEPS
from ludothek.server.storage.database import Database, DatabaseError
from ludothek.server.storage.listing import Listing, MatchFilter
from ludothek.server.storage.schema import entries, matches
from ludothek.server.storage.store import Commit, Conflict, Store
from ludothek.server.wire.views import summary, waiting
from tests.server.clock import SteppedClock
from tests.server.example_matches import ADA, BO, occupant, plan

NewDatabase = Callable[[], str]


def test_what_was_appended_is_read_back(new_database: NewDatabase) -> None:
    async def story(store: Store) -> None:
        first, match = _created()
        await store.append(first)
        second = _decided(match, "w@a1")
        await store.append(second)
        entries = await store.entries(match.id)
        assert entries == [first.entry, second.entry]
        assert replay(match.id, entries) == second.match
        assert await store.entries(match.id, after=1) == [second.entry]
        assert await store.numbers([match.id, "unknown"]) == {match.id: 2}

    _run(new_database(), story)


def test_a_number_is_given_once(new_database: NewDatabase) -> None:
    async def story(store: Store) -> None:
        first, match = _created()
        await store.append(first)
        rivals = [_decided(match, text) for text in ("w@a1", "w@a2", "w@a3")]
        results = await asyncio.gather(*map(store.append, rivals), return_exceptions=True)
        assert [type(result) for result in results].count(Conflict) == 2
        stored = await store.entries(match.id, after=1)
        assert [entry.events for entry in stored] == [
            rival.entry.events for rival, result in zip(rivals, results, strict=True) if not result
        ]

    _run(new_database(), story)


def test_what_belongs_together_is_stored_together_or_not_at_all(
    new_database: NewDatabase,
) -> None:
    async def story(store: Store) -> None:
        first, match = _created()
        await store.append(first)
        await store.append(_decided(match, "w@a1"))
        other, other_match = _created()
        with pytest.raises(Conflict):
            await store.append(other, _decided(match, "w@a2"))
        assert await store.entries(other_match.id) == []
        await store.append(other)

    _run(new_database(), story)


def test_many_matches_are_stored_at_the_same_time(new_database: NewDatabase) -> None:
    async def story(store: Store) -> None:
        made = [_created() for _ in range(300)]
        await asyncio.gather(*(store.append(commit) for commit, _ in made))
        numbers = await store.numbers([match.id for _, match in made])
        assert set(numbers.values()) == {1}
        assert len(numbers) == 300

    _run(new_database(), story)


def test_motions_are_kept(new_database: NewDatabase) -> None:
    async def story(store: Store) -> None:
        first, match = _created()
        await store.append(replace(first, motion=b"moved"))
        assert await store.motion(match.id, 1) == b"moved"
        assert await store.motion(match.id, 2) is None

    _run(new_database(), story)


def test_a_match_of_other_rules_says_clearly_that_it_cannot_go_on(
    new_database: NewDatabase,
) -> None:
    async def story(store: Store) -> None:
        commit, match = _created()
        old = replace(match.plan, rules=99)
        entry = Entry(1, 0, 0, (Created(ADA.id, old, match.occupants, 1),))
        await store.append(replace(commit, entry=entry, match=replace(match, plan=old)))
        matches = Matches(store, TimeLine(store.database, "me"), 10)
        with pytest.raises(OtherRules) as refused:
            await matches.get(match.id)
        assert refused.value.code == "rules-version"
        assert "version 99" in str(refused.value)
        await store.retire()
        listed = (await Listing(store.database).mine(ADA.id, MatchFilter())).matches
        assert [(row.status, row.replayable) for row in listed] == [("abandoned", False)]

    _run(new_database(), story)


def test_two_processes_that_serve_one_match_stay_consistent(new_database: NewDatabase) -> None:
    """Both have it in memory; the loser of every race reads on and tries again."""

    async def story(store: Store) -> None:
        line = TimeLine(store.database, "me")
        here, there = Matches(store, line, 10), Matches(store, line, 10)
        match_id = new_id()
        occupants = [occupant(ADA), occupant(BO)]
        await here.create(match_id, set_up(plan(), occupants, ADA.id, 1))
        people = {1: ADA, 2: BO}
        for ply, text in enumerate(["w@a1", "w@a2", "b@a3", "b@a4"]):
            command = Decide(ply=ply, decisions=[text])
            person: Person = people[1 + ply % 2]
            both = [m.perform(match_id, person, command) for m in (here, there)]
            one, other = await asyncio.gather(*both)
            assert one.texts == other.texts
            assert one.ply == ply + 1
        assert len(await store.entries(match_id)) == 5

    _run(new_database(), story)


def test_what_is_not_stored_is_told_to_nobody(new_database: NewDatabase) -> None:
    """First it is stored, then the match moves on; where the database fails, nothing happened."""

    async def story(store: Store) -> None:
        matches = Matches(store, TimeLine(store.database, "me"), 10)
        match = await matches.create(new_id(), set_up(plan(), [occupant(ADA), None], ADA.id, 1))
        notified: list[int] = []
        matches.followers.append(lambda _before, after, _own: notified.append(after.seq))
        working = store.database.write

        async def failing(work: Any) -> Any:
            def interrupted(connection: Connection) -> None:
                work(connection)
                raise OperationalError("commit", None, Exception("the disk is full"))

            return await working(interrupted)

        with patch.object(store.database, "write", failing), pytest.raises(OperationalError):
            await matches.perform(match.id, ADA, Leave())
        assert notified == []
        assert (await matches.get(match.id)).status == "open"
        assert len(await store.entries(match.id)) == 1
        await matches.perform(match.id, ADA, Leave())
        assert notified == [2]

    _run(new_database(), story)


def test_a_match_nobody_knows_is_not_found(new_database: NewDatabase) -> None:
    async def story(store: Store) -> None:
        with pytest.raises(Refused):
            await Matches(store, TimeLine(store.database, "me"), 10).get("0" * 16)

    _run(new_database(), story)


def test_only_so_many_matches_are_kept_in_memory(new_database: NewDatabase) -> None:
    async def story(store: Store) -> None:
        matches = Matches(store, TimeLine(store.database, "me"), 10)
        ids = [new_id() for _ in range(50)]
        for match_id in ids:
            await matches.create(match_id, set_up(plan(), [occupant(ADA), None], ADA.id, 1))
        assert len(matches.loaded()) <= 10
        assert (await matches.get(ids[0])).id == ids[0]

    _run(new_database(), story)


def test_matches_that_somebody_follows_are_kept_in_memory_and_others_make_room(
    new_database: NewDatabase,
) -> None:
    async def story(store: Store) -> None:
        matches = Matches(store, TimeLine(store.database, "me"), 10)
        ids = [new_id() for _ in range(50)]
        for match_id in ids:
            await matches.create(match_id, set_up(plan(), [occupant(ADA), None], ADA.id, 1))
            (await matches.room(ids[0])).pins = 1
        assert ids[0] in matches.loaded()
        matches.unpin(ids[0])
        for match_id in ids[1:20]:
            await matches.get(match_id)
        assert ids[0] not in matches.loaded()
        assert (await matches.get(ids[0])).id == ids[0]

    _run(new_database(), story)


def test_a_long_match_is_loaded_in_slices_and_others_have_their_turn(
    new_database: NewDatabase,
) -> None:
    async def story(store: Store) -> None:
        matches = Matches(store, TimeLine(store.database, "me"), 10)
        match = await matches.create(new_id(), archived(_long_record(), ADA.id, 1))
        turns = 0

        async def take_turns() -> None:
            nonlocal turns
            while True:
                turns += 1
                await asyncio.sleep(0)

        others = Matches(store, matches.line, 10)
        beside = asyncio.create_task(take_turns())
        entries = await store.entries(match.id)
        before = turns
        assert await others.slices.last(fold(match.id, entries)) == match
        assert turns - before >= match.ply // (PART * STEPS)
        beside.cancel()

    _run(new_database(), story)


def _long_record() -> Record:
    game = load("nexus")
    state, texts = game.initial(4), []
    random = Random(1)
    for _ in range(300):
        move = random.choice(game.legal_moves(state))
        state = game.apply(state, move)
        texts.append(str(move))
    names = ("Ada", "Bo", "Cy", "Di")
    return Record(game="nexus", setup=game.setup(4), names=names, line=Line.of(texts))


def test_the_time_line_stands_still_while_nobody_works(new_database: NewDatabase) -> None:
    async def story(store: Store) -> None:
        clock = SteppedClock()
        first = TimeLine(store.database, "first", clock=clock)
        assert await first.start()
        clock.seconds += 5
        await first.stop()
        clock.seconds += 3600
        second = TimeLine(store.database, "second", clock=clock)
        assert await second.start()
        assert second.now() == 5_000

    _run(new_database(), story)


def test_after_a_restart_clocks_wait_for_people_to_come_back(new_database: NewDatabase) -> None:
    async def story(store: Store) -> None:
        clock = SteppedClock()
        line = TimeLine(store.database, "first", grace=60, clock=clock)
        await line.start()
        clock.seconds += 50
        assert line.now() == 0
        clock.seconds += 50
        assert line.now() == 40_000

    _run(new_database(), story)


def test_the_log_of_a_file_does_not_grow_for_ever_and_nobody_waits_for_a_reader(
    tmp_path: Path,
) -> None:
    file = tmp_path / "db.sqlite3"
    log = tmp_path / "db.sqlite3-wal"

    async def story(store: Store) -> None:
        for _ in range(5):
            await store.append(_created()[0])
        await store.database.tidy()
        size = log.stat().st_size
        await store.append(_created()[0])
        assert log.stat().st_size == size, "it is written from its beginning again"
        with closing(sqlite3.connect(file)) as reader:
            reader.execute("begin")
            reader.execute("select count(*) from entries").fetchone()
            await store.append(_created()[0])
            await store.database.tidy()
            await store.append(_created()[0])
        assert len(await store.database.read(lambda c: c.execute(select(entries)).all())) == 8

    _run(f"sqlite:///{file}", story)


def test_a_wall_clock_that_jumps_calls_nothing_off(new_database: NewDatabase) -> None:
    async def story(store: Store) -> None:
        created, match = _created()
        await store.append(created)
        listing, day = Listing(store.database), 86_400_000
        for status in ("open", "playing"):
            going = matches.update().values(status=status)
            await store.database.write(partial(_execute, going))
            wall = created.match.updated + 100 * day
            assert await listing.forgotten(1000, wall, 3 * day, 60 * day) == []
            assert await listing.forgotten(61 * day, 1000, 3 * day, 60 * day) == []
            assert await listing.forgotten(61 * day, wall, 3 * day, 60 * day) == [match.id]

    _run(new_database(), story)


def test_a_database_that_cannot_be_reached_is_told_in_one_sentence() -> None:
    async def story() -> None:
        settings = Settings(database="postgresql://nobody@127.0.0.1:1/nothing")
        database = Database(settings.database)
        with pytest.raises(DatabaseError, match="cannot be opened"):
            await database.open()
        await database.close()

    asyncio.run(story())


def _execute(statement: Any, connection: Connection) -> None:
    connection.execute(statement)


def _created() -> tuple[Commit, Match]:
    events = set_up(plan(), [occupant(ADA), occupant(BO)], ADA.id, 1)
    entry = Entry(1, 1000, 5, events)
    match = replay(new_id(), [entry])
    return Commit(entry, match, summary(match), waiting(match)), match


def _decided(match: Match, text: str) -> Commit:
    entry = Entry(match.seq + 1, 2000, 9, (Decided(match.to_move, (text,)),))
    after = extended(match, entry)
    return Commit(entry, after, summary(after), waiting(after))


def _run(url: str, story: Callable[[Store], Awaitable[None]]) -> None:
    async def scenario() -> None:
        async with open_store(Settings(database=url).database) as store:
            await story(store)

    asyncio.run(scenario())


@asynccontextmanager
async def open_store(url: str) -> AsyncIterator[Store]:
    """A store that writes, for the length of a story."""
    database = Database(url)
    await database.open()
    store = Store(database, "me")
    writer = asyncio.create_task(store.run())
    try:
        yield store
    finally:
        writer.cancel()
        await database.close()

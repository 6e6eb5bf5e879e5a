"""Snapshots spare the replay of long matches, and are never needed."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import Connection, delete, select, update

from ludothek.cli.main import run
from ludothek.games import load
from ludothek.games.record import Line, Record
from ludothek.server.accounts.signing import new_id
from ludothek.server.app.settings import Settings
from ludothek.server.match.commands import Decide, Person
from ludothek.server.match.events import Entry, parse_events
from ludothek.server.match.record_conversion import archived
from ludothek.server.match.setup.seating import set_up
from ludothek.server.match.state import STRIDE, Match, replay
from ludothek.server.runtime.rooms import Matches
from ludothek.server.runtime.server_clock import TimeLine
from ludothek.server.storage.quarantine import Quarantine
from ludothek.server.storage.schema import entries, snapshots
from ludothek.server.storage.snapshots import STEPS, Unusable, restoring, snapshot, texts
from ludothek.server.storage.store import Store
from tests.server.example_matches import ADA, BO, CY, Scene, occupant, plan
from tests.server.match.test_stored_events import STORED
from tests.server.storage.test_store import NewDatabase, open_store

PEOPLE = (ADA, BO, CY, Person("di", "Di"))
OTHER: dict[str, Any] = {
    "format": {"format": 0},
    "rules": {"rules": 99},
    "digest": {"digest": "0" * 64},
    "body": {"body": b"{}"},
    "seq": {"seq": 2},
}


def restored(match: Match) -> Match:
    row = SimpleNamespace(**snapshot(match, list(texts(match))))
    return list(restoring(row, match.caps))[-1]


def memories(match: Match) -> list[Any]:
    """What its states remember is no part of what is compared."""
    memory, states = match.game.memory, (*match.snapshots, match.state)
    return [memory.items(state) for state in states] if memory else []


@pytest.mark.parametrize(("game", "seats"), [("repulso", 2), ("robotory", 2), ("nexus", 4)])
def test_a_match_is_read_back_from_its_snapshot_as_it_was(game: str, seats: int) -> None:
    people = PEOPLE[:seats]
    scene = Scene.of(*map(occupant, people), about=plan(game, seats))
    random = Random(1)
    for number in range(3 * STRIDE):
        legal = scene.match.game.legal_texts(scene.match.state)
        if legal and scene.match.status == "playing":
            scene.play(people[scene.match.to_move - 1], random.choice(legal))
        if number % STRIDE == 7:
            assert restored(scene.match) == scene.match
    again = restored(scene.match)
    assert again == scene.match
    assert memories(again) == memories(scene.match)
    assert scene.match.ply > STRIDE


def test_a_match_on_the_simulated_table_is_read_back_as_it_was() -> None:
    events = [parse_events(text) for text in STORED]
    placed = next(group for group in events if group[0].type == "placed")[0]
    about = plan("splash", options={"draft": "random"})
    scene = Scene.of(occupant(ADA), occupant(BO), about=about)
    scene.play(ADA, scene.match.game.legal_texts(scene.match.state)[0])
    entry = Entry(scene.match.seq + 1, 2000, 0, (placed,))
    match = replay(scene.match.id, [*scene.entries, entry])
    assert match.placements
    assert restored(match) == match


def test_a_long_match_is_loaded_from_its_snapshot_and_the_entries_behind(
    new_database: NewDatabase,
) -> None:
    async def story(store: Store) -> None:
        match = await _played(store, STEPS)
        row = await store.database.read(partial(_row, match.id))
        assert STEPS // 2 <= row.seq < match.seq
        damaged = update(entries).where(entries.c.seq < row.seq).values(events="damaged")
        await store.database.write(lambda connection: connection.execute(damaged))
        assert await _matches(store).get(match.id) == match
        gone = delete(entries).where(entries.c.seq > row.seq)
        await store.database.write(lambda connection: connection.execute(gone))
        assert (await _matches(store).get(match.id)).seq == row.seq

    _run(new_database(), story)


@pytest.mark.parametrize("what", OTHER)
def test_a_snapshot_that_cannot_be_used_is_passed_over_and_replaced(
    new_database: NewDatabase, what: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def story(store: Store) -> None:
        match = await _played(store, STEPS)
        before = await store.database.read(partial(_row, match.id))
        other = update(snapshots).values(OTHER[what])
        await store.database.write(lambda connection: connection.execute(other))
        matches = _matches(store)
        with caplog.at_level(logging.WARNING):
            assert await matches.get(match.id) == match
        assert "a snapshot cannot be used" in caplog.text
        assert await Quarantine(store.database).listed() == []
        await matches.finished()
        await matches.create(new_id(), set_up(plan(), [occupant(ADA), None], ADA.id, 1))
        after = await store.database.read(partial(_row, match.id))
        assert (after.seq, after.format, after.rules) == (match.seq, before.format, before.rules)
        assert await _matches(store).get(match.id) == match

    _run(new_database(), story)


def test_a_recorded_game_has_a_snapshot_from_the_start(tmp_path: Path) -> None:
    async def story(store: Store) -> None:
        game = load("nexus")
        state, moves, random = game.initial(4), [], Random(1)
        for _ in range(2 * STEPS):
            moves.append(str(random.choice(game.legal_moves(state))))
            state = game.play(state, moves[-1])
        names = ("Ada", "Bo", "Cy", "Di")
        record = Record(game="nexus", setup=game.setup(4), names=names, line=Line.of(moves))
        matches = _matches(store)
        match = await matches.create(new_id(), archived(record, ADA.id, 1))
        await matches.finished()
        await matches.create(new_id(), set_up(plan(), [occupant(ADA), None], ADA.id, 1))
        assert (await store.database.read(partial(_row, match.id))).seq == 1
        assert await _matches(store).get(match.id) == match

    _run(f"sqlite:///{tmp_path}/db.sqlite3", story)


def test_a_match_that_was_mended_is_read_from_its_entries(tmp_path: Path) -> None:
    async def story(store: Store) -> None:
        match = await _played(store, STEPS)
        await Quarantine(store.database).release(match.id)
        assert await store.database.read(partial(_row, match.id)) is None

    _run(f"sqlite:///{tmp_path}/db.sqlite3", story)


def test_a_position_that_cannot_be_read_makes_a_snapshot_unusable() -> None:
    match = Scene.of(occupant(ADA), occupant(BO)).match
    row = SimpleNamespace(**snapshot(match, ["nowhere", "nowhere"]))
    with pytest.raises(Unusable, match="UnreadablePosition"):
        list(restoring(row, match.caps))


def test_a_check_finds_the_damage_that_a_snapshot_hides(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    url, played = f"sqlite:///{tmp_path}/db.sqlite3", list[Match]()

    async def story(store: Store) -> None:
        played.extend([await _played(store, STEPS), await _played(store, 1)])

    async def damage(store: Store) -> None:
        third = (entries.c.match == played[0].id) & (entries.c.seq == 3)
        damaged = update(entries).where(third).values(events="damaged")
        await store.database.write(lambda connection: connection.execute(damaged))
        assert await _matches(store).get(played[0].id) == played[0]

    check = ["quarantine", "--check", "--database", url]
    _run(url, story)
    assert run(check) == 0
    assert capsys.readouterr().out == "every match can be read\n"
    _run(url, damage)
    assert run(check) == 0
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith(f"entry 3 of match {played[0].id}: ")
    assert run([*check, played[0].id]) == 2
    assert "--check reads all matches" in capsys.readouterr().err


async def _played(store: Store, decisions: int) -> Match:
    """A match of so many decisions, and what a snapshot waits for."""
    matches = _matches(store)
    events = set_up(plan("nexus"), [occupant(ADA), occupant(BO)], ADA.id, 1)
    match = await matches.create(new_id(), events)
    random = Random(1)
    for ply in range(decisions):
        text = random.choice(match.game.legal_texts(match.state))
        person = (ADA, BO)[match.to_move - 1]
        match = await matches.perform(match.id, person, Decide(ply=ply, decisions=[text]))
        await matches.finished()
    assert match.ply == decisions
    return match


def _matches(store: Store) -> Matches:
    return Matches(store, TimeLine(store.database, "me"), 10)


def _row(match_id: str, connection: Connection) -> Any:
    return connection.execute(select(snapshots).where(snapshots.c.match == match_id)).one_or_none()


def _run(url: str, story: Callable[[Store], Awaitable[None]]) -> None:
    async def run() -> None:
        async with open_store(Settings(database=url).database) as store:
            await story(store)

    asyncio.run(run())

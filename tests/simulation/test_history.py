"""Who comes with a session is somebody as long as it lasts, and nobody in particular afterwards."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import Connection

from ludothek.server.accounts.signing import hashed
from ludothek.server.storage.schema import people, sessions
from tests.simulation.fakes.database import Storage
from tests.simulation.history import Audit, History
from tests.simulation.scenario import draw
from tests.simulation.world import World


@pytest.fixture
def history() -> Iterator[History]:
    world = World(draw(0))
    yield History(world, Storage(world))
    world.loop.dispose()


def open_session(history: History, person: str, cookie: str) -> None:
    somebody = {"id": person, "name": "Ann", "created": 0, "epoch": 0}
    session = {"id": "session", "person": person, "hash": hashed(cookie), "created": 0}

    def work(connection: Connection) -> None:
        connection.execute(people.insert().values(somebody))
        connection.execute(sessions.insert().values(**session, expires=1))

    history.storage.write(work)


def welcome(line: Audit, me: str | None) -> None:
    line.sent(json.dumps({"type": "welcome", "me": {"id": me} if me else None}))


def show_match(line: Audit) -> None:
    match: dict[str, Any] = {"id": "m", "seq": 0, "ply": 0}
    line.sent(json.dumps({"type": "match", "since": None, "match": match, "view": {}}))


def test_an_ended_session_is_shown_what_anybody_may_see(history: History) -> None:
    line = history.line("ann", "cookie")
    welcome(line, None)
    show_match(line)
    assert [seen.person for seen in history.seen] == [None]
    assert history.world.complaints == []


def test_a_session_that_lasts_is_shown_the_match_of_its_person(history: History) -> None:
    open_session(history, "ann", "cookie")
    line = history.line("ann", "cookie")
    welcome(line, "ann")
    show_match(line)
    assert [seen.person for seen in history.seen] == ["ann"]
    assert history.world.complaints == []


@pytest.mark.parametrize("me", [None, "bob"])
def test_nobody_is_taken_for_somebody_else_while_their_session_lasts(
    history: History, me: str | None
) -> None:
    open_session(history, "ann", "cookie")
    welcome(history.line("ann", "cookie"), me)
    assert history.world.complaints == [f"ann was welcomed as {me}"]


def test_an_ended_session_is_nobody_elses(history: History) -> None:
    welcome(history.line("ann", "cookie"), "bob")
    assert history.world.complaints == ["ann was welcomed as bob"]

"""The simulation finds bugs: some are planted here on purpose, and each is complained about."""

from collections.abc import Callable
from dataclasses import replace
from itertools import count
from typing import Any

import pytest
from sqlalchemy import Connection

from ludothek.server.accounts.credentials import CredentialStore, Identity
from ludothek.server.compute.computers import Computers
from ludothek.server.match import decide
from ludothek.server.match.clocks import Clocks
from ludothek.server.match.commands import Actor, Person
from ludothek.server.match.events import Entry, Events
from ludothek.server.match.state import Match, extended
from ludothek.server.runtime.rooms import Matches, Room
from ludothek.server.storage.jobs import JobQueue
from ludothek.server.storage.schema import entries
from ludothek.server.storage.store import Commit, Key, Store, _entry_row
from ludothek.server.wire.models import NewMatch, NewSeat
from tests.simulation.run import Simulation
from tests.simulation.scenario import Faults, Scenario, draw

MOST = 60  # seeds in which a bug has to show


def is_detected(*sentences: str, scenario: Callable[[int], Scenario] = draw) -> bool:
    """Does a seed complain in these words?"""
    return any(
        sentence in complaint
        for seed in range(MOST)
        for complaint in Simulation(scenario(seed)).run().complaints
        for sentence in sentences
    )


def _new(game: str, computers: int) -> NewMatch:
    seats = [NewSeat(kind="me"), *(NewSeat(kind="computer", level=1) for _ in range(computers))]
    return NewMatch(game=game, seats=seats, public=True, hints=True)


def several_computers(seed: int) -> Scenario:
    """What one computer is asked for is answered when others have decided, in other processes."""
    return replace(
        draw(seed),
        cluster=True,
        processes=3,
        matches=(_new("nexus", 3),),
        seconds=8.0,
        faults=Faults(late=0.3, notices=0.3),
    )


def dying_processes(seed: int) -> Scenario:
    """Processes die while hints and analyses of several matches take long."""
    return replace(
        draw(seed),
        cluster=True,
        processes=2,
        people=4,
        matches=(_new("robotory", 1),) * 3,
        seconds=16.0,
        faults=Faults(kill=1.0, late=0.9),
    )


def lost_confirmations(seed: int) -> Scenario:
    """Connections are lost after commits, and few matches stay in memory."""
    drawn = draw(seed)
    return replace(
        drawn,
        cluster=True,
        processes=1,
        people=2,
        matches=(_new("robotory", 1),) * 2,
        seconds=6.0,
        faults=Faults(unknown=0.1),
        setup={**drawn.setup, "max_rooms": 4},
    )


def revoked_sessions(seed: int) -> Scenario:
    """People log out everywhere, and the other processes often do not hear the notice."""
    return replace(
        draw(seed),
        cluster=True,
        processes=3,
        people=3,
        matches=(_new("robotory", 1),) * 3,
        seconds=10.0,
        faults=Faults(notices=1.0),
    )


@pytest.mark.parametrize(
    "scenario", [revoked_sessions, several_computers, dying_processes, lost_confirmations]
)
def test_without_a_planted_bug_there_are_no_complaints(
    scenario: Callable[[int], Scenario],
) -> None:
    assert [Simulation(scenario(seed)).run().complaints for seed in range(6)] == [()] * 6


def test_telling_before_storing_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    add = Matches._add  # noqa: SLF001

    async def hasty(self: Any, room: Room, events: Events, tick: int, motion: Any) -> None:
        entry = Entry(room.match.seq + 1, self.line.wall(), tick, events)
        self._notify(room.match, extended(room.match, entry))
        await add(self, room, events, tick, motion)

    monkeypatch.setattr(Matches, "_add", hasty)
    assert is_detected("was shown before it was stored")


def test_a_missing_check_of_the_expected_number_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def careless(_self: Store, connection: Connection, commits: list[Commit]) -> set[Key]:
        insert = entries.insert().prefix_with("OR REPLACE")
        connection.execute(insert, [_entry_row(commit) for commit in commits])
        return {commit.key for commit in commits}

    monkeypatch.setattr(Store, "_insert_entries", careless)
    assert is_detected("was acknowledged, and is not stored", "was shown as")


def test_a_late_answer_at_another_ply_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    async def late(self: Any, match_id: str) -> bool:
        match = await self._matches.get(match_id)
        if not (occupant := match.computer_to_move()):
            return False
        answer = await self._request_answer(match, occupant)
        current = await self._matches.get(match_id)
        if current.computer_to_move():
            await self._answer(current, answer)
        return True

    monkeypatch.setattr(Computers, "_play_once", late)
    assert is_detected("that was not answered for this position", scenario=several_computers)


def test_a_clock_that_runs_twice_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    stopped = Clocks.stopped

    def twice(self: Clocks, seat: int, tick: int) -> Clocks:
        once = stopped(self, seat, tick)
        return once if once is self else replace(once, left=stopped(
            replace(once, since=self.since), seat, tick
        ).left)  # fmt: skip

    monkeypatch.setattr(Clocks, "stopped", twice)
    assert is_detected("the clock of p")


def test_a_seat_that_acts_for_another_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    seats = decide._seats  # noqa: SLF001

    def anybody(match: Match, actor: Actor) -> tuple[int, ...]:
        return (match.to_move,) if isinstance(actor, Person) else seats(match, actor)

    monkeypatch.setattr(decide, "_seats", anybody)
    assert is_detected("did not want that")


def test_a_job_whose_process_is_gone_for_ever_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    from sqlalchemy import false

    monkeypatch.setattr(JobQueue, "_abandoned", lambda _self: false())
    assert is_detected("has not ended", scenario=dying_processes)


def test_a_commit_that_is_never_confirmed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bug of ours: the connection was lost after the commit, and no computer was woken."""

    async def forgetful(self: Matches, *commits: Commit) -> None:
        await self.store.append(*commits)

    monkeypatch.setattr(Matches, "_append", forgetful)
    assert is_detected("waits for computer", scenario=lost_confirmations)


def test_a_process_that_looks_for_revocations_too_seldom_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A bug of ours: they were looked for with the heartbeats, a second and more apart."""
    poll, calls = CredentialStore.poll, count()

    async def seldom(self: CredentialStore) -> None:
        if next(calls) % 4 == 0:
            await poll(self)

    monkeypatch.setattr(CredentialStore, "poll", seldom)
    assert is_detected("after their session had ended", scenario=revoked_sessions)


def test_a_session_that_lasts_and_is_not_known_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    by_cookie, calls = CredentialStore.by_cookie, count()

    async def forgetful(self: CredentialStore, cookie: str) -> Identity | None:
        return await by_cookie(self, cookie) if next(calls) % 4 else None

    monkeypatch.setattr(CredentialStore, "by_cookie", forgetful)
    assert is_detected("was welcomed as None")


def test_a_clock_that_runs_beside_a_placement_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def both(self: Clocks, tick: int) -> Clocks:
        return replace(self, since=tick, placing=tick)

    monkeypatch.setattr(Clocks, "placing_from", both)
    assert is_detected("stands or runs wrongly")

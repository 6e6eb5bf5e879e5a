"""Computers think elsewhere; their answers are commands like any other."""

import asyncio
import json
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from multiprocessing import active_children
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from ludothek.job_scheduling import Demand
from ludothek.server.accounts.signing import new_id
from ludothek.server.app.settings import Settings
from ludothek.server.compute.computers import Computers
from ludothek.server.compute.job_owners import Clients
from ludothek.server.compute.match_jobs import fallback
from ludothek.server.compute.placements import Tables
from ludothek.server.compute.pool import NICENESS, WorkerPool
from ludothek.server.match.commands import Decide, Propose, Resign
from ludothek.server.match.events import Decided
from ludothek.server.match.setup.seating import set_up
from ludothek.server.match.state import Match
from ludothek.server.runtime.rooms import Matches
from ludothek.server.runtime.server_clock import TimeLine
from ludothek.server.storage.store import NotStored
from ludothek.workers import Pool, Ticket
from tests.server.example_matches import ADA, Scene, computer, occupant, plan
from tests.server.storage.test_store import open_store


class Scripted(WorkerPool):
    """Workers that answer when the test says so."""

    def __init__(self) -> None:
        super().__init__(1, 1.0)
        self.jobs: list[str] = []
        self.owners: list[str] = []
        self.pending: asyncio.Queue[asyncio.Future[dict[str, Any] | None]] = asyncio.Queue()

    async def run(self, job: str, seconds: float, demand: Demand) -> dict[str, Any] | None:
        assert seconds
        self.jobs.append(job)
        self.owners.append(demand.client.owner)
        future: asyncio.Future[dict[str, Any] | None]
        future = asyncio.get_running_loop().create_future()
        self.pending.put_nowait(future)
        return await future


Story = Callable[[Matches, Scripted, Match], Awaitable[None]]


def test_a_computer_is_asked_when_it_is_its_turn_and_its_answer_is_played(tmp_path: Path) -> None:
    async def story(matches: Matches, scripted: Scripted, match: Match) -> None:
        await matches.perform(match.id, ADA, Decide(ply=0, decisions=["w@a1"]))
        (await scripted.pending.get()).set_result({"decision": "w@a2"})
        assert (await _until(matches, match.id, 2)).texts == ("w@a1", "w@a2")

    _tell(tmp_path, story)


def test_a_computer_goes_on_until_its_turn_is_over(tmp_path: Path) -> None:
    async def story(matches: Matches, scripted: Scripted, match: Match) -> None:
        for ply, text in ((0, "b@c3"), (2, "w@a4")):
            await matches.perform(match.id, ADA, Decide(ply=ply, decisions=[text]))
            answers = ["b@c2"] if ply == 0 else ["Bc3", "stop"]
            for answer in answers:
                (await scripted.pending.get()).set_result({"decision": answer})
            await _until(matches, match.id, ply + 1 + len(answers))
        assert (await matches.get(match.id)).texts[-2:] == ("Bc3", "stop")

    _tell(tmp_path, story)


def test_an_answer_to_a_position_that_was_taken_back_is_dropped(tmp_path: Path) -> None:
    async def story(matches: Matches, scripted: Scripted, match: Match) -> None:
        await matches.perform(match.id, ADA, Decide(ply=0, decisions=["w@a1"]))
        late = await scripted.pending.get()
        await matches.perform(match.id, ADA, Propose(what="takeback"))
        await matches.perform(match.id, ADA, Decide(ply=0, decisions=["w@a3"]))
        late.set_result({"decision": "w@a2"})
        (await scripted.pending.get()).set_result({"decision": "w@a4"})
        assert (await _until(matches, match.id, 2)).texts == ("w@a3", "w@a4")

    _tell(tmp_path, story)


def test_a_match_that_leaves_the_memory_whenever_it_may_goes_on_in_the_middle_of_a_turn(
    tmp_path: Path,
) -> None:
    async def story(matches: Matches, scripted: Scripted, match: Match) -> None:
        rooms = matches._rooms  # noqa: SLF001 - which others need
        matches.followers.append(lambda *_: rooms.clear())
        for ply, text, answers in ((0, "b@c3", ["b@c2"]), (2, "w@a4", ["Bc3", "stop"])):
            await matches.perform(match.id, ADA, Decide(ply=ply, decisions=[text]))
            for answer in answers:
                pending = await scripted.pending.get()
                rooms.clear()
                pending.set_result({"decision": answer})
            await _until(matches, match.id, ply + 1 + len(answers))
        assert (await matches.get(match.id)).texts == ("b@c3", "b@c2", "w@a4", "Bc3", "stop")

    _tell(tmp_path, story)


def test_an_answer_that_could_not_be_stored_is_asked_for_again_wherever_the_match_is(
    tmp_path: Path,
) -> None:
    async def story(matches: Matches, scripted: Scripted, match: Match) -> None:
        await matches.perform(match.id, ADA, Decide(ply=0, decisions=["w@a1"]))
        answer = await scripted.pending.get()
        away = patch.object(matches, "perform", side_effect=NotStored())
        with away as tried, patch("ludothek.server.compute.computers.PAUSE", 0.01):
            answer.set_result({"decision": "w@a2"})
            while not tried.called:
                await asyncio.sleep(0)
            matches._rooms.clear()  # noqa: SLF001 - as others need the room
            again = await scripted.pending.get()
        again.set_result({"decision": "w@a2"})
        while len(stored := await matches.store.entries(match.id)) < 3:
            await asyncio.sleep(0.005)
        assert stored[-1].events == (Decided(2, ("w@a2",)),)

    _tell(tmp_path, story)


def test_an_answer_after_the_end_is_dropped(tmp_path: Path) -> None:
    async def story(matches: Matches, scripted: Scripted, match: Match) -> None:
        await matches.perform(match.id, ADA, Decide(ply=0, decisions=["w@a1"]))
        late = await scripted.pending.get()
        await matches.perform(match.id, ADA, Resign())
        late.set_result({"decision": "w@a2"})
        for _ in range(10):
            await asyncio.sleep(0)
        assert (await matches.get(match.id)).ply == 1

    _tell(tmp_path, story)


def test_where_nobody_answers_any_legal_decision_will_do(tmp_path: Path) -> None:
    async def story(matches: Matches, scripted: Scripted, match: Match) -> None:
        await matches.perform(match.id, ADA, Decide(ply=0, decisions=["w@a1"]))
        for _ in range(2):
            (await scripted.pending.get()).set_result(None)
        after = await _until(matches, match.id, 2)
        assert after.deciders == (1, 2)

    _tell(tmp_path, story)


def test_what_the_workers_refuse_is_decided_without_them(tmp_path: Path) -> None:
    async def story(matches: Matches, scripted: Scripted, match: Match) -> None:
        await matches.perform(match.id, ADA, Decide(ply=0, decisions=["w@a1"]))
        refused = {"refused": {"code": "x", "params": {}, "message": "x"}}
        for answer in (refused, {"decision": "w@a1"}):  # where a piece stands already
            (await scripted.pending.get()).set_result(answer)
        await _until(matches, match.id, 2)

    _tell(tmp_path, story)


def test_where_nobody_has_the_time_a_piece_is_placed_in_the_middle(tmp_path: Path) -> None:
    async def story(matches: Matches, scripted: Scripted, _match: Match) -> None:
        about = plan("splash", options={"draft": "random"})
        events = set_up(about, [occupant(ADA), computer()], ADA.id, 1)
        match = await matches.create(new_id(), events)
        give = match.game.legal_texts(match.state)[0]
        await matches.perform(match.id, ADA, Decide(ply=match.ply, decisions=[give]))
        for _ in range(2):
            (await scripted.pending.get()).set_result(None)
        placing = await scripted.pending.get()
        job = json.loads(scripted.jobs[-1])
        assert (job["do"], job["spot"], job["anyhow"]) == ("place", None, True)
        spot = {"face": "flat", "yaw": 0.0, "x": 0.0, "y": 0.0}
        outcome = {"decision": "stands", "saved": "t", "versions": {}, "motion": {}, "spot": spot}
        placing.set_result(outcome)
        assert (await _until(matches, match.id, match.ply + 2)).table == "t"

    _tell(tmp_path, story)


def test_all_matches_of_a_person_are_charged_to_that_person(tmp_path: Path) -> None:
    async def story(matches: Matches, scripted: Scripted, match: Match) -> None:
        await matches.perform(match.id, ADA, Decide(ply=0, decisions=["w@a1"]))
        await scripted.pending.get()
        assert scripted.owners == [ADA.id]

    _tell(tmp_path, story)


def test_where_no_worker_answers_the_weakest_level_is_asked(tmp_path: Path) -> None:
    async def story(matches: Matches, scripted: Scripted, match: Match) -> None:
        await matches.perform(match.id, ADA, Decide(ply=0, decisions=["w@a1"]))
        (await scripted.pending.get()).set_result(None)
        (await scripted.pending.get()).set_result({"decision": "w@a2"})
        assert (await _until(matches, match.id, 2)).texts == ("w@a1", "w@a2")
        assert json.loads(scripted.jobs[1])["level"] == 1

    _tell(tmp_path, story)


def test_a_fallback_is_legal_and_never_open() -> None:
    about = plan("splash", options={"draft": "random", "referee": "yes"})
    scene = Scene.of(occupant(ADA), occupant(ADA), about=about)
    for _ in range(12):
        scene.play(ADA, fallback(scene.match))


@pytest.mark.parametrize("answer", ["", "nonsense", "[]", "7", '{"decision": '])
def test_an_answer_that_makes_no_sense_is_none(answer: str) -> None:
    async def story() -> None:
        workers = WorkerPool(1, timeout=60.0)
        with patch.object(Pool, "submit", return_value=_answered(answer)):
            assert await workers.run("{}", 1.0, Demand()) is None
        await workers.close()

    asyncio.run(story())


def test_real_workers_answer_in_time_or_not_at_all() -> None:
    async def story() -> None:
        workers = WorkerPool(1, timeout=0.0)
        assert await workers.run("no job at all", 0.0, Demand()) is None
        await workers.close()

    asyncio.run(story())


def test_real_workers_leave_the_processor_to_the_event_loop() -> None:
    async def story() -> None:
        others, workers = set(active_children()), WorkerPool(1, timeout=60.0)
        assert await workers.run("no job at all", 1.0, Demand()) is None
        (worker,) = set(active_children()) - others
        assert worker.pid
        niceness = os.getpriority(os.PRIO_PROCESS, worker.pid)
        assert niceness == min(19, os.nice(0) + NICENESS)
        await workers.close()

    asyncio.run(story())


def _answered(answer: str) -> Ticket:
    ticket = Ticket("{}", 1.0, Demand(), lambda _: None)
    ticket.future.set_result(answer)
    return ticket


def _tell(folder: Path, story: Story) -> None:
    async def scenario() -> None:
        async with _set_up(folder) as (matches, scripted, match):
            async with asyncio.timeout(120):
                await story(matches, scripted, match)

    asyncio.run(scenario())


@asynccontextmanager
async def _set_up(folder: Path) -> AsyncIterator[tuple[Matches, Scripted, Match]]:
    settings = Settings(database=f"sqlite:///{folder}/db.sqlite3")
    async with open_store(settings.database) as store:
        matches = Matches(store, TimeLine(store.database, "me"), 10)
        scripted = Scripted()
        tables = Tables(matches, scripted, lambda _: None, Clients())
        computers = Computers(matches, scripted, tables, settings, Clients())
        matches.followers.append(computers.follow)
        events = set_up(plan(), [occupant(ADA), computer()], ADA.id, 1)
        yield matches, scripted, await matches.create(new_id(), events)
        await computers.close()


async def _until(matches: Matches, match_id: str, ply: int) -> Match:
    while (match := await matches.get(match_id)).ply < ply:
        await asyncio.sleep(0.005)
    return match

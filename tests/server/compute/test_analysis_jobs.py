"""Hints and analyses: worked on slice by slice, by whichever process is there, until they end."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, get_args
from unittest.mock import patch

import pytest
from sqlalchemy.exc import OperationalError

from ludothek.engine import analysis
from ludothek.server.accounts.signing import new_id
from ludothek.server.compute import analysis_jobs as compute
from ludothek.server.compute.analysis_jobs import AnalysisJobs, Workers
from ludothek.server.compute.job_owners import Clients
from ludothek.server.match.commands import Decide, Resign
from ludothek.server.match.refusals import Refused
from ludothek.server.match.setup.seating import set_up
from ludothek.server.match.state import Match
from ludothek.server.runtime.rooms import Matches
from ludothek.server.runtime.server_clock import TimeLine
from ludothek.server.storage import jobs as storage
from ludothek.server.storage.database import Database
from ludothek.server.storage.jobs import JobQueue
from ludothek.server.wire.models import JobInfo, Verdict
from tests.server.compute.test_computers import Scripted
from tests.server.example_matches import ADA, BO, occupant, plan
from tests.server.storage.test_store import open_store

DECISIONS = ["b@c3", "b@c2"]
MOST = 3


class Audience:
    """Everybody is connected, and remembers what was told."""

    def __init__(self) -> None:
        self.pushed: list[JobInfo] = []
        self.published: list[tuple[str, str, str]] = []

    def people(self) -> list[str]:
        return [ADA.id, BO.id]

    def send_job(self, person: str, job: JobInfo) -> None:
        assert person in self.people()
        self.pushed.append(job)

    def publish_job(self, job: str, person: str, state: str) -> None:
        self.published.append((job, person, state))


class Process:
    """One process of a server, with workers that answer when the test says so."""

    def __init__(self, name: str, matches: Matches, database: Database) -> None:
        self.workers, self.audience, self.tick = Scripted(), Audience(), 0
        queue = JobQueue(database, name, self.now)
        workers = Workers(self.workers, self.workers, Clients())
        self.jobs = AnalysisJobs(queue, matches, workers, self.audience, MOST, self.now)
        self._running = asyncio.create_task(self.jobs.run())

    def now(self) -> int:
        return self.tick

    async def next_task(self) -> tuple[dict[str, Any], "asyncio.Future[dict[str, Any] | None]"]:
        """The next thing a worker is asked, and where to put the answer."""
        answer = await self.workers.pending.get()
        return json.loads(self.workers.jobs[-1]), answer

    async def until(self, job: str, state: str) -> JobInfo:
        while (info := await self.jobs.state(job, ADA.id)).state != state:
            await asyncio.sleep(0.005)
        return info

    async def stop(self) -> None:
        await self.jobs.close()
        await self.die()

    async def die(self) -> None:
        """Without a word to anybody."""
        self._running.cancel()
        await asyncio.gather(self._running, return_exceptions=True)


class World:
    """A finished match, one that goes on, and processes to ask about them."""

    def __init__(self, matches: Matches, over: Match, playing: Match) -> None:
        self.matches, self.over, self.playing = matches, over, playing
        self.processes: list[Process] = []

    def process(self, name: str = "one") -> Process:
        made = Process(name, self.matches, self.matches.store.database)
        self.processes.append(made)
        return made


Story = Callable[[World], Awaitable[None]]


def reviewed(*plies: int) -> dict[str, Any]:
    """What a worker answers, the last ply first."""
    return {"reviewed": [_reviewed(ply) for ply in sorted(plies, reverse=True)]}


def _reviewed(ply: int) -> dict[str, Any]:
    evaluation = {"ply": ply, "seat": 1 + ply % 2, "values": [0.75, 0.25], "proof": ["win", 3]}
    return {**evaluation, "line": ["w@a1"], "verdict": "worse", "loss": 0.5}


def test_an_analysis_goes_from_the_last_position_back_and_is_told_slice_by_slice(
    tmp_path: Path,
) -> None:
    async def story(world: World) -> None:
        here = world.process()
        job = await here.jobs.analysis(world.over, ADA.id, 5)
        assert (job.state, job.done, job.total) == ("waiting", 0, 3)
        task, answer = await here.next_task()
        assert (task["do"], task["ply"], task["behind"]) == ("review", 2, None)
        answer.set_result(reviewed(2))
        task, answer = await here.next_task()
        assert task["ply"] == 1
        assert task["behind"] == {"seat": 1, "values": [0.75, 0.25], "proof": ["win", 3]}
        answer.set_result(reviewed(1, 0))
        done = await here.until(job.id, "done")
        assert [each.ply for each in done.evaluations] == [0, 1, 2]
        first = done.evaluations[0]
        assert (first.verdict, first.loss, first.best) == ("worse", 0.5, ["w@a1"])
        assert first.proof
        assert (first.proof.result, first.proof.decisions) == ("win", 3)
        steps = [(info.state, info.done) for info in here.audience.pushed]
        assert steps == [("waiting", 0), ("working", 0), ("working", 1), ("done", 3)]
        assert {state for _, _, state in here.audience.published} == {"waiting", "working", "done"}

    _tell(tmp_path, story)


def test_a_server_that_comes_back_goes_on_where_it_was(tmp_path: Path) -> None:
    async def story(world: World) -> None:
        first = world.process("before")
        job = await first.jobs.analysis(world.over, ADA.id, 5)
        (await first.next_task())[1].set_result(reviewed(2))
        await first.next_task()
        await first.stop()
        second = world.process("after")
        task, answer = await second.next_task()
        assert (task["ply"], task["behind"]["seat"]) == (1, 1)
        answer.set_result(reviewed(1, 0))
        assert (await second.until(job.id, "done")).done == 3

    _tell(tmp_path, story)


def test_what_a_process_that_died_left_is_taken_when_its_lease_is_over(tmp_path: Path) -> None:
    async def story(world: World) -> None:
        dead, heir = world.process("dead"), world.process("heir")
        await heir.die()  # not looking yet
        job = await dead.jobs.analysis(world.over, ADA.id, 5)
        (await dead.next_task())[1].set_result(reviewed(2))
        _, late = await dead.next_task()
        await dead.die()
        heir = world.process("heir")
        heir.tick = storage.LEASE + 1
        heir.jobs.resumed()
        _, answer = await heir.next_task()
        answer.set_result(reviewed(1, 0))
        await heir.until(job.id, "done")
        late.set_result(reviewed(1))  # comes too late, and changes nothing
        await asyncio.sleep(0.05)
        assert (await heir.jobs.state(job.id, ADA.id)).state == "done"

    _tell(tmp_path, story)


def test_a_full_disk_leaves_no_job_at_work_for_ever(tmp_path: Path) -> None:
    async def story(world: World) -> None:
        here = world.process()
        job = await here.jobs.analysis(world.over, ADA.id, 5)
        _, answer = await here.next_task()
        full = OperationalError("commit", None, Exception("the disk is full"))
        with patch.object(world.matches.store.database, "write", side_effect=full):
            answer.set_result(reviewed(2, 1, 0))
            await asyncio.sleep(0.05)
            here.tick += storage.LEASE + 1
            assert (await here.jobs.state(job.id, ADA.id)).state == "waiting"
            with pytest.raises(OperationalError):
                await here.jobs.analysis(world.over, ADA.id, 6)
        here.jobs.resumed()
        (await here.next_task())[1].set_result(reviewed(2, 1, 0))
        await here.until(job.id, "done")

    _tell(tmp_path, story)


@pytest.mark.parametrize("answer", [None, {"refused": {"code": "x", "params": {}, "message": "x"}}])
def test_a_job_that_no_worker_can_do_has_failed(
    tmp_path: Path, answer: dict[str, Any] | None
) -> None:
    async def story(world: World) -> None:
        here = world.process()
        analysis = await here.jobs.analysis(world.over, ADA.id, 5)
        (await here.next_task())[1].set_result(answer)
        await here.until(analysis.id, "failed")
        hint = await here.jobs.hint(world.playing, ADA.id)
        (await here.next_task())[1].set_result(answer)
        await here.until(hint.id, "failed")

    _tell(tmp_path, story)


def test_a_hint_tells_a_line_and_what_is_certain(tmp_path: Path) -> None:
    async def story(world: World) -> None:
        here = world.process()
        job = await here.jobs.hint(world.playing, ADA.id)
        task, answer = await here.next_task()
        assert task["do"] == "evaluate"
        answer.set_result({"values": [1.0, 0.0], "line": ["w@a1"], "proof": ["win", 1]})
        (evaluation,) = (await here.until(job.id, "done")).evaluations
        assert (evaluation.ply, evaluation.seat, evaluation.best, evaluation.verdict) == (
            0,
            1,
            ["w@a1"],
            "",
        )
        assert evaluation.proof

    _tell(tmp_path, story)


def test_a_hint_is_not_wanted_any_more_when_the_match_has_moved_on(tmp_path: Path) -> None:
    async def story(world: World) -> None:
        here = world.process()
        await here.die()  # nobody works
        job = await here.jobs.hint(world.playing, ADA.id)
        decided = Decide(ply=0, decisions=["w@a1"])
        await world.matches.perform(world.playing.id, ADA, decided)
        await world.process("two").until(job.id, "cancelled")

    _tell(tmp_path, story)


def test_a_job_cancelled_at_one_process_stops_at_the_other(tmp_path: Path) -> None:
    async def story(world: World) -> None:
        one = world.process("one")
        job = await one.jobs.analysis(world.over, ADA.id, 5)
        _, answer = await one.next_task()
        two = world.process("two")
        assert (await two.jobs.cancel(job.id, ADA.id)).state == "cancelled"
        assert two.audience.published[-1] == (job.id, ADA.id, "cancelled")
        one.jobs.receive("two", "job", [job.id, ADA.id, "cancelled"])
        while not answer.cancelled():
            await asyncio.sleep(0.005)
        while not one.audience.pushed or one.audience.pushed[-1].state != "cancelled":
            await asyncio.sleep(0.005)

    _tell(tmp_path, story)


def test_only_so_many_analyses_are_worked_on_at_a_time_but_every_hint(tmp_path: Path) -> None:
    async def story(world: World) -> None:
        with patch.object(compute, "MAX_ANALYSES", 1):
            here = world.process()
            first = await here.jobs.analysis(world.over, ADA.id, 5)
            _, answer = await here.next_task()
            second = await here.jobs.analysis(world.over, BO.id, 6)
            await here.jobs.hint(world.playing, ADA.id)
            task, _ = await here.next_task()
            assert task["do"] == "evaluate"
            assert (await here.jobs.state(second.id, BO.id)).state == "waiting"
            answer.set_result(reviewed(2, 1, 0))
            await here.until(first.id, "done")
            assert (await here.next_task())[0]["level"] == 6

    _tell(tmp_path, story)


def test_nobody_sees_or_stops_the_job_of_another(tmp_path: Path) -> None:
    async def story(world: World) -> None:
        here = world.process()
        job = await here.jobs.analysis(world.over, ADA.id, 5)
        for look in (here.jobs.state, here.jobs.cancel):
            with pytest.raises(Refused) as refused:
                await look(job.id, BO.id)
            assert refused.value.refusal.code == "job-unknown"
        (await here.next_task())[1].set_result(reviewed(2, 1, 0))
        await here.until(job.id, "done")
        again = await here.jobs.analysis(world.over, BO.id, 5)
        assert (again.id, again.state) == (job.id, "done"), "a finished one is kept for everybody"
        assert await here.jobs.state(job.id, BO.id) == again

    _tell(tmp_path, story)


def test_who_comes_back_to_a_line_is_told_of_recent_changes(tmp_path: Path) -> None:
    async def story(world: World) -> None:
        one, two = world.process("one"), world.process("two")
        await two.die()
        job = await one.jobs.analysis(world.over, ADA.id, 5)
        two.jobs.resumed()
        while job.id not in [info.id for info in two.audience.pushed]:
            await asyncio.sleep(0.005)

    _tell(tmp_path, story)


def test_the_wire_knows_the_verdicts_of_the_engine() -> None:
    assert get_args(Verdict) == get_args(analysis.Verdict)


def _tell(folder: Path, story: Story) -> None:
    async def scenario() -> None:
        async with _set_up(folder) as world, asyncio.timeout(120):
            await story(world)

    asyncio.run(scenario())


@asynccontextmanager
async def _set_up(folder: Path) -> AsyncIterator[World]:
    async with open_store(f"sqlite:///{folder}/db.sqlite3") as store:
        matches = Matches(store, TimeLine(store.database, "me"), 10)
        over = await _match(matches, DECISIONS)
        await matches.perform(over.id, ADA, Resign())
        world = World(matches, await matches.get(over.id), await _match(matches, []))
        yield world
        for process in world.processes:
            await process.stop()


async def _match(matches: Matches, decisions: list[str]) -> Match:
    """Ada and Bo; b@c3 and b@c2 are taken by one after the other."""
    events = set_up(plan(), [occupant(ADA), occupant(BO)], ADA.id, 1)
    match = await matches.create(new_id(), events)
    for ply, text in enumerate(decisions):
        person = (ADA, BO)[ply % 2]
        match = await matches.perform(match.id, person, Decide(ply=ply, decisions=[text]))
    return match

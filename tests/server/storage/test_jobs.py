"""The queue of jobs, on both kinds of database: each is done by one process, and every job ends."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from ludothek.server.accounts.signing import new_id
from ludothek.server.app.settings import Settings
from ludothek.server.storage.database import Database
from ludothek.server.storage.jobs import (
    LEASE,
    MAX_ATTEMPTS,
    RETENTION,
    ClaimLost,
    Job,
    JobKind,
    JobQueue,
)

NewDatabase = Callable[[], str]
BOTH: tuple[JobKind, ...] = ("hint", "analysis")
MOST = 3


class Clock:
    """Ticks when told to."""

    def __init__(self) -> None:
        self.now = 1_000

    def __call__(self) -> int:
        return self.now


class Scene:
    """Two processes with one queue."""

    def __init__(self, database: Database) -> None:
        self.clock = Clock()
        self.one = JobQueue(database, "one", self.clock)
        self.two = JobQueue(database, "two", self.clock)

    async def submitted(self, kind: JobKind = "analysis", person: str = "ada") -> Job:
        job = Job(new_id(), kind, "match", 8, 4, person, 9)
        assert await self.one.submit(job, MOST)
        self.clock.now += 1
        return job

    async def claimed(self, queue: JobQueue) -> Job:
        job = await queue.claim(BOTH)
        assert job
        return job


Story = Callable[[Scene], Awaitable[None]]


def test_a_job_is_claimed_once_and_its_result_is_seen_by_all(new_database: NewDatabase) -> None:
    async def story(scene: Scene) -> None:
        job = await scene.submitted()
        assert await scene.two.get(job.id) == job
        mine = await scene.claimed(scene.one)
        assert mine == replace(job, state="working")
        assert await scene.two.claim(BOTH) is None
        await scene.one.save(replace(mine, result="[1]"))
        assert await scene.two.get(job.id) == replace(mine, result="[1]")
        await scene.one.save(done := replace(mine, state="done", result="[1, 2]"))
        assert await scene.two.get(job.id) == done
        assert await scene.two.finished_analysis("match", 8, 4) == done
        assert await scene.two.finished_analysis("match", 8, 5) is None
        assert await scene.two.finished_analysis("match", 7, 4) is None
        assert await scene.two.changed_since(scene.clock.now, ["ada"]) == [done]
        assert await scene.two.changed_since(scene.clock.now, ["bo"]) == []

    _run(new_database(), story)


def test_many_claims_at_the_same_moment_take_every_job_once(new_database: NewDatabase) -> None:
    async def story(scene: Scene) -> None:
        wanted = {(await scene.submitted(person=str(number))).id for number in range(8)}
        queues = [scene.one, scene.two] * 6
        claimed = await asyncio.gather(*(queue.claim(BOTH) for queue in queues))
        assert sorted(job.id for job in claimed if job) == sorted(wanted)

    _run(new_database(), story)


def test_hints_come_first_and_then_who_has_waited_longest(new_database: NewDatabase) -> None:
    async def story(scene: Scene) -> None:
        first, second = await scene.submitted(), await scene.submitted()
        hint = await scene.submitted("hint")
        claimed = [(await scene.claimed(scene.one)).id for _ in range(3)]
        assert claimed == [hint.id, first.id, second.id]

    _run(new_database(), story)


def test_people_take_turns(new_database: NewDatabase) -> None:
    async def story(scene: Scene) -> None:
        first, second = await scene.submitted(), await scene.submitted()
        other = await scene.submitted(person="bob")
        claimed = [(await scene.claimed(scene.one)).id for _ in range(3)]
        assert claimed == [first.id, other.id, second.id]

    _run(new_database(), story)


def test_only_the_kinds_that_are_wanted_are_claimed(new_database: NewDatabase) -> None:
    async def story(scene: Scene) -> None:
        await scene.submitted("analysis")
        assert await scene.one.claim(["hint"]) is None

    _run(new_database(), story)


def test_a_person_has_so_many_jobs_at_work_and_no_more(new_database: NewDatabase) -> None:
    async def story(scene: Scene) -> None:
        jobs = [await scene.submitted() for _ in range(MOST)]
        assert not await scene.two.submit(replace(jobs[0], id=new_id()), MOST)
        await scene.submitted(person="bo")
        assert await scene.two.cancel(jobs[0].id)
        await scene.submitted()

    _run(new_database(), story)


def test_what_a_dead_process_leaves_another_goes_on_with(new_database: NewDatabase) -> None:
    async def story(scene: Scene) -> None:
        job = await scene.submitted()
        mine = await scene.claimed(scene.one)
        await scene.one.save(replace(mine, result="[1]"))
        scene.clock.now += LEASE + 1
        assert await scene.two.get(job.id) == replace(job, result="[1]"), "it waits again"
        assert await scene.claimed(scene.two) == replace(mine, result="[1]")
        with pytest.raises(ClaimLost):
            await scene.one.save(replace(mine, result="[2]"))

    _run(new_database(), story)


def test_a_claim_that_is_renewed_lasts(new_database: NewDatabase) -> None:
    async def story(scene: Scene) -> None:
        job = await scene.submitted()
        await scene.claimed(scene.one)
        for _ in range(3):
            scene.clock.now += LEASE
            await scene.one.renew([job.id])
            await scene.two.renew([job.id])
        assert await scene.two.claim(BOTH) is None
        scene.clock.now += LEASE + 1
        assert await scene.two.claim(BOTH)

    _run(new_database(), story)


def test_a_process_that_stops_gives_its_jobs_back_at_once(new_database: NewDatabase) -> None:
    async def story(scene: Scene) -> None:
        await scene.submitted()
        for queue in (scene.one, scene.two) * MAX_ATTEMPTS:
            await scene.claimed(queue)
            await queue.release()
        await scene.claimed(scene.one)

    _run(new_database(), story)


def test_a_job_that_nobody_can_finish_has_failed(new_database: NewDatabase) -> None:
    async def story(scene: Scene) -> None:
        job = await scene.submitted()
        for _ in range(MAX_ATTEMPTS):
            assert await scene.one.bury() == []
            await scene.claimed(scene.one)
            scene.clock.now += LEASE + 1
        assert await scene.two.claim(BOTH) is None
        assert await scene.two.bury() == [replace(job, state="failed")]
        assert await scene.one.get(job.id) == replace(job, state="failed")

    _run(new_database(), story)


def test_a_cancelled_job_is_over_for_who_works_on_it(new_database: NewDatabase) -> None:
    async def story(scene: Scene) -> None:
        job = await scene.submitted()
        mine = await scene.claimed(scene.one)
        assert await scene.two.cancel(job.id)
        assert not await scene.two.cancel(job.id)
        with pytest.raises(ClaimLost):
            await scene.one.save(mine)
        assert await scene.one.get(job.id) == replace(job, state="cancelled")

    _run(new_database(), story)


def test_what_ended_long_ago_is_forgotten_but_analyses_are_kept(new_database: NewDatabase) -> None:
    async def story(scene: Scene) -> None:
        hint, analysis = await scene.submitted("hint"), await scene.submitted()
        for _ in range(2):
            await scene.one.save(replace(await scene.claimed(scene.one), state="done"))
        waiting = await scene.submitted()
        await scene.one.prune()
        assert await scene.one.get(hint.id)
        scene.clock.now += RETENTION + 1
        await scene.one.prune()
        assert await scene.one.get(hint.id) is None
        assert await scene.one.get(analysis.id)
        assert await scene.one.get(waiting.id)

    _run(new_database(), story)


def _run(url: str, story: Story) -> None:
    async def scenario() -> None:
        database = Database(Settings(database=url).database)
        await database.open()
        try:
            await story(Scene(database))
        finally:
            await database.close()

    asyncio.run(scenario())

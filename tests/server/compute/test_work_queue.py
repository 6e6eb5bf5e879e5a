"""The queue of work on PostgreSQL: turns are fair over all processes, and no job is lost."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from random import Random

import asyncpg
import pytest
from sqlalchemy import make_url

from ludothek.job_scheduling import Client, Demand, Ledger, Urgency
from ludothek.server.accounts.signing import new_id
from ludothek.server.compute.queue_worker import QueueWorker
from ludothek.server.compute.queued_pool import QueueClient, QueuedPool
from ludothek.server.live.pubsub import PubSub
from ludothek.server.storage import work_queue
from ludothek.server.storage.database import Database
from ludothek.server.storage.postgres_listener import address_of
from ludothek.server.storage.work_queue import WorkQueue, key_of
from tests.server.clusters import Cluster

ADA, MALLORY = Client("ada", "one"), Client("mallory", "two")
Story = Callable[..., Awaitable[None]]


@pytest.fixture
def tell(postgres: Cluster) -> Callable[[Story], None]:
    """Tells a story with two processes at an empty queue."""
    url = make_url(postgres.new_database()).set(drivername="postgresql+asyncpg")

    def tell(story: Story) -> None:
        asyncio.run(_with_queues(url, story))

    return tell


async def _with_queues(url: object, story: Story) -> None:
    queues = [WorkQueue(make_url(str(url))) for _ in range(2)]
    await asyncio.gather(*(queue.open() for queue in queues))  # both find an empty database
    try:
        await story(*queues)
    finally:
        for queue in queues:
            await queue.close()


async def _claimed(queue: WorkQueue, count: int) -> list[str]:
    rows = [await queue.claim(["board", "analysis"]) for _ in range(count)]
    return [row.job for row in rows if row]


def test_somebody_with_many_jobs_waits_behind_a_newcomer_at_another_process(
    tell: Callable[[Story], None],
) -> None:
    async def story(one: WorkQueue, other: WorkQueue) -> None:
        for number in range(10):
            queue = (one, other)[number % 2]
            await queue.submit("board", f"mallory {number}", 1.0, Demand(MALLORY))
        await other.submit("board", "ada", 1.0, Demand(ADA))
        assert (await _claimed(one, 11)).index("ada") == 1

    tell(story)


def test_the_urgent_and_the_short_come_first(tell: Callable[[Story], None]) -> None:
    async def story(one: WorkQueue, other: WorkQueue) -> None:
        demands = {
            "analysis": Demand(Client("a"), Urgency.ANALYSIS, 0.5),
            "long": Demand(Client("b"), Urgency.BOARD, 3.0),
            "hint": Demand(Client("c"), Urgency.HINT, 1.0),
            "short": Demand(Client("d"), Urgency.BOARD, 0.1),
        }
        for job, demand in demands.items():
            await one.submit("analysis" if job == "analysis" else "board", job, 1.0, demand)
        assert await _claimed(other, 5) == ["short", "hint", "long", "analysis"]

    tell(story)


def test_debts_are_those_of_the_schedule(tell: Callable[[Story], None]) -> None:
    async def story(one: WorkQueue, other: WorkQueue) -> None:
        ledger, random = Ledger(), Random(1)
        connection = await asyncpg.connect(address_of(one.url))
        for _ in range(60):
            client = Client(random.choice("abc"), random.choice(["", "x"]))
            demand = Demand(client, random.choice(list(Urgency)), random.choice([0.1, 2, 9, 50]))
            due = await random.choice([one, other]).due(demand)
            since = "select since from debts where account = $1"
            now = await connection.fetchval(since, f"owner {client.owner}")
            assert due == pytest.approx(ledger.due(demand, now), abs=1e-4)
        await connection.close()

    tell(story)


def test_what_a_job_took_less_than_expected_is_given_back(tell: Callable[[Story], None]) -> None:
    async def story(one: WorkQueue, other: WorkQueue) -> None:
        demand = Demand(ADA, Urgency.BOARD, 9.0)
        await one.submit("board", "quick", 1.0, demand)
        first = await one.due(demand)
        claimed = await other.claim(["board"])
        assert claimed
        await other.finish(claimed, "{}", took=0.5)
        assert await one.due(demand) < first + 9

    tell(story)


def test_the_same_text_is_the_same_job(tell: Callable[[Story], None]) -> None:
    async def story(one: WorkQueue, other: WorkQueue) -> None:
        await one.submit("board", "same", 1.0, Demand(ADA))
        await other.submit("board", "same", 1.0, Demand(MALLORY))
        assert await _claimed(one, 2) == ["same"]

    tell(story)


def test_a_job_without_signs_of_life_is_taken_by_another(tell: Callable[[Story], None]) -> None:
    async def story(one: WorkQueue, other: WorkQueue) -> None:
        await one.submit("board", "mine", 1.0, Demand(ADA))
        claimed = await one.claim(["board"])
        assert claimed
        assert await other.claim(["board"]) is None
        connection = await asyncpg.connect(address_of(one.url))
        await connection.execute("update pgqueuer set heartbeat = now() - interval '3 seconds'")
        await one.beat([claimed.row.id])
        assert await other.claim(["board"]) is None
        await connection.execute("update pgqueuer set heartbeat = now() - interval '3 seconds'")
        taken = await other.claim(["board"])
        assert taken
        assert taken.job == "mine"
        await connection.close()

    tell(story)


def test_a_cancelled_job_is_not_done(tell: Callable[[Story], None]) -> None:
    async def story(one: WorkQueue, other: WorkQueue) -> None:
        await one.submit("board", "never mind", 1.0, Demand(ADA))
        await one.cancel("never mind")
        assert await other.claim(["board"]) is None

    tell(story)


def test_what_nobody_can_want_any_more_is_forgotten(tell: Callable[[Story], None]) -> None:
    async def story(one: WorkQueue, other: WorkQueue) -> None:
        await one.submit("board", "old", 1.0, Demand(ADA))
        connection = await asyncpg.connect(address_of(one.url))
        await connection.execute("update pgqueuer set created = now() - interval '1 hour'")
        claimed = await other.claim(["board"])
        assert claimed
        assert claimed.outdated
        await other.finish(claimed, "{}", 1.0)
        await connection.execute("update answers set at = now() - interval '1 hour'")
        await connection.execute("update pgqueuer_log set created = now() - interval '1 hour'")
        await connection.execute("update debts set since = since - 3600")
        await one.prune()
        for table in ("answers", "debts", "pgqueuer", "pgqueuer_log"):
            assert await connection.fetchval(f"select count(*) from {table}") == 0, table
        await connection.close()

    tell(story)


def test_a_worker_answers_and_what_makes_no_sense_is_unanswered(
    tell: Callable[[Story], None],
) -> None:
    async def story(one: WorkQueue, other: WorkQueue) -> None:
        pubsub, client = PubSub(Database(str(one.url)), new_id()), QueueClient(one)
        pubsub.subscribers.append(client.receive)
        pool = QueuedPool(client, "board", 60.0)
        about = {
            "game": "robotory",
            "rules": 1,
            "seats": 2,
            "options": {},
            "start": None,
            "moves": [],
        }
        job = {"do": "choose", "about": about, "level": 1, "seconds": 0.1, "seed": 1}
        tasks = [
            asyncio.create_task(work)
            for work in (pubsub.run(), client.run(), QueueWorker(other, 1).run())
        ]
        answers = await asyncio.gather(
            pool.run(json.dumps(job), 1.0, Demand(ADA)),
            pool.run(json.dumps(job), 1.0, Demand(ADA)),
            pool.run(json.dumps({"do": "nothing"}), 1.0, Demand(ADA)),
        )
        assert "decision" in (answers[0] or {})
        assert answers[0] == answers[1]
        assert answers[2] is None
        assert client.awaited() == 0
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    tell(story)


def test_an_answer_that_cannot_be_used_is_not_given_again(tell: Callable[[Story], None]) -> None:
    """It is dropped from the queue, and the same job is worked on once more."""

    async def story(one: WorkQueue, other: WorkQueue) -> None:
        client = QueueClient(one)
        pool, task = QueuedPool(client, "board", 60.0), asyncio.create_task(client.run())
        await _answered(one, other, "job", "nonsense")
        assert await pool.run("job", 1.0, Demand(ADA)) is None, "and it is dropped by itself"
        await _answered(one, other, "job", '{"decision": "illegal"}')
        assert await pool.run("job", 1.0, Demand(ADA)) == {"decision": "illegal"}
        assert await pool.run("job", 1.0, Demand(ADA)) == {"decision": "illegal"}
        await _answered(one, other, "other", '{"decision": "fine"}')
        await pool.reject("job")
        again = asyncio.create_task(pool.run("job", 1.0, Demand(ADA)))
        while not (claimed := await other.claim(["board"])):
            await asyncio.sleep(0.01)
        await other.finish(claimed, '{"decision": "legal"}', took=0.1)
        assert (claimed.job, await again) == ("job", {"decision": "legal"})
        assert await pool.run("other", 1.0, Demand(ADA)) == {"decision": "fine"}
        task.cancel()

    tell(story)


def test_a_queue_that_is_away_rejects_nothing_and_says_so(
    tell: Callable[[Story], None], caplog: pytest.LogCaptureFixture
) -> None:
    async def story(one: WorkQueue, other: WorkQueue) -> None:
        await _answered(one, other, "job", '{"decision": "illegal"}')
        await one.close()
        await QueuedPool(QueueClient(one), "board", 60.0).reject("job")
        assert "the queue did not answer" in caplog.text
        assert await other.answer(key_of("job")) == '{"decision": "illegal"}'

    tell(story)


async def _answered(asking: WorkQueue, working: WorkQueue, job: str, answer: str) -> None:
    await asking.submit("board", job, 1.0, Demand(ADA))
    claimed = await working.claim(["board"])
    assert claimed
    await working.finish(claimed, answer, took=0.1)


def test_a_job_nobody_answers_in_time_is_taken_out_of_the_queue(
    tell: Callable[[Story], None],
) -> None:
    async def story(one: WorkQueue, other: WorkQueue) -> None:
        pool = QueuedPool(QueueClient(one), "board", 0.0)
        assert await pool.run("late", 0.05, Demand(ADA)) is None
        assert await other.claim(["board"]) is None

    tell(story)


def test_priorities_last_for_decades() -> None:
    seconds_a_year = 365.25 * 86_400
    for year in (2026, 2056):
        due = (year - 1970) * seconds_a_year
        assert abs(work_queue._priority(due)) < 2**31  # noqa: SLF001


def test_a_database_that_says_nothing_is_not_waited_for_longer_than_is_set(
    postgres: Cluster,
) -> None:
    async def story() -> None:
        url = make_url(postgres.new_database()).set(drivername="postgresql+asyncpg")
        queue = WorkQueue(url, seconds=0.5)
        await queue.open()
        assert await queue.answer("nothing") is None
        with postgres.frozen():
            async with asyncio.timeout(8) as patience:
                with pytest.raises(TimeoutError):
                    await queue.answer("nothing")
            assert not patience.expired()
        await queue.close()

    asyncio.run(story())

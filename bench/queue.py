"""What a queue costs beside a search: `python -m bench.queue --database postgresql://…`.

A job keeps a core busy for 200 ms, in a worker process. It goes there through the pool of this
process, and through the queue to a worker of another process. The overhead is the time until the
answer is back, less the time the job itself took. `--compare` also measures PgQueuer's own manager
and Procrastinate (`pip install procrastinate`) with jobs that do nothing. Use an empty database.
"""

import argparse
import asyncio
import json
import multiprocessing
import time
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any, Final

import asyncpg
from sqlalchemy import make_url

from bench.load import percentile
from ludothek.job_scheduling import Client, Demand
from ludothek.research.arena.runs import table
from ludothek.server.accounts.signing import new_id
from ludothek.server.compute.pool import JobRunner
from ludothek.server.compute.queue_worker import QueueWorker
from ludothek.server.compute.queued_pool import QueueClient, QueuedPool
from ludothek.server.live.pubsub import PubSub
from ludothek.server.storage.database import Database
from ludothek.server.storage.work_queue import WorkQueue
from ludothek.workers import Pool, Report, Stopped

THINKING: Final = 0.2  # seconds of a job
WARM: Final = 5  # jobs that are not measured
MANY: Final = 1_000  # jobs handed in at once, for the rate
HEADINGS: Final = ("way", "p50", "p95", "p99", "worst", "jobs/s")

Ask = Callable[[str], Awaitable[float]]  # seconds that a job took in the worker


def think(_job: str, _report: Report, _stopped: Stopped) -> str:
    """Keep a core busy, as a search does."""
    begun = time.perf_counter()
    while time.perf_counter() < begun + THINKING:
        pass
    return json.dumps({"took": time.perf_counter() - begun})


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m bench.queue")
    parser.add_argument("--database", required=True, help="an empty one of PostgreSQL")
    parser.add_argument("--jobs", type=int, default=200)
    parser.add_argument("--compare", action="store_true", help="PgQueuer and Procrastinate, bare")
    arguments = parser.parse_args()
    rows = asyncio.run(_measure(arguments.database, arguments.jobs))
    if arguments.compare:
        rows += asyncio.run(_compare(arguments.database, arguments.jobs))
    print(table([HEADINGS, *rows]))


async def _measure(database: str, jobs: int) -> list[tuple[str, ...]]:
    url = make_url(database).set(drivername="postgresql+asyncpg")
    rows = []
    pool = Pool(think, 1)
    try:
        rows.append(_row("pool of the process", await _overheads(_through_pool(pool), jobs)))
    finally:
        await asyncio.to_thread(pool.close)
    worker = multiprocessing.get_context("spawn").Process(target=_work, args=(str(database),))
    worker.start()
    queue = WorkQueue(url)
    await queue.open()
    pubsub, client = PubSub(Database(url.render_as_string(False)), new_id()), QueueClient(queue)
    pubsub.subscribers.append(client.receive)
    listening = [asyncio.create_task(pubsub.run()), asyncio.create_task(client.run())]
    try:
        way = _through_queue(QueuedPool(client, "board", 60.0))
        rows.append(_row("queue, worker elsewhere", await _overheads(way, jobs)))
    finally:
        worker.kill()
        for task in listening:
            task.cancel()
        await asyncio.gather(*listening, return_exceptions=True)
        await queue.close()
    return rows


def _work(database: str) -> None:
    async def work() -> None:
        queue = WorkQueue(make_url(database).set(drivername="postgresql+asyncpg"))
        await queue.open()
        await QueueWorker(queue, 1, think).run()

    asyncio.run(work())


def _through_pool(pool: Pool) -> Ask:
    async def ask(job: str) -> float:
        answer = await asyncio.wrap_future(pool.submit(job, 10.0).future)
        return float(json.loads(answer)["took"])

    return ask


def _through_queue(pool: JobRunner) -> Ask:
    async def ask(job: str) -> float:
        answer = await pool.run(job, 10.0, Demand(Client("bench"), seconds=THINKING))
        assert answer, "no worker has answered"
        return float(answer["took"])

    return ask


async def _overheads(ask: Ask, jobs: int) -> list[float]:
    """One job after the other, with uneven pauses, as people make them."""
    overheads, random = [], Random(1)
    for number in range(WARM + jobs):
        await asyncio.sleep(random.uniform(0, 0.05))
        begun = time.perf_counter()
        took = await ask(f"job {number}")
        overheads.append(time.perf_counter() - begun - took)
    return overheads[WARM:]


def _row(way: str, seconds: list[float], rate: float | None = None) -> tuple[str, ...]:
    ordered = sorted(seconds)
    shares = (f"{1000 * percentile(ordered, share):.1f} ms" for share in (50, 95, 99, 100))
    return way, *shares, f"{rate:.0f}" if rate else "-"


async def _compare(database: str, jobs: int) -> list[tuple[str, ...]]:
    return [
        _row("PgQueuer, jobs that do nothing", *await _pgqueuer(database, jobs)),
        _row("Procrastinate, jobs that do nothing", *await _procrastinate(database, jobs)),
    ]


async def _pgqueuer(database: str, jobs: int) -> tuple[list[float], float]:
    from pgqueuer.core.qm import QueueManager
    from pgqueuer.domain.models import Job
    from pgqueuer.queries import Queries

    async with asyncpg.create_pool(database, min_size=2, max_size=6) as pool:
        queries, done = Queries.from_asyncpg_pool(pool), asyncio.Queue[bytes]()
        manager = QueueManager(Queries.from_asyncpg_pool(pool))

        @manager.entrypoint("nothing")
        async def nothing(job: Job) -> None:
            done.put_nowait(job.payload or b"")

        running = asyncio.create_task(manager.run(batch_size=10))

        async def hand_in(names: list[str]) -> None:
            count = len(names)
            await queries.enqueue(["nothing"] * count, [n.encode() for n in names], [0] * count)

        try:
            return await _latencies(hand_in, done, jobs)
        finally:
            manager.shutdown.set()
            await running


async def _procrastinate(database: str, jobs: int) -> tuple[list[float], float]:
    import procrastinate

    done = asyncio.Queue[bytes]()
    app = procrastinate.App(connector=procrastinate.PsycopgConnector(conninfo=database))

    @app.task(name="nothing")
    async def nothing(name: str) -> None:
        done.put_nowait(name.encode())

    async with app.open_async():
        await app.schema_manager.apply_schema_async()
        worker = app.run_worker_async(concurrency=10, install_signal_handlers=False)
        running = asyncio.create_task(worker)

        async def hand_in(names: list[str]) -> None:
            await nothing.batch_defer_async(*({"name": name} for name in names))

        try:
            return await _latencies(hand_in, done, jobs)
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)


async def _latencies(
    hand_in: Callable[[list[str]], Awaitable[Any]], done: "asyncio.Queue[bytes]", jobs: int
) -> tuple[list[float], float]:
    """From handing in until the job runs, one by one; and jobs a second, many at once."""
    await asyncio.sleep(1)
    seconds, random = [], Random(1)
    for number in range(WARM + jobs):
        await asyncio.sleep(random.uniform(0, 0.05))
        begun = time.perf_counter()
        await hand_in([str(number)])
        await done.get()
        seconds.append(time.perf_counter() - begun)
    begun = time.perf_counter()
    await hand_in([str(number) for number in range(MANY)])
    for _ in range(MANY):
        await done.get()
    return seconds[WARM:], MANY / (time.perf_counter() - begun)


if __name__ == "__main__":
    main()

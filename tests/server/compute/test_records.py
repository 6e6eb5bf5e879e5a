"""Records are read and written by workers."""

import asyncio
import json
from contextlib import suppress
from typing import Any

import pytest

from ludothek.job_scheduling import Client, Demand, Ledger, Urgency
from ludothek.server.compute import worker_tasks
from ludothek.server.compute.pool import parsed
from ludothek.server.compute.records import Archive, Records
from ludothek.server.match.events import Created, Dealt
from ludothek.server.match.refusals import Refused
from tests.server.example_matches import ADA, BO, duel

ARCHIVE = Archive("ada", 1, 100)
CLIENT = Client("ada")


class Runner:
    """A worker that answers, or does not."""

    def __init__(self, *, answers: bool = True) -> None:
        self.jobs: list[str] = []
        self.seconds: list[float] = []  # that a job will probably take
        self._answers = answers

    async def run(self, job: str, _seconds: float, demand: Demand) -> dict[str, Any] | None:
        self.jobs.append(job)
        self.seconds.append(demand.seconds)
        return (
            parsed(worker_tasks.work(job, lambda _: None, lambda: False)) if self._answers else None
        )

    async def reject(self, job: str) -> None:
        """Nothing is kept."""

    def waiting(self) -> int:
        return 0

    async def close(self) -> None:
        """Nothing was started."""


def _written(runner: Runner) -> str:
    scene = duel()
    scene.play(ADA, "w@a1")
    scene.play(BO, "w@a2")
    return asyncio.run(Records(runner).write(scene.match, "text", CLIENT))


def test_a_record_is_written_and_read_by_workers_however_short_it_is() -> None:
    runner = Runner()
    events = asyncio.run(Records(runner).read(_written(runner), ARCHIVE, CLIENT))
    created, *_, dealt, _ended = events
    assert isinstance(created, Created)
    assert created.owner == "ada"
    assert dealt == Dealt(("w@a1", "w@a2"))
    assert [json.loads(job)["do"] for job in runner.jobs] == ["write-record", "read-record"]


def test_a_record_that_cannot_be_read_is_refused() -> None:
    runner = Runner()
    text = _written(runner).replace("w@a2", "{never ended w@a2")
    with pytest.raises(Refused) as refused:
        asyncio.run(Records(runner).read(text, ARCHIVE, CLIENT))
    assert refused.value.refusal.code.startswith("record.")
    assert refused.value.refusal.status == 422


def test_who_uploads_long_records_gives_way_to_others() -> None:
    runner = Runner()
    short = _written(runner)
    for text in (short, short + "\n" + "{a comment} " * 15_000):
        with suppress(Refused):
            asyncio.run(Records(runner).read(text, ARCHIVE, CLIENT))
    _, usual, long = runner.seconds
    assert usual < 0.3
    assert long > 3
    ledger = Ledger()
    waiting = [ledger.due(Demand(CLIENT, Urgency.TRIAL, long), now=0.0) for _ in range(2)]
    assert ledger.due(Demand(Client("bo"), Urgency.TRIAL, usual), now=1.0) < min(waiting)


def test_a_record_that_no_worker_reads_in_time_may_come_again() -> None:
    runner = Runner(answers=False)
    with pytest.raises(Refused) as refused:
        asyncio.run(Records(runner).read("", ARCHIVE, CLIENT))
    assert refused.value.refusal.status == 429
    assert refused.value.refusal.params["seconds"]


def test_a_record_with_too_many_decisions_is_refused() -> None:
    runner = Runner()
    with pytest.raises(Refused) as refused:
        asyncio.run(Records(runner).read(_written(runner), Archive("ada", 1, 1), CLIENT))
    assert refused.value.refusal.code == "too-long"

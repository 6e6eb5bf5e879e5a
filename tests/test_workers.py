"""Worker processes, with real processes."""

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from pathlib import Path
from time import monotonic, sleep

import pytest

from ludothek.job_scheduling import Client, Demand
from ludothek.workers import JobFailed, Pool, PoolFull, Report, Stopped


def work(job: str, report: Report, stopped: Stopped) -> str:
    """What the jobs of these tests ask for."""
    match job.split(" "):
        case ["echo", text]:
            return text
        case ["pid"]:
            return str(os.getpid())
        case ["count", text]:
            for number in range(int(text)):
                report(str(number))
                sleep(0.001)
            return "stopped" if stopped() else "counted"
        case ["wait"]:
            report("waiting")
            while not stopped():
                sleep(0.001)
            return "stopped"
        case ["sleep", seconds]:
            sleep(float(seconds))
            return "deaf"
        case ["die"]:
            os.kill(os.getpid(), signal.SIGKILL)
        case ["die-once", mark]:
            return _die_once(Path(mark))
    raise ValueError(f"no job: {job}")


def _die_once(mark: Path) -> str:
    if not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return "alive"


def guess(job: str) -> str:
    if job == "nonsense":
        raise ValueError("nothing to guess")
    return f"guess for {job}"


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    with Pool(work, size=1, fallback=guess, grace=30) as pool:
        yield pool


def test_a_job_is_answered_by_another_process(pool: Pool) -> None:
    assert pool.submit("echo hello", 30).result(60) == "hello"
    assert pool.submit("pid", 30).result(60) != str(os.getpid())


def test_workers_give_way_to_other_processes_if_they_are_told_to() -> None:
    with Pool(work, size=1, niceness=3) as pool:
        worker = int(pool.submit("pid", 30).result(60))
        assert os.getpriority(os.PRIO_PROCESS, worker) == min(19, os.nice(0) + 3)


def test_what_is_known_so_far_is_reported_in_order(pool: Pool) -> None:
    reports: list[str] = []
    assert pool.submit("count 3", 30, report=reports.append).result(60) == "counted"
    assert reports == ["0", "1", "2"]


def test_at_its_deadline_a_job_is_told_to_stop(pool: Pool) -> None:
    assert pool.submit("wait", 0.05).result(60) == "stopped"


def test_a_cancelled_job_is_told_to_stop_at_once(pool: Pool) -> None:
    reports: list[str] = []
    ticket = pool.submit("wait", 60, report=reports.append)
    _until(lambda: reports)
    ticket.cancel()
    assert ticket.result(60) == "stopped"


def test_a_job_that_waits_is_cancelled_without_being_begun(pool: Pool) -> None:
    busy, waiting = pool.submit("wait", 60), pool.submit("echo late", 30)
    waiting.cancel()
    busy.cancel()
    with pytest.raises(CancelledError):
        waiting.result(60)
    assert pool.submit("echo next", 30).result(60) == "next"


def test_who_cancels_too_late_does_not_stop_the_next_job(pool: Pool) -> None:
    reports: list[str] = []
    done, failed = pool.submit("echo done", 30), pool.submit("what", 30)
    assert (done.result(60), failed.result(60)) == ("done", "guess for what")
    next_one = pool.submit("count 300", 60, report=reports.append)
    _until(lambda: reports)
    done.cancel()
    failed.cancel()
    assert next_one.result(60) == "counted"


def test_a_worker_that_dies_is_replaced_and_its_job_falls_back(pool: Pool) -> None:
    before = pool.submit("pid", 30).result(60)
    assert pool.submit("die", 30).result(60) == "guess for die"
    assert pool.submit("pid", 30).result(60) != before


def test_the_job_of_a_worker_that_died_is_tried_once_more(pool: Pool, tmp_path: Path) -> None:
    assert pool.submit(f"die-once {tmp_path / 'died'}", 30).result(60) == "alive"


def test_a_worker_that_does_not_listen_is_replaced() -> None:
    with Pool(work, size=1, fallback=guess, grace=0.2) as impatient:
        before = impatient.submit("pid", 30).result(60)
        assert impatient.submit("sleep 60", 0.05).result(60) == "guess for sleep 60"
        assert impatient.submit("pid", 30).result(60) != before


def test_a_job_that_makes_no_sense_falls_back_or_says_so(pool: Pool) -> None:
    assert pool.submit("what", 30).result(60) == "guess for what"
    with pytest.raises(ValueError, match="nothing to guess"):
        pool.submit("nonsense", 30).result(60)


def test_without_a_fallback_a_failure_is_told() -> None:
    with Pool(work, size=1) as bare, pytest.raises(JobFailed, match="no job: what"):
        bare.submit("what", 30).result(60)


def test_owners_take_turns(pool: Pool) -> None:
    order: list[str] = []
    busy = pool.submit("wait", 60)
    owners = ("greedy", "greedy", "greedy", "modest")
    tickets = [
        pool.submit("count 1", 30, Demand(Client(owner)), _noting(owner, order)) for owner in owners
    ]
    busy.cancel()
    for ticket in tickets:
        ticket.result(60)
    assert order == ["greedy", "modest", "greedy", "greedy"]


def test_a_full_pool_takes_no_more() -> None:
    with Pool(work, size=1, most_waiting=1) as small:
        reports: list[str] = []
        small.submit("wait", 60, report=reports.append)
        _until(lambda: reports)
        small.submit("wait", 60)
        assert small.waiting() == 1
        with pytest.raises(PoolFull):
            small.submit("wait", 60)


def test_closing_cancels_what_waits_and_ends_what_runs() -> None:
    pool = Pool(work, size=1)
    reports: list[str] = []
    running = pool.submit("wait", 60, report=reports.append)
    waiting = pool.submit("echo late", 30)
    _until(lambda: reports)
    pool.close()
    assert running.result(0) == "stopped"
    assert waiting.future.cancelled()
    with pytest.raises(PoolFull):
        pool.submit("echo later", 30)


def _noting(owner: str, order: list[str]) -> Report:
    return lambda _: order.append(owner)


def _until(condition: Callable[[], object], seconds: float = 30) -> None:
    deadline = monotonic() + seconds
    while not condition():
        assert monotonic() < deadline
        sleep(0.001)

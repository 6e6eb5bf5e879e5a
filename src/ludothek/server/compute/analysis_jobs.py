"""Hints and analyses: jobs in the database that any server process works on.

Jobs live in the queue of the database (`storage.jobs`): any process can be asked about them, each
is claimed by one, and what one leaves behind another goes on with. Progress is pushed
to the sockets of the person who handed the job in, whichever process they are connected to.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final, Protocol

from ludothek.job_scheduling import Demand, Urgency
from ludothek.server.accounts.signing import new_id
from ludothek.server.compute.job_owners import Clients
from ludothek.server.compute.match_jobs import (
    HINT_LEVEL,
    NONSENSE,
    SECONDS,
    SLICE,
    advice,
    check_analysis,
    check_hint,
    hint_question,
    positions,
    slice_question,
    with_slice,
)
from ludothek.server.compute.pool import JobRunner
from ludothek.server.match.refusals import Refused, refused
from ludothek.server.match.state import Match, OtherRules
from ludothek.server.runtime.rooms import Matches
from ludothek.server.storage.database import FAILURES, log_failure
from ludothek.server.storage.jobs import LEASE, ClaimLost, Job, JobKind, JobQueue
from ludothek.server.storage.store import UNSTORED
from ludothek.server.wire.codec import Invalid, decode_json, encode
from ludothek.server.wire.models import Evaluation, JobInfo

MAX_ANALYSES: Final = 4  # that one process works on at a time
INTERVAL: Final = LEASE / 5_000  # seconds between two attempts to claim, and renewals of leases
RECENT: Final = 60_000  # milliseconds in which news may have been missed

log = logging.getLogger(__name__)


class Audience(Protocol):
    """Who is connected, to this process and to others."""

    def people(self) -> Collection[str]:
        """Those connected to this process."""
        ...

    def send_job(self, person: str, job: JobInfo) -> None:
        """Send somebody the state of a job, if they are connected to this process."""
        ...

    def publish_job(self, job: str, person: str, state: str) -> None:
        """Tell the other processes that a job has changed."""
        ...


@dataclass(frozen=True, slots=True)
class Workers:
    """Who works on them. Somebody who wants a hint waits at the board, and for no analysis."""

    hints: JobRunner
    analyses: JobRunner
    clients: Clients


class AnalysisJobs:
    """All hints and analyses of people."""

    def __init__(
        self,
        queue: JobQueue,
        matches: Matches,
        workers: Workers,
        audience: Audience,
        most: int,
        now: Callable[[], int],
    ) -> None:
        self._queue = queue
        self._matches = matches
        self._workers = workers
        self._audience = audience
        self._most = most
        self._now = now
        self._working: dict[str, tuple[JobKind, asyncio.Task[None]]] = {}
        self._relaying: set[asyncio.Task[None]] = set()
        self._wake = asyncio.Event()
        self._closed = False

    async def hint(self, match: Match, person: str) -> JobInfo:
        """What a strong computer would do, for the seat that is to decide."""
        check_hint(match, person)
        return await self._submit("hint", match, person, 1, HINT_LEVEL)

    async def analysis(self, match: Match, person: str, level: int) -> JobInfo:
        """Evaluations of every position of a match that is over."""
        check_analysis(match)
        if finished := await self._queue.finished_analysis(match.id, match.ply, level):
            return _info(finished)
        return await self._submit("analysis", match, person, len(positions(match)), level)

    async def state(self, job_id: str, person: str) -> JobInfo:
        """How far a job is, with its evaluations so far."""
        return _info(await self._visible_to(person, job_id))

    async def cancel(self, job_id: str, person: str) -> JobInfo:
        """Stop a job of one's own."""
        job = await self._visible_to(person, job_id)
        if job.person == person and await self._queue.cancel(job_id):
            self._drop(job_id)
            self._publish(replace(job, state="cancelled"))
        return _info(await self._visible_to(person, job_id))

    async def run(self) -> None:
        """Work on what is waiting, for ever."""
        while True:
            self._wake.clear()
            try:
                await self._claim_jobs()
            except UNSTORED as error:
                log_failure(log, error)
            with suppress(TimeoutError):
                async with asyncio.timeout(INTERVAL):
                    await self._wake.wait()

    async def close(self) -> None:
        """Stop working; others, or this server when it comes back, go on at once."""
        self._closed = True
        running = [*(task for _, task in self._working.values()), *self._relaying]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)
        with suppress(*UNSTORED):
            await self._queue.release()

    async def prune(self) -> None:
        """Forget what ended long ago."""
        await self._queue.prune()

    def receive(self, _process: str, kind: str, words: list[str]) -> None:
        """Another process has changed a job."""
        if kind != "job" or len(words) != 3:
            return
        job_id, person, state = words
        if state == "waiting":
            self._wake.set()
        if state == "cancelled":
            self._drop(job_id)
        if person in self._audience.people():
            self._relay(self._relay_one(job_id))

    def resumed(self) -> None:
        """News of other processes may have been missed."""
        self._wake.set()
        self._relay(self._relay_recent())

    async def _visible_to(self, person: str, job_id: str) -> Job:
        """A job of one's own, or an analysis that is kept for everybody."""
        job = await self._queue.get(job_id)
        if not job or (job.person != person and (job.kind, job.state) != ("analysis", "done")):
            raise refused("job-unknown")
        return job

    async def _submit(
        self, kind: JobKind, match: Match, person: str, total: int, level: int
    ) -> JobInfo:
        job = Job(new_id(), kind, match.id, match.ply, level, person, total)
        if not await self._queue.submit(job, self._most):
            raise refused("too-many-jobs", most=self._most)
        self._wake.set()
        self._publish(job)
        return _info(job)

    async def _claim_jobs(self) -> None:
        if self._working:
            await self._queue.renew(list(self._working))
        for failed in await self._queue.bury():
            self._publish(failed)
        while not self._closed and (job := await self._queue.claim(self._claimable_kinds())):
            task = asyncio.create_task(self._work(job))
            self._working[job.id] = job.kind, task
            task.add_done_callback(partial(self._ended, job.id))

    def _claimable_kinds(self) -> list[JobKind]:
        analyses = sum(kind == "analysis" for kind, _ in self._working.values())
        return ["hint", "analysis"] if analyses < MAX_ANALYSES else ["hint"]

    def _ended(self, job_id: str, task: asyncio.Task[None]) -> None:
        """What has failed here is claimed again when its lease has run out."""
        self._working.pop(job_id, None)
        self._wake.set()
        if task.cancelled() or not (error := task.exception()):
            return
        away = isinstance(error, FAILURES)
        log.error("a job was left", extra={"job": job_id}, exc_info=None if away else error)
        if away:
            log_failure(log, error)

    def _drop(self, job_id: str) -> None:
        if job_id in self._working:
            self._working[job_id][1].cancel()

    async def _work(self, job: Job) -> None:
        self._publish(job)
        try:
            match = await self._matches.current(job.match)
            await (self._advise(job, match) if job.kind == "hint" else self._analyse(job, match))
        except ClaimLost:
            log.info("a job is done by somebody else", extra={"job": job.id})
        except (OtherRules, Refused):
            await self._save(replace(job, state="failed"))

    async def _advise(self, job: Job, match: Match) -> None:
        """A hint; nobody wants it any more when the match has moved on."""
        if match.ply != job.plies or match.status != "playing":
            await self._save(replace(job, state="cancelled"))
            return
        question = hint_question(match, job.level)
        demand = Demand(self._workers.clients.of(job.person), Urgency.HINT, SECONDS)
        answer = await self._workers.hints.run(question, SECONDS, demand)
        try:
            advised = advice(match, answer or {})
        except NONSENSE:
            await self._reject(self._workers.hints, question, answer)
            await self._save(replace(job, state="failed"))
            return
        await self._save(replace(job, state="done", result=_dump([advised])))

    async def _analyse(self, job: Job, match: Match) -> None:
        """Slice by slice, the last position first; what is stored is not searched again."""
        evaluations = _evaluations(job)
        while question := slice_question(match, job.level, evaluations):
            demand = Demand(self._workers.clients.of(job.person), Urgency.ANALYSIS, SLICE)
            answer = await self._workers.analyses.run(question, SLICE + SECONDS, demand)
            try:
                evaluations = with_slice(match, answer or {}, evaluations)
            except NONSENSE:
                await self._reject(self._workers.analyses, question, answer)
                await self._save(replace(job, state="failed", result=_dump(evaluations)))
                return
            if len(evaluations) < job.total:
                await self._save(replace(job, result=_dump(evaluations)))
        await self._save(replace(job, state="done", result=_dump(evaluations)))

    async def _reject(self, workers: JobRunner, question: str, answer: Any) -> None:
        """There was no answer, or one that makes no sense and is not to be given again."""
        if answer is not None:
            log.error("a worker's answer cannot be used", extra={"answer": str(answer)[:100]})
            await workers.reject(question)

    async def _save(self, job: Job) -> None:
        await self._queue.save(job)
        self._publish(job)

    def _publish(self, job: Job) -> None:
        self._audience.send_job(job.person, _info(job))
        self._audience.publish_job(job.id, job.person, job.state)

    def _relay(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._relaying.add(task)
        task.add_done_callback(self._relaying.discard)

    async def _relay_one(self, job_id: str) -> None:
        with suppress(*UNSTORED):
            if job := await self._queue.get(job_id):
                self._audience.send_job(job.person, _info(job))

    async def _relay_recent(self) -> None:
        people = self._audience.people()
        with suppress(*UNSTORED):
            for job in await self._queue.changed_since(self._now() - RECENT, people):
                self._audience.send_job(job.person, _info(job))


def _dump(evaluations: list[Evaluation]) -> str:
    return encode(evaluations)


def _evaluations(job: Job) -> list[Evaluation]:
    evaluations: list[Evaluation] = decode_json(list[Evaluation], job.result)
    return evaluations


def _info(job: Job) -> JobInfo:
    try:
        evaluations, state = _evaluations(job), job.state
    except Invalid:  # a damaged row concerns its own job only
        evaluations, state = [], "failed"
    return JobInfo(
        id=job.id,
        kind=job.kind,
        match=job.match,
        state=state,
        done=len(evaluations),
        total=job.total,
        evaluations=evaluations,
    )

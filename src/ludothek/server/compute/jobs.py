"""Hints and analyses: work in the background that somebody asked for, with its progress."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final, Literal

from pydantic import TypeAdapter

from ludothek.server.accounts.signing import new_id
from ludothek.server.compute import tasks
from ludothek.server.compute.pool import Thinkers, derived_seed
from ludothek.server.match.plan import levels_of
from ludothek.server.match.refusals import refused
from ludothek.server.match.state import Match
from ludothek.server.storage.store import Store
from ludothek.server.wire.models import Evaluation, JobInfo
from ludothek.server.wire.table import SpotInfo

KEPT: Final = 500  # finished jobs that can still be asked about
HINT_LEVEL: Final = 7
SECONDS: Final = 1.0  # at most, for one position

_EVALUATIONS: Final = TypeAdapter(list[Evaluation])


@dataclass(slots=True)
class Job:
    """A job and whom it belongs to."""

    person: str
    info: JobInfo
    task: asyncio.Task[None] | None = None

    @property
    def active(self) -> bool:
        """Is it not finished yet?"""
        return self.info.state in {"waiting", "working"}


class Jobs:
    """Everything people asked for."""

    def __init__(
        self,
        thinkers: Thinkers,
        store: Store,
        most: int,
        tell: Callable[[str, JobInfo], None],
    ) -> None:
        self._thinkers = thinkers
        self._store = store
        self._most = most
        self._tell = tell
        self._jobs: OrderedDict[str, Job] = OrderedDict()

    def hint(self, match: Match, person: str) -> JobInfo:
        """What a strong computer would do, for the seat that is to decide."""
        if match.status != "playing":
            raise refused("not-playing")
        if not match.plan.hints:
            raise refused("no-hints")
        if match.to_move not in match.seats_of(person):
            raise refused("not-your-turn", seat=match.to_move)
        if not match.plan.for_computers:
            raise refused("no-hints")
        return self._begin("hint", match, person, [match.ply], HINT_LEVEL)

    async def analysis(self, match: Match, person: str, level: int) -> JobInfo:
        """What a computer thinks of every position of a match that is over."""
        if not match.over:
            raise refused("not-over")
        if match.game.simulation or not match.plan.current:
            raise refused("no-analysis")
        if kept := await self._store.analysis(match.id, match.ply):
            return self._remember(match, person, kept)
        return self._begin("analysis", match, person, _plies(match), level)

    def ask(self, job_id: str, person: str) -> JobInfo:
        """How far a job is."""
        return self._mine(job_id, person).info

    def cancel(self, job_id: str, person: str) -> JobInfo:
        """Stop a job."""
        job = self._mine(job_id, person)
        if job.active and job.task:
            job.task.cancel()
            self._change(job, state="cancelled")
        return job.info

    async def close(self) -> None:
        """Stop everything."""
        tasks = [job.task for job in self._jobs.values() if job.task and not job.task.done()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _mine(self, job_id: str, person: str) -> Job:
        job = self._jobs.get(job_id)
        if not job or job.person != person:
            raise refused("job-unknown")
        return job

    def _begin(
        self,
        kind: Literal["hint", "analysis"],
        match: Match,
        person: str,
        plies: list[int],
        level: int,
    ) -> JobInfo:
        active = [job for job in self._jobs.values() if job.person == person and job.active]
        if len(active) >= self._most:
            raise refused("too-many-jobs", most=self._most)
        job = Job(person, _info(kind, match, len(plies)))
        self._keep(job)
        job.task = asyncio.create_task(self._work(job, match, plies, level))
        return job.info

    def _remember(self, match: Match, person: str, kept: str) -> JobInfo:
        found = _EVALUATIONS.validate_json(kept)
        info = _info("analysis", match, len(found))
        update = {"state": "done", "done": len(found), "evaluations": found}
        self._keep(Job(person, info.model_copy(update=update)))
        return next(reversed(self._jobs.values())).info

    def _keep(self, job: Job) -> None:
        self._jobs[job.info.id] = job
        over = [job_id for job_id, job in self._jobs.items() if not job.active]
        for job_id in over[: max(0, len(self._jobs) - KEPT)]:
            del self._jobs[job_id]

    async def _work(self, job: Job, match: Match, plies: list[int], level: int) -> None:
        self._change(job, state="working")
        for ply in plies:
            answer = await self._thinkers.ask(_asked(match, ply, level), SECONDS, job.person)
            if answer is None or "refused" in answer:
                self._change(job, state="failed")
                return
            evaluations = [*job.info.evaluations, _evaluation(ply, answer)]
            self._change(job, done=len(evaluations), evaluations=evaluations)
        if job.info.kind == "analysis":
            body = _EVALUATIONS.dump_json(job.info.evaluations).decode()
            await self._store.keep_analysis(match.id, match.ply, body)
        self._change(job, state="done")

    def _change(self, job: Job, **update: object) -> None:
        job.info = job.info.model_copy(update=update)
        self._tell(job.person, job.info)


def _asked(match: Match, ply: int, level: int) -> str:
    if not match.game.computers or match.over:
        return tasks.judge_job(match.plan, match.texts[:ply], level, SECONDS)
    seed, best = derived_seed(match, f"hint {ply}"), levels_of(match.game)[-1]
    return tasks.play_job(match.plan, match.texts, best, SECONDS, seed, match.table)


def _evaluation(ply: int, answer: Mapping[str, Any]) -> Evaluation:
    """What was found; by players of a game's own only what to do next."""
    spot = SpotInfo(**answer["spot"]) if "spot" in answer else None
    best = [answer["decision"]] if "decision" in answer else answer.get("best", [])
    return Evaluation(ply=ply, shares=answer.get("shares", []), best=best, spot=spot)


def _plies(match: Match) -> list[int]:
    """The plies at which somebody had something to decide."""
    dealt = match.dealt if match.dealt < match.ply else 0  # a recorded game counts as dealt
    return list(range(dealt, match.ply))


def _info(kind: Literal["hint", "analysis"], match: Match, total: int) -> JobInfo:
    return JobInfo(
        id=new_id(),
        kind=kind,
        match=match.id,
        state="waiting",
        done=0,
        total=total,
        evaluations=[],
    )

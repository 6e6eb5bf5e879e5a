"""Computer players, hints and analyses of local matches, as jobs for the computing worker."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any, Final

from ludothek.games.backends import Spot
from ludothek.server.browser.host import ME, Host, Urgency
from ludothek.server.browser.matches import Matches, background
from ludothek.server.compute import match_jobs
from ludothek.server.match.commands import Actor, Computer, Decide
from ludothek.server.match.refusals import Refused, refused
from ludothek.server.match.state import Match
from ludothek.server.wire.codec import Invalid, parse_json
from ludothek.server.wire.models import Evaluation, JobInfo

SECONDS: Final = 1.0  # of the strongest computers
PAUSE: Final = 2.0  # seconds before another attempt to place a piece

OnJob = Callable[[JobInfo], None]
OnFallback = Callable[[], None]  # the rules alone decide: the computer has not answered
Placing = Callable[[Match, Actor, Spot | None], Awaitable[Match]]  # lets go of a piece


class Computers:
    """Lets computer players decide when it is their turn."""

    def __init__(
        self, host: Host, matches: Matches, place: Placing, on_fallback: OnFallback
    ) -> None:
        self._host = host
        self._matches = matches
        self._place = place
        self._on_fallback = on_fallback
        self._busy: set[str] = set()

    def follow(self, _before: Match | None, match: Match) -> None:
        """A match has changed: start a search, if it is a computer's turn and none is running."""
        if match.computer_to_move() and match.id not in self._busy:
            self._busy.add(match.id)
            background(self._play(match))

    async def _play(self, match: Match) -> None:
        occupant = match.computer_to_move()
        try:
            if occupant:
                question = match_jobs.choice_question(match, occupant.level, SECONDS)
                answer = await answered(self._host, question, Urgency.BOARD)
                if (await self._matches.get(match.id)).texts == match.texts:
                    await self._answer(match, answer)
        finally:
            self._busy.discard(match.id)
        self.follow(None, await self._matches.get(match.id))

    async def _answer(self, match: Match, answer: dict[str, Any]) -> None:
        computer = Computer(match.to_move)
        able = match_jobs.usable(match, answer)
        if not able:
            self._on_fallback()
        if not match.placing:
            decision = answer["decision"] if able else match_jobs.fallback(match)
            command = Decide(ply=match.ply, decisions=[str(decision)])
            await self._matches.perform(match.id, computer, command)
            return
        spot = Spot(**answer["spot"]) if able else None
        try:
            await self._place(match, computer, spot)
        except Refused:
            await asyncio.sleep(PAUSE)


class Jobs:
    """Hints and analyses."""

    def __init__(self, host: Host, matches: Matches, on_job: OnJob) -> None:
        self._host = host
        self._matches = matches
        self._on_job = on_job
        self._jobs: dict[str, JobInfo] = {}

    async def hint(self, match_id: str) -> JobInfo:
        """What a strong computer would do, for the seat that is to decide."""
        match = await self._matches.get(match_id)
        match_jobs.check_hint(match, ME)
        return self._submit(self._info("hint", match, 1), self._advise, match)

    async def analysis(self, match_id: str, level: int) -> JobInfo:
        """Evaluations of every position of a match that is over."""
        match = await self._matches.get(match_id)
        match_jobs.check_analysis(match)
        total = len(match_jobs.positions(match))
        job = self._info("analysis", match, total)
        return self._submit(job, self._analyse, match, level)

    def state(self, job_id: str) -> JobInfo:
        """How far a job is."""
        if job_id not in self._jobs:
            raise refused("job-unknown")
        return self._jobs[job_id]

    def _info(self, kind: Any, match: Match, total: int) -> JobInfo:
        return JobInfo(
            id=secrets.token_hex(8),
            kind=kind,
            match=match.id,
            state="waiting",
            done=0,
            total=total,
            evaluations=[],
        )

    def _submit(self, job: JobInfo, work: Callable[..., Any], *about: Any) -> JobInfo:
        self._jobs[job.id] = job
        background(work(job, *about))
        return job

    async def _advise(self, job: JobInfo, match: Match) -> None:
        question = match_jobs.hint_question(match, match_jobs.HINT_LEVEL)
        answer = await answered(self._host, question, Urgency.HINT)
        try:
            advised = match_jobs.advice(match, answer)
        except match_jobs.NONSENSE:
            self._tell(replace(job, state="failed"))
            return
        self._tell(_with(job, [advised], "done"))

    async def _analyse(self, job: JobInfo, match: Match, level: int) -> None:
        evaluations: list[Evaluation] = []
        while question := match_jobs.slice_question(match, level, evaluations):
            answer = await answered(self._host, question, Urgency.ANALYSIS)
            try:
                evaluations = match_jobs.with_slice(match, answer, evaluations)
            except match_jobs.NONSENSE:
                self._tell(_with(job, evaluations, "failed"))
                return
            self._tell(_with(job, evaluations, "working"))
        self._tell(_with(job, evaluations, "done"))

    def _tell(self, job: JobInfo) -> None:
        self._jobs[job.id] = job
        self._on_job(job)


async def answered(host: Host, job: str, urgency: Urgency) -> dict[str, Any]:
    """What the worker that computes answers; empty if it does not."""
    text = await host.compute(job, urgency)
    try:
        answer = parse_json(text) if text else None
    except Invalid:
        answer = None
    return answer if isinstance(answer, dict) else {}


def _with(job: JobInfo, evaluations: list[Evaluation], state: Any) -> JobInfo:
    return replace(job, state=state, done=len(evaluations), evaluations=evaluations)

"""Reading and writing records in worker processes, since the rules check every decision.

Forty decisions of NEXUS take as long as a hundred commands of others.
"""

from dataclasses import dataclass
from typing import Any, Final, Literal

from ludothek.job_scheduling import Client, Demand, Urgency
from ludothek.server.compute import worker_tasks
from ludothek.server.compute.match_jobs import record_question
from ludothek.server.compute.pool import JobRunner
from ludothek.server.match.events import Events, parse_events
from ludothek.server.match.refusals import Refusal, Refused, refused
from ludothek.server.match.state import Match

SECONDS: Final = 20.0  # a record may take
PAUSE: Final = 10  # seconds after which somebody may try again whose record was not read in time
USUAL: Final = 0.2  # seconds a short one takes
SPEED: Final = 50_000  # characters of a job that take a second more


@dataclass(frozen=True, slots=True)
class Archive:
    """What a record becomes: the match of an owner."""

    owner: str
    seed: int
    max_plies: int


class Records:
    """Reads and writes records."""

    def __init__(self, workers: JobRunner) -> None:
        self._workers = workers

    async def read(self, text: str, archive: Archive, client: Client) -> Events:
        """The events of a match that was played elsewhere; raises `Refused`."""
        job = worker_tasks.read_record_job(text, archive.owner, archive.seed, archive.max_plies)
        result = await self._run(job, client)
        return parse_events(result["events"])

    async def write(self, match: Match, form: Literal["text", "json"], client: Client) -> str:
        """The record of a match so far."""
        job = record_question(match, form)
        result = await self._run(job, client)
        return str(result["record"])

    async def _run(self, job: str, client: Client) -> dict[str, Any]:
        demand = Demand(client, Urgency.TRIAL, USUAL + len(job) / SPEED)
        result = await self._workers.run(job, SECONDS, demand)
        if result is None:
            raise refused("too-often", kind="record", seconds=PAUSE)
        if "refused" in result:
            raise Refused(Refusal(**result["refused"]))
        return result

"""A server, a normal match on it, and an attack beside it."""

import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from socket import create_connection, socket
from typing import Any

from pydantic_core import from_json

from tests.attacks.normal_match import Sample
from tests.server.running import RunningServer
from tests.server.visitors import Visitor

ROOT = Path(__file__).parents[2]
PATIENCE = 60.0  # seconds within which the normal match always goes on
ATTACKER = "127.0.0.2"  # the address attacks come from; the normal player's is 127.0.0.1
REAL: dict[str, Any] = {"rate": 1, "think_seconds": 1, "workers": 2, "grace_seconds": 3}
BEFORE = 20  # decisions of the normal match before an attack at full strength
AFTERWARDS = 3  # decisions of the normal match after an attack has ended


class NormalMatch:
    """The normal player, and what became of every decision."""

    def __init__(self, url: str) -> None:
        self.samples: list[Sample] = []
        self._more = threading.Condition()
        command = [sys.executable, "-m", "tests.attacks.normal_match", url]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, cwd=ROOT, stdin=pipe, stdout=pipe, text=True)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def goes_on(self, decisions: int = 1) -> None:
        """Wait until so many more decisions were taken and answered."""
        before = len(self.samples)
        for wanted in range(before + 1, before + decisions + 1):
            with self._more:
                arrived = self._more.wait_for(partial(self._has, wanted), PATIENCE)
            assert arrived, f"the normal match stood still for {PATIENCE:.0f} seconds"

    def stop(self) -> None:
        """Let the player go."""
        self._process.communicate(timeout=PATIENCE)
        self._reader.join()
        assert self._process.returncode == 0, "the normal player gave up; see above"

    def _has(self, number: int) -> bool:
        return len(self.samples) >= number

    def _read(self) -> None:
        assert self._process.stdout
        for line in self._process.stdout:
            with self._more:
                self.samples.append(Sample(**from_json(line)))
                self._more.notify_all()


@dataclass
class Target:
    """What an attack is given: a server, and somebody who plays there."""

    server: RunningServer
    normal: NormalMatch
    statuses: Counter[Any] = field(default_factory=Counter)  # what the attacker was answered
    notes: list[str] = field(default_factory=list)  # what else is worth saying

    @property
    def url(self) -> str:
        """Where the server is."""
        return self.server.url

    def note(self, status: Any) -> None:
        """Count an answer."""
        self.statuses[status] += 1

    def visitor(self, name: str | None = "Mallory", **headers: str) -> Visitor:
        """Somebody at the attacker's address."""
        return Visitor(self.url, name, address=ATTACKER, **headers)

    def connect(self, seconds: float = PATIENCE) -> socket:
        """A bare connection from the attacker's address."""
        return create_connection(("127.0.0.1", self.server.port), seconds, (ATTACKER, 0))


Attack = Callable[..., None]


@dataclass(frozen=True)
class Outcome:
    """What became of the normal match beside an attack."""

    before: list[Sample]
    during: list[Sample]
    statuses: dict[Any, int]
    notes: list[str]

    @property
    def latencies(self) -> list[float]:
        """Seconds until each of its decisions was acknowledged, in order."""
        return sorted(sample.latency for sample in self.during)

    @property
    def answers(self) -> list[float]:
        """Seconds until the computer had answered each, in order."""
        return sorted(sample.answer for sample in self.during if sample.answer is not None)


@contextmanager
def target(folder: Path, database: str | None = None, **settings: Any) -> Iterator[Target]:
    """A server with the limits of every day, and a normal match that has begun."""
    url = database or f"sqlite:///{folder}/db.sqlite3"
    with RunningServer(url, folder / "log", **(REAL | settings)) as server:
        normal = NormalMatch(server.url)
        try:
            normal.goes_on()
            yield Target(server, normal)
            normal.goes_on(AFTERWARDS)
        finally:
            normal.stop()


def measure(
    attack: Attack, settings: dict[str, Any], database: str | None = None, **strength: Any
) -> Outcome:
    """Attack, and note what becomes of the normal match."""
    with (
        tempfile.TemporaryDirectory() as folder,
        target(Path(folder), database, **settings) as attacked,
    ):
        attacked.normal.goes_on(BEFORE)
        before = len(attacked.normal.samples)
        attack(attacked, **strength)
        attacked.normal.goes_on(AFTERWARDS)
        samples = attacked.normal.samples
        return Outcome(samples[:before], samples[before:], attacked.statuses, attacked.notes)


def run(attack: Attack, settings: dict[str, Any] | None = None, **strength: Any) -> None:
    """Attack at full strength, and print what became of the normal match."""
    outcome = measure(attack, settings or {}, **strength)
    print("before:", row(outcome.before))
    print("during:", row(outcome.during))
    print("slowest:", _slowest(outcome.during))
    print("answers to the attacker:", dict(outcome.statuses))
    print(*outcome.notes, sep="\n")


def row(samples: list[Sample]) -> str:
    latencies = sorted(sample.latency for sample in samples)
    answers = sorted(sample.answer for sample in samples if sample.answer is not None)
    return (
        f"{len(samples)} decisions, latency {_spread(latencies)}; computer {_spread(answers)}"
        if samples
        else "nothing"
    )


def _slowest(samples: list[Sample]) -> str:
    """The slowest moments, and when they were: many at the beginning have other reasons."""
    first = samples[0].at if samples else 0.0
    times = [(each.latency + (each.answer or 0.0), each.at - first) for each in samples]
    return ", ".join(f"{took:.2f} s at {at:.1f} s" for took, at in sorted(times)[-1:-6:-1])


def _spread(ordered: list[float]) -> str:
    if not ordered:
        return "-"
    p50, p99 = percentile(ordered, 50), percentile(ordered, 99)
    return f"p50 {p50 * 1000:.0f} ms, p99 {p99 * 1000:.0f} ms, worst {ordered[-1] * 1000:.0f} ms"


def percentile(ordered: list[float], share: int) -> float:
    """The value that so many percent do not exceed."""
    return ordered[min(len(ordered) - 1, len(ordered) * share // 100)]

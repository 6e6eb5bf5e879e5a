"""Many matches at once on one server: `python -m bench.load --matches 50 500 --seconds 60`.

Every match has two bots on sockets of their own, and one of them decides every two seconds on
average. It measures the time from a sent decision until both bots have it, memory and processor
time of the server, and how late the bots themselves are: on a machine of two cores they are part of
what is measured. Without --url a server with a new database file is started for each number of
matches, and stopped in the end; with --database and --processes several processes on PostgreSQL,
over which the matches are spread. `--write docs/hosting.md` puts the table into that page.

`--check-model 0.7 0.35 --database postgresql://…` runs 1, 2 and 4 processes with the first of these
pauses, fits the model of docs/scaling.md to that, and shows what it says of runs with the other.
"""

import argparse
import asyncio
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import AsyncExitStack, ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx
import uvloop
from pydantic_core import from_json
from websockets.asyncio.client import ClientConnection, connect

from bench import model
from ludothek.research.arena.runs import table, write_between
from ludothek.server.app import gc_tuning

HEADINGS: Final = (
    "matches",
    "decisions/s",
    "p50",
    "p95",
    "p99",
    "worst",
    "memory",
    "server busy",
    "a decision",
    "bots late (p99)",
)
MARK: Final = "load"
PROCESSES: Final = (1, 2, 4)  # with which the model is checked
FILES: Final = 20_000  # that may be open at a time, two for each match here and at the server
UNEVEN: Final = (
    0.75,
    1.25,
)  # times the pause, or bots that waited together once go in step for ever
POLL_SECONDS: Final = 0.02  # between two samples of the bots' lateness
AT_ONCE: Final = 20  # tables being set up at the same time
AS_BROWSERS: Final[Mapping[str, Any]] = {
    "ping_interval": None,  # the server alone pings
    "max_queue": None,  # heartbeats that come while the other tables are set up are taken
}
SAMPLE: Final = 10.0  # seconds between two samples of the memory
SETTINGS: Final = {
    "RATE": "1000",
    "PORT": "0",
    "MAX_SOCKETS": "20000",
    "MAX_SOCKETS_PER_ADDRESS": "20000",
    "MAX_CONNECTIONS_PER_ADDRESS": "20000",
    "LOG_LEVEL": "warning",
}
_START: Final = "import sys; from ludothek.cli.main import run; sys.exit(run(['serve']))"


@dataclass
class Measured:
    """The measurements of one run."""

    matches: int
    seconds: float
    delays: list[float] = field(default_factory=list)  # seconds until both had the update
    lateness: list[float] = field(default_factory=list)  # seconds by which the bots are late
    memory: list[float] = field(default_factory=list)  # megabytes
    busy: float = 0.0  # seconds of a core the server took
    games: int = 0  # played to their end


@dataclass
class Table:
    """Two bots that play one match after the other."""

    http: httpx.AsyncClient
    game: str
    pause: float
    random: Random
    measured: Measured
    match: str = ""
    sent: dict[int, float] = field(default_factory=dict)  # ply → when it was sent
    informed: dict[int, int] = field(default_factory=dict)  # ply → how many bots have the update
    cookies: list[str] = field(default_factory=list)
    lines: list[ClientConnection] = field(default_factory=list)

    async def open(self) -> None:
        """Two people come, set a match up, and connect."""
        self.cookies = [await self._guest(), await self._guest()]
        await self._set_up()
        address = str(self.http.base_url).replace("http", "ws", 1).rstrip("/") + "/api/live"
        for cookie in self.cookies:
            headers = {"Cookie": cookie}
            line = connect(address, additional_headers=headers, compression=None, **AS_BROWSERS)
            self.lines.append(await line)

    async def play(self) -> None:
        """Play until cancelled."""
        await asyncio.sleep(self.random.uniform(0, self.pause))
        await self._watch()
        await asyncio.gather(*(self._sit(seat) for seat in range(2)))

    async def close(self) -> None:
        """Both hang up."""
        for line in self.lines:
            await line.close()

    async def _sit(self, seat: int) -> None:
        async for text in self.lines[seat]:
            now = time.perf_counter()
            if not str(text).startswith('{"type":"match"'):
                continue
            message = from_json(text)
            if message["match"]["id"] != self.match:
                continue
            self._note(message["match"]["ply"], now)
            if message["match"]["result"] and seat == 0:
                await self._play_again()
            elif message["view"]["legal"]:
                await self._decide(seat, message)

    def _note(self, ply: int, now: float) -> None:
        self.informed[ply] = self.informed.get(ply, 0) + 1
        if self.informed[ply] == 2 and ply in self.sent:
            self.measured.delays.append(now - self.sent[ply])

    async def _decide(self, seat: int, message: dict[str, Any]) -> None:
        await asyncio.sleep(self.pause * self.random.uniform(*UNEVEN))
        ply = message["match"]["ply"]
        decision = self.random.choice(message["view"]["legal"])["text"]
        command = {"type": "decide", "ply": ply, "decisions": [decision]}
        act = {"type": "act", "ref": ply, "match": self.match, "command": command}
        self.sent[ply + 1] = time.perf_counter()
        await self.lines[seat].send(json.dumps(act))

    async def _play_again(self) -> None:
        self.measured.games += 1
        for line in self.lines:
            await line.send(json.dumps({"type": "unwatch", "match": self.match}))
        await self._set_up()
        await self._watch()

    async def _watch(self) -> None:
        for line in self.lines:
            await line.send(json.dumps({"type": "watch", "match": self.match}))

    async def _set_up(self) -> None:
        new = {"game": self.game, "seats": [{"kind": "me"}, {"kind": "open"}]}
        made = await self.http.post("/api/matches", json=new, headers={"Cookie": self.cookies[0]})
        created = made.raise_for_status().json()
        path = f"/api/links/{created['links'][0]['token']}"
        joined = await self.http.post(path, headers={"Cookie": self.cookies[1]})
        joined.raise_for_status()
        self.match = created["match"]["id"]
        self.sent, self.informed = {}, {}

    async def _guest(self) -> str:
        answer = await self.http.post("/api/guests", json={})
        self.http.cookies.clear()
        return str(answer.raise_for_status().headers["set-cookie"]).partition(";")[0]


def main() -> None:
    """Measure, show a table, and write it where it belongs."""
    arguments = _arguments()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(FILES, most), most))
    if arguments.check_model:
        check_model(arguments)
        return
    rows = []
    for matches in arguments.matches:
        rows.append(cells(_measured(arguments, matches)))
        print(*rows[-1], sep=", ", flush=True)
    if arguments.write:
        write_between(arguments.write, MARK, table([HEADINGS, *rows]))


def check_model(arguments: argparse.Namespace) -> None:
    """Fit the model at one pause, and show how far it is off at the other."""
    fit, test = (
        [_run(arguments, pause, processes) for processes in PROCESSES]
        for pause in arguments.check_model
    )
    constants = model.fitted(fit)
    print(f"a = {1000 * constants.a:.2f} ms, b = {1000 * constants.b:.3f} ms, fitted to")
    print(table([model.HEADINGS, *model.checked(constants, fit)]))
    print("and tried on")
    print(table([model.HEADINGS, *model.checked(constants, test)]))


def _run(arguments: argparse.Namespace, pause: float, processes: int) -> model.Run:
    arguments.pause, arguments.processes = pause, processes
    measured = _measured(arguments, arguments.matches[0])
    decisions = len(measured.delays) / measured.seconds
    return model.Run(processes, decisions, measured.busy / measured.seconds)


def _measured(arguments: argparse.Namespace, matches: int) -> Measured:
    with _servers(arguments) as (urls, pids):
        return uvloop.run(measure(Measured(matches, arguments.seconds), arguments, urls, pids))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.load")
    parser.add_argument("--matches", type=int, nargs="+", default=[500], metavar="N")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pause", type=float, default=2.0, help="seconds between decisions")
    parser.add_argument("--game", default="robotory")
    parser.add_argument("--url", help="a server that runs already")
    parser.add_argument("--database", help="postgresql://…, for several processes")
    parser.add_argument("--processes", type=int, default=1, metavar="N")
    pauses: dict[str, Any] = {"nargs": 2, "metavar": ("FIT", "TEST")}
    parser.add_argument("--check-model", type=float, **pauses, help="pauses: see above")
    parser.add_argument("--write", type=Path, metavar="FILE", help="put the table in there")
    return parser.parse_args()


def cells(measured: Measured) -> tuple[str, ...]:
    """The measurements, as a line of the table."""
    delays, memory = sorted(measured.delays), measured.memory or [0.0]
    return (
        f"{measured.matches:,}",
        f"{len(delays) / measured.seconds:.0f}",
        *(f"{1000 * percentile(delays, share):.0f} ms" for share in (50, 95, 99, 100)),
        f"{memory[0]:.0f} → {memory[-1]:.0f} MB",
        f"{100 * measured.busy / measured.seconds:.0f} % of a core",
        f"{1000 * measured.busy / max(1, len(delays)):.2f} ms",
        f"{1000 * percentile(sorted(measured.lateness), 99):.0f} ms",
    )


def percentile(ordered: list[float], share: float) -> float:
    """The value that so many percent do not exceed."""
    return ordered[min(len(ordered) - 1, int(len(ordered) * share / 100))] if ordered else 0.0


async def measure(
    measured: Measured, arguments: argparse.Namespace, urls: list[str], pids: list[int]
) -> Measured:
    """Let bots play on servers, and measure these."""
    async with AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(_client(url)) for url in urls]
        tables = [
            Table(
                clients[number % len(clients)],
                arguments.game,
                arguments.pause,
                Random(number),
                measured,
            )
            for number in range(measured.matches)
        ]
        for first in range(0, len(tables), AT_ONCE):
            await asyncio.gather(*(table.open() for table in tables[first : first + AT_ONCE]))
        playing = [asyncio.create_task(table.play()) for table in tables]
        playing.append(asyncio.create_task(_watch_lateness(measured)))
        playing.append(asyncio.create_task(gc_tuning.run()))  # or the bots would stop for it
        await asyncio.sleep(min(10.0, 2 * arguments.pause))
        measured.delays.clear()
        measured.lateness.clear()
        before = sum(map(busy, pids))
        await _watch_memory(measured, pids, measured.seconds)
        measured.busy = sum(map(busy, pids)) - before
        for task in playing:
            if task.done():
                task.result()  # a bot that gave up says why
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        await asyncio.gather(*(table.close() for table in tables))
    return measured


def _client(url: str) -> httpx.AsyncClient:
    limits = httpx.Limits(max_connections=AT_ONCE)
    return httpx.AsyncClient(base_url=url, limits=limits, timeout=60)


async def _watch_lateness(measured: Measured) -> None:
    while True:
        begun = time.perf_counter()
        await asyncio.sleep(POLL_SECONDS)
        measured.lateness.append(time.perf_counter() - begun - POLL_SECONDS)


async def _watch_memory(measured: Measured, pids: list[int], seconds: float) -> None:
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        if pids:
            measured.memory.append(sum(map(_memory, pids)))
        await asyncio.sleep(min(SAMPLE, left))


def busy(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGESIZE") / 1e6


@contextmanager
def _servers(arguments: argparse.Namespace) -> Iterator[tuple[list[str], list[int]]]:
    """Where they are, and their processes, if they were started here."""
    if arguments.url:
        yield [arguments.url], []
        return
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        database = arguments.database or f"sqlite:///{folder}/load.sqlite3"
        running = [stack.enter_context(server(database)) for _ in range(arguments.processes)]
        yield [url for url, _ in running], [pid for _, pid in running]


@contextmanager
def server(database: str) -> Iterator[tuple[str, int]]:
    settings = {**SETTINGS, "DATABASE": database}
    environment = os.environ | {f"LUDOTHEK_{name}": text for name, text in settings.items()}
    command = [sys.executable, "-c", _START]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE) as process:
        assert process.stdout
        line = process.stdout.readline().decode()
        try:
            yield line.removeprefix("Ludothek is at").strip(), process.pid
        finally:
            process.terminate()


if __name__ == "__main__":
    main()

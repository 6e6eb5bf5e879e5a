"""Many matches at once on one server: `python -m bench.load --matches 500 --seconds 60`.

Every match has two bots on sockets of their own, and one of them decides every two seconds. Told
are the times from a sent decision to the moment when both bots know, and how much memory the server
takes. Without --url a server with a new database file is started, and stopped in the end.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx
from websockets.asyncio.client import ClientConnection, connect

AT_ONCE: Final = 20  # tables being set up at the same time
SAMPLE: Final = 10.0  # seconds between looks at the memory
SETTINGS: Final = {
    "RATE": "1000",
    "PORT": "0",
    "MAX_SOCKETS": "20000",
    "MAX_SOCKETS_PER_ADDRESS": "20000",
    "MAX_ROOMS": "20000",
    "LOG_LEVEL": "warning",
}
_START: Final = "import sys; from ludothek.cli.main import run; sys.exit(run(['serve']))"


@dataclass
class Measured:
    """What was seen."""

    delays: list[float] = field(default_factory=list)  # seconds until both knew
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
    told: dict[int, int] = field(default_factory=dict)  # ply → how many bots know
    cookies: list[str] = field(default_factory=list)
    lines: list[ClientConnection] = field(default_factory=list)

    async def open(self) -> None:
        """Two people come, set a match up, and connect."""
        self.cookies = [await self._guest(), await self._guest()]
        await self._set_up()
        address = str(self.http.base_url).replace("http", "ws", 1).rstrip("/") + "/api/live"
        for cookie in self.cookies:
            line = connect(address, additional_headers={"Cookie": cookie}, compression=None)
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
            message = json.loads(text)
            if message["match"]["id"] != self.match:
                continue
            self._note(message["match"]["ply"], now)
            if message["match"]["result"] and seat == 0:
                await self._play_again()
            elif message["view"]["legal"]:
                await self._decide(seat, message)

    def _note(self, ply: int, now: float) -> None:
        self.told[ply] = self.told.get(ply, 0) + 1
        if self.told[ply] == 2 and ply in self.sent:
            self.measured.delays.append(now - self.sent[ply])

    async def _decide(self, seat: int, message: dict[str, Any]) -> None:
        await asyncio.sleep(self.pause)
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
        self.sent, self.told = {}, {}

    async def _guest(self) -> str:
        answer = await self.http.post("/api/guests", json={})
        self.http.cookies.clear()
        return str(answer.raise_for_status().headers["set-cookie"]).partition(";")[0]


def main() -> None:
    """Measure, and print a line of the table in docs/hosting.md."""
    parser = argparse.ArgumentParser(prog="python -m bench.load")
    parser.add_argument("--matches", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pause", type=float, default=2.0, help="seconds between decisions")
    parser.add_argument("--game", default="robotory")
    parser.add_argument("--url", help="a server that runs already")
    given = parser.parse_args()
    with _server(given.url) as (url, pid):
        measured = asyncio.run(_measure(given, url, pid))
    print(report(given.matches, given.seconds, measured))


def report(matches: int, seconds: float, measured: Measured) -> str:
    """What was seen, in one line."""
    delays = sorted(measured.delays)
    memory = measured.memory or [0.0]
    parts = [
        f"{matches} matches",
        f"{len(delays) / seconds:.0f} decisions/s",
        *(f"p{share}: {1000 * percentile(delays, share):.1f} ms" for share in (50, 95, 99)),
        f"worst: {1000 * delays[-1]:.0f} ms",
        f"memory: {memory[0]:.0f} → {memory[-1]:.0f} MB",
        f"server busy: {100 * measured.busy / seconds:.0f} % of a core",
        f"{measured.games} games ended",
    ]
    return ", ".join(parts)


def percentile(ordered: list[float], share: float) -> float:
    """The value that so many percent do not exceed."""
    return ordered[min(len(ordered) - 1, int(len(ordered) * share / 100))]


async def _measure(given: argparse.Namespace, url: str, pid: int | None) -> Measured:
    measured = Measured()
    limits = httpx.Limits(max_connections=AT_ONCE)
    async with httpx.AsyncClient(base_url=url, limits=limits, timeout=60) as http:
        tables = [
            Table(http, given.game, given.pause, Random(number), measured)
            for number in range(given.matches)
        ]
        for first in range(0, len(tables), AT_ONCE):
            await asyncio.gather(*(table.open() for table in tables[first : first + AT_ONCE]))
        playing = [asyncio.create_task(table.play()) for table in tables]
        await asyncio.sleep(2 * given.pause)
        measured.delays.clear()
        before = _busy(pid)
        await _watch_memory(measured, pid, given.seconds)
        measured.busy = _busy(pid) - before
        for task in playing:
            task.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*playing)
        await asyncio.gather(*(table.close() for table in tables))
    return measured


async def _watch_memory(measured: Measured, pid: int | None, seconds: float) -> None:
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        if pid:
            measured.memory.append(_memory(pid))
        await asyncio.sleep(min(SAMPLE, left))


def _busy(pid: int | None) -> float:
    if pid is None:
        return 0.0
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory(pid: int) -> float:
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGESIZE") / 1e6


@contextmanager
def _server(url: str | None) -> Iterator[tuple[str, int | None]]:
    if url:
        yield url, None
        return
    with tempfile.TemporaryDirectory() as folder:
        settings = {**SETTINGS, "DATABASE": f"sqlite:///{folder}/load.sqlite3"}
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

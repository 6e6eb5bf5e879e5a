"""A real server in a process of its own."""

import os
import signal
import socket
from contextlib import suppress
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx

from tests.server.forked import fork

PATIENCE = 120.0  # seconds for what takes a moment on a machine that does nothing else


class RunningServer:
    """`ludothek serve`, started and stopped as often as wanted, always at the same address."""

    command = "serve"
    ready = "Ludothek is at"

    def __init__(self, database: str, log: Path, port: int | None = None, **settings: Any) -> None:
        self.port = free_port() if port is None else port
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = log
        self.database = database
        self._settings = {"rate": 1000, "grace_seconds": 0, "workers": 1, "web": log.parent}
        self._settings |= {"think_seconds": 0.2, "job_patience": 30, **settings}
        self._settings |= {"database": database, "port": self.port}
        self._process: ForkServerProcess | None = None

    def start(self) -> Self:
        """Start, and wait until it says that it is there."""
        environment = {name: value for name, value in os.environ.items() if "LUDOTHEK" not in name}
        environment |= {f"LUDOTHEK_{k.upper()}": str(v) for k, v in self._settings.items()}
        self._process, output = fork(environment, self.log, self.command)
        with output, open(output.fileno(), closefd=False) as lines:
            line = lines.readline()
        if not line.startswith(self.ready):
            self.stop(signal.SIGKILL)
            raise AssertionError(self.log.read_text())
        self._listens(line)
        return self

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """Stop, and wait for the end."""
        with suppress(ProcessLookupError):  # it may have ended by itself
            os.kill(self.pid, how)
        process, self._process = self._process, None
        assert process
        process.join(PATIENCE)
        stopped = process.exitcode is not None
        process.kill()
        process.join()
        process.close()
        assert stopped, "it did not stop"

    def kill(self) -> None:
        """End it in the middle of whatever it does."""
        self.stop(signal.SIGKILL)

    def _listens(self, line: str) -> None:
        self.url = line.removeprefix(self.ready).strip()

    @property
    def pid(self) -> int:
        assert self._process
        assert self._process.pid
        return self._process.pid

    def get(self, path: str) -> httpx.Response:
        return httpx.get(f"{self.url}{path}")

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._process:
            self.stop(signal.SIGKILL if kind else signal.SIGTERM)


class RunningWorker(RunningServer):
    """`ludothek worker`, for the servers of a PostgreSQL database."""

    command = "worker"
    ready = "Ludothek computes"

    def _listens(self, line: str) -> None:
        assert "processes" in line


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port

"""A real server in a process of its own."""

import os
import signal
import socket
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx

_COMMAND = "import sys; from ludothek.cli.main import run; sys.exit(run(sys.argv[1:]))"


class RunningServer:
    """`ludothek serve`, started and stopped as often as wanted, always at the same address."""

    def __init__(self, database: str, log: Path, port: int | None = None, **settings: Any) -> None:
        self.port = free_port() if port is None else port
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = log
        self._settings = {"rate": 1000, "grace_seconds": 0, "workers": 1, "web": log.parent}
        self._settings |= settings
        self._settings |= {"database": database, "port": self.port}
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> Self:
        """Start, and wait until it says that it is there."""
        environment = {name: value for name, value in os.environ.items() if "LUDOTHEK" not in name}
        environment |= {f"LUDOTHEK_{k.upper()}": str(v) for k, v in self._settings.items()}
        with self.log.open("a") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-c", _COMMAND, "serve"],
                env=environment,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self._process.stdout
        line = self._process.stdout.readline()
        if not line.startswith("Ludothek is at"):
            self.stop(signal.SIGKILL)
            raise AssertionError(self.log.read_text())
        self.url = line.removeprefix("Ludothek is at").strip()
        return self

    def stop(self, how: signal.Signals = signal.SIGTERM, seconds: float = 30) -> int:
        """Stop, and wait for the end."""
        assert self._process
        self._process.send_signal(how)
        try:
            code = self._process.wait(seconds)
        finally:
            self._process.kill()
            self._process.wait()
            assert self._process.stdout
            self._process.stdout.close()
        self._process = None
        return code

    def kill(self) -> None:
        """End it in the middle of whatever it does."""
        self.stop(signal.SIGKILL)

    @property
    def pid(self) -> int:
        assert self._process
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


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port

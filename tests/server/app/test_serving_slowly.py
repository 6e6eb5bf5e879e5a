"""Answers that somebody takes slowly, and those that nobody takes."""

import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from tests.server.running import RunningServer

SIZE = 24_000_000  # bytes: more than the buffers of both sides
PIECE = 16_384
SECONDS = 0.5  # the setting `body_seconds`
SLOWLY = 9.0  # seconds: longer than that, and than a connection that is being closed may linger


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RunningServer]:
    """A server with a large file, which does not wait long."""
    folder = tmp_path / "page" / "assets"
    folder.mkdir(parents=True)
    (folder / "large.jpg").write_bytes(bytes(SIZE))
    url = f"sqlite:///{tmp_path}/db.sqlite3"
    web, log = folder.parent, tmp_path / "log"
    with RunningServer(url, log, web=web, body_seconds=SECONDS) as running:
        yield running


@pytest.mark.parametrize("connection", ["keep-alive", "close"])
def test_who_takes_a_large_file_slowly_gets_it_whole(
    server: RunningServer, connection: str
) -> None:
    with _asking(server, connection) as line:
        end, taken = time.monotonic() + SLOWLY, 0
        while time.monotonic() < end:
            taken += len(line.recv(PIECE))
            time.sleep(0.02)
        while taken < SIZE and (piece := line.recv(1_000_000)):
            taken += len(piece)
    assert taken >= SIZE


@pytest.mark.parametrize("connection", ["keep-alive", "close"])
def test_who_takes_nothing_is_cut_off(server: RunningServer, connection: str) -> None:
    with _asking(server, connection) as line:
        line.recv(PIECE)
        time.sleep(SLOWLY)
        taken = 0
        with suppress(ConnectionResetError):
            while piece := line.recv(1_000_000):
                taken += len(piece)
    assert taken < SIZE


def _asking(server: RunningServer, connection: str) -> socket.socket:
    line = socket.socket()
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65_536)
    line.settimeout(60)
    line.connect(("127.0.0.1", server.port))
    head = f"GET /assets/large.jpg HTTP/1.1\r\nHost: x\r\nConnection: {connection}\r\n\r\n"
    line.sendall(head.encode())
    return line

"""Connections that never finish what they began: silent, in the head, or in the body."""

import time
from contextlib import ExitStack
from socket import socket

from tests.attacks.harness import Target, run
from tests.attacks.requests.endless_headers import answered

BEGINNINGS = (
    b"GET /",
    b"GET / HTTP/1.1\r\nHost: x\r\nX-A: ",
    b"POST /api/guests HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{",
    b"GET /api/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: upgrade\r\n",
)


def attack(target: Target, connections: int = 1300, seconds: float = 40) -> None:
    """Open them, drip a byte now and then, and see what becomes of them."""
    with ExitStack() as stack:
        lines = []
        for number in range(connections):
            line = stack.enter_context(target.connect())
            lines.append(line)
            drip(line, BEGINNINGS[number % len(BEGINNINGS)])
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            time.sleep(1)
            for line in lines:
                drip(line, b"a")
        target.normal.goes_on()
        for line in lines:
            line.settimeout(0.01)
            target.note(state(line))


def drip(line: socket, text: bytes) -> None:
    """Send a little; a line that was closed is left alone."""
    try:
        line.sendall(text)
    except OSError:
        return


def state(line: socket) -> str:
    """What a line has been answered, or that it is still open."""
    try:
        return answered(line.recv)
    except TimeoutError:
        return "open"


if __name__ == "__main__":
    run(attack)

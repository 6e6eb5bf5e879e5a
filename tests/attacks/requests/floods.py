"""Many small things on one connection: frames without a message, and requests in a row."""

import os
import struct
from contextlib import suppress
from socket import socket

from websockets.exceptions import ConnectionClosed

from tests.attacks.harness import Target, run
from tests.server.visitors import Visitor

PING, CONTINUATION, TEXT = 0x89, 0x00, 0x81
REQUEST = b"GET /nothing HTTP/1.1\r\n\r\n"


def attack(target: Target, frames: int = 400_000, requests: int = 200_000) -> None:
    """Pings, empty messages and parts of messages; then requests that wait for no answer."""
    with target.visitor() as mallory:
        for kind in (PING, CONTINUATION, TEXT):
            flood(target, mallory, kind, frames)
            target.normal.goes_on()
    pipeline(target, requests)
    target.normal.goes_on()


def flood(target: Target, mallory: Visitor, kind: int, frames: int) -> None:
    """Empty frames of one kind, as fast as they go; the close code is noted."""
    frame = struct.pack("!BB", kind, 0x80) + os.urandom(4)
    with mallory.live() as line:
        raw: socket = line.socket.socket
        with suppress(OSError):
            raw.sendall(frame * frames)
        try:
            target.note(line.closed(30))
        except (ConnectionClosed, TimeoutError):
            target.note("open")


def pipeline(target: Target, requests: int) -> None:
    """Requests one behind the other; how many answers came before the end is noted."""
    answers = 0
    with target.connect() as line:
        with suppress(OSError):
            line.sendall(REQUEST * requests)
        with suppress(OSError):
            while answer := line.recv(65_536):
                answers += answer.count(b"HTTP/1.1 ")
    target.note("pipelined: all" if answers >= requests else "pipelined: cut off")
    target.notes.append(f"{answers} answers to {requests} requests in a row")


if __name__ == "__main__":
    run(attack)

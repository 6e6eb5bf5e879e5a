"""A head of a request without end, and many of them at a time."""

from contextlib import suppress

from tests.attacks.harness import Target, run

LINE = b"X-Padding: " + b"a" * 1000 + b"\r\n"


def attack(target: Target, connections: int = 20, megabytes: int = 192) -> None:
    """Send headers until the server closes; what it said is noted."""
    for _ in range(connections):
        send(target, b"GET / HTTP/1.1\r\nHost: x\r\n", LINE, megabytes)
        send(target, b"GET / HTTP/1.1\r\nX-Padding: ", b"a" * 1000, megabytes)
        send(target, b"GET / HTTP/1.1\r\n", b"a:\r\n" * 100, megabytes)
        send(target, b"GET /", b"a" * 1000, megabytes)
    target.normal.goes_on()


def send(target: Target, start: bytes, more: bytes, megabytes: int) -> None:
    """One connection, fed with more and more."""
    sent = 0
    with target.connect() as line:
        with suppress(ConnectionError):
            line.sendall(start)
            while sent < megabytes * 1_000_000:
                line.sendall(more)
                sent += len(more)
        target.note(answered(line.recv))
    target.notes.append(f"closed after {sent:,} bytes")


def answered(receive: object) -> str:
    """The status of an answer; "closed" without one."""
    assert callable(receive)
    try:
        answer = receive(1000)
    except ConnectionError:
        return "closed"
    return answer.split(b" ")[1].decode() if answer else "closed"


if __name__ == "__main__":
    run(attack)

"""Somebody who just plays, in a process of their own: one match after the other, on the socket.

Every decision is a line on standard output, as JSON. It ends with standard input.
"""

import sys
import threading
import time
from dataclasses import asdict, dataclass
from random import Random

from pydantic_core import to_json

from tests.server.visitors import Live, Visitor

PAUSE = 0.1  # seconds between decisions
LEVEL = 1  # of the computer on the other side
ROBOTORY = "robotory"


@dataclass(frozen=True, slots=True)
class Sample:
    """One decision of the normal player."""

    at: float  # when it was sent, as the monotonic clock of the machine says
    latency: float  # seconds until it was acknowledged
    answer: float | None  # seconds until the computer had answered; None: it was not its turn


def main(url: str) -> None:
    """Play until standard input ends."""
    stopped = threading.Event()
    threading.Thread(target=_wait_for_the_end, args=(stopped,), daemon=True).start()
    with Visitor(url, "Normal") as player, player.live() as line:
        random = Random(1)
        while not stopped.is_set():
            _play(player, line, random, stopped)


def _wait_for_the_end(stopped: threading.Event) -> None:
    sys.stdin.read()
    stopped.set()


def _play(player: Visitor, line: Live, random: Random, stopped: threading.Event) -> None:
    """A match against a computer, to its end."""
    match = player.create(ROBOTORY, "me", f"computer:{LEVEL}")["match"]["id"]
    update = line.watch(match)
    while not update["match"]["result"] and not stopped.is_set():
        if not update["view"]["legal"]:
            update = line.expect("match")
            continue
        time.sleep(PAUSE)
        at, ply = time.monotonic(), update["match"]["ply"]
        line.decide(match, ply, random.choice(update["view"]["legal"])["text"])
        acknowledged = time.monotonic()
        update = line.watch(match)
        waits = not update["match"]["result"] and not update["view"]["legal"]
        while not update["match"]["result"] and not update["view"]["legal"]:
            update = line.expect("match")
        answer = time.monotonic() - acknowledged if waits else None
        _print(Sample(at, acknowledged - at, answer))
    line.send(type="unwatch", match=match)


def _print(sample: Sample) -> None:
    sys.stdout.write(to_json(asdict(sample)).decode() + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(sys.argv[1])

"""Many guests of one address ask for the same thing, without a pause: one thing after the other.

Each of them stays within the limits of a person. What they ask for is allowed, and takes more time
of the server than of whoever asks. Meanwhile somebody at another address sets matches up, too.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cached_property
from typing import Any, Final

import httpx
from websockets.exceptions import ConnectionClosed

from tests.attacks.harness import Target, row, run
from tests.attacks.requests.long_matches import AT_ONCE, GAME, SEATS, endless, long_match
from tests.server.visitors import Live, Visitor

LONGEST: Final = 600  # decisions of one trial
SETTINGS: Final = {"max_sockets_per_address": 400}


class Crowd:
    """Guests of one address, a long match, and decisions that lead to no end."""

    def __init__(self, target: Target, guests: list[Visitor], plies: int) -> None:
        self.target = target
        self.guests = guests
        self.texts = list(endless(max(plies, LONGEST)))
        self.match = long_match(target, guests[0], plies)

    def ask(self, guest: Visitor, method: str, path: str, body: Any = None) -> None:
        """A request, counted by its path."""
        path = path.replace("*", self.match)
        answer = guest.http.request(method, path, json=body)
        name = path.partition("?")[0].replace(self.match, "*")
        self.target.note(f"{method} {name} {answer.status_code}")


def trial(crowd: Crowd, guest: Visitor, number: int) -> None:
    """As many decisions as one may try, every time others."""
    texts = crowd.texts[: LONGEST - number % 50]
    crowd.ask(guest, "POST", "/api/try", {"game": GAME, "seats": SEATS, "decisions": texts})


def asking(method: str, path: str, body: Any = None) -> Callable[[Crowd, Visitor, int], None]:
    """A request that is always the same."""
    return lambda crowd, guest, _number: crowd.ask(guest, method, path, body)


REQUESTS: Final[dict[str, Callable[[Crowd, Visitor, int], None]]] = {
    "trials": trial,
    "looks": asking("GET", "/api/matches/*"),
    "frames": asking("GET", "/api/matches/*/frames?count=200"),
    "starts": asking("GET", "/api/games/nexus/picture.svg"),
    "interface": asking("GET", "/api/openapi.json"),
    "reference": asking("GET", "/docs"),
    "names": asking("PATCH", "/api/me", {"name": "Mallory"}),
    "codes": asking("POST", "/api/me/recovery"),
}


class Talker:
    """A guest on a socket, at a match of their own."""

    def __init__(self, crowd: Crowd, guest: Visitor, line: Live) -> None:
        self.crowd = crowd
        self.guest = guest
        self.line = line
        self.ply = 0

    @cached_property
    def match(self) -> str:
        """Set up when it is needed: an address sets only so many up."""
        seats = ["me", *(f"here:{name}" for name in "ABC"[: SEATS - 1])]
        return str(self.guest.create(GAME, *seats)["match"]["id"])

    def lobby(self) -> None:
        """Enter the lobby, again."""
        self._send("lobby", type="lobby", on=True)

    def watch(self) -> None:
        """Follow a long match, again."""
        self._send("match", type="watch", match=self.crowd.match, after=1)

    def preview(self) -> None:
        """Try a turn that is as long as it may be, and another one each time."""
        self.ply = (self.ply + 1) % 20
        texts = self.crowd.texts[: AT_ONCE - self.ply]
        self._send("previewed", type="preview", ref=1, match=self.match, ply=0, decisions=texts)

    def decide(self) -> None:
        """Take as many decisions as one message may hold, and take them back in the end."""
        if self.ply >= len(self.crowd.texts):
            self.ply = 0
            self._command(type="offer", what="takeback")
            return
        texts = self.crowd.texts[self.ply : self.ply + AT_ONCE]
        if self._command(type="decide", ply=self.ply, decisions=texts):
            self.ply += len(texts)

    def _command(self, **command: Any) -> bool:
        return self._send("done", type="act", ref=1, match=self.match, command=command)

    def _send(self, answer: str, **message: Any) -> bool:
        """Was it answered in this way? Whoever is refused waits a moment."""
        self.line.send(**message)
        while (reply := self.line.next())["type"] not in {answer, "refused", "gone"}:
            pass
        code = reply.get("problem", {}).get("code", "")
        self.crowd.target.note(f"{message['type']} {code or 'answered'}")
        if reply["type"] != answer:
            time.sleep(0.05)
        return bool(reply["type"] == answer)


TALKS: Final[dict[str, Callable[[Talker], None]]] = {
    "lobby": Talker.lobby,
    "watching": Talker.watch,
    "previews": Talker.preview,
    "turns": Talker.decide,
}


def attack(target: Target, guests: int = 28, decisions: int = 100, plies: int = 300) -> None:
    """One thing after the other; what became of the normal match is noted for each."""
    with ExitStack() as stack:
        visitors = [stack.enter_context(target.visitor()) for _ in range(guests)]
        crowd = Crowd(target, visitors, plies)
        for name, request in REQUESTS.items():
            _together(crowd, name, _requester(crowd, request), decisions)
        for name, talk in TALKS.items():
            _together(crowd, name, _talker(crowd, talk), decisions)


Act = Callable[[Visitor, threading.Event], None]


def _together(crowd: Crowd, name: str, act: Act, decisions: int) -> None:
    """All guests do the same, while the normal match goes on and others set matches up."""
    target = crowd.target
    before = len(target.normal.samples)
    with _all(crowd.guests, act), Visitor(target.url, "Ada") as ada:
        waits = [_seconds_to_set_up(ada) for _ in range(3)]
        target.normal.goes_on(decisions)
    longest = f"a match set up after {max(waits):.2f} s at most"
    target.notes.append(f"{name}: {row(target.normal.samples[before:])}; {longest}")


@contextmanager
def _all(guests: list[Visitor], act: Act) -> Iterator[None]:
    stopped = threading.Event()
    threads = [threading.Thread(target=act, args=(guest, stopped)) for guest in guests]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        stopped.set()
        for thread in threads:
            thread.join()


def _requester(crowd: Crowd, request: Callable[[Crowd, Visitor, int], None]) -> Act:
    def act(guest: Visitor, stopped: threading.Event) -> None:
        number = 0
        while not stopped.is_set():
            number += 1
            try:
                request(crowd, guest, number)
            except httpx.TransportError:
                return

    return act


def _talker(crowd: Crowd, talk: Callable[[Talker], None]) -> Act:
    def act(guest: Visitor, stopped: threading.Event) -> None:
        with guest.live() as line:
            talker = Talker(crowd, guest, line)
            while not stopped.is_set():
                try:
                    talk(talker)
                except ConnectionClosed:
                    return

    return act


def _seconds_to_set_up(ada: Visitor) -> float:
    begun = time.monotonic()
    ada.create("robotory", "me", "here:Bo")
    return time.monotonic() - begun


if __name__ == "__main__":
    run(attack, SETTINGS)

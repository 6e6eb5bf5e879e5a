"""Many records of a match with a hundred decisions: cheap to ask for, and checked by the rules."""

import threading
from contextlib import ExitStack

import httpx

from tests.attacks.harness import Target, run
from tests.attacks.requests.long_matches import long_match


def attack(target: Target, guests: int = 8, plies: int = 100, decisions: int = 200) -> None:
    """Ask for a record without a pause, as nobody in particular, over several connections."""
    stopped = threading.Event()
    with target.visitor() as mallory, ExitStack() as stack:
        match = long_match(target, mallory, plies)
        for _ in range(guests):
            thread = threading.Thread(target=ask, args=(target, match, stopped))
            thread.start()
            stack.callback(thread.join)
        stack.callback(stopped.set)
        target.normal.goes_on(decisions)


def ask(target: Target, match: str, stopped: threading.Event) -> None:
    """Again and again; who is refused waits a moment."""
    with target.visitor(None) as nobody:
        while not stopped.is_set():
            try:
                status = nobody.http.get(f"/api/matches/{match}/record").status_code
            except httpx.TransportError:
                return
            target.note(status)
            if status == 429:
                stopped.wait(0.05)


if __name__ == "__main__":
    run(attack)

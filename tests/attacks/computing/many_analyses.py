"""Many guests of one address ask for analyses: a hint at another address comes all the same."""

import time
from contextlib import ExitStack

from tests.attacks.harness import Target, run
from tests.server.visitors import Visitor, eventually

LEVEL = 8


def attack(
    target: Target, guests: int = 28, each: int = 3, hints: int = 5, decisions: int = 200
) -> None:
    """Let everybody ask for their share of analyses, then ask for hints from elsewhere."""
    with ExitStack() as stack:
        for _ in range(guests):
            mallory = stack.enter_context(target.visitor())
            for _ in range(each):
                _analyse(target, mallory)
        ada = stack.enter_context(Visitor(target.url, "Ada"))
        waits = [_hint(target, ada) for _ in range(hints)]
        target.normal.goes_on(decisions)
    target.notes.append(f"hints after {', '.join(f'{wait:.1f} s' for wait in waits)}")


def _analyse(target: Target, mallory: Visitor) -> None:
    new = {"game": "robotory", "seats": [{"kind": "me"}, {"kind": "here", "name": "Bo"}]}
    made = mallory.http.post("/api/matches", json=new)
    if made.status_code == 201:
        path = f"/api/matches/{made.json()['match']['id']}"
        mallory.http.post(f"{path}/act", json={"type": "resign"})
        made = mallory.http.post(f"{path}/analysis", json={"level": LEVEL})
    target.note(made.status_code)


def _hint(target: Target, ada: Visitor) -> float:
    match = ada.create("robotory", "me", "here:Bo", hints=True)["match"]["id"]
    begun = time.monotonic()
    job = ada.post(f"/api/matches/{match}/hint", status=202)["id"]
    ended = eventually(lambda: _ended(ada, job))
    target.note(f"hint {ended}")
    return time.monotonic() - begun


def _ended(ada: Visitor, job: str) -> str | None:
    state = str(ada.get(f"/api/jobs/{job}")["state"])
    return state if state not in {"waiting", "working"} else None


if __name__ == "__main__":
    run(attack)

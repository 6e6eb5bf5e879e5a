"""Many guests of one address try placements without a pause: a piece elsewhere is placed."""

import threading
import time
from contextlib import ExitStack

import httpx

from tests.attacks.harness import Target, run
from tests.content.content import tasks
from tests.server.visitors import Visitor

OVERHANG = next(task for task in tasks("splash") if task["id"] == "overhang")
SPOT = {"face": "flat", "yaw": 0.0, "x": 0.0, "y": 0.0}
TRIAL = {"game": "splash", "position": OVERHANG["position"], "tower": OVERHANG["table"]}


def attack(target: Target, guests: int = 28, placements: int = 10, decisions: int = 200) -> None:
    """Let everybody try without a pause, and place pieces at another address meanwhile."""
    stopped = threading.Event()
    with ExitStack() as stack:
        ada = stack.enter_context(Visitor(target.url, "Ada"))
        visitors = [stack.enter_context(target.visitor()) for _ in range(guests)]
        threads = [threading.Thread(target=_try, args=(target, each, stopped)) for each in visitors]
        for thread in threads:
            thread.start()
        waits = [_place(target, ada) for _ in range(placements)]
        target.normal.goes_on(decisions)
        stopped.set()
        for thread in threads:
            thread.join()
    target.notes.append(f"placed after {', '.join(f'{wait:.2f} s' for wait in waits)}")


def _try(target: Target, mallory: Visitor, stopped: threading.Event) -> None:
    """Every trial is another one."""
    number = 0
    while not stopped.is_set():
        number += 1
        spot = {**SPOT, "yaw": number % 360 * 1.0}
        try:
            tried = mallory.http.post("/api/table/try", json={**TRIAL, "spot": spot})
        except httpx.TransportError:
            return
        target.note(tried.status_code)
        if tried.status_code == 429:
            stopped.wait(0.05)


def _place(target: Target, ada: Visitor) -> float:
    options = {"draft": "random", "hand": "steady"}
    match = ada.create("splash", "me", "here:Bo", options=options)
    state = ada.decide(match["match"]["id"], match["view"]["legal"][0]["text"])
    piece = state["view"]["board"]["hand"]["piece"]
    spot = {**SPOT, "face": "lying" if piece[0] == "T" else "flat"}
    command = {"type": "place", "ply": state["match"]["ply"], **spot}
    begun = time.monotonic()
    placed = ada.act(match["match"]["id"], command)
    target.note("placed" if placed["match"]["table"] else "not placed")
    return time.monotonic() - begun


if __name__ == "__main__":
    run(attack)

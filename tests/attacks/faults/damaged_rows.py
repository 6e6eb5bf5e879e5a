"""Rows of the database that cannot be read: each concerns its own match, and nothing else."""

import sqlite3
from contextlib import closing
from typing import Any

from tests.attacks.harness import Target, run
from tests.server.visitors import Visitor

SETTINGS: dict[str, Any] = {"max_rooms": 1, "rate": 1000}  # what is damaged is not in memory
CLOCK = {"kind": "turn", "seconds": 600}  # nothing is due before it is damaged
DAMAGE = ("", "nonsense", "[]", '[{"type":"decided","seat":7,"moves":["?"]}]', "[" * 50_000)
CHORES = 25  # decisions of the normal match, in which the server looks after all matches
# As if all chores of the server had to be done for it: a clock, a computer, a list.
DUE = "deadline = 1, waiting = 'computer', server = 'gone', summary = '?'"


def attack(target: Target, rounds: int = 5) -> None:
    """Damage matches that wait for a computer, for a clock and for people; then ask for them."""
    with target.visitor() as mallory:
        for _ in range(rounds):
            damaged = [damaged_match(target, mallory, damage) for damage in DAMAGE]
            mallory.create("robotory", "me", "here:Bo")  # takes the last one's room in memory
            for match in damaged:
                answer = mallory.http.get(f"/api/matches/{match}/record")
                target.note((answer.status_code, answer.json()["code"]))
            target.normal.goes_on(CHORES)
        target.note(mallory.http.get("/api/me/matches").status_code)
        target.note(mallory.http.get("/readyz").status_code)


def damaged_match(target: Target, mallory: Visitor, damage: str) -> str:
    """A match whose only entry cannot be read."""
    match = str(mallory.create("robotory", "me", "here:Bo", clock=CLOCK)["match"]["id"])
    with closing(sqlite3.connect(target.server.database.removeprefix("sqlite:///"))) as file:
        file.execute("update entries set events = ? where match = ?", (damage, match))
        file.execute(f"update matches set {DUE} where id = ?", (match,))
        file.commit()
    return match


if __name__ == "__main__":
    run(attack, SETTINGS)

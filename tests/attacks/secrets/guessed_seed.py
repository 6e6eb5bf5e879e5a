"""Guessing a match's seed from what everybody sees: the name of its rematch, and its deal."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from hashlib import sha256
from random import Random

from tests.attacks.harness import Target, run

SETTINGS = {"rate": 1000}
SEATS = ("me", "here:Bo")


def attack(target: Target, matches: int = 20) -> None:
    """See whether public names and deals follow from the seeds in the way they once did."""
    with target.visitor() as mallory:
        for _ in range(matches):
            first = mallory.create("splash", *SEATS, options={"draft": "random"})["match"]["id"]
            mallory.act(first, {"type": "resign"})
            mallory.act(first, {"type": "offer", "what": "rematch"})
            following = mallory.get(f"/api/matches/{first}")["match"]["next"]
            seed, order = stored(target, first)
            target.note("long" if seed >= 2**64 else "short")  # chance of a wrong alarm: 2^-64
            names = sha256(f"rematch {first} {seed}".encode()).hexdigest()[: len(first)]
            target.note("name" if following == names else "no name")
            target.note("deal" if order == old_deal(seed, len(order)) else "no deal")
            target.note("chain" if stored(target, following)[0] in chained(seed) else "no chain")
        target.normal.goes_on()


def stored(target: Target, match: str) -> tuple[int, list[str]]:
    """The seed of a match and the pieces dealt, as only its server knows them."""
    with closing(sqlite3.connect(target.server.database.removeprefix("sqlite:///"))) as file:
        query = "select events from entries where match = ? and seq = 1"
        events = json.loads(file.execute(query, (match,)).fetchone()[0])
    dealt = next(event for event in events if event["type"] == "dealt")
    return events[0]["seed"], dealt["decisions"]


def old_deal(seed: int, number: int) -> list[str]:
    """The deal, if the seed itself had been used for it."""
    from ludothek.games import load

    game = load("splash")
    return list(map(str, game.deal(game.setup(2, {"draft": "random"}), seed)))[:number]


def chained(seed: int) -> Iterator[int]:
    """Seeds that follow from a seed."""
    digest = sha256(f"seed {seed}".encode()).digest()
    yield from (int.from_bytes(digest[:size]) for size in (6, 8, 16))
    yield Random(seed).getrandbits(48)


if __name__ == "__main__":
    run(attack, SETTINGS)

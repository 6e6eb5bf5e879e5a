"""Whole matches with random decisions, as digests: natively and in a browser's Python alike.

Every message that a viewer would get goes into the digest, and so does every stored event.
"""

import json
import sys
from hashlib import sha256
from random import Random
from typing import Any

from ludothek.games import load
from ludothek.server.match.commands import Decide, Person
from ludothek.server.match.decide import decide
from ludothek.server.match.events import Entry, format_events, parse_events
from ludothek.server.match.refusals import Refusal
from ludothek.server.match.setup.new_match import check_setup
from ludothek.server.match.setup.seating import set_up
from ludothek.server.match.state import Match, extended, replay
from ludothek.server.wire.codec import decode, encode
from ludothek.server.wire.models import NewMatch
from ludothek.server.wire.problems import problem_of
from ludothek.server.wire.views import happened, info, view

ADA = Person("ada", "Ada")
OPTIONS = {"splash": {"referee": "yes"}}
STEP = 1_000  # milliseconds between two decisions


def digest(name: str, seats: int, seed: int, most: int) -> dict[str, Any]:
    """One match with all seats on one device, of at most so many decisions."""
    random, whole = Random(seed), sha256()
    match = _begin(name, seats, seed)
    whole.update(_seen(match, 0).encode())
    while match.status == "playing" and match.ply < most:
        before, match = match, _go_on(match, random)
        whole.update(_seen(match, before.ply).encode())
    whole.update(_refused(match).encode())
    return {"plies": match.ply, "status": match.status, "digest": whole.hexdigest()}


def _begin(name: str, seats: int, seed: int) -> Match:
    new = {
        "game": name,
        "seats": [{"kind": "here", "name": f"P{seat}"} for seat in range(1, seats + 1)],
        "options": OPTIONS.get(name, {}),
        "clock": {"kind": "fischer", "seconds": 3_600, "increment": 5},
        "starter": "random",
    }
    setup = check_setup(decode(NewMatch, new), ADA, seed)
    events = set_up(setup.plan, setup.occupants, ADA.id, seed)
    return replay("0123456789abcdef", [Entry(1, 0, 0, parse_events(format_events(events)))])


def _go_on(match: Match, random: Random) -> Match:
    game = match.game
    move = random.choice(game.legal_moves(match.state))
    text = str(game.concrete(match.state, move, random))
    events = decide(match, ADA, Decide(ply=match.ply, decisions=[text]), match.tick + STEP)
    if isinstance(events, Refusal):
        raise TypeError(f"{text} was refused: {events.message}")
    stored = parse_events(format_events(events))
    seq = match.seq + 1
    return extended(match, Entry(seq, seq * STEP, match.tick + STEP, stored))


def _seen(match: Match, since: int) -> str:
    shown = info(match, ADA.id, match.tick), view(match, ADA.id), happened(match, since)
    return encode(shown)


def _refused(match: Match) -> str:
    refusal = decide(match, Person("bo", "Bo"), Decide(ply=0, decisions=["?"]), match.tick)
    return encode(problem_of(refusal)) if isinstance(refusal, Refusal) else "taken"


def all_digests(seeds: int, most: int) -> dict[str, Any]:
    """Matches of every game and every number of seats."""
    return {
        f"{name} {seats} {seed}": digest(name, seats, seed, most)
        for name in ("repulso", "robotory", "splash", "nexus")
        for seats in load(name).seat_counts
        for seed in range(1, seeds + 1)
    }


if __name__ == "__main__":
    sys.stdout.write(f"{json.dumps(all_digests(int(sys.argv[1]), int(sys.argv[2])))}\n")

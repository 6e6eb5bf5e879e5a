"""A match as long as it may become: its pictures, frames, records and watchers hold nobody up."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack
from random import Random
from typing import Any

import httpx

from ludothek.games import load
from tests.attacks.harness import Target, run
from tests.server.visitors import Visitor

GAME, SEATS = "nexus", 4
AT_ONCE = 64  # decisions of one message
CANDIDATES = 12  # decisions that are looked at for one that leads nowhere
# What leads to an end, sooner or later.
ENDING = {"entered", "sacrificed", "leapt", "left", "removed"}


def attack(target: Target, plies: int = 2_000, takebacks: int = 30, rounds: int = 40) -> None:
    """Make a long match, take decisions back, then ask for everything about it, without a name."""
    with target.visitor() as mallory:
        match = long_match(target, mallory, plies)
        take_back(target, mallory, match, takebacks)
        ply = int(mallory.get(f"/api/matches/{match}")["match"]["ply"])
        target.notes.append(f"{ply} plies")
        with ExitStack() as stack:
            threads = [
                threading.Thread(target=ask, args=(target, match, ply, rounds, kind))
                for kind in range(4)
            ]
            threads.append(threading.Thread(target=watch, args=(target, mallory, match, rounds)))
            for thread in threads:
                thread.start()
                stack.callback(thread.join)
            target.normal.goes_on(2)
    target.normal.goes_on()


def long_match(target: Target, mallory: Visitor, plies: int) -> str:
    """A match with four seats of one person, who plays on without coming to an end."""
    made = mallory.create(GAME, "me", "here:Bo", "here:Cy", "here:Di")
    match, texts = str(made["match"]["id"]), list(endless(plies))
    with mallory.live() as line:
        line.watch(match)
        for ply in range(0, len(texts), AT_ONCE):
            line.decide(match, ply, *texts[ply : ply + AT_ONCE])
            target.note("message")
    return match


def endless(plies: int) -> Iterator[str]:
    """Decisions that avoid the end."""
    game, random = load(GAME), Random(1)
    state: Any = game.initial(SEATS)
    for _ in range(plies):
        legal = list(game.legal_moves(state))
        random.shuffle(legal)
        move = min(legal[:CANDIDATES], key=lambda move: _harm(game, state, move))
        state = game.apply(state, move)
        if game.outcome(state):
            return
        yield str(move)


def _harm(game: Any, state: Any, move: Any) -> int:
    if game.outcome(game.apply(state, move)):
        return 100
    return sum(event["event"] in ENDING for event in game.events(state, move))


def take_back(target: Target, mallory: Visitor, match: str, times: int) -> None:
    """Take the last turn back, over and over; all seats are one person's."""
    for _ in range(times):
        path = f"/api/matches/{match}/act"
        answer = mallory.http.post(path, json={"type": "offer", "what": "takeback"})
        target.note(f"takeback {answer.status_code}")


def ask(target: Target, match: str, ply: int, rounds: int, kind: int) -> None:
    """Ask for one kind of thing about the match, again and again, without being anybody."""
    with target.visitor(None) as nobody:
        for number in range(rounds):
            at = ply - 1 - number % max(1, ply // 2)
            path = (
                f"picture.svg?ply={at}",
                f"frames?start={max(0, at - 200)}&count=200",
                "record",
                "record?form=json",
            )[kind]
            try:
                answer = nobody.http.get(f"/api/matches/{match}/{path}")
            except httpx.TransportError:
                return
            target.note(f"{path.partition('?')[0]} {answer.status_code}")


def watch(target: Target, mallory: Visitor, match: str, rounds: int) -> None:
    """Follow the match from its beginning on, and no longer, again and again."""
    with mallory.live() as line:
        for number in range(rounds):
            line.watch(match, after=1 + number % 3)
            line.send(type="unwatch", match=match)
            target.note("watched")


if __name__ == "__main__":
    run(attack)

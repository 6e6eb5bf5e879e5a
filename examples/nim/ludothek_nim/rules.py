"""The rules: two players take any number of matches from one heap; who takes the last one wins."""

import re
from dataclasses import dataclass, replace
from typing import Final

from ludothek.games import Outcome, Setup, UnreadableMove, UnreadablePosition
from ludothek.games.protocol import Reason, Seat, because

HEAPS: Final = (3, 4, 5)
REASONS: Final = {
    "over": "the game is over",
    "too-many": "heap {heap} has only {left} matches",
}


@dataclass(frozen=True, slots=True)
class State:
    """The heaps, and whose turn it is."""

    setup: Setup
    heaps: tuple[int, ...] = HEAPS
    to_move: Seat = 1


@dataclass(frozen=True, slots=True)
class Take:
    """Take matches from a heap (counted from 1)."""

    heap: int
    matches: int

    def __str__(self) -> str:
        return f"{self.heap}:{self.matches}"


def legal_moves(state: State) -> tuple[Take, ...]:
    """Any number from any heap."""
    return tuple(
        Take(heap, matches)
        for heap, left in enumerate(state.heaps, 1)
        for matches in range(1, left + 1)
    )


def apply(state: State, move: Take) -> State:
    """The matches are gone, and it is the other's turn."""
    heaps = tuple(
        left - move.matches * (heap == move.heap) for heap, left in enumerate(state.heaps, 1)
    )
    return replace(state, heaps=heaps, to_move=3 - state.to_move)


def refusal(state: State, move: Take) -> Reason | None:
    """Only what lies there can be taken."""
    if not any(state.heaps):
        return because("over")
    left = state.heaps[move.heap - 1]
    return because("too-many", heap=move.heap, left=left) if move.matches > left else None


def outcome(state: State) -> Outcome | None:
    """Who took the last match has won: the one who is not to move; with `last=loses`, lost."""
    if any(state.heaps):
        return None
    winner = state.to_move if state.setup["last"] == "loses" else 3 - state.to_move
    return Outcome((winner,), "last-match")


def parse_move(written: str) -> Take:
    """`3:2` takes two from the third heap."""
    if not re.fullmatch(r"[1-3]:[1-5]", written):
        raise UnreadableMove("move", f"{written!r} is no decision of Nim; written is HEAP:MATCHES")
    return Take(*map(int, written.split(":")))


def format_state(state: State) -> str:
    """`3,4,5 p1`."""
    return f"{','.join(map(str, state.heaps))} p{state.to_move}"


def parse_state(written: str, setup: Setup) -> State:
    """`3,4,5 p1`."""
    match = re.fullmatch(r"([0-3]),([0-4]),([0-5]) p([12])", written)
    if not match:
        raise UnreadablePosition("position", "expected three heaps and the player: 3,4,5 p1")
    first, second, third, seat = map(int, match.groups())
    return State(setup, (first, second, third), seat)

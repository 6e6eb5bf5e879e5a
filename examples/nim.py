"""A game of one's own: Nim, in one file, as a third party would add it.

Two players take any number of matches from one heap; who takes the last one wins. After
`register(NIM)` it can be played, recorded and searched like the games that come with Ludothek,
and `ludothek.testing.Contract` checks that it keeps its promises.
"""

import re
from dataclasses import dataclass, replace
from typing import Final

from ludothek.games import Game, Option, Outcome, Setup, UnreadableMove, UnreadablePosition
from ludothek.games.protocol import Drawing, Event, Notation, Reason, Seat, View, because
from ludothek.games.svg import document, text

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


def parse_state(written: str, setup: Setup) -> State:
    """`3,4,5 p1`."""
    match = re.fullmatch(r"([0-3]),([0-4]),([0-5]) p([12])", written)
    if not match:
        raise UnreadablePosition("position", "expected three heaps and the player: 3,4,5 p1")
    first, second, third, seat = map(int, match.groups())
    return State(setup, (first, second, third), seat)


def happened(before: State, move: Take, after: State) -> tuple[Event, ...]:
    """Matches were taken, and the turn went on."""
    taken: Event = {
        "event": "taken",
        "seat": before.to_move,
        "heap": move.heap,
        "matches": move.matches,
    }
    return (taken, {"event": "turn", "seat": after.to_move})


def board(state: State) -> View:
    """The heaps."""
    return {"heaps": state.heaps}


def picture(state: State) -> str:
    """One line of strokes per heap."""
    lines = [text("|" * n or "-", 60, 25 + 30 * i, 20, "#333") for i, n in enumerate(state.heaps)]
    return document(lines, 120, 110, "A position of Nim")


NIM: Final[Game[State, Take]] = Game(
    name="nim",
    title="Nim",
    version=1,
    seat_counts=(2,),
    options=(Option("last", ("wins", "loses")),),
    move_types=(Take,),
    start=State,
    to_move=lambda state: state.to_move,
    legal_moves=legal_moves,
    apply=apply,
    refusal=refusal,
    outcome=outcome,
    turn_begins=lambda _: True,
    notation=Notation(
        parse_move=parse_move,
        format_state=lambda state: f"{','.join(map(str, state.heaps))} p{state.to_move}",
        parse_state=parse_state,
    ),
    drawing=Drawing(
        board=board,
        move=lambda move: {"kind": "take", "heap": move.heap, "matches": move.matches},
        happened=happened,
        picture=picture,
    ),
    reasons=REASONS,
)

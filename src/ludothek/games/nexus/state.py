"""The state of a game, and the decisions that change it."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal, NamedTuple

from ludothek.games.hexgrid import Pos, format_pos
from ludothek.games.nexus.board import Board, Rings
from ludothek.games.protocol import Seat, Setup

Marbles = tuple[int, ...]  # in one ring: how many of each seat
Kind = Literal["r", "o", "-"]  # an action: ring change, other, none yet


@dataclass(frozen=True, slots=True)
class Entering:
    """Some of the three marbles have entered."""

    left: int  # still to enter
    before: frozenset[Pos]  # what the seat surrounded when its action began


@dataclass(frozen=True, slots=True)
class Changing:
    """Some rings have been lifted, and perhaps laid again."""

    lifted: tuple[Pos, ...]  # the vacated positions, sorted
    laid: int
    before: frozenset[Pos]


@dataclass(frozen=True, slots=True)
class Stepping:
    """The first of two steps is done."""

    leapt: bool
    back: tuple[Pos, Pos] | None  # the walk that would bring the old situation back
    before: frozenset[Pos]


@dataclass(frozen=True, slots=True)
class Claim:
    """In a surrounded area, so many marbles of a seat are to be removed."""

    seat: Seat
    number: int
    rings: tuple[Pos, ...]  # of the area, sorted


@dataclass(frozen=True, slots=True)
class Removing:
    """The action is done; the acting seat chooses which surrounded marbles go."""

    kind: Kind  # of the action
    claims: tuple[Claim, ...]  # the first one is being settled


@dataclass(frozen=True, slots=True)
class Repeated:
    """The game ended as a draw: the situation arose for the third time."""


UnderWay = Entering | Changing | Stepping | Removing | Repeated


class Situation(NamedTuple):
    """What is compared to find a repetition."""

    to_move: Seat
    reserves: tuple[int, ...]
    marbles: tuple[Marbles, ...]
    board: Board
    seats_in: tuple[Seat, ...]
    entered: tuple[bool, ...]
    previous: tuple[Kind, ...]
    last: Seat


@dataclass(frozen=True, slots=True)
class State:
    """A position of NEXUS."""

    setup: Setup
    board: Board
    marbles: tuple[Marbles, ...]  # for each ring of the board
    reserves: tuple[int, ...]
    to_move: Seat
    seats_in: tuple[Seat, ...]  # still in the game, in playing order
    entered: tuple[bool, ...]  # who has completed a first turn
    previous: tuple[Kind, ...]  # kind of each seat's previous action
    last: Seat  # who acted last; 0: nobody yet
    actions: int  # completed by all seats together
    under_way: UnderWay | None = None
    seen: tuple[Situation, ...] = field(default=(), compare=False)  # at the turns so far

    @property
    def first_turn(self) -> bool:
        """Is the seat to move in its first turn?"""
        return not self.entered[self.to_move - 1]


@dataclass(frozen=True, slots=True)
class Lift:
    """Lift an empty ring."""

    ring: Pos

    def __str__(self) -> str:
        return f"-{format_pos(self.ring)}"


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay a lifted ring."""

    to: Pos

    def __str__(self) -> str:
        return f"+{format_pos(self.to)}"


@dataclass(frozen=True, slots=True)
class Enter:
    """Bring a marble from the reserve into an empty ring."""

    ring: Pos

    def __str__(self) -> str:
        return f"@{format_pos(self.ring)}"


@dataclass(frozen=True, slots=True)
class Walk:
    """Move an own marble to a ring nearby, or over the own chain."""

    start: Pos
    to: Pos

    def __str__(self) -> str:
        return f"{format_pos(self.start)}>{format_pos(self.to)}"


@dataclass(frozen=True, slots=True)
class Leap:
    """Move an own marble anywhere by sacrificing another one."""

    start: Pos
    to: Pos
    sacrificed: Pos

    def __str__(self) -> str:
        return f"{format_pos(self.start)}>{format_pos(self.to)}!{format_pos(self.sacrificed)}"


@dataclass(frozen=True, slots=True)
class Remove:
    """Choose a surrounded marble to be removed."""

    seat: Seat
    ring: Pos

    def __str__(self) -> str:
        return f"x{self.seat}@{format_pos(self.ring)}"


Move = Lift | Lay | Enter | Walk | Leap | Remove


@dataclass(frozen=True, slots=True)
class Survey:
    """The rings as one seat sees them."""

    own: Rings  # with a marble of the seat
    free: Rings  # own and not mixed: marbles can leave
    room: Rings  # it could put a marble there
    empty: Rings


@lru_cache(maxsize=256)  # the same rings are looked at several times for one decision
def survey(marbles: tuple[Marbles, ...], seat: Seat) -> Survey:
    """Look at all rings once, for one seat (RULES.md, 1.4 to 1.6)."""
    own = free = room = empty = 0
    bit = 1
    for ring in marbles:
        mine, total = ring[seat - 1], sum(ring)
        if not total:
            empty |= bit
        elif mine:
            own |= bit
            if mine == total:
                free |= bit
        if mine < 3 and total < 4:
            room |= bit
        bit <<= 1
    return Survey(own, free, room, empty)

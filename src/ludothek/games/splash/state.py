"""The state of a game, whose choice it is, and the decisions that change it."""

from dataclasses import dataclass

from ludothek.games.protocol import Seat, Setup
from ludothek.games.splash.pieces import (
    NAMES,
    Marks,
    Piece,
    Pieces,
    Stack,
    Stacks,
    format_source,
    format_stack,
    format_stacks,
)


@dataclass(frozen=True, slots=True)
class Drafting:
    """A seat is to take a piece from the pool."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Giving:
    """A seat is to give a piece to its left neighbour."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Placing:
    """A seat is to place the piece in its hand, and the outcome is to be reported."""

    giver: Seat
    seat: Seat
    piece: Piece
    source: Seat | None = None  # whose piece it was, if not the giver's


# Where an incident can strike, and what comes after the fallen pieces are sorted out. With the
# option `fault=gives-next`, a piece in the hand is then given back if a seat was at fault.
Turn = Giving | Placing


@dataclass(frozen=True, slots=True)
class Choosing:
    """A seat is to choose the new tower among the highest stacks."""

    seat: Seat
    stacks: Stacks
    marked: Marks  # the highest, as reported; none where all are single pieces
    taking: bool  # the seat takes of the other pieces; else all of them go to the box
    then: Turn


@dataclass(frozen=True, slots=True)
class Keeping:
    """A seat is to choose the three pieces it takes; the others go to the box."""

    seat: Seat
    loose: Pieces
    then: Turn


@dataclass(frozen=True, slots=True)
class Over:
    """A seat has won."""

    winner: Seat
    reason: str  # "last-piece" or "third-drop"
    instead: Turn | Choosing  # how the game would have gone on

    @property
    def seat(self) -> Seat:
        """The seat whose choice it would have been."""
        return self.instead.seat


Phase = Drafting | Giving | Placing | Choosing | Keeping | Over


@dataclass(frozen=True, slots=True)
class State:
    """A position of Splash!"""

    setup: Setup
    pool: Pieces  # not yet taken
    box: Pieces  # out of the game
    tower: Stack  # empty before the base is laid, and while the new tower is being chosen
    stocks: tuple[Pieces, ...]  # of p1, of p2, …
    drops: tuple[int, ...]  # of p1, of p2, …
    phase: Phase

    @property
    def hand(self) -> Placing | None:
        """Who holds a piece to be placed, now or while fallen pieces are sorted out."""
        phase = self.phase.instead if isinstance(self.phase, Over) else self.phase
        turn = phase.then if isinstance(phase, Choosing | Keeping) else phase
        return turn if isinstance(turn, Placing) else None

    def left_of(self, seat: Seat) -> Seat:
        """The left neighbour of a seat."""
        return seat % self.setup.seats + 1

    def right_of(self, seat: Seat) -> Seat:
        """The right neighbour of a seat."""
        return (seat - 2) % self.setup.seats + 1


@dataclass(frozen=True, slots=True)
class Take:
    """Take a piece from the pool."""

    piece: Piece

    def __str__(self) -> str:
        return f"take:{NAMES[self.piece]}"


@dataclass(frozen=True, slots=True)
class Give:
    """Give a piece to the left neighbour."""

    piece: Piece
    source: Seat | None = None  # the seat it is taken from, if not from the own stock

    def __str__(self) -> str:
        return f"give:{format_source(self.piece, self.source)}"


@dataclass(frozen=True, slots=True)
class Stands:
    """Reported: the piece stands."""

    def __str__(self) -> str:
        return "stands"


@dataclass(frozen=True, slots=True)
class Falls:
    """Reported: something fell, and these stacks are left of the tower and the new piece."""

    stacks: Stacks
    marked: Marks = ()

    def __str__(self) -> str:
        return f"falls:{format_stacks(self.stacks, self.marked)}"


@dataclass(frozen=True, slots=True)
class FallsSomehow:
    """Stands for every way to fall; listed, and never itself played."""

    def __str__(self) -> str:
        return "falls:?"


@dataclass(frozen=True, slots=True)
class Base:
    """Make the stack with this bottom piece the new tower."""

    piece: Piece

    def __str__(self) -> str:
        return f"base:{NAMES[self.piece]}"


@dataclass(frozen=True, slots=True)
class Keep:
    """Take these pieces into the own stock."""

    pieces: tuple[Piece, ...]

    def __str__(self) -> str:
        return f"keep:{format_stack(self.pieces)}"


@dataclass(frozen=True, slots=True)
class Bump:
    """Reported by the referee: the tower fell through nobody's fault."""

    stacks: Stacks
    marked: Marks = ()

    def __str__(self) -> str:
        return f"bump:{format_stacks(self.stacks, self.marked)}"


@dataclass(frozen=True, slots=True)
class Fault:
    """Reported by the referee: the tower fell through this seat's fault."""

    seat: Seat
    stacks: Stacks
    marked: Marks = ()

    def __str__(self) -> str:
        return f"fault{self.seat}:{format_stacks(self.stacks, self.marked)}"


Report = Falls | Bump | Fault
Move = Take | Give | Stands | FallsSomehow | Base | Keep | Report

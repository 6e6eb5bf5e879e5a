"""The state of a game, and the decisions that change it."""

from dataclasses import dataclass
from typing import Final

from ludothek.games.protocol import Seat, Setup
from ludothek.games.repulso.board import NAMES, Bits, Square

PIECES: Final = 12  # that each player starts with
STONES: Final = 6


@dataclass(frozen=True, slots=True)
class State:
    """A position of Repulso."""

    setup: Setup
    p1: Bits  # squares with an orange piece
    p2: Bits  # squares with a blue piece
    stones: Bits  # squares with an action stone
    stones_left: tuple[int, int]  # in the supplies of p1, of p2
    to_move: Seat
    turn: Seat  # whose turn it is; during a movement the other seat may have to decide
    affected: Bits = 0  # during a movement: pieces that have not slid, blocked ones too

    @property
    def lying(self) -> Bits:
        """The squares that are not empty."""
        return self.p1 | self.p2 | self.stones

    def of(self, seat: Seat) -> Bits:
        """The squares with a piece of one seat."""
        return self.p1 if seat == 1 else self.p2

    def pieces_left(self, seat: Seat) -> int:
        """How many pieces a seat has in supply."""
        return PIECES - self.of(seat).bit_count()


@dataclass(frozen=True, slots=True)
class PlacePiece:
    """Place a piece of the own colour."""

    square: Square

    def __str__(self) -> str:
        return NAMES[self.square]


@dataclass(frozen=True, slots=True)
class PlaceStone:
    """Place an action stone, which makes the pieces next to it slide."""

    square: Square

    def __str__(self) -> str:
        return f"*{NAMES[self.square]}"


@dataclass(frozen=True, slots=True)
class Slide:
    """Slide an affected piece to the next obstacle."""

    start: Square
    end: Square

    def __str__(self) -> str:
        return f"{NAMES[self.start]}-{NAMES[self.end]}"


Move = PlacePiece | PlaceStone | Slide

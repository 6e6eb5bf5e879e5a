"""The state of a game, and the decisions that change it."""

from dataclasses import dataclass

from ludothek.games.protocol import Seat, Setup
from ludothek.games.robotory.board import COLOURS, NAMES, ROBOTS, Bits, Colour, Hex, Robot

Discs = tuple[int, int]  # how many white, how many black


@dataclass(frozen=True, slots=True)
class State:
    """A position of Robotory."""

    setup: Setup
    white: Bits  # hexes with a white disc
    black: Bits  # hexes with a black disc
    robots: tuple[Hex, Hex, Hex]  # where White, Black and Red stand
    stocks: tuple[Discs, Discs]  # of p1, of p2
    lid: Discs
    to_move: Seat
    moving: Robot | None = None  # the robot in the middle of its move

    @property
    def standing(self) -> Bits:
        """The hexes with a robot."""
        white, black, red = self.robots
        return 1 << white | 1 << black | 1 << red

    def where(self, robot: Robot) -> Hex:
        """The hex a robot stands on."""
        return self.robots[ROBOTS.index(robot)]


@dataclass(frozen=True, slots=True)
class Place:
    """Lay a disc of the own stock on a free hex."""

    colour: Colour
    hex: Hex

    def __str__(self) -> str:
        return f"{self.colour}@{NAMES[self.hex]}"


@dataclass(frozen=True, slots=True)
class Step:
    """Step with a robot to a neighbouring hex and eat the disc there."""

    robot: Robot
    hex: Hex

    def __str__(self) -> str:
        return f"{self.robot}{NAMES[self.hex]}"


@dataclass(frozen=True, slots=True)
class Stop:
    """End the movement before the robot has to."""

    def __str__(self) -> str:
        return "stop"


@dataclass(frozen=True, slots=True)
class Refill:
    """Take discs from the lid into the own stock."""

    white: int
    black: int

    def __str__(self) -> str:
        return f"+w{self.white}b{self.black}"


Move = Place | Step | Stop | Refill


def of_colour(discs: Discs, colour: Colour) -> int:
    """How many of one colour."""
    return discs[COLOURS.index(colour)]

"""Effects of a typed line that the loop carries out: print, hint, save, place, leave."""

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Say:
    """Print a message."""

    text: str
    tone: Literal["news", "refusal"] = "news"


@dataclass(frozen=True, slots=True)
class Hint:
    """Let a computer player suggest a decision."""


@dataclass(frozen=True, slots=True)
class Save:
    """Write the record into a file of the user's."""

    path: str


@dataclass(frozen=True, slots=True)
class Place:
    """Splash!: set the piece in hand down on the simulated table."""

    face: str = ""  # the side that goes down; none named: the widest
    turn: float = 0.0  # degrees from the edges of the top piece
    x: float = 0.0  # millimetres from the middle of its upper side
    y: float = 0.0


@dataclass(frozen=True, slots=True)
class Leave:
    """Stop playing; the game can be resumed."""


Effect = Say | Hint | Save | Place | Leave

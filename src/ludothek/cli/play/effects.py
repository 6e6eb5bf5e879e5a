"""Effects of a typed line that the loop carries out: print, hint, save, place, leave."""

from dataclasses import dataclass
from typing import Literal

from ludothek.games.backends import Spot


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
    """Set the piece in hand down on the simulated table."""

    spot: Spot  # as it was typed


@dataclass(frozen=True, slots=True)
class Leave:
    """Stop playing; the game can be resumed."""


Effect = Say | Hint | Save | Place | Leave

"""Commands: what people, computers, the table and the clock can request of a match.

Those of people cross the wire as they are: there is one vocabulary. No command names the
seat that acts: that follows from who sends it.
"""

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Final, Literal

from ludothek.games.backends import Spot
from ludothek.games.protocol import Seat
from ludothek.server.match.events import OfferKind, Versions
from ludothek.server.wire.base import Limit, Wire

MAX_DECISIONS: Final = 64  # of one command; no turn of any game is as long
MAX_TEXT: Final = 256  # characters of one decision; a fall of 30 pieces has 95

Ply = Annotated[int, Limit(ge=0, le=100_000)]
SeatNumber = Annotated[int, Limit(ge=1, le=9)]
DecisionText = Annotated[str, Limit(min_length=1, max_length=MAX_TEXT)]
DecisionTexts = Annotated[list[DecisionText], Limit(max_length=MAX_DECISIONS)]
Offset = Annotated[float, Limit(ge=-1000, le=1000)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Join(Wire):
    """Sit down in an open seat of a public match."""

    type: Literal["join"] = "join"
    seat: SeatNumber | None = None  # None: the first one that is open


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave(Wire):
    """Stand up before the match begins; its owner calls it off."""

    type: Literal["leave"] = "leave"


@dataclass(frozen=True, slots=True, kw_only=True)
class Decide(Wire):
    """Take decisions, from a ply on."""

    type: Literal["decide"] = "decide"
    ply: Ply
    decisions: Annotated[DecisionTexts, Limit(min_length=1)]
    seq: Annotated[int, Limit(ge=0, le=1_000_000)] | None = None  # of the update it answers


@dataclass(frozen=True, slots=True, kw_only=True)
class SpotInfo(Wire):
    """How a piece is held over the tower, from the middle of the top piece's upper side."""

    __pydantic_config__: ClassVar[Any] = {
        **Wire.__pydantic_config__,
        "json_schema_serialization_defaults_required": True,
    }

    face: Annotated[str, Limit(min_length=1, max_length=20)]  # the side that goes down
    yaw: Annotated[float, Limit(ge=-720, le=720)] = 0.0
    x: Offset = 0.0
    y: Offset = 0.0

    @property
    def spot(self) -> Spot:
        """The same for the rules of a match."""
        return Spot(self.face, self.yaw, self.x, self.y)


@dataclass(frozen=True, slots=True, kw_only=True)
class Place(SpotInfo):
    """Let go of the piece in the hand, over a simulated table."""

    type: Literal["place"] = "place"
    ply: Ply


@dataclass(frozen=True, slots=True, kw_only=True)
class Resign(Wire):
    """Give up."""

    type: Literal["resign"] = "resign"


@dataclass(frozen=True, slots=True, kw_only=True)
class Propose(Wire):
    """Offer a draw, to take the last turn back, or a rematch."""

    type: Literal["offer"] = "offer"
    what: OfferKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer(Wire):
    """Answer an offer; who made it takes it back with a no."""

    type: Literal["answer"] = "answer"
    what: OfferKind
    accept: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Hasten(Wire):
    """Have the rest played quickly, once only computers are left in the game."""

    type: Literal["hasten"] = "hasten"


PersonCommand = Join | Leave | Decide | Place | Resign | Propose | Answer | Hasten


@dataclass(frozen=True, slots=True)
class Accept:
    """Sit down in the seat a link leads to."""

    seat: Seat
    number: int  # which of the links made for the seat


@dataclass(frozen=True, slots=True)
class MakeLink:
    """Make a link to an open seat."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Settle:
    """A piece was let go, and the table tells what became of it."""

    ply: int
    spot: Spot
    decision: str
    table: str
    versions: Versions = ()


@dataclass(frozen=True, slots=True)
class CheckClock:
    """Check whether a clock has run out."""


@dataclass(frozen=True, slots=True)
class CallOff:
    """Nobody has touched the match for long."""


Command = (
    Join
    | Leave
    | Decide
    | Place
    | Resign
    | Propose
    | Answer
    | Hasten
    | Accept
    | MakeLink
    | Settle
    | CheckClock
    | CallOff
)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody with an identity."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Computer:
    """The computer in a seat."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Server:
    """The server itself: clock and table."""


Actor = Person | Computer | Server

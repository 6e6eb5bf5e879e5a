"""Events: what can happen in a match. A match is the fold of its entries; nothing else is stored.

An entry is what one accepted command led to: it is stored as a whole or not at all.
"""

from dataclasses import dataclass
from typing import Annotated, Final, Literal

from ludothek.games.backends import Spot
from ludothek.games.protocol import Seat
from ludothek.server.match.clocks import Tick
from ludothek.server.match.config import Occupant, Plan
from ludothek.server.wire.base import Stored
from ludothek.server.wire.codec import decode_json, encode

OfferKind = Literal["draw", "takeback", "rematch"]
Versions = tuple[tuple[str, str], ...]  # parts of the simulated table, and the version of each


@dataclass(frozen=True, slots=True)
class Created:
    """Somebody set the match up."""

    owner: str
    plan: Plan
    occupants: Annotated[tuple[Occupant | None, ...], Stored("sitters")]  # None: an open seat
    seed: int  # of all that is left to chance; secret while the match goes on
    previous: str | None = None  # the match it is the rematch of
    type: Literal["created"] = "created"


@dataclass(frozen=True, slots=True)
class Linked:
    """A new link to an open seat was made; earlier ones are worth nothing from now on."""

    seat: Seat
    type: Literal["linked"] = "linked"


@dataclass(frozen=True, slots=True)
class Sat:
    """Somebody sat down, perhaps in the place of somebody else."""

    seat: Seat
    occupant: Annotated[Occupant, Stored("sitter")]
    type: Literal["sat"] = "sat"


@dataclass(frozen=True, slots=True)
class Left:
    """Somebody stood up before the match began."""

    seat: Seat
    type: Literal["left"] = "left"


@dataclass(frozen=True, slots=True)
class Started:
    """All seats are taken."""

    type: Literal["started"] = "started"


@dataclass(frozen=True, slots=True)
class Dealt:
    """Decisions nobody took: a deal, or what was played before."""

    decisions: tuple[str, ...]
    type: Literal["dealt"] = "dealt"


@dataclass(frozen=True, slots=True)
class Decided:
    """A seat took decisions."""

    seat: Seat
    decisions: tuple[str, ...]
    type: Literal["decided"] = "decided"


@dataclass(frozen=True, slots=True)
class Placed:
    """A seat let go of the piece in its hand, and the table told what became of it."""

    seat: Seat
    spot: Spot
    decision: str
    table: str  # the table as it is now, to go on from
    versions: Versions = ()  # of what simulated it
    by_clock: bool = False  # the time to place was over
    type: Literal["placed"] = "placed"


@dataclass(frozen=True, slots=True)
class Offered:
    """A seat offered something to the others."""

    seat: Seat
    what: OfferKind
    type: Literal["offered"] = "offered"


@dataclass(frozen=True, slots=True)
class Agreed:
    """A seat agreed to an offer; others may have to follow."""

    seat: Seat
    what: OfferKind
    type: Literal["agreed"] = "agreed"


@dataclass(frozen=True, slots=True)
class Declined:
    """A seat declined an offer, or took its own back."""

    seat: Seat
    what: OfferKind
    type: Literal["declined"] = "declined"


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The match went back to an earlier ply."""

    ply: int
    type: Literal["taken-back"] = "taken-back"


@dataclass(frozen=True, slots=True)
class GivenUp:
    """A seat gave up (or ran out of time); the match ends, or goes on without it."""

    seat: Seat
    reason: Literal["resigned", "time"]
    type: Literal["given-up"] = "given-up"


@dataclass(frozen=True, slots=True)
class Hastened:
    """Who is out wants to see the end: the computers that are left play on without thinking."""

    seat: Seat
    type: Literal["hastened"] = "hastened"


CalledOff = Literal["abandoned", "old-rules"]  # why a match ended without a result


@dataclass(frozen=True, slots=True)
class Ended:
    """The match ended otherwise than by its rules."""

    winners: tuple[Seat, ...]
    reason: Literal["resigned", "time", "agreed"] | CalledOff
    decided: bool = True  # False: nobody has won and nobody has drawn
    type: Literal["ended"] = "ended"


UNNAMED: Final = ""  # a match that is still to be named, by whoever stores it


@dataclass(frozen=True, slots=True)
class Continued:
    """The players agreed on a rematch."""

    match: str
    type: Literal["continued"] = "continued"


Event = (
    Created
    | Linked
    | Sat
    | Left
    | Started
    | Dealt
    | Decided
    | Placed
    | Offered
    | Agreed
    | Declined
    | TakenBack
    | GivenUp
    | Hastened
    | Ended
    | Continued
)
Events = tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """What one accepted command led to."""

    seq: int  # from 1
    at: int  # wall time, milliseconds since 1970
    tick: Tick
    events: Events


def format_events(events: Events) -> str:
    """Events as they are stored."""
    return encode(events)


def parse_events(text: str) -> Events:
    """Stored events."""
    events: Events = decode_json(Events, text)
    return events

"""The messages of the socket, both ways."""

from dataclasses import dataclass
from typing import Annotated, Literal

from ludothek.server.match.commands import DecisionTexts, PersonCommand, Ply, SpotInfo
from ludothek.server.wire.base import Limit, Wire
from ludothek.server.wire.codec import decode_json
from ludothek.server.wire.models import (
    Happened,
    JobInfo,
    MatchId,
    MatchInfo,
    MatchSummary,
    Me,
    Problem,
    Ref,
    Tried,
    View,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Watch(Wire):
    """Follow a match; `after` is the number of the last update that was seen."""

    type: Literal["watch"]
    match: MatchId
    after: Annotated[int, Limit(ge=0, le=1_000_000)] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Unwatch(Wire):
    """Follow a match no longer."""

    type: Literal["unwatch"]
    match: MatchId


@dataclass(frozen=True, slots=True, kw_only=True)
class Lobby(Wire):
    """Follow the lobby, or no longer."""

    type: Literal["lobby"]
    on: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Act(Wire):
    """Do something in a match; sent again with the same content it is done once."""

    type: Literal["act"]
    ref: Ref
    match: MatchId
    command: PersonCommand


@dataclass(frozen=True, slots=True, kw_only=True)
class Preview(Wire):
    """Try decisions without taking them."""

    type: Literal["preview"]
    ref: Ref
    match: MatchId
    ply: Ply
    decisions: DecisionTexts


@dataclass(frozen=True, slots=True, kw_only=True)
class Hover(SpotInfo):
    """Show the others how a piece is being held over a simulated table; never stored."""

    type: Literal["hover"]
    match: MatchId
    ply: Ply


Phrase = Literal[
    "hello",
    "luck",
    "nice",
    "oops",
    "thanks",
    "game",
    "again",
    "wait",
    "smile",
    "clap",
    "wow",
    "heart",
    "think",
    "sad",
]  # what players can say to each other; there is no free text


@dataclass(frozen=True, slots=True, kw_only=True)
class Say(Wire):
    """Say a phrase to the others in a match; never stored."""

    type: Literal["say"]
    match: MatchId
    phrase: Phrase


ClientMessage = Watch | Unwatch | Lobby | Act | Preview | Hover | Say


@dataclass(frozen=True, slots=True, kw_only=True)
class Welcome(Wire):
    """The first message: who you are, and how often the server's heart beats."""

    type: Literal["welcome"] = "welcome"
    me: Me | None
    now: int
    beat: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Update(Wire):
    """A match as it is now. `since` is the number of the update this one follows.

    Who has not seen that one has missed something that happened, and may ask with `watch`.
    """

    type: Literal["match"] = "match"
    since: int | None  # None: this is where the match stands; what happened before is not told
    match: MatchInfo
    view: View
    happened: list[Happened]


@dataclass(frozen=True, slots=True, kw_only=True)
class Presence(Wire):
    """Who is there."""

    type: Literal["presence"] = "presence"
    match: str
    online: list[int]
    watchers: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Held(Wire):
    """How a piece is being held."""

    type: Literal["held"] = "held"
    match: str
    ply: int
    seat: int
    spot: SpotInfo


@dataclass(frozen=True, slots=True, kw_only=True)
class Said(Wire):
    """A player said something."""

    type: Literal["said"] = "said"
    match: str
    seat: int
    phrase: Phrase


@dataclass(frozen=True, slots=True, kw_only=True)
class Gone(Wire):
    """A match that cannot be followed."""

    type: Literal["gone"] = "gone"
    match: str
    problem: Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class Done(Wire):
    """A command was carried out and stored."""

    type: Literal["done"] = "done"
    ref: int
    seq: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused(Wire):
    """A command was refused; nothing was changed."""

    type: Literal["refused"] = "refused"
    ref: int | None
    problem: Problem


@dataclass(frozen=True, slots=True, kw_only=True)
class Previewed(Wire):
    """Where decisions would lead."""

    type: Literal["previewed"] = "previewed"
    ref: int
    tried: Tried


@dataclass(frozen=True, slots=True, kw_only=True)
class LobbyNews(Wire):
    """Open invitations, matches that can be watched, and how many people are here."""

    type: Literal["lobby"] = "lobby"
    open: list[MatchSummary]
    playing: list[MatchSummary]
    online: int


@dataclass(frozen=True, slots=True, kw_only=True)
class JobNews(Wire):
    """Progress of a job of yours."""

    type: Literal["job"] = "job"
    job: JobInfo


@dataclass(frozen=True, slots=True, kw_only=True)
class Beat(Wire):
    """The server's heart beats; silence for three beats means that the line is dead."""

    type: Literal["beat"] = "beat"
    now: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Bye(Wire):
    """The server closes the line; come back after so many milliseconds."""

    type: Literal["bye"] = "bye"
    reason: Literal["restart", "slow", "silent", "replaced"]
    retry: int


ServerMessage = (
    Welcome
    | Update
    | Presence
    | Held
    | Said
    | Gone
    | Done
    | Refused
    | Previewed
    | LobbyNews
    | JobNews
    | Beat
    | Bye
)


def parse_message(text: str) -> ClientMessage:
    """A message of a client; raises `Invalid`."""
    message: ClientMessage = decode_json(ClientMessage, text)
    return message

"""The messages of the socket, both ways."""

from typing import Annotated, Any, Final, Literal

from pydantic import Field, TypeAdapter

from ludothek.server.match.commands import DecisionTexts, PersonCommand, Ply, SpotInfo
from ludothek.server.wire.base import Wire
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


class Watch(Wire):
    """Follow a match; `after` is the number of the last update that was seen."""

    type: Literal["watch"]
    match: MatchId
    after: Annotated[int, Field(ge=0, le=1_000_000)] | None = None


class Unwatch(Wire):
    """Follow a match no longer."""

    type: Literal["unwatch"]
    match: MatchId


class Lobby(Wire):
    """Follow the lobby, or no longer."""

    type: Literal["lobby"]
    on: bool


class Act(Wire):
    """Do something in a match; sent again with the same content it is done once."""

    type: Literal["act"]
    ref: Ref
    match: MatchId
    command: PersonCommand


class Preview(Wire):
    """Try decisions without taking them."""

    type: Literal["preview"]
    ref: Ref
    match: MatchId
    ply: Ply
    decisions: DecisionTexts


class Hover(SpotInfo):
    """Show the others how a piece is being held over a simulated table; never stored."""

    type: Literal["hover"]
    match: MatchId
    ply: Ply


ClientMessage = Annotated[
    Watch | Unwatch | Lobby | Act | Preview | Hover, Field(discriminator="type")
]


class Welcome(Wire):
    """The first message: who you are, and how often the server's heart beats."""

    type: Literal["welcome"] = "welcome"
    me: Me | None
    now: int
    beat: int


class Update(Wire):
    """A match as it is now. `since` is the number of the update this one follows.

    Who has not seen that one has missed something that happened, and may ask with `watch`.
    """

    type: Literal["match"] = "match"
    since: int | None  # None: this is where the match stands; what happened before is not told
    match: MatchInfo
    view: View
    happened: list[Happened]


class Presence(Wire):
    """Who is there."""

    type: Literal["presence"] = "presence"
    match: str
    online: list[int]
    watchers: int


class Held(Wire):
    """How a piece is being held."""

    type: Literal["held"] = "held"
    match: str
    ply: int
    seat: int
    spot: SpotInfo


class Gone(Wire):
    """A match that cannot be followed."""

    type: Literal["gone"] = "gone"
    match: str
    problem: Problem


class Done(Wire):
    """A command was carried out and stored."""

    type: Literal["done"] = "done"
    ref: int
    seq: int


class Refused(Wire):
    """A command was refused; nothing was changed."""

    type: Literal["refused"] = "refused"
    ref: int | None
    problem: Problem


class Previewed(Wire):
    """Where decisions would lead."""

    type: Literal["previewed"] = "previewed"
    ref: int
    tried: Tried


class LobbyNews(Wire):
    """Open invitations, matches that can be watched, and how many people are here."""

    type: Literal["lobby"] = "lobby"
    open: list[MatchSummary]
    playing: list[MatchSummary]
    online: int


class JobNews(Wire):
    """Progress of a job of yours."""

    type: Literal["job"] = "job"
    job: JobInfo


class Beat(Wire):
    """The server's heart beats; silence for three beats means that the line is dead."""

    type: Literal["beat"] = "beat"
    now: int


class Bye(Wire):
    """The server closes the line; come back after so many milliseconds."""

    type: Literal["bye"] = "bye"
    reason: Literal["restart", "slow", "silent", "replaced"]
    retry: int


ServerMessage = Annotated[
    Welcome
    | Update
    | Presence
    | Held
    | Gone
    | Done
    | Refused
    | Previewed
    | LobbyNews
    | JobNews
    | Beat
    | Bye,
    Field(discriminator="type"),
]

_CLIENT: Final[TypeAdapter[Any]] = TypeAdapter(ClientMessage)


def parse_message(text: str) -> Any:
    """A message of a client; raises pydantic's ValidationError."""
    return _CLIENT.validate_json(text)

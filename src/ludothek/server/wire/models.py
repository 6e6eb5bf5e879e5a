"""The models of the HTTP interface. The TypeScript types of the page are generated from them.

Times are milliseconds. Unknown fields are refused. What a board looks like is the game's own
affair (`Game.view`), so those parts are open.
"""

import sys
from dataclasses import dataclass, field
from typing import Annotated, Any, Final, Literal

from ludothek.games.protocol import FORMER_LEVELS, MOST_LEVELS
from ludothek.server.match.commands import DecisionText, DecisionTexts, Ply, SpotInfo
from ludothek.server.match.config import PaceKind, Starter
from ludothek.server.match.events import CalledOff, OfferKind
from ludothek.server.match.state import Status
from ludothek.server.wire.base import Limit, Wire
from ludothek.server.wire.table import TableInfo

if sys.version_info >= (3, 12):
    from typing import TypedDict
else:  # pydantic reads no other before
    from typing_extensions import TypedDict

MAX_NAME: Final = 24
PYDANTIC_CONFIG: Final = "__pydantic_config__"
MAX_SEATS: Final = 6

Name = Annotated[str, Limit(min_length=1, max_length=MAX_NAME)]
GameName = Annotated[str, Limit(min_length=1, max_length=40)]
OptionWord = Annotated[str, Limit(min_length=1, max_length=40)]
Options = Annotated[dict[OptionWord, OptionWord], Limit(max_length=20)]
MatchId = Annotated[str, Limit(pattern="^[0-9a-z]{16}$")]
Position = Annotated[str, Limit(min_length=1, max_length=4000)]
Level = Annotated[int, Limit(ge=1, le=MOST_LEVELS)]  # a game may have fewer
Effort = Annotated[int, Limit(ge=1, le=FORMER_LEVELS)]  # of an analysis
Ref = Annotated[int, Limit(ge=0, le=2**53)]
MAX_LINE: Final = 600  # decisions that are tried, or lead to a position to begin from
Line = Annotated[list[DecisionText], Limit(max_length=MAX_LINE)]
Verdict = Literal["", "worse", "lost", "win-thrown"]  # `ludothek.engine.analysis` gives them


class Open(TypedDict):
    """A part whose further fields are the game's own."""


setattr(Open, PYDANTIC_CONFIG, {"extra": "allow"})  # no field: a TypedDict declares nothing else


class Legal(Open):
    """A decision that may be taken: its text, its kind, and what it touches."""

    text: str
    kind: str


class Happening(Open):
    """One thing that a decision made happen."""

    event: str


# --- errors


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem(Wire):
    """Why something was refused: a code and its parameters for translation, and a sentence."""

    code: str
    params: dict[str, str | int] = field(default_factory=dict)
    message: str


# --- games


@dataclass(frozen=True, slots=True, kw_only=True)
class OptionInfo(Wire):
    """A named alternative reading of the rules; the first value is the default."""

    name: str
    values: list[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameInfo(Wire):
    """A game that can be played here."""

    name: str
    title: str
    version: int
    seat_counts: list[int]
    options: list[OptionInfo]
    rulebooks: dict[str, dict[str, str]]  # language → the options as its rulebook reads them
    levels: list[int]
    ratings: dict[str, list[int]]  # number of seats → of each level, as measured; level 1 has 0
    words: dict[
        str, dict[str, Any]
    ]  # language → what a plug-in says of itself, as in our own words


# --- people


@dataclass(frozen=True, slots=True, kw_only=True)
class NewGuest(Wire):
    """Somebody who wants to play at once."""

    name: Name | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Rename(Wire):
    """Another nickname."""

    name: Name


@dataclass(frozen=True, slots=True, kw_only=True)
class HostInfo(Wire):
    """What whoever runs the server has chosen for its people."""

    games: Literal["browser", "server"]  # where those without other people are played


@dataclass(frozen=True, slots=True, kw_only=True)
class Me(Wire):
    """Who the server takes you for."""

    id: str
    name: str
    account: str | None  # the login name, if there is one
    recovery_until: int | None  # a recovery code is out until then


Login = Annotated[str, Limit(min_length=3, max_length=40, pattern=r"^[^\s@/]+(@[^\s@/]+)?$")]
Password = Annotated[str, Limit(min_length=10, max_length=200)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Credentials(Wire):
    """A login name and a password."""

    login: Login
    password: Password


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPassword(Wire):
    """A change of password; all other devices and all bots are signed out."""

    old: Annotated[str, Limit(max_length=200)]
    new: Password


@dataclass(frozen=True, slots=True, kw_only=True)
class RecoveryCode(Wire):
    """Gives an identity to whoever has it; works once."""

    code: Annotated[str, Limit(min_length=20, max_length=80)]


@dataclass(frozen=True, slots=True, kw_only=True)
class NewToken(Wire):
    """A bot's token to be made."""

    label: Name
    days: Annotated[int, Limit(ge=1, le=3650)] | None = None  # until it expires; None: never


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenInfo(Wire):
    """A bot's token, without its secret."""

    id: str
    label: str
    created: int
    expires: int | None
    used: int | None  # the last time, to the minute


@dataclass(frozen=True, slots=True, kw_only=True)
class MadeToken(TokenInfo):
    """A bot's token; the secret is shown this once."""

    token: str


# --- matches


@dataclass(frozen=True, slots=True, kw_only=True)
class NewSeat(Wire):
    """Who is to sit somewhere: you, somebody beside you, whoever comes, or a computer."""

    kind: Literal["me", "here", "open", "computer"]
    name: Name | None = None  # of somebody beside you
    level: Level | None = None  # of a computer


@dataclass(frozen=True, slots=True, kw_only=True)
class NewClock(Wire):
    """How much time there is: seconds for a turn or for the match, or days for a turn."""

    kind: PaceKind = "none"
    seconds: Annotated[int, Limit(ge=1, le=86_400)] | None = None
    increment: Annotated[int, Limit(ge=0, le=3_600)] | None = None
    days: Annotated[int, Limit(ge=1, le=30)] | None = None
    placement: Annotated[int, Limit(ge=3, le=600)] | None = None  # seconds to place a piece


@dataclass(frozen=True, slots=True, kw_only=True)
class Origin(Wire):
    """A position of another match to start from."""

    match: MatchId
    ply: Ply


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMatch(Wire):
    """A match to be set up."""

    game: GameName
    seats: Annotated[list[NewSeat], Limit(min_length=1, max_length=MAX_SEATS)]
    rulebook: Annotated[str, Limit(min_length=1, max_length=40)] | None = None  # a language
    options: Options = field(default_factory=dict)  # instead of what the rulebook reads
    clock: NewClock = NewClock()
    starter: Starter = "fixed"
    public: bool = False
    hints: bool | None = None  # None: unless several people play
    takebacks: bool = True
    position: Position | None = None
    origin: Origin | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatInfo(Wire):
    """A seat and who sits there."""

    seat: int
    kind: Literal["open", "person", "computer", "recorded"]
    name: str | None
    level: int | None
    former: bool = False  # is it one of the eight levels that there were before?
    you: bool
    online: bool
    given_up: bool  # or ran out of time, and that ended the match or somebody else plays on
    timed_out: bool  # given up by the clock


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockInfo(Wire):
    """The clocks: what each seat has left, and whose is running."""

    kind: PaceKind
    base: int
    increment: int
    left: list[int]
    running: int | None
    placement: int  # for each placement; 0: it has no clock of its own
    placing: int | None  # what is left of that, while it runs


@dataclass(frozen=True, slots=True, kw_only=True)
class OfferInfo(Wire):
    """A standing offer, and who agreed so far; the first one made it."""

    what: OfferKind
    agreed: list[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Result(Wire):
    """How a match ended; no winners is a draw."""

    winners: list[int]
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchInfo(Wire):
    """Everything about a match but its board."""

    id: str
    seq: int
    game: str
    rules: int
    options: dict[str, str]
    seats: list[SeatInfo]
    you: list[int]
    gave_up: list[int]  # seats that were yours, in which somebody else plays on
    owner: bool
    status: Status
    public: bool
    starter: Starter
    hints: bool
    takebacks: bool
    clock: ClockInfo
    ply: int
    dealt: int
    to_move: int | None
    table: TableInfo | None  # the simulated one, once something lies on it
    offers: list[OfferInfo]
    hastened: bool  # only computers are left, and play the rest without thinking
    result: Result | None
    called_off: CalledOff | None  # why a match was broken off without a result
    previous: str | None
    next: str | None
    created: int
    updated: int
    watchers: int


@dataclass(frozen=True, slots=True, kw_only=True)
class PlaceInfo(Wire):
    """A rectangle of a picture that can be touched."""

    name: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SurfaceInfo(Wire):
    """Where in a picture a piece can be held: tapping it says where."""

    x: float  # of the spot at 0, 0, in the units of the picture
    y: float
    unit: float  # of a millimetre; x of a spot runs to the right, y upwards
    width: float  # millimetres of it that are in the picture, half of them on either side
    depth: float


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacingInfo(Wire):
    """A piece is to be let go over a simulated table, with the command `place`."""

    faces: list[str]  # the sides that can go down, the usual one first
    surface: SurfaceInfo | None  # None: the picture does not show where


@dataclass(frozen=True, slots=True, kw_only=True)
class Picture(Wire):
    """A position of a plug-in, as it draws it; to be shown as an image, where no script runs."""

    svg: str
    box: Annotated[list[float], Limit(min_length=4, max_length=4)]  # x, y, width, height
    places: list[PlaceInfo]  # a legal decision names those it touches as `places`
    placing: PlacingInfo | None  # None: decisions are taken, or the game is over


@dataclass(frozen=True, slots=True, kw_only=True)
class View(Wire):
    """A position as one seat, or a spectator, sees it."""

    game: str
    version: int
    seats: int
    options: dict[str, str]
    position: str
    seat: int | None
    to_move: int
    turn_begins: bool
    legal: list[Legal]
    outcome: Result | None
    board: dict[str, Any]
    picture: Picture | None = None  # of games that the page has no board for


@dataclass(frozen=True, slots=True, kw_only=True)
class Happened(Wire):
    """A decision that was taken, and what it made happen."""

    ply: int  # before it
    seat: int
    decision: str
    events: list[Happening]
    motion: int | None = None  # number of the entry whose motion can be fetched
    by_clock: bool = False  # the placement clock let go of the piece


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchState(Wire):
    """A match as you see it."""

    match: MatchInfo
    view: View


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame(Wire):
    """A ply of a match: the position, and the decision that led to it."""

    ply: int
    happened: Happened | None
    view: View


@dataclass(frozen=True, slots=True, kw_only=True)
class Frames(Wire):
    """Some plies of a match, in order."""

    match: str
    plies: int
    frames: list[Frame]


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatSummary(Wire):
    """A seat in a list of matches."""

    kind: Literal["open", "person", "computer", "recorded"]
    name: str | None
    level: int | None
    former: bool = False  # is it one of the eight levels that there were before?
    you: bool
    given_up: bool = False  # by you: somebody else has played on


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSummary(Wire):
    """A match in a list."""

    id: str
    game: str
    options: dict[str, str]
    seats: list[SeatSummary]
    status: Status
    public: bool
    clock: ClockInfo
    ply: int
    to_move: int | None
    result: Result | None
    replayable: bool
    created: int
    updated: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchList(Wire):
    """Some matches, the newest first, and where to go on."""

    matches: list[MatchSummary]
    next: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally(Wire):
    """How somebody has played a game against a level, or against people."""

    game: str
    level: int  # of the computer; 0: against people
    former: bool = False  # is it one of the eight levels that there were before?
    won: int
    drawn: int
    lost: int
    streak: int  # wins in a row, up to now
    best_streak: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultInfo(Wire):
    """How a match ended for somebody."""

    game: str
    level: int  # of the computer; 0: against people
    former: bool = False  # is it one of the eight levels that there were before?
    score: Literal["won", "drawn", "lost"]
    at: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Statistics(Wire):
    """How somebody has played so far, by game and level."""

    tallies: list[Tally]
    recent: list[ResultInfo]  # what the tallies leave out: results since a moment, in order
    opponents: list[str]  # names of the people they played, those they met most first


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLink(Wire):
    """A link to an open seat; works once."""

    seat: int
    token: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLinks(Wire):
    """The links to the open seats of a match."""

    links: list[SeatLink]


@dataclass(frozen=True, slots=True, kw_only=True)
class CreatedMatch(MatchState):
    """A match that was set up, with the links to its open seats."""

    links: list[SeatLink]


@dataclass(frozen=True, slots=True, kw_only=True)
class Prefix(Wire):
    """Decisions to be tried without taking them."""

    ply: Ply
    decisions: DecisionTexts


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried(Wire):
    """Where decisions would lead."""

    ply: int
    view: View
    happened: list[Happened]


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial(Wire):
    """A position of any game, and decisions to be tried there."""

    game: GameName
    seats: Annotated[int, Limit(ge=1, le=MAX_SEATS)] = 2
    options: Options = field(default_factory=dict)
    position: Position | None = None
    decisions: Line = field(default_factory=list)


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordText(Wire):
    """A game record, as text or as a line of JSON."""

    record: Annotated[str, Limit(min_length=1, max_length=200_000)]


# --- jobs


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysisRequest(Wire):
    """How thoroughly to look."""

    level: Effort = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class ProofInfo(Wire):
    """What is certain for the seat that decides, and within how many decisions."""

    result: Literal["win", "draw", "loss"]
    decisions: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LineInfo(Wire):
    """One way to go on, and the share the seat that decides can expect of it."""

    moves: list[str]
    share: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation(Wire):
    """What a computer thinks of a position: the share each seat can expect, and a line."""

    ply: int
    seat: int  # that decides
    shares: list[float]  # empty where nothing is known
    best: list[str]
    lines: list[LineInfo] = field(default_factory=list)  # the best ones, where several are known
    proof: ProofInfo | None = None
    verdict: Verdict = ""  # about the decision that was taken here; empty: nothing to remark
    loss: float = 0.0  # of the seat's share, by that decision
    spot: SpotInfo | None = None  # where to place


@dataclass(frozen=True, slots=True, kw_only=True)
class JobInfo(Wire):
    """Work in progress, and what it found so far."""

    id: str
    kind: Literal["hint", "analysis"]
    match: str
    state: Literal["waiting", "working", "done", "failed", "cancelled"]
    done: int
    total: int
    evaluations: list[Evaluation]

"""The plan of a match: what is agreed before it begins, and who sits where."""

from dataclasses import dataclass, replace
from typing import Final, Literal

from ludothek.games import AnyGame, Setup, load, names
from ludothek.games.protocol import LEVEL_SCALE, Seat
from ludothek.games.record import start_text

PaceKind = Literal["none", "turn", "fischer", "days"]
Starter = Literal["fixed", "random", "loser"]

SUBSTITUTE_LEVEL: Final = 3  # of the computer that takes over a seat that somebody gave up


@dataclass(frozen=True, slots=True)
class Pace:
    """How much time a seat has, in milliseconds."""

    kind: PaceKind = "none"
    base: int = 0  # for a turn; with "fischer" for the whole match
    increment: int = 0  # what a finished turn adds, with "fischer"
    placement: int = 0  # for every placement on a simulated table; 0: it has no clock of its own

    @property
    def unlimited(self) -> bool:
        """Is there no clock at all?"""
        return self.kind == "none" and not self.placement

    @property
    def whole_match(self) -> bool:
        """Is there one budget for the whole match, not one for each turn?"""
        return self.kind == "fischer"


@dataclass(frozen=True, slots=True)
class Occupant:
    """Somebody in a seat."""

    name: str
    person: str | None = None  # an identity
    level: int = 0  # of a computer; 0: no computer, and without a person the name in a record

    @property
    def computer(self) -> bool:
        """Is it a computer?"""
        return self.level > 0


@dataclass(frozen=True, slots=True)
class Plan:
    """What a match is about."""

    game: str
    rules: int  # the version of the rules it is played with
    seats: int
    options: tuple[tuple[str, str], ...]
    pace: Pace = Pace()
    starter: Starter = "fixed"  # "random": drawn; a rematch is begun by the next, or the loser
    public: bool = False  # listed, and open to anyone
    hints: bool = True
    takebacks: bool = True
    start: str | None = None  # a position text; None: the game's own start
    table: str | None = None  # the simulated table as it stands then; None: nothing lies on it
    scale: int = 1  # that levels of computers are on; what was stored before does not name it

    @property
    def setup(self) -> Setup:
        """Seats and options, as the rules want them."""
        return load(self.game).setup_of(self.rules, self.seats, dict(self.options))

    @property
    def replayable(self) -> bool:
        """Are the rules it is played with known here?"""
        return self.rules in load(self.game).versions

    def today(self) -> "Plan":
        """The same plan in the names of today's options, and of today's rules where they agree."""
        game, setup = load(self.game), self.setup
        if self.rules == game.version:
            return self
        start = start_text(game, setup, self.rules, self.start)
        return replace(self, rules=game.version_of(setup), options=setup.options, start=start)

    @property
    def current(self) -> bool:
        """Is it played as today's rules say, so that it can go on?"""
        return self.setup.rules is None

    @property
    def simulated(self) -> bool:
        """Does a simulated table decide the outcome of placements?"""
        return load(self.game).simulated(self.setup)

    @property
    def for_computers(self) -> bool:
        """Can a computer play it? On a real table it has no hands."""
        computers = load(self.game).computers
        return computers is None or computers.able(self.setup)

    @property
    def former_levels(self) -> bool:
        """Do computers play by the levels that there were before?"""
        return on_former_scale(self.game, self.scale)

    def load_game(self) -> AnyGame:
        """The game, from its package."""
        return load(self.game)


def on_former_scale(game: str, scale: int) -> bool:
    """Is that the scale there was before? Games with players of their own keep theirs."""
    return scale != LEVEL_SCALE and game in names() and load(game).computers is None


def opponents(plan: Plan, seat: Seat) -> tuple[Seat, ...]:
    """All seats of the other sides."""
    sides = plan.load_game().sides(plan.setup)
    return tuple(sorted(s for side in sides if seat not in side for s in side))

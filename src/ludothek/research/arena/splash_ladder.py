"""The levels of Splash! against each other, on the simulated table.

Each level plays the one below it, and the highest also the lowest. The upper level sits in all
seats equally often; with more than two seats it meets lower ones only, and its share of the wins is
turned into what the same odds against each single opponent give with two seats.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from ludothek.games import BadSetup
from ludothek.games.splash import SPLASH
from ludothek.physics import VERSIONS
from ludothek.physics.player import FIRST, LAST, LEVELS, VERSION, Level, level_of
from ludothek.research.arena.matches import shares
from ludothek.research.arena.ratings import Played, Rating, Score, ratings, score
from ludothek.research.arena.runs import Result, Task

Pair = tuple[int, int]  # the upper level first

GAMES: Final = 100
SECONDS: Final = 1.0
ENOUGH: Final = 0.6  # of the wins against the level below
GOAL: Final = 0.75  # of the wins of the last level against the first
HEADINGS: Final = (
    "level",
    "tries",
    "sight",
    "rating",
    "games",
    "against the level below",
    f"against level {FIRST}",
    "slowest decision",
)


@dataclass(frozen=True, slots=True)
class Plan:
    """What a ladder run plays."""

    seats: int = 2
    options: tuple[tuple[str, str], ...] = ()
    lowest: int = FIRST
    highest: int = LAST
    games: int = GAMES  # of each pair
    seconds: float = SECONDS  # for a decision of the last level

    @property
    def mark(self) -> str:
        """The name of its table's place in a document."""
        return f"ladder splash {self.seats}"

    @property
    def pairs(self) -> list[Pair]:
        """Who meets whom."""
        ends = (self.highest, self.lowest)
        neighbours = [(level + 1, level) for level in range(self.lowest, self.highest)]
        return neighbours if ends in neighbours else [*neighbours, ends]

    def tasks(self) -> list[Task]:
        """All games; the pairs take turns."""
        return [self._task(pair, number) for number in range(self.games) for pair in self.pairs]

    def _task(self, pair: Pair, number: int) -> Task:
        upper, lower = pair
        levels = [lower] * self.seats
        levels[number % self.seats] = upper
        job = {
            "seats": self.seats,
            "options": dict(self.options),
            "levels": levels,
            "seconds": self.seconds,
            "seed": number,
        }
        return Task(f"{self._setting(pair)} {upper}-{lower} {number}", job)

    def _setting(self, pair: Pair) -> str:
        """All that results depend on, so that different ones are not mixed."""
        options = ",".join(f"{name}={value}" for name, value in self.options) or "-"
        seconds = f"{self.seconds:g}s" if LAST in pair else "-"
        levels = [level_of(number) for number in pair]
        known = f"rules {SPLASH.version} {VERSION} {levels} {VERSIONS}"
        return f"{self.mark} {options} {sha256(known.encode()).hexdigest()[:8]} {seconds}"


def plan_of(seats: int | None, options: Mapping[str, str], **wishes: Any) -> Plan:
    """A plan, checked."""
    setup = SPLASH.setup(SPLASH.seat_counts[0] if seats is None else seats, options)
    plan = Plan(setup.seats, SPLASH.changed_options(setup), **wishes)
    if setup["teams"] != "no" or setup["referee"] == "yes":
        raise BadSetup("ladder", "a ladder is played on the simulated table, and without teams")
    if not FIRST <= plan.lowest < plan.highest <= LAST:
        raise BadSetup("levels", f"levels are written like {FIRST}-{LAST}, the lower one first")
    return plan


@dataclass(frozen=True, slots=True)
class Rung:
    """What is known about one level."""

    number: int
    rating: Rating
    below: Score | None  # against the level below, as with two seats
    first: Score | None  # against the first level
    slowest: float  # decision, in seconds

    @property
    def level(self) -> Level:
        """What it does."""
        return LEVELS[self.number - 1]


def rungs(plan: Plan, results: Iterable[Result]) -> list[Rung]:
    """What the results say, from the lowest level up."""
    won: dict[Pair, list[float]] = defaultdict(list)
    slowest: dict[int, float] = defaultdict(float)
    played: list[Played] = []
    for result in results:
        levels, gained = tuple(result["levels"]), shares(result["winners"], plan.seats)
        played.append(Played(levels, gained))
        won[max(levels), min(levels)].append(gained[levels.index(max(levels))])
        for level, seconds in zip(levels, result["longest"], strict=True):
            slowest[level] = max(slowest[level], seconds)
    return [
        Rung(
            number,
            rating,
            _score(plan, won[number, number - 1]),
            _score(plan, won[number, FIRST]),
            slowest[number],
        )
        for number, rating in ratings(played).items()
    ]


def _score(plan: Plan, won: Sequence[float]) -> Score | None:
    return score(won).against_one(plan.seats) if won else None


def rows(plan: Plan, found: Iterable[Rung]) -> list[tuple[str, ...]]:
    """The table, headings first."""
    return [HEADINGS, *(_cells(plan, rung) for rung in found)]


def _cells(plan: Plan, rung: Rung) -> tuple[str, ...]:
    tries = rung.level.budget.simulations
    beaten = rung.number > plan.lowest
    return (
        str(rung.number),
        f"{plan.seconds:g} s" if tries is None else str(tries),
        str(rung.level.sight) if rung.level.sight else "-",
        f"{round(rung.rating.value)} ± {rung.rating.error:.0f}" if beaten else "0",
        str(rung.below.games) if rung.below else "-",
        _share(rung.below),
        _share(rung.first),
        f"{rung.slowest:.2f} s",
    )


def _share(found: Score | None) -> str:
    return f"{found.share:.0%} ({found.least:.0%} to {found.most:.0%})" if found else "-"


def failures(found: Iterable[Rung]) -> list[str]:
    """The levels that do not win as often as they should."""
    said = []
    for rung in found:
        if rung.below and rung.below.share < ENOUGH:
            said.append(f"level {rung.number} gets {rung.below.share:.0%} against the one below")
        if rung.number == LAST and rung.first and rung.first.share < GOAL:
            said.append(f"level {LAST} gets {rung.first.share:.0%} against {FIRST}, not {GOAL:.0%}")
    return said

"""Levels against each other: how often each beats the one below, and what that is worth.

The upper level sits in all seats equally often. With three seats or four, one seat of the upper
level meets lower ones only, and its share of the wins is turned into what the same odds against
each single opponent give with two seats.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from ludothek.engine.levels import FIRST, LAST, SECONDS, Level, fingerprint, table_of
from ludothek.games import BadSetup, load
from ludothek.research.arena.matches import play, shares
from ludothek.research.arena.ratings import Played, Rating, Score, ratings, score
from ludothek.research.arena.runs import Result, Task, Tell, carry_out, table

GOAL: Final = 0.6  # of the wins, with two seats, against the level below
GAMES: Final = 100
HEADINGS: Final = (
    "level",
    "playouts",
    "sight",
    "rating",
    "games",
    "against the level below",
    "slowest decision",
)


@dataclass(frozen=True, slots=True)
class Plan:
    """What a ladder run plays."""

    game: str
    seats: int = 2
    options: tuple[tuple[str, str], ...] = ()
    lowest: int = FIRST
    highest: int = LAST
    games: int = GAMES  # between each two levels
    opening: int = 0  # decisions taken by lot before the levels take over
    seconds: float = SECONDS  # for a decision of the last level

    @property
    def mark(self) -> str:
        """The name of its table's place in a document."""
        return f"ladder {self.game} {self.seats}"

    def tasks(self) -> list[Task]:
        """All games; the pairs of levels take turns."""
        uppers = range(self.lowest + 1, self.highest + 1)
        return [self._task(upper, number) for number in range(self.games) for upper in uppers]

    def _task(self, upper: int, number: int) -> Task:
        """One game; until the upper level has sat everywhere, all begin with the same opening."""
        levels = [upper - 1] * self.seats
        levels[number % self.seats] = upper
        job = {
            "game": self.game,
            "seats": self.seats,
            "options": dict(self.options),
            "players": [f"level{level}" for level in levels],
            "seconds": [self.seconds if level == LAST else None for level in levels],
            "seed": number,
            "opening": [self.opening, number // self.seats],
        }
        return Task(f"{self._setting(upper)} {upper}-{upper - 1} {number}", job)

    def _setting(self, upper: int) -> str:
        """All that results depend on, so that different ones are not mixed."""
        options = ",".join(f"{name}={value}" for name, value in self.options) or "-"
        seconds = f"{self.seconds:g}s" if upper == LAST else "-"
        levels = fingerprint(table_of(self.game, self.seats)[upper - 2 : upper])
        return f"ladder {self.game} {self.seats} {options} {levels} {self.opening} {seconds}"


def plan_of(game: str, seats: int | None, options: Mapping[str, str], **wishes: Any) -> Plan:
    """A plan, checked."""
    rules = load(game)
    setup = rules.setup(rules.seat_counts[0] if seats is None else seats, options)
    plan = Plan(game, setup.seats, rules.changed_options(setup), **wishes)
    if not FIRST <= plan.lowest < plan.highest <= LAST:
        raise BadSetup("levels", f"levels are written like {FIRST}-{LAST}, the lower one first")
    return plan


def read_levels(text: str) -> tuple[int, int]:
    """The lowest and the highest level of a text like `1-8`."""
    lowest, _, highest = text.partition("-")
    if not (lowest.isdecimal() and highest.isdecimal()):
        raise BadSetup("levels", f"levels are written like {FIRST}-{LAST}, not {text!r}")
    return int(lowest), int(highest)


def run(plan: Plan, path: Path, jobs: int, tell: Tell = lambda *_: None) -> list[Result]:
    """Play what the file does not hold yet; all results of the plan."""
    return list(carry_out(play, plan.tasks(), path, jobs, tell).values())


@dataclass(frozen=True, slots=True)
class Rung:
    """What is known about one level."""

    number: int
    level: Level
    rating: Rating
    below: Score | None  # against the level below, as with two seats
    slowest: float  # decision, in seconds


def rungs(plan: Plan, results: Iterable[Result]) -> list[Rung]:
    """What the results say, from the lowest level up."""
    won: dict[int, list[float]] = defaultdict(list)
    slowest: dict[int, float] = defaultdict(float)
    played: list[Played] = []
    for result in results:
        levels = tuple(int(name.removeprefix("level")) for name in result["players"])
        gained = shares(result["winners"], plan.seats)
        played.append(Played(levels, gained))
        won[max(levels)].append(gained[levels.index(max(levels))])
        for level, seconds in zip(levels, result["longest"], strict=True):
            slowest[level] = max(slowest[level], seconds)
    rated = ratings(played)
    rows = table_of(plan.game, plan.seats)
    return [
        Rung(number, rows[number - 1], rated[number], _score(plan, won[number]), slowest[number])
        for number in rated
    ]


def _score(plan: Plan, won: list[float]) -> Score | None:
    return score(won).against_one(plan.seats) if won else None


def cells(rung: Rung, last_seconds: float = SECONDS) -> tuple[str, ...]:
    """A level as a row of the table, under `HEADINGS`."""
    nodes, below = rung.level.nodes, rung.below
    return (
        str(rung.number),
        f"{last_seconds:g} s" if nodes is None else f"{nodes:,}",
        str(rung.level.depth_limit or ("-" if nodes != 0 else "a glance")),
        f"{round(rung.rating.value)} ± {rung.rating.error:.0f}" if below else "0",
        str(below.games) if below else "-",
        f"{below.share:.0%} ({below.least:.0%} to {below.most:.0%})" if below else "-",
        f"{rung.slowest:.2f} s",
    )


def markdown(plan: Plan, found: list[Rung]) -> str:
    """The table for a document."""
    return table([HEADINGS, *(cells(rung, plan.seconds) for rung in found)])


def failures(found: Iterable[Rung]) -> list[str]:
    """The levels that do not beat the one below as clearly as they should."""
    return [
        f"level {rung.number} gets {rung.below.share:.0%} against the one below, not {GOAL:.0%}"
        for rung in found
        if rung.below and rung.below.share < GOAL
    ]

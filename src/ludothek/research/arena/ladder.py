"""Ladders: each level against the one below it, with win rates and ratings.

The upper level sits in all seats equally often. With more than two seats, one seat of the upper
level meets lower ones only, and its share of the wins is turned into what the same odds against
each single opponent give with two seats.

    plan = plan_of("robotory", 2, {}, lowest=1, highest=3, games=20)
    rungs(plan, run(plan, Path("ladder.jsonl"), Machines(2)))
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from ludothek.games import BadSetup, load
from ludothek.research.arena.contestants import Contestants, Pairing, contestants_of
from ludothek.research.arena.matches import shares
from ludothek.research.arena.ratings import Played, Rating, Score, ratings, score
from ludothek.research.arena.runs import OnResult, Result, Task, run_tasks
from ludothek.research.distributed import Machines

Pair = tuple[int, int]  # the upper level first

GAMES: Final = 100
SECONDS: Final = 1.0
GOAL: Final = 0.6  # of the wins, with two seats, against the level below
LAST_GOAL: Final = 0.75  # of the wins of the last level against the first, where they meet


@dataclass(frozen=True, slots=True)
class Plan:
    """What a ladder run plays; `plan_of` makes one, checked."""

    game: str
    seats: int
    lowest: int
    highest: int
    options: tuple[tuple[str, str], ...] = ()
    games: int = GAMES  # of each pair
    opening: int = 0  # random decisions before the levels take over
    seconds: float = SECONDS  # for a decision of the last level
    nodes: int | None = None  # for it instead: the same on every machine, however busy

    @property
    def contestants(self) -> Contestants:
        """Who plays."""
        return contestants_of(self.game, self.seats)

    @property
    def mark(self) -> str:
        """The name of its table's place in a document."""
        return f"ladder {self.game} {self.seats}"

    @property
    def usual(self) -> bool:
        """All levels and games, and nothing changed: fit for the project's own document."""
        usual = plan_of(self.game, self.seats, {})
        return self.games >= GAMES and replace(self, games=GAMES) == usual

    @property
    def pairs(self) -> list[Pair]:
        """Who meets whom."""
        ends = (self.highest, self.lowest)
        neighbours = [(level + 1, level) for level in range(self.lowest, self.highest)]
        apart = self.contestants.meets_first and ends not in neighbours
        return [*neighbours, ends] if apart else neighbours

    def tasks(self) -> list[Task]:
        """All games; the pairs take turns."""
        return [self._task(pair, number) for number in range(self.games) for pair in self.pairs]

    def _task(self, pair: Pair, number: int) -> Task:
        upper, lower = pair
        levels = [lower] * self.seats
        levels[number % self.seats] = upper
        pairing = Pairing(
            self.seats,
            self.options,
            tuple(levels),
            number,
            self.opening,
            self.seconds,
            self.nodes,
        )
        key = f"{self._conditions(pair)} {upper}-{lower} {number}"
        return Task(key, self.contestants.job(pairing))

    def _conditions(self, pair: Pair) -> str:
        """All that results depend on, so that different ones are not mixed."""
        options = ",".join(f"{name}={value}" for name, value in self.options) or "-"
        most = f"{self.nodes}n" if self.nodes else f"{self.seconds:g}s"
        timed = self.contestants.all_timed or self.contestants.last in pair
        seconds = most if timed else "-"
        opening = f" {self.opening}" if self.contestants.openings else ""
        levels = self.contestants.fingerprint(pair)
        return f"{self.mark} {options} {levels}{opening} {seconds}"


def plan_of(
    game: str,
    seats: int | None = None,
    options: Mapping[str, str] | None = None,
    levels: str | None = None,
    **settings: Any,
) -> Plan:
    """A plan, checked; `levels` is a text like `1-5`, all if not given."""
    rules = load(game)
    setup = rules.setup(rules.seat_counts[0] if seats is None else seats, options or {})
    contestants = contestants_of(game, setup.seats)
    contestants.check(setup)
    lowest, highest = _range(levels, contestants)
    changed = rules.changed_options(setup)
    plan = Plan(game, setup.seats, lowest, highest, changed, **settings)
    if plan.opening and not contestants.openings:
        raise BadSetup("opening", f"games of {rules.title} have no random openings")
    if plan.nodes and not contestants.openings:
        raise BadSetup("nodes", f"the last level of {rules.title} is limited by seconds only")
    return plan


def _range(levels: str | None, contestants: Contestants) -> tuple[int, int]:
    """The lowest and the highest level of a text like `1-13`."""
    first, last = contestants.first, contestants.last
    if levels is None:
        return first, last
    low, _, high = levels.partition("-")
    if not (low.isdecimal() and high.isdecimal()):
        raise BadSetup("levels", f"levels are written like {first}-{last}, not {levels!r}")
    if not first <= int(low) < int(high) <= last:
        raise BadSetup("levels", f"levels are written like {first}-{last}, the lower one first")
    return int(low), int(high)


def run(
    plan: Plan, path: Path, machines: Machines, on_result: OnResult = lambda *_: None
) -> list[Result]:
    """Play what the file does not hold yet; all results of the plan."""
    work = plan.contestants.work
    return list(run_tasks(work, plan.tasks(), path, machines, on_result).values())


@dataclass(frozen=True, slots=True)
class Rung:
    """What is known about one level."""

    number: int
    rating: Rating
    below: Score | None  # against the level below, as with two seats
    first: Score | None  # against the lowest level of the ladder
    slowest: float  # decision, in seconds


def rungs(plan: Plan, results: Iterable[Result]) -> list[Rung]:
    """What the results say, from the lowest level up."""
    won: dict[Pair, list[float]] = defaultdict(list)
    slowest: dict[int, float] = defaultdict(float)
    played: list[Played] = []
    for result in results:
        levels = plan.contestants.levels(result)
        gained = shares(result["winners"], plan.seats)
        played.append(Played(levels, gained))
        won[max(levels), min(levels)].append(gained[levels.index(max(levels))])
        for level, seconds in zip(levels, result["longest"], strict=True):
            slowest[level] = max(slowest[level], seconds)
    return [
        Rung(
            number,
            rating,
            _score(plan, won[number, number - 1]),
            _score(plan, won[number, plan.lowest]),
            slowest[number],
        )
        for number, rating in ratings(played).items()
    ]


def _score(plan: Plan, won: Sequence[float]) -> Score | None:
    return score(won).against_one(plan.seats) if won else None


def rows(plan: Plan, ladder: Iterable[Rung]) -> list[tuple[str, ...]]:
    """The table, headings first."""
    against_first = (f"against level {plan.lowest}",) if plan.contestants.meets_first else ()
    headings = (
        *("level", *plan.contestants.headings, "rating", "games", "against the level below"),
        *(*against_first, "slowest decision"),
    )
    return [headings, *(_cells(plan, rung) for rung in ladder)]


def _cells(plan: Plan, rung: Rung) -> tuple[str, ...]:
    beaten = rung.number > plan.lowest
    against_first = (_share(rung.first),) if plan.contestants.meets_first else ()
    return (
        str(rung.number),
        *plan.contestants.describe(rung.number, plan.seconds, plan.nodes),
        f"{round(rung.rating.value)} ± {rung.rating.error:.0f}" if beaten else "0",
        str(rung.below.games) if rung.below else "-",
        _share(rung.below),
        *against_first,
        f"{rung.slowest:.2f} s",
    )


def _share(score: Score | None) -> str:
    return f"{score.share:.0%} ({score.least:.0%} to {score.most:.0%})" if score else "-"


def failures(plan: Plan, ladder: Iterable[Rung]) -> list[str]:
    """The levels that do not win as often as they should."""
    sentences = []
    for rung in ladder:
        if rung.below and rung.below.share < GOAL:
            share = f"{rung.below.share:.0%} against the one below, not {GOAL:.0%}"
            sentences.append(f"level {rung.number} gets {share}")
        if _meets_first(plan, rung) and rung.first and rung.first.share < LAST_GOAL:
            share = f"{rung.first.share:.0%} against {plan.lowest}, not {LAST_GOAL:.0%}"
            sentences.append(f"level {rung.number} gets {share}")
    return sentences


def _meets_first(plan: Plan, rung: Rung) -> bool:
    return (rung.number, plan.lowest) == plan.pairs[-1] and rung.number > plan.lowest + 1

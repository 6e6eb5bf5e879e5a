"""The plan of a report: which games are played, with which options and strengths.

plan = plan_of("robotory", 2, {}, games=40)
results = run(plan, Path("robotory.jsonl"), Machines())
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Final, TypedDict, Unpack

from ludothek import __version__
from ludothek.engine.core import GAMES
from ludothek.engine.networks import read, shipped
from ludothek.engine.search import expect
from ludothek.games import AnyGame, BadSetup, load
from ludothek.research.arena.runs import OnResult, Result, Task, run_tasks
from ludothek.research.distributed import Machines
from ludothek.research.extras import need_table
from ludothek.research.report.play import play

Options = tuple[tuple[str, str], ...]  # those that are not the defaults

NODES: Final = {"repulso": 1_000, "robotory": 1_000, "nexus": 200}  # for a decision
LEVEL: Final = 3  # of Splash!
LAST_LEVEL: Final = 4  # that is limited by simulations, and so plays the same game again
OPENING: Final = 4  # decisions that are drawn
FIRST: Final = 2  # searches after first decisions have so many times the nodes
PLAYOUTS: Final = 100  # random games of a job
PACE: Final = 20.0  # seconds a person takes for a turn


class Settings(TypedDict, total=False):
    """What `plan_of` passes on as it is; the meanings and defaults are those of `Plan`."""

    games: int
    skill_games: int
    playouts: int
    compare: bool
    seed: int
    pace: float
    opening: int


@dataclass(frozen=True, slots=True)
class Plan:
    """What a report is about; `plan_of` makes one, checked.

    >>> plan = plan_of("nexus", 3, {"jump": "line"}, games=20, compare=False)
    >>> plan.name, plan.strength, plan.settings, len(plan.games_of(plan.options))
    ('nexus-3', 200, [(('jump', 'line'),)], 20)
    """

    game: str
    seats: int
    options: Options
    strength: int  # nodes for a decision, or a level of Splash!
    games: int = 100  # with the rules asked for, and as many with each option changed
    skill_games: int = 40  # between each two strengths; 0: none
    playouts: int = 2_000  # random games that look for a short one
    compare: bool = True  # each option changed
    seed: int = 1
    pace: float = PACE
    rungs: tuple[int, ...] = field(default=())  # strengths of the skill ladder, the lowest first
    opening: int = OPENING  # decisions that are drawn
    network: Path | None = None  # one of anybody's own, instead of the package's

    @property
    def rules(self) -> AnyGame:
        """Of the game."""
        return load(self.game)

    @property
    def name(self) -> str:
        """Of its files."""
        return f"{self.game}-{self.seats}" if len(self.rules.seat_counts) > 1 else self.game

    @property
    def network_sum(self) -> str | None:
        """Which network the search looks through, by its checksum; Splash! has none."""
        return network_of(self.game, self.network)

    @property
    def settings(self) -> list[Options]:
        """The options asked for, then one of them changed at a time."""
        return [self.options, *(self._changes() if self.compare else ())]

    def _changes(self) -> Iterator[Options]:
        rules, here = self.rules, self.rules.setup(self.seats, dict(self.options))
        for option in rules.options_for(self.seats):
            for value in option.values:
                if value == here[option.name]:
                    continue
                changed = {**dict(here.options), option.name: value}
                setup = rules.setup(self.seats, changed)
                if self.game in GAMES or rules.simulated(setup):
                    yield rules.changed_options(setup)

    def games_of(self, options: Options) -> list[Task]:
        """Self-play with these options."""
        return [
            self._game(options, (self.strength,) * self.seats, number, number)
            for number in range(self.games)
        ]

    @property
    def skill(self) -> list[Task]:
        """Neighbours of the skill ladder against each other; the stronger one sits everywhere."""
        tasks = []
        for lower, upper in zip(self.rungs, self.rungs[1:], strict=False):
            for number in range(self.skill_games):
                strengths = [lower] * self.seats
                strengths[number % self.seats] = upper
                lots = number // self.seats  # the same opening until it has sat everywhere
                tasks.append(self._game(self.options, tuple(strengths), number, lots))
        return tasks

    @property
    def random(self) -> list[Task]:
        """Random games; there are none of Splash!."""
        jobs = -(-self.playouts // PLAYOUTS) if self.game in GAMES else 0
        return [
            Task(
                self._key(self.options, f"random {number}"),
                {**self._setup(self.options), "playouts": PLAYOUTS, "seed": self._seed(number)},
            )
            for number in range(jobs)
        ]

    @property
    def first(self) -> list[Task]:
        """What the search expects of first decisions; it cannot say so in Splash!."""
        nodes = FIRST * self.strength
        job = {**self._setup(self.options), "first": nodes, "seed": self._seed(0)}
        return [Task(self._key(self.options, f"first {nodes}"), job)] * (self.game in GAMES)

    def tasks(self) -> list[Task]:
        """All games; the settings take turns."""
        some = [self.games_of(options) for options in self.settings]
        in_turn = [task for row in zip(*some, strict=True) for task in row]
        return [*in_turn, *self.skill, *self.random, *self.first]

    def _game(self, options: Options, strengths: tuple[int, ...], number: int, lots: int) -> Task:
        players = "-".join(map(str, strengths))
        job = {
            **self._setup(options),
            "strengths": list(strengths),
            "opening": [self.opening, self.strength, f"{self.seed} {lots}"],
            "seed": self._seed(number),
        }
        if self.network:
            job["network"] = [str(self.network.absolute()), self.network_sum]
        drawn = "" if self.opening == OPENING else f" opening {self.opening}"
        return Task(self._key(options, f"{players} {number}{drawn}"), job)

    def _setup(self, options: Options) -> Result:
        return {"game": self.game, "seats": self.seats, "options": dict(options)}

    def _seed(self, number: int) -> int:
        return self.seed * 1_000_000 + number

    def _key(self, options: Options, what: str) -> str:
        """All that a result depends on, so that different ones are not mixed."""
        written = ",".join(f"{name}={value}" for name, value in options) or "-"
        version = f"{__version__}/{self.rules.version}/{self.network_sum or '-'}"
        return f"report {self.game} {self.seats} {written} {version} {self.seed} {what}"


@cache
def network_of(game: str, file: Path | None = None) -> str | None:
    """The first digits of the checksum of a file, or of the package's own network."""
    if file:
        return read(file, game).header.sha256[:8]
    network = shipped(game) if game in GAMES else None
    return network.header.sha256[:8] if network else None


def plan_of(
    game: str,
    seats: int | None = None,
    options: Mapping[str, str] | None = None,
    *,
    nodes: int | None = None,
    level: int | None = None,
    network: Path | None = None,
    **settings: Unpack[Settings],
) -> Plan:
    """A plan, checked.

    >>> plan_of("robotory", nodes=500).rungs
    (1, 7, 31, 125, 500)
    >>> plan_of("robotory", level=3)
    Traceback (most recent call last):
    ludothek.games.errors.BadSetup: a board game is played with a number of nodes, not with a level
    """
    rules = load(game)
    setup = rules.setup(rules.seat_counts[0] if seats is None else seats, options or {})
    if game not in GAMES and not rules.simulated(setup):
        sentence = f"no computer can play {rules.title} like that, so there is nothing to report"
        raise BadSetup("report", sentence)
    if game in GAMES:
        strength = _nodes(game, nodes, level)
        rungs = sorted({max(1, strength // 4**step) for step in range(5)})
    else:
        strength = _level(nodes, level)
        rungs = list(range(1, strength + 1))
    if network and game not in GAMES:
        raise BadSetup("network", "Splash! is played by a level, not with a network")
    changed = rules.changed_options(setup)
    network_of(game, network)  # what is none of this game is refused
    return Plan(
        game, setup.seats, changed, strength, rungs=tuple(rungs), network=network, **settings
    )


def _nodes(game: str, nodes: int | None, level: int | None) -> int:
    if level is not None:
        raise BadSetup("level", "a board game is played with a number of nodes, not with a level")
    expect("nodes", NODES[game] if nodes is None else nodes, 1)
    return NODES[game] if nodes is None else nodes


def _level(nodes: int | None, level: int | None) -> int:
    need_table()
    if nodes is not None:
        raise BadSetup("nodes", "Splash! is played by a level, not with a number of nodes")
    expect("level", LEVEL if level is None else level, 1, LAST_LEVEL)
    return LEVEL if level is None else level


def run(
    plan: Plan, path: Path, machines: Machines, on_result: OnResult = lambda *_: None
) -> dict[str, Result]:
    """Play what the file does not hold yet; all results by the keys of their tasks."""
    return run_tasks(play, plan.tasks(), path, machines, on_result)


def command_of(command: str, plan: Plan) -> str:
    """What does the same again; what is as usual is left out.

    >>> command_of("report", plan_of("nexus", 3, {"jump": "line"}, games=20))
    'ludothek report nexus --players 3 --option jump=line --games 20'
    """
    usual = Plan(plan.game, plan.seats, (), NODES.get(plan.game, LEVEL))
    words = [f"ludothek {command}", plan.game]
    if plan.seats != plan.rules.seat_counts[0]:
        words.append(f"--players {plan.seats}")
    words += [f"--option {name}={value}" for name, value in plan.options]
    kind = "nodes" if plan.game in GAMES else "level"
    for name, value, default in (
        ("games", plan.games, usual.games),
        (kind, plan.strength, usual.strength),
        ("skill", plan.skill_games, usual.skill_games),
        ("playouts", plan.playouts, usual.playouts),
        ("seed", plan.seed, usual.seed),
        ("pace", plan.pace, usual.pace),
        ("opening", plan.opening, usual.opening),
    ):
        words += [f"--{name} {value:g}"] if value != default else []
    words += [f"--network {plan.network}"] if plan.network else []
    return " ".join(words if plan.compare else [*words, "--no-compare"])

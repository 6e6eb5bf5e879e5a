"""Computer players of a game's own, as its package brings them along (`Game.computers`).

A game is a text job: setup, levels of all seats, a seed, and the seconds of a decision. Where a
table is simulated, the players say where they set a piece down, and the table says what became of
it.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from random import Random
from time import process_time
from typing import Any, ClassVar

from ludothek.games import AnyGame, BadSetup, LudothekError, Setup, load
from ludothek.games.backends import Question, Situation, Spot, Stopped, player_of, simulator_of
from ludothek.games.plugins import installed
from ludothek.games.protocol import Computers
from ludothek.research.arena.contestants import Pairing
from ludothek.research.arena.runs import Result
from ludothek.workers import Report, Work


@dataclass(frozen=True, slots=True)
class OwnLevels:
    """The levels of one game with computer players of its own."""

    game: str

    first: ClassVar = 1
    headings: ClassVar = ("at most", "package")
    meets_first: ClassVar = False
    openings: ClassVar = False
    all_timed: ClassVar = True

    @property
    def last(self) -> int:
        """The strongest."""
        return _computers(load(self.game)).levels

    @property
    def work(self) -> Work:
        """A whole game."""
        return play

    def check(self, setup: Setup) -> None:
        """They have to be able to play so, and nobody is there to report what happened."""
        game = load(self.game)
        real = game.simulation and not game.simulated(setup)
        if real or not _computers(game).able(setup):
            raise BadSetup("ladder", f"the computers of {game.title} cannot play it so alone")

    def fingerprint(self, levels: Sequence[int]) -> str:  # noqa: ARG002
        """Of the package, the rules and the simulated table; what a level is, is not known here."""
        game = load(self.game)
        packages = [e.dist.version for e in installed() if e.dist and e.name == self.game]
        player = _computers(game).player
        parts = f"{packages} {game.version} {player} {_table_versions(game)}"
        return sha256(parts.encode()).hexdigest()[:8]

    def job(self, pairing: Pairing) -> dict[str, Any]:
        """Without an opening."""
        return {
            "game": self.game,
            "seats": pairing.seats,
            "options": dict(pairing.options),
            "levels": list(pairing.levels),
            "seconds": pairing.seconds,
            "seed": pairing.number,
        }

    def levels(self, result: Result) -> tuple[int, ...]:
        """As they were given."""
        return tuple(result["levels"])

    def describe(
        self,
        number: int,  # noqa: ARG002
        seconds: float,
        nodes: int | None,  # noqa: ARG002
    ) -> tuple[str, str]:
        """How long it may think; the rest is its own affair."""
        return f"{seconds:g} s", re.split("[.:]", _computers(load(self.game)).player)[0]


@dataclass
class Table:
    """A game under way, and the simulated table that belongs to it."""

    game: AnyGame
    state: Any
    seed: int
    saved: str | None = None

    @property
    def placing(self) -> bool:
        """Is a piece to be let go over the simulated table?"""
        simulation = self.game.simulation
        return bool(
            simulation and self.game.simulated(self.state.setup) and simulation.awaits(self.state)
        )

    def place(self, answer: str | Spot, stopped: Stopped) -> str:
        """What becomes of the piece; wherever it can be, if the player says nothing useful."""
        if not self.game.simulation:
            raise LudothekError("no-table", f"{self.game.title} has no simulated table")
        spot = answer if isinstance(answer, Spot) else None
        at = Situation(self.state, self.saved, self.seed)
        placed = simulator_of(self.game.simulation).place(at, spot, stopped, anyhow=True)
        self.saved = placed.saved
        return placed.decision


def play(job: str, _report: Report, stopped: Stopped) -> str:
    """Play one game to its end; the work of a worker process."""
    task: Result = json.loads(job)
    game = load(task["game"])
    setup = game.setup(task["seats"], task["options"])
    ask = player_of(_computers(game))
    seeds = Random(f"ladder {task['seed']}")
    table = Table(game, game.start(setup), seeds.getrandbits(32))
    moves, longest = [], [0.0] * setup.seats
    for dealt in game.deal(setup, seeds.getrandbits(32)):
        moves.append(str(dealt))
        table.state = game.play(table.state, dealt)
    while not (outcome := game.outcome(table.state)):
        if stopped():
            raise LudothekError("stopped", "the game was not played to its end")
        seat, started = game.to_move(table.state) - 1, process_time()
        lot = seeds.getrandbits(48)
        level, seconds = task["levels"][seat], task["seconds"]
        answer = ask(Question(table.state, level, lot, seconds, table.saved), stopped)
        longest[seat] = max(longest[seat], process_time() - started)
        moves.append(table.place(answer, stopped) if table.placing else str(answer))
        table.state = game.play(table.state, moves[-1])
    return json.dumps(
        {
            "levels": task["levels"],
            "winners": outcome.winners,
            "reason": outcome.reason,
            "longest": [round(each, 4) for each in longest],
            "moves": " ".join(moves),
        }
    )


def _computers(game: AnyGame) -> Computers:
    if not game.computers:
        raise BadSetup("levels", f"{game.title} has no levels that could play each other")
    return game.computers


def _table_versions(game: AnyGame) -> dict[str, str]:
    if not game.simulation:
        return {}
    start = Situation(game.initial(game.seat_counts[0]))
    return dict(simulator_of(game.simulation).show(start, lambda: False)["here"])

"""The levels of the board games, which search with the compiled core."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from ludothek.engine.players.levels import FIRST, fingerprint, last_of, level_of
from ludothek.games import Setup
from ludothek.research.arena.contestants import Pairing
from ludothek.research.arena.matches import play
from ludothek.research.arena.runs import Result
from ludothek.workers import Work


@dataclass(frozen=True, slots=True)
class CoreLevels:
    """The levels of one board game."""

    game: str
    seats: int

    first: ClassVar = FIRST
    headings: ClassVar = ("visits", "depth limit")
    meets_first: ClassVar = False
    openings: ClassVar = True
    all_timed: ClassVar = False

    @property
    def last(self) -> int:
        """The strongest level."""
        return last_of(self.game)

    @property
    def work(self) -> Work:
        """A whole game."""
        return play

    def check(self, setup: Setup) -> None:
        """Every setup can be played."""

    def fingerprint(self, levels: Sequence[int]) -> str:
        """Of their settings."""
        return fingerprint(level_of(self.game, self.seats, number) for number in sorted(levels))

    def job(self, pairing: Pairing) -> dict[str, Any]:
        """Until the upper level has sat everywhere, all games begin with the same opening."""
        return {
            "game": self.game,
            "seats": pairing.seats,
            "options": dict(pairing.options),
            "players": [f"level{level}" for level in pairing.levels],
            "seconds": [
                pairing.seconds if level == self.last and not pairing.nodes else None
                for level in pairing.levels
            ],
            **({"nodes": pairing.nodes} if pairing.nodes else {}),
            "seed": pairing.number,
            "opening": [pairing.opening, pairing.number // pairing.seats],
        }

    def levels(self, result: Result) -> tuple[int, ...]:
        """From the players' names."""
        return tuple(int(name.removeprefix("level")) for name in result["players"])

    def describe(self, number: int, seconds: float, nodes: int | None) -> tuple[str, str]:
        """How much it searches, and how far ahead."""
        level = level_of(self.game, self.seats, number)
        searched = nodes if level.nodes is None else level.nodes
        visits = f"{seconds:g} s" if searched is None else f"{searched:,}"
        if level.network:
            visits += ", network"
        return visits, str(level.depth_limit or ("-" if level.nodes != 0 else "policy only"))

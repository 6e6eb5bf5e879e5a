"""The levels of Splash!, on the simulated table."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, ClassVar

from ludothek.games import BadSetup, Setup
from ludothek.games.splash import SPLASH
from ludothek.physics import VERSIONS
from ludothek.physics.player import FIRST, LAST, VERSION, level_of
from ludothek.physics.player.self_play_jobs import play
from ludothek.research.arena.contestants import Pairing
from ludothek.research.arena.runs import Result
from ludothek.workers import Work


@dataclass(frozen=True, slots=True)
class TableLevels:
    """The levels of Splash!."""

    first: ClassVar = FIRST
    last: ClassVar = LAST
    headings: ClassVar = ("simulations", "depth limit")
    meets_first: ClassVar = True
    openings: ClassVar = False  # the drafts already differ
    all_timed: ClassVar = False

    @property
    def work(self) -> Work:
        """A whole game."""
        return play

    def check(self, setup: Setup) -> None:
        """Levels play for themselves, on the simulated table."""
        if setup["teams"] != "no" or setup["referee"] == "yes":
            raise BadSetup("ladder", "a ladder is played on the simulated table, and without teams")

    def fingerprint(self, levels: Sequence[int]) -> str:
        """Of their settings, the rules and the table."""
        rows = [level_of(number) for number in sorted(levels, reverse=True)]
        settings = f"rules {SPLASH.version} {VERSION} {rows} {VERSIONS}"
        return sha256(settings.encode()).hexdigest()[:8]

    def job(self, pairing: Pairing) -> dict[str, Any]:
        """Without an opening."""
        return {
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
        number: int,
        seconds: float,
        nodes: int | None,  # noqa: ARG002
    ) -> tuple[str, str]:
        """How much it simulates, and how far ahead."""
        level = level_of(number)
        simulations = level.budget.simulations
        return (
            f"{seconds:g} s" if simulations is None else str(simulations),
            str(level.depth) if level.depth else "-",
        )

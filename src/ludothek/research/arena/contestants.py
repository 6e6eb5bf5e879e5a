"""Contestants: the computer players of a game as the arena sees them, and a game as a job."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Protocol

from ludothek.games import BadSetup, Setup, load
from ludothek.research.arena.runs import Result
from ludothek.research.extras import need_table
from ludothek.workers import Work


@dataclass(frozen=True, slots=True)
class Pairing:
    """One game of an arena: who sits where, and what else it depends on."""

    seats: int
    options: tuple[tuple[str, str], ...]
    levels: tuple[int, ...]  # of all seats
    number: int  # of the game; the seed
    opening: int  # random decisions before the levels take over
    seconds: float  # for a decision of the last level
    nodes: int | None = None  # for it instead, which every machine repeats


class Contestants(Protocol):
    """All levels of one game."""

    first: ClassVar[int]
    headings: ClassVar[tuple[str, str]]  # of the columns that describe a level
    meets_first: ClassVar[bool]  # does the highest level of a ladder also meet the lowest?
    openings: ClassVar[bool]  # can random decisions open a game?
    all_timed: ClassVar[bool]  # is every level limited by seconds, not the last one alone?

    @property
    def last(self) -> int:
        """The strongest level."""

    @property
    def work(self) -> Work:
        """What a worker process does with a job."""

    def check(self, setup: Setup) -> None:
        """Raise `BadSetup` if no ladder can be played like that."""

    def fingerprint(self, levels: Sequence[int]) -> str:
        """A short text that changes with these levels, and whatever else they depend on."""

    def job(self, pairing: Pairing) -> dict[str, Any]:
        """The job of a worker process."""

    def levels(self, result: Result) -> tuple[int, ...]:
        """The levels of all seats in a result."""

    def describe(self, number: int, seconds: float, nodes: int | None) -> tuple[str, str]:
        """The cells under `headings`."""


def contestants_of(game: str, seats: int) -> Contestants:
    """The computer players of a game; raises `BadSetup` if it has no levels."""
    from ludothek.engine.core import GAMES
    from ludothek.research.arena.core_levels import CoreLevels
    from ludothek.research.arena.own_levels import OwnLevels

    if game in GAMES:
        return CoreLevels(game, seats)
    if game in _OWN:
        return _OWN[game]()
    if load(game).computers:
        return OwnLevels(game)
    raise BadSetup("levels", f"{load(game).title} has no levels that could play each other")


def _levels_of_splash() -> Contestants:
    need_table()
    from ludothek.research.arena.table_levels import TableLevels

    return TableLevels()


# Games of which more is known than `Game.computers` says.
_OWN: Final[Mapping[str, Callable[[], Contestants]]] = {"splash": _levels_of_splash}

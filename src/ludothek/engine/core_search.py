"""Thinking, as plain data: limits in, lines with values, visits and proofs out."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from threading import Event
from typing import Any, Final

from ludothek.engine import _core
from ludothek.engine._core import Play, Stop
from ludothek.engine.player import Proof
from ludothek.games.errors import BadSetup
from ludothek.games.protocol import Seat

Values = tuple[float, ...]  # what each seat may expect: 0 a loss, 1 a win; p1 first
Judge = Callable[[Any, Any, Any, Any], None]  # see Searcher

WHOLE: Final = 12  # shares of a won game are counted in twelfths
MOST_THREADS: Final = 256
_ENDLESS: Final = 2**63
MOST_SEED: Final = 2**64 - 1
_MOST_INT: Final = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Limits:
    """When to stop thinking; whichever comes first."""

    seconds: float = inf
    nodes: int = _ENDLESS  # playouts
    depth: int = 0  # stop when the best line is that long; 0: never
    sight: int = 0  # how many decisions ahead the tree may look; 0: any number


@dataclass(frozen=True, slots=True)
class Line:
    """One decision, and what is expected to follow."""

    moves: tuple[str, ...]  # the decision first
    visits: int
    values: Values
    proof: Proof | None


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is known about a position, now or at the end of thinking."""

    seat: Seat  # that decides
    values: Values
    nodes: int  # playouts
    seconds: float
    lines: tuple[Line, ...]  # the best first
    proof: Proof | None = None  # what is certain about the position

    @property
    def best(self) -> str:
        """The decision to take."""
        return self.lines[0].moves[0]

    @property
    def score(self) -> float:
        """What the seat that decides may expect."""
        return self.values[self.seat - 1]


@dataclass(frozen=True, slots=True)
class Answer:
    """The exact value of a position."""

    proof: Proof
    quickest: bool  # is there no quicker way for the winner?
    moves: tuple[str, ...]  # best play of both
    nodes: int


class Searcher:
    """Thinks about positions of one game, and remembers what it has solved."""

    def __init__(
        self, game: str, *, megabytes: int = 256, judge: Judge | None = None, batch: int = 8
    ) -> None:
        """A tree takes at most so much memory. A judge replaces playouts.

        The judge gets arrays of observations and of seats to move (counted from 0), and fills in
        two more, the values of all seats and the priors of all actions: a row for each of up to
        `batch` positions. Observations and actions are described in `core_batch`.
        """
        expect("megabytes", megabytes, 1)
        expect("batch", batch, 1)
        self._game = game
        self._core = _core.searcher(game)
        self._megabytes = megabytes
        self._judge = judge
        self._batch = batch

    def search(  # noqa: PLR0913 (all but the first two are seldom needed)
        self,
        play: Play,
        limits: Limits,
        *,
        seed: int = 0,
        threads: int = 1,
        lines: int = 0,
        learnt: bool = False,
        stop: Stop | Event | None = None,
        on_info: Callable[[Analysis], None] | None = None,
    ) -> Analysis:
        """Think until a limit is reached or `stop` is set; the same on one thread for a seed.

        `on_info` is told ten times a second what is known; `lines` limits how many decisions are
        reported (0: all). Where a game has learnt to judge positions at a glance, `learnt` takes
        that instead of playouts.
        """
        self._check(play)
        asked = self._thinking(limits, seed, threads, lines, learnt=learnt)
        tell = _telling(on_info) if on_info else None
        flag, stopped = _stops(stop)
        return _analysis(self._core.search(play, asked, flag, stopped, tell, self._judge))

    def solve(
        self,
        play: Play,
        limits: Limits,
        stop: Stop | Event | None = None,
        *,
        quickest: bool = True,
    ) -> Answer | None:
        """The exact value of a position of two seats, or None if the limits do not allow it.

        What is left of the limits goes into a quicker win, unless `quickest` is not asked for.
        """
        self._check(play)
        if play.seats != 2:
            raise BadSetup("two-seats", "only positions of two seats can be solved")
        flag, stopped = _stops(stop)
        found = self._core.solve(play, self._thinking(limits, quickest=quickest), flag, stopped)
        if found is None:
            return None
        share, decisions, quickest, moves, nodes = found
        return Answer(_proof(share, decisions), quickest, tuple(moves), nodes)

    def _thinking(
        self,
        limits: Limits,
        seed: int = 0,
        threads: int = 1,
        lines: int = 0,
        *,
        learnt: bool = False,
        quickest: bool = True,
    ) -> _core.Thinking:
        expect("threads", threads, 1, MOST_THREADS)
        expect("lines", lines, 0)
        expect("seed", seed, 0, MOST_SEED)
        _expect_limits(limits)
        return _core.Thinking(
            seconds=limits.seconds,
            nodes=limits.nodes,
            depth=limits.depth,
            sight=limits.sight,
            seed=seed,
            threads=threads,
            megabytes=self._megabytes,
            lines=lines,
            batch=self._batch,
            learnt=learnt,
            quickest=quickest,
        )

    def _check(self, play: Play) -> None:
        if play.game != self._game:
            raise BadSetup("other-game", f"this searcher plays {self._game}, not {play.game}")
        if play.over:
            raise BadSetup("over", "the game is over: there is nothing to think about")


def _expect_limits(limits: Limits) -> None:
    expect("nodes", limits.nodes, 0, 2 * _ENDLESS - 1)
    expect("depth", limits.depth, 0)
    expect("sight", limits.sight, 0)
    if not limits.seconds >= 0:  # nor is a number that is none
        raise BadSetup("seconds", f"seconds are 0 or more, not {limits.seconds:g}")


def expect(name: str, number: int, least: int, most: int = _MOST_INT) -> None:
    """Refuse a number the core cannot work with."""
    if not least <= number <= most:
        raise BadSetup(name, f"{name} is a number from {least} to {most}, not {number}")


def _stops(stop: Stop | Event | None) -> tuple[Stop, Callable[[], bool] | None]:
    """A flag the core looks at all the time, or a question it asks every 10 ms."""
    if isinstance(stop, Event):
        return Stop(), stop.is_set
    return stop or Stop(), None


def _telling(on_info: Callable[[Analysis], None]) -> "Callable[[_core.Told], None]":
    return lambda told: on_info(_analysis(told))


def _analysis(told: "_core.Told") -> Analysis:
    seat, values, least, most, decisions, nodes, seconds, lines = told
    proof = _proof(least, decisions) if least == most else None
    return Analysis(seat, values, nodes, seconds, tuple(map(_line, lines)), proof)


def _line(told: "_core.ToldLine") -> Line:
    moves, visits, values, least, most, decisions = told
    proof = _proof(least, decisions) if least == most else None
    return Line(tuple(moves), visits, values, proof)


def _proof(share: int, decisions: int) -> Proof:
    if share == WHOLE:
        return Proof("win", decisions)
    return Proof("draw" if share else "loss", decisions)

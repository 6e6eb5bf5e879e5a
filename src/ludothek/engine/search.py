"""Search with the compiled core: limits in, lines with values, visits and proofs out.

>>> from ludothek.engine.core import begin
>>> analysis = Searcher("robotory").search(begin("robotory"), Limits(nodes=500), lines=2)
>>> analysis.seat, analysis.nodes, len(analysis.lines)
(1, 500, 2)
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from threading import Event
from typing import Any, Final, Literal

from ludothek.engine import _core
from ludothek.engine._core import Play, Stop
from ludothek.engine.networks import Network, shipped
from ludothek.games.errors import BadSetup
from ludothek.games.protocol import Seat, whole_number

Values = tuple[float, ...]  # what each seat may expect: 0 a loss, 1 a win; p1 first
# Of observations and seats to move, one row for each position: values and priors (see Searcher).
Callback = Callable[[Any, Any], tuple[Any, Any]]
Evaluator = Literal["strongest", "playouts"] | Network | Callback

WHOLE: Final = 12  # shares of a won game are counted in twelfths
MOST_THREADS: Final = 256
MOST_SEED: Final = 2**64 - 1
_MOST_NODES: Final = 2**64 - 1
_MOST_INT: Final = 2**31 - 1
_ENDLESS: Final = 2**63
_NODES_PER_DEPTH: Final = 100_000  # for each decision ahead, where only a depth is given


def expect(name: str, number: int, least: int, most: int = _MOST_INT) -> None:
    """Refuse a number the core cannot work with."""
    whole = whole_number(number)
    if whole is None or not least <= whole <= most:
        raise BadSetup(name, f"{name} is a number from {least} to {most}, not {number!r}")


@dataclass(frozen=True, slots=True)
class Limits:
    """When to stop thinking, whichever comes first; without any, only when told to.

    >>> Limits(seconds=1.5)
    Limits(seconds=1.5, nodes=None, depth=None)
    >>> Limits(nodes=-1)
    Traceback (most recent call last):
    ludothek.games.errors.BadSetup: nodes is a number from 0 to 18446744073709551615, not -1
    """

    seconds: float | None = None
    nodes: int | None = None  # positions evaluated
    depth: int | None = None  # decisions ahead; reached when the best line is that long

    def __post_init__(self) -> None:
        if self.seconds is not None and not self.seconds >= 0:  # nor is a number that is none
            raise BadSetup("seconds", f"seconds are 0 or more, not {self.seconds:g}")
        if self.nodes is not None:
            expect("nodes", self.nodes, 0, _MOST_NODES)
        if self.depth is not None:
            expect("depth", self.depth, 1)


@dataclass(frozen=True, slots=True)
class Proof:
    """What is certain, for the seat that decides.

    >>> Proof("win", 3)
    Proof(result='win', decisions=3)
    """

    result: Literal["win", "draw", "loss"]
    decisions: int  # until the end, at most (of a loss: if it is put off)


@dataclass(frozen=True, slots=True)
class Line:
    """One decision, and what is expected to follow.

    >>> line = Line(("c4", "d4"), visits=120, values=(0.6, 0.4), proof=None)
    >>> line.move, line.values[0]
    ('c4', 0.6)
    """

    moves: tuple[str, ...]  # the decision first
    visits: int
    values: Values
    proof: Proof | None

    @property
    def move(self) -> str:
        """The decision itself."""
        return self.moves[0]


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is known about a position, now or at the end of a search.

    >>> line = Line(("c4", "d4"), visits=120, values=(0.6, 0.4), proof=None)
    >>> analysis = Analysis(seat=1, values=(0.6, 0.4), nodes=200, seconds=0.1, lines=(line,))
    >>> analysis.best, analysis.score, analysis.line
    ('c4', 0.6, ('c4', 'd4'))
    """

    seat: Seat  # that decides
    values: Values
    nodes: int  # positions evaluated
    seconds: float
    lines: tuple[Line, ...]  # the best first
    proof: Proof | None = None  # what is certain about the position

    @property
    def best(self) -> str:
        """The decision to take."""
        return self.lines[0].move

    @property
    def line(self) -> tuple[str, ...]:
        """The decisions that are expected; none before anything is known."""
        return self.lines[0].moves if self.lines else ()

    @property
    def depth(self) -> int:
        """How many decisions ahead that is."""
        return len(self.line)

    @property
    def score(self) -> float:
        """What the seat that decides may expect."""
        return self.values[self.seat - 1]


@dataclass(frozen=True, slots=True)
class Answer:
    """The exact value of a position.

    >>> Answer(Proof("win", 1), quickest=True, moves=("+w2b0",), nodes=1).proof.result
    'win'
    """

    proof: Proof
    quickest: bool  # is there no quicker way for the winner?
    moves: tuple[str, ...]  # best play of both; who loses puts it off, if `quickest`
    nodes: int


class Searcher:
    """Searches positions of one game, and remembers what it has solved.

    >>> from ludothek.engine.core import resume
    >>> play = resume("robotory", "R3/5/6/2Ww1/3B p1 w0b2,w2b2 w2b10 -")
    >>> analysis = Searcher("robotory").search(play, Limits(nodes=1000))
    >>> analysis.best, analysis.proof
    ('+w2b0', Proof(result='win', decisions=1))
    >>> Searcher("robotory").solve(play, Limits(seconds=10)).moves
    ('+w2b0',)
    """

    def __init__(
        self,
        game: str,
        *,
        evaluator: Evaluator = "strongest",
        megabytes: int = 256,
        batch: int = 8,
    ) -> None:
        """What evaluates positions, how much memory a tree takes at most.

        `"strongest"` is the network that comes with the package for a game that has one, else
        playouts; `"playouts"` are playouts in any case; a `Network` is one of anybody's own
        (`networks.read`). A callback is given arrays of observations and of seats to move
        (counted from 1), a row for each of up to `batch` positions, and returns two arrays of as
        many rows: the values of all seats (each from 0 to 1) and the priors of all actions (0 or
        more, in any scale). `ludothek.engine.batch` describes observations and actions.
        """
        expect("megabytes", megabytes, 1)
        expect("batch", batch, 1)
        known = callable(evaluator) or isinstance(evaluator, Network)
        if not known and evaluator not in {"strongest", "playouts"}:
            raise BadSetup(
                "evaluator",
                f"an evaluator is strongest, playouts, a network or a callback, not {evaluator!r}",
            )
        self._game = game
        self._core = _core.searcher(game)
        if isinstance(evaluator, Network) and evaluator.header.game != game:
            other = evaluator.header.game
            raise BadSetup("evaluator", f"this is a network of {other}, not {game}")
        self._evaluator = shipped(game) if evaluator == "strongest" else evaluator
        self._megabytes = megabytes
        self._batch = batch

    def search(  # noqa: PLR0913 (all but the first two are seldom needed)
        self,
        play: Play,
        limits: Limits,
        *,
        depth_limit: int = 0,
        seed: int = 0,
        threads: int = 1,
        lines: int = 0,
        stop: Stop | Event | None = None,
        on_info: Callable[[Analysis], None] | None = None,
    ) -> Analysis:
        """Search until a limit is reached or `stop` is set; the same on one thread for a seed.

        `on_info` is told ten times a second and at the end what is known; `lines` limits how many
        decisions are reported (0: all), `depth_limit` how many decisions ahead the tree grows
        (0: any number).
        """
        self._check(play)
        options = self._options(
            limits, depth_limit=depth_limit, seed=seed, threads=threads, lines=lines
        )
        callback = self._evaluator if callable(self._evaluator) else None
        tell = _telling(on_info) if on_info else None
        flag, stopped = _stops(stop)
        analysis = _analysis(
            self._core.search(play, options, flag, stopped, tell, callback, self._network)
        )
        if on_info:
            on_info(analysis)
        return analysis

    def solve(
        self,
        play: Play,
        limits: Limits,
        stop: Stop | Event | None = None,
        *,
        quickest: bool = True,
    ) -> Answer | None:
        """The exact value of a position of two seats, or None if the limits do not allow it.

        A network tells where to look first, in games without draws. What is left of the limits goes
        into a quicker win, unless `quickest` is not asked for.
        """
        self._check(play)
        if play.seats != 2:
            raise BadSetup("two-seats", "only positions of two seats can be solved")
        flag, stopped = _stops(stop)
        options = self._options(limits, quickest=quickest)
        solution = self._core.solve(play, options, flag, stopped, self._network)
        if solution is None:
            return None
        share, decisions, quickest, moves, nodes = solution
        return Answer(_proof(share, decisions), quickest, tuple(moves), nodes)

    @property
    def _network(self) -> _core.Network | None:
        return self._evaluator.core if isinstance(self._evaluator, Network) else None

    def _options(
        self,
        limits: Limits,
        *,
        depth_limit: int = 0,
        seed: int = 0,
        threads: int = 1,
        lines: int = 0,
        quickest: bool = True,
    ) -> _core.SearchOptions:
        expect("depth_limit", depth_limit, 0)
        expect("threads", threads, 1, MOST_THREADS)
        expect("lines", lines, 0)
        expect("seed", seed, 0, MOST_SEED)
        return _core.SearchOptions(
            seconds=inf if limits.seconds is None else limits.seconds,
            nodes=_nodes(limits),
            depth=limits.depth or 0,
            depth_limit=min((each for each in (limits.depth, depth_limit) if each), default=0),
            seed=seed,
            threads=threads,
            megabytes=self._megabytes,
            lines=lines,
            batch=self._batch,
            quickest=quickest,
        )

    def _check(self, play: Play) -> None:
        if play.game != self._game:
            raise BadSetup("other-game", f"this searcher plays {self._game}, not {play.game}")
        if play.over:
            raise BadSetup("over", "the game is over: there is nothing to decide")


def search(  # noqa: PLR0913 (all but the first two are seldom needed)
    play: Play,
    limits: Limits,
    *,
    evaluator: Evaluator = "strongest",
    seed: int = 0,
    threads: int = 1,
    lines: int = 0,
    stop: Stop | Event | None = None,
    on_info: Callable[[Analysis], None] | None = None,
) -> Analysis:
    """Search a position once; a `Searcher` can do more, and remembers what it has solved.

    >>> from ludothek.engine.core import begin
    >>> analysis = search(begin("repulso"), Limits(nodes=200), seed=1, lines=3)
    >>> len(analysis.lines), analysis.proof
    (3, None)
    """
    return Searcher(play.game, evaluator=evaluator).search(
        play, limits, seed=seed, threads=threads, lines=lines, stop=stop, on_info=on_info
    )


def solve(
    play: Play, limits: Limits, stop: Stop | Event | None = None, *, quickest: bool = True
) -> Answer | None:
    """The exact value of a position for two seats, or None if the limits do not allow it.

    >>> from ludothek.engine.core import resume
    >>> play = resume("robotory", "R3/5/6/2Ww1/3B p1 w0b2,w2b2 w2b10 -")
    >>> solve(play, Limits(seconds=10)).moves
    ('+w2b0',)
    """
    return Searcher(play.game).solve(play, limits, stop, quickest=quickest)


def _nodes(limits: Limits) -> int:
    """Where the game ends sooner, a depth is never reached; so nodes are counted, too."""
    if limits.nodes is not None:
        return limits.nodes
    if limits.depth is not None and limits.seconds is None:
        return limits.depth * _NODES_PER_DEPTH
    return _ENDLESS


def _stops(stop: Stop | Event | None) -> tuple[Stop, Callable[[], bool] | None]:
    """A flag the core looks at all the time, or a question it asks every 10 ms."""
    if isinstance(stop, Event):
        return Stop(), stop.is_set
    return stop or Stop(), None


def _telling(on_info: Callable[[Analysis], None]) -> "Callable[[_core.AnalysisData], None]":
    return lambda data: on_info(_analysis(data))


def _analysis(data: "_core.AnalysisData") -> Analysis:
    seat, values, least, most, decisions, nodes, seconds, lines = data
    proof = _proof(least, decisions) if least == most else None
    return Analysis(seat, values, nodes, seconds, tuple(map(_line, lines)), proof)


def _line(data: "_core.LineData") -> Line:
    moves, visits, values, least, most, decisions = data
    proof = _proof(least, decisions) if least == most else None
    return Line(tuple(moves), visits, values, proof)


def _proof(share: int, decisions: int) -> Proof:
    if share == WHOLE:
        return Proof("win", decisions)
    return Proof("draw" if share else "loss", decisions)

"""Analysis: the best lines of a position, and a review of each decision of a game.

>>> analysis = analyse("robotory", "R3/5/6/2Ww1/3B p1 w0b2,w2b2 w2b10 -", Limits(nodes=1000))
>>> analysis.best, analysis.proof
('+w2b0', Proof(result='win', decisions=1))

A game is reviewed from its last position back, by one searcher: what it has proven about the end
helps it with what came before. What is worth a remark is decided here, by `verdict`, for everybody.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from threading import Event
from typing import Any, Final, Literal

from ludothek.engine import core
from ludothek.engine.core import Play
from ludothek.engine.players.generic_mcts import Tree, grow
from ludothek.engine.search import Analysis, Evaluator, Limits, Proof, Searcher
from ludothek.games import AnyGame, LudothekError, load
from ludothek.games.protocol import Seat
from ludothek.games.record import Record, plies, start_state

Verdict = Literal["", "worse", "lost", "win-thrown"]

START: Final = "start"  # stands for the position a game starts with
ONE_SECOND: Final = Limits(seconds=1.0)
NOTABLE: Final = 0.2  # of a share given away: a mistake
HOPE: Final = 0.2  # of a share: a game that is not lost yet
EVEN: Final = 0.5  # a won game that seems worse than this is not won any more


@dataclass(frozen=True, slots=True)
class Expectation:
    """What a seat may expect from a position.

    >>> Expectation(0.5, certain=True)  # a proven draw between two
    Expectation(share=0.5, certain=True)
    """

    share: float
    certain: bool


Expectations = tuple[Expectation, ...]  # of all seats


@dataclass(frozen=True, slots=True)
class Reviewed:
    """A decision that was taken, and what it did to its seat's prospects.

    `verdict` is empty, `"worse"`, `"lost"` (it gave a game away that was not lost) or
    `"win-thrown"`.

    >>> from ludothek.games import load
    >>> from ludothek.games.record import Line
    >>> record = Record("robotory", load("robotory").setup(), ("Ada", "Bob"), Line.of(["b@c3"]))
    >>> (reviewed,) = review(record, Limits(nodes=100))
    >>> reviewed.ply, reviewed.move, reviewed.seat
    (1, 'b@c3', 1)
    """

    ply: int  # from 1
    move: str
    analysis: Analysis  # of the position it was taken in
    after: Expectation
    verdict: Verdict

    @property
    def seat(self) -> Seat:
        """Who decided."""
        return self.analysis.seat

    @property
    def before(self) -> Expectation:
        """What that seat could expect."""
        return expectations(self.analysis)[self.seat - 1]

    @property
    def best(self) -> tuple[str, ...]:
        """The line that was expected instead."""
        return self.analysis.line

    @property
    def threw_away(self) -> bool:
        """Did it cost the game?"""
        return self.verdict in {"lost", "win-thrown"}

    @property
    def loss(self) -> float:
        """How much of its share the seat gave away."""
        return max(0.0, self.before.share - self.after.share)


def analyse(  # noqa: PLR0913 (all but the first two are seldom needed)
    game: str | AnyGame,
    position: Any = START,
    limits: Limits = ONE_SECOND,
    *,
    lines: int = 3,
    seed: int = 0,
    threads: int = 1,
    evaluator: Evaluator = "strongest",
    stop: Event | None = None,
    on_info: Callable[[Analysis], None] | None = None,
) -> Analysis:
    """The best lines of a position, with values and proofs; best first.

    The game is given by name, the position as a text, as `"start"` or as a state of the game.
    `lines` is how many are told (0: one for every decision). `on_info` is told on the way and at
    the end. With one thread and a limit of nodes the same seed gives the same answer.

    >>> analysis = analyse("repulso", "start", Limits(nodes=300), lines=3)
    >>> analysis.seat, len(analysis.lines), analysis.proof
    (1, 3, None)
    >>> all(0 <= line.values[0] <= 1 for line in analysis.lines)
    True
    """
    rules = load(game) if isinstance(game, str) else game
    state = _state(rules, position)
    if rules.outcome(state):
        raise LudothekError("over", "the game is over: there is nothing to decide")
    if rules.name not in core.GAMES:
        tree = Tree(rules, state, Random(seed), limits.depth)
        return grow(tree, limits, stop, on_info or _quietly, lines)
    return Searcher(rules.name, evaluator=evaluator).search(
        core.resume(rules.name, rules.format_position(state)),
        limits,
        seed=seed,
        threads=threads,
        lines=lines,
        stop=stop,
        on_info=on_info,
    )


class Reviewer:
    """Looks at the positions of one game, and remembers what it has proven about them.

    >>> from ludothek.games.record import Line
    >>> record = Record("robotory", load("robotory").setup(), ("Ada", "Bob"), Line.of(["b@c3"]))
    >>> reviewer = Reviewer(record, Limits(nodes=100))
    >>> reviewer.last, reviewer.outcome, reviewer.search(1).seat
    (1, (), 2)
    """

    def __init__(self, record: Record, limits: Limits, *, threads: int = 1, lines: int = 1) -> None:
        self.moves = record.moves
        self._game = load(record.game)
        self._states = [state for _, state, _ in plies(record)]
        self._limits, self._threads, self._lines = limits, threads, lines
        self._searcher = Searcher(record.game) if record.game in core.GAMES else None
        self._plays = plays(record) if self._searcher else []
        if not self._searcher:
            _check_reviewable(self._game, self._states)

    @property
    def last(self) -> int:
        """The last position in which there is something to decide; -1: there is none."""
        return len(self.moves) - bool(self._game.outcome(self._states[-1]))

    @property
    def outcome(self) -> Expectations:
        """What every seat has in the end; nothing, where the game is not over."""
        final = self._states[-1]
        return settled(self._game, final) if self._game.outcome(final) else ()

    def search(self, ply: int, stop: Event | None = None) -> Analysis:
        """The best lines of the position before a decision (ply 0: before the first)."""
        if self._searcher is None:
            state = self._states[ply]
            return analyse(self._game, state, self._limits, lines=self._lines, stop=stop)
        return self._searcher.search(
            self._plays[ply], self._limits, threads=self._threads, lines=self._lines, stop=stop
        )


def review(
    record: Record,
    limits: Limits = ONE_SECOND,
    *,
    threads: int = 1,
    lines: int = 1,
    on_ply: Callable[[int], None] = lambda _: None,
) -> Iterator[Reviewed]:
    """Review the decisions of a record, the last one first; `on_ply` hears which is looked at.

    >>> from ludothek.games.record import Line
    >>> setup, line = load("robotory").setup(), Line.of(["b@c3", "b@c2"])
    >>> record = Record("robotory", setup, ("Ada", "Bob"), line)
    >>> [(each.ply, each.move) for each in review(record, Limits(nodes=100))]
    [(2, 'b@c2'), (1, 'b@c3')]
    """
    reviewer = Reviewer(record, limits, threads=threads, lines=lines)
    after = reviewer.outcome
    for ply in range(reviewer.last, -1, -1):
        on_ply(ply)
        analysis = reviewer.search(ply)
        if after:
            yield reviewed(ply, record.moves[ply], analysis, after)
        after = expectations(analysis)


def plays(record: Record) -> list[Play]:
    """The game before each decision of a record, and after the last."""
    start = load(record.game).format_position(start_state(record))
    stages = [core.resume(record.game, start)]
    for move in record.moves:
        stages.append(stages[-1].copy())
        core.advance(stages[-1], move)
    return stages


def reviewed(ply: int, move: str, analysis: Analysis, after: Expectations) -> Reviewed:
    """What a decision did: `analysis` is of the position before it, `after` of the next one."""
    before, then = expectations(analysis)[analysis.seat - 1], after[analysis.seat - 1]
    return Reviewed(ply + 1, move, analysis, then, verdict(before, then))


def verdict(before: Expectation, after: Expectation) -> Verdict:
    """What a decision did, from what its seat could expect before and after.

    >>> verdict(Expectation(0.7, certain=False), Expectation(0.4, certain=False))
    'worse'
    """
    was_won = before.certain and before.share == 1
    if was_won and (after.certain or after.share < EVEN):
        return "" if after.share == 1 else "win-thrown"
    if after.certain and after.share == 0 and before.share >= HOPE:
        return "lost"
    return "worse" if before.share - after.share >= NOTABLE else ""


def expectations(analysis: Analysis) -> Expectations:
    """What an analysis says about every seat, whoever decides."""
    seats = range(1, len(analysis.values) + 1)
    return tuple(_expectation(analysis, seat) for seat in seats)


def settled(game: AnyGame, state: Any) -> Expectations:
    """What every seat has of a game that is over."""
    return tuple(Expectation(share, certain=True) for share in game.shares(state))


def _expectation(analysis: Analysis, seat: Seat) -> Expectation:
    proof, share = analysis.proof, analysis.values[seat - 1]
    if proof is None:
        return Expectation(share, certain=False)
    if seat == analysis.seat:
        return Expectation(_certain(analysis, proof), certain=True)
    if len(analysis.values) == 2:
        return Expectation(1 - _certain(analysis, proof), certain=True)
    if proof.result == "win":
        return Expectation(0.0, certain=True)
    return Expectation(share, certain=False)


def _certain(analysis: Analysis, proof: Proof) -> float:
    """The share of the seat that decides; that of a draw depends on how many share it."""
    if proof.result == "draw":
        return analysis.score
    return 1.0 if proof.result == "win" else 0.0


def _state(game: AnyGame, position: Any) -> Any:
    if position == START:
        return game.initial(game.seat_counts[0])
    return game.parse_position(position) if isinstance(position, str) else position


def _check_reviewable(game: AnyGame, states: list[Any]) -> None:
    """What is told from outside, as a tower that falls, cannot be searched afterwards."""
    for state in states:
        if any(map(game.is_open, game.legal_moves(state))):
            raise LudothekError("no-review", f"outcomes of {game.title} cannot be told afterwards")


def _quietly(_known: Analysis) -> None:
    """Tell nobody."""

"""Looking back at a game: what each decision gave away.

Positions are looked at from the last one back, by one searcher: what it has proven about the end
helps it with what came before.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final, Literal

from ludothek.engine import core
from ludothek.engine.core import Analysis, Play, Searcher
from ludothek.engine.player import Limits, Proof
from ludothek.engine.thinking import PLAIN, Effort, think
from ludothek.games import load
from ludothek.games.protocol import Seat
from ludothek.games.record import Record, replay, start_state

Verdict = Literal["", "worse", "lost", "win-thrown"]

WORSE: Final = 0.2  # of a share given away: a mistake
HOPE: Final = 0.2  # of a share: a game that is not lost yet
EVEN: Final = 0.5  # a won game that seems worse than this is not won any more


@dataclass(frozen=True, slots=True)
class Known:
    """What a seat may expect from a position."""

    share: float
    certain: bool


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision that was taken, and what it did to its seat's prospects."""

    ply: int  # from 1
    seat: Seat
    move: str
    before: Known
    after: Known
    best: tuple[str, ...]  # the line that was expected instead
    verdict: Verdict

    @property
    def threw_away(self) -> bool:
        """Did it cost the game?"""
        return self.verdict in {"lost", "win-thrown"}


def review(
    record: Record,
    limits: Limits,
    effort: Effort = PLAIN,
    tell: Callable[[int], None] = lambda _: None,
) -> Iterator[Judged]:
    """Judge the decisions of a record, the last one first; `tell` hears which is looked at."""
    searcher = Searcher(record.game)
    stages, end = plays(record), load(record.game).shares(replay(record))
    after: Analysis | None = None
    for ply in range(len(stages) - 1, -1, -1):
        tell(ply)
        before = None
        if not stages[ply].over:
            before = think(stages[ply], limits, effort, searcher=searcher)
        if before and ply < len(record.moves):
            ended = Known(end[before.seat - 1], certain=True)
            later = known(after, before.seat) if after else ended
            yield _judged(ply, record.moves[ply], before, later)
        after = before


def plays(record: Record) -> list[Play]:
    """The game before each decision of a record, and after the last."""
    start = load(record.game).format_position(start_state(record))
    stages = [core.resume(record.game, start)]
    for move in record.moves:
        stages.append(stages[-1].copy())
        core.advance(stages[-1], move)
    return stages


def verdict(before: Known, after: Known) -> Verdict:
    """What a decision did."""
    was_won = before.certain and before.share == 1
    if was_won and (after.certain or after.share < EVEN):
        return "" if after.share == 1 else "win-thrown"
    if after.certain and after.share == 0 and before.share >= HOPE:
        return "lost"
    return "worse" if before.share - after.share >= WORSE else ""


def known(found: Analysis, seat: Seat) -> Known:
    """What an analysis says about a seat, whoever decides there."""
    proof, share = found.proof, found.values[seat - 1]
    if proof is None:
        return Known(share, certain=False)
    if seat == found.seat:
        return Known(_certain(found, proof), certain=True)
    if len(found.values) == 2:
        return Known(1 - _certain(found, proof), certain=True)
    return Known(0.0, certain=True) if proof.result == "win" else Known(share, certain=False)


def _certain(found: Analysis, proof: Proof) -> float:
    """The share of the seat that decides; that of a draw depends on how many share it."""
    if proof.result == "draw":
        return found.score
    return 1.0 if proof.result == "win" else 0.0


def _judged(ply: int, move: str, before: Analysis, after: Known) -> Judged:
    had = known(before, before.seat)
    best = before.lines[0].moves if before.lines else ()
    return Judged(ply + 1, before.seat, move, had, after, best, verdict(had, after))

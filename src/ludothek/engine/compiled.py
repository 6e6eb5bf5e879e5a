"""The player that thinks with the compiled core, at any of its levels.

Games that the core does not know are played at their levels by `montecarlo`.
"""

from dataclasses import dataclass
from random import Random
from threading import Event
from typing import Final

from ludothek.engine import core
from ludothek.engine.core import Analysis, Line
from ludothek.engine.levels import LAST, Level, level_of
from ludothek.engine.likings import liked
from ludothek.engine.montecarlo import MonteCarlo
from ludothek.engine.player import Limits, Report, choices, dice, quietly
from ludothek.engine.thinking import Effort, info_of, think
from ludothek.games.protocol import Game, M, S

_LINES: Final = 8  # to choose from, where liking does not count
_MORE: Final = 0.05  # than a draw has to be promised for a draw to be shunned


@dataclass(frozen=True, slots=True)
class Compiled:
    """Chooses as its level would."""

    level: int = LAST
    seed: int | None = None
    threads: int = 1  # of the last level; the others have one

    def choose(
        self,
        game: Game[S, M],
        state: S,
        limits: Limits,
        stop: Event | None = None,
        report: Report = quietly,
    ) -> M:
        """A decision of this level, within the limits."""
        level = level_of(game.name, state.setup.seats, self.level)
        limits = lowered(limits, level)
        if game.name not in core.GAMES:
            return MonteCarlo(self.seed).choose(game, state, limits, stop, report)
        play = core.resume(game.name, game.format_position(state))
        if len(legal := play.legal()) == 1:
            return game.notation.parse_move(play.format(legal[0]))
        random = dice(self.seed, game, state)
        glances = liked(game, state, choices(game, state), random) if level.liking else {}
        promised: dict[M, float] = {}
        if level.nodes != 0:
            effort = self._effort(level, random)
            found = think(play, limits, effort, stop, lambda told: report(info_of(told)))
            promised = promises(game, state, found)
        if not glances and max(promised.values(), default=-1) < 0:  # nothing good was seen
            glances = dict.fromkeys(choices(game, state), 0.0)
        return weighed(level, glances, promised, random)

    def _effort(self, level: Level, random: Random) -> Effort:
        return Effort(
            seed=random.getrandbits(63),
            threads=self.threads if self.level == LAST else 1,
            sight=level.sight,
            lines=0 if level.liking or level.spread else _LINES,
            learnt=level.nodes is None,
        )


def lowered(limits: Limits, level: Level) -> Limits:
    """The limits, or the level's own where they are lower."""
    if level.nodes is None:
        return limits
    nodes = level.nodes if limits.nodes is None else min(level.nodes, limits.nodes)
    return Limits(limits.seconds, nodes, limits.depth)


def promises(game: Game[S, M], state: S, found: Analysis) -> dict[M, float]:
    """What thinking says for each decision: 1 for the best, 0 for those not looked at.

    A certain win is worth more than anything, a certain loss less.
    """
    moves = [game.notation.parse_move(line.moves[0]) for line in found.lines]
    if found.proof and found.proof.result != "draw":
        return {moves[0]: 3.0}  # the quickest win, or what puts off the loss
    most = max((line.visits for line in found.lines), default=0)
    return {
        move: -3.0 if _is_bad(game, state, move, line) else line.visits / (most or 1)
        for move, line in zip(moves, found.lines, strict=True)
    }


def weighed(level: Level, glances: dict[M, float], promised: dict[M, float], random: Random) -> M:
    """One of the decisions that seem best when glances and promises are added up."""
    score = {
        move: level.liking * glances.get(move, -1.0) + promised.get(move, 0.0)
        for move in {**glances, **promised}
    }
    best = max(score.values())
    return random.choice([move for move, seems in score.items() if seems >= best - level.spread])


def _is_bad(game: Game[S, M], state: S, move: M, line: Line) -> bool:
    """Is it a certain loss, or a draw the core cannot know of where more is promised?

    A position text does not tell what came before it; the rules know, and count repetitions.
    """
    if line.proof and line.proof.result == "loss":
        return True
    outcome = game.outcome(game.apply(state, move))
    promised = line.values[game.to_move(state) - 1]
    return bool(outcome and not outcome.winners and promised > 1 / state.setup.seats + _MORE)

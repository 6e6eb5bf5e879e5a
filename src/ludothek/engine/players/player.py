"""Computer players: objects that choose a decision within limits and can be stopped.

The choice depends on nothing but game, position, seed and limits, so a seeded player with a limit
on nodes repeats itself. A player never chooses an open move: those are told by the table.

>>> from ludothek.games import load
>>> game = load("robotory")
>>> move = player("level2", seed=7).choose(game, game.initial(), Limits())
>>> str(move) in game.legal_texts(game.initial())
True
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from threading import Event
from typing import Final, Protocol

from ludothek.engine import core
from ludothek.engine.networks import Network
from ludothek.engine.players.generic_mcts import Tree, grow
from ludothek.engine.players.heuristics import scored
from ludothek.engine.players.levels import (
    FIRST,
    FORMER_SCALE,
    SCALE,
    SECONDS,
    Level,
    last_of,
    level_of,
)
from ludothek.engine.search import Analysis, Evaluator, Limits, Line, Searcher
from ludothek.games.backends import Question, player_of
from ludothek.games.errors import BadSetup, LudothekError
from ludothek.games.protocol import FORMER_LEVELS, MOST_LEVELS, Computers, Game, M, S

Report = Callable[[Analysis], None]  # what is known so far

_LINES: Final = 8  # to choose from, where heuristics do not count
_MORE: Final = 0.05  # than a draw has to be promised for a draw to be shunned
_WINNING: Final = 0.9  # who expects as much takes no chances


def quietly(_known: Analysis) -> None:
    """Tell nobody."""


class Player(Protocol):
    """Anything that can sit at a table.

    >>> class First:
    ...     def choose(self, game, state, limits, stop=None, report=quietly):
    ...         return choices(game, state)[0]
    >>> from ludothek.games import load
    >>> game = load("repulso")
    >>> str(First().choose(game, game.initial(), Limits()))
    'a1'
    """

    def choose(
        self,
        game: Game[S, M],
        state: S,
        limits: Limits,
        stop: Event | None = None,
        report: Report = quietly,
    ) -> M:
        """A legal decision; a game that is over is refused."""
        ...


def choices(game: Game[S, M], state: S) -> list[M]:
    """What a seat can really choose: all legal decisions but the open ones."""
    return [move for move in game.legal_moves(state) if not game.is_open(move)]


def expect_a_choice(game: Game[S, M], state: S) -> None:
    """Refuse a game that is over."""
    if game.outcome(state):
        raise LudothekError("over", "the game is over: there is nothing to decide")


def dice(seed: int | None, game: Game[S, M], state: S) -> Random:
    """Random numbers of their own for every seed and position; without a seed, always new ones."""
    return Random() if seed is None else Random(f"{seed} {game.format_position(state)}")


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """Chooses any decision, all equally likely."""

    seed: int | None = None

    def choose(
        self,
        game: Game[S, M],
        state: S,
        limits: Limits,  # noqa: ARG002
        stop: Event | None = None,  # noqa: ARG002
        report: Report = quietly,  # noqa: ARG002
    ) -> M:
        """A random decision."""
        expect_a_choice(game, state)
        return dice(self.seed, game, state).choice(choices(game, state))


@dataclass(frozen=True, slots=True)
class MonteCarlo:
    """The baseline: plain Monte-Carlo tree search in Python; chooses what it visited most."""

    seed: int | None = None

    def choose(
        self,
        game: Game[S, M],
        state: S,
        limits: Limits,
        stop: Event | None = None,
        report: Report = quietly,
    ) -> M:
        """The decision with the most playouts."""
        expect_a_choice(game, state)
        candidates = choices(game, state)
        if len(candidates) == 1:
            return candidates[0]
        tree = Tree(game, state, dice(self.seed, game, state), limits.depth)
        grow(tree, limits, stop, report)
        return max(candidates, key=tree.visits)


@dataclass(frozen=True, slots=True)
class LevelPlayer:
    """Chooses as its level would, by search with the compiled core.

    Games with computer players of their own are played by these; others that the core does not know
    by `MonteCarlo`.
    """

    level: int
    seed: int | None = None
    threads: int = 1  # of the last level; the others have one
    network: Network | None = None  # of the last level, in place of the one that is shipped
    scale: int = SCALE  # that the level belongs to

    def choose(
        self,
        game: Game[S, M],
        state: S,
        limits: Limits,
        stop: Event | None = None,
        report: Report = quietly,
    ) -> M:
        """A decision of this level, within the limits."""
        expect_a_choice(game, state)
        if game.computers and not game.simulation:
            return self._ask(game.computers, game, state, limits, stop)
        level = level_of(game.name, state.setup.seats, self.level, self.scale)
        limits = lowered(limits, level)
        if game.name not in core.GAMES:
            return MonteCarlo(self.seed).choose(game, state, limits, stop, report)
        play = core.resume(game.name, game.format_position(state))
        random = dice(self.seed, game, state)
        if at_once := obvious(play, level):
            return game.notation.parse_move(play.format(random.choice(at_once)))
        level = swayed(level, random)
        scores = scored(game, state, choices(game, state), random) if level.heuristic else {}
        promised: dict[M, float] = {}
        if level.nodes != 0:
            analysis = Searcher(game.name, evaluator=self._evaluator(level)).search(
                play,
                limits,
                depth_limit=level.depth_limit,
                seed=random.getrandbits(63),
                threads=self.threads if level.nodes is None else 1,
                lines=0 if level.heuristic or level.spread else _LINES,
                stop=stop,
                on_info=report,
            )
            promised = promises(game, state, analysis)
            level = composed(level, analysis)
        if not scores and max(promised.values(), default=-1) < 0:  # nothing good was seen
            scores = dict.fromkeys(choices(game, state), 0.0)
        return weighed(level, scores, promised, random)

    def _evaluator(self, level: Level) -> Evaluator:
        if not level.network:
            return "playouts"
        return self.network if self.network and level.nodes is None else "strongest"

    def _ask(
        self, own: Computers, game: Game[S, M], state: S, limits: Limits, stop: Event | None
    ) -> M:
        """What a computer player of the game's own decides; levels above its last play like it."""
        question = Question(
            state,
            min(self.level, own.levels),
            dice(self.seed, game, state).getrandbits(48),
            limits.seconds or SECONDS,
        )
        answer = player_of(own)(question, stop.is_set if stop else lambda: False)
        return game.notation.parse_move(str(answer))


PLAYERS: Final[Mapping[str, Callable[[int | None], Player]]] = {
    **{f"level{level}": partial(LevelPlayer, level) for level in range(FIRST, MOST_LEVELS + 1)},
    "montecarlo": MonteCarlo,
    "random": RandomPlayer,
}
# Records that were kept before name these.
FORMER_PLAYERS: Final[Mapping[str, Callable[[int | None], Player]]] = {
    f"level{level}/{FORMER_LEVELS}": partial(LevelPlayer, level, scale=FORMER_SCALE)
    for level in range(FIRST, FORMER_LEVELS + 1)
}


def player_names(game: str) -> tuple[str, ...]:
    """The names of those that can play a game: its own levels, and those without a level.

    >>> player_names("splash")[12:]
    ('level13', 'montecarlo', 'random')
    """
    return tuple(name for name in PLAYERS if _level_in(name) <= last_of(game))


def expect_player(game: str, name: str) -> None:
    """Refuse a name that no player of a game has; records name former levels, too.

    >>> expect_player("robotory", "level13")  # Repulso and NEXUS have more
    """
    if name not in FORMER_PLAYERS:
        _expect(name, player_names(game))


def strongest(game: str) -> str:
    """The name of the strongest player of a game.

    >>> strongest("nexus"), strongest("robotory")
    ('level18', 'level13')
    """
    return f"level{last_of(game)}"


def player(
    name: str, seed: int | None = None, threads: int = 1, network: Network | None = None
) -> Player:
    """The player of that name; with a seed its choices can be repeated.

    Only the strongest level of a game thinks with several threads, and then its choices cannot be
    repeated; and only that one takes the given network in place of the one that is shipped.

    >>> player("level3", seed=1)
    LevelPlayer(level=3, seed=1, threads=1, network=None, scale=2)
    """
    if named := FORMER_PLAYERS.get(name):
        return named(seed)
    _expect(name, PLAYERS)
    level = _level_in(name)
    return LevelPlayer(level, seed, threads, network) if level else PLAYERS[name](seed)


def _expect(name: str, known: Collection[str]) -> None:
    if name not in known:
        there = ", ".join(known)
        raise BadSetup("player-unknown", f"no player is named {name!r}; there are {there}")


def _level_in(name: str) -> int:
    """The number in the name of a level; 0 for a player without one."""
    return int(name.removeprefix("level")) if name.startswith("level") else 0


def obvious(play: core.Play, level: Level) -> list[int]:
    """What needs no thinking: the only decision there is, or all that win at once."""
    if len(legal := play.legal()) == 1 or not level.alert:
        return list(legal[:1]) if len(legal) == 1 else []
    return [action for action in legal if _wins(play, action)]


def swayed(level: Level, random: Random) -> Level:
    """The level as it decides this time: with its heuristic, or without."""
    if level.sway < 1 and random.random() >= level.sway:
        return replace(level, heuristic=0.0)
    return level


def composed(level: Level, analysis: Analysis) -> Level:
    """The level as it plays on when it knows that: who is winning takes no chances."""
    if level.alert and level.nodes and analysis.score >= _WINNING:
        return replace(level, spread=0.0)
    return level


def lowered(limits: Limits, level: Level) -> Limits:
    """The limits, or the level's own where they are lower."""
    if level.nodes is None:
        return limits
    nodes = level.nodes if limits.nodes is None else min(level.nodes, limits.nodes)
    return replace(limits, nodes=nodes)


def promises(game: Game[S, M], state: S, analysis: Analysis) -> dict[M, float]:
    """What a search says for each decision: 1 for the best, 0 for those not looked at.

    A certain win is worth more than anything, a certain loss less.
    """
    moves = [game.notation.parse_move(line.move) for line in analysis.lines]
    if analysis.proof and analysis.proof.result != "draw":
        return {moves[0]: 3.0}  # the quickest win, or what puts off the loss
    most = max((line.visits for line in analysis.lines), default=0)
    return {
        move: -3.0 if _is_bad(game, state, move, line) else line.visits / (most or 1)
        for move, line in zip(moves, analysis.lines, strict=True)
    }


def weighed(level: Level, scores: dict[M, float], promised: dict[M, float], random: Random) -> M:
    """One of the decisions that seem best when heuristic scores and promises are added up."""
    total = {
        move: level.heuristic * scores.get(move, -1.0) + promised.get(move, 0.0)
        for move in {**scores, **promised}
    }
    best = max(total.values())
    return random.choice([move for move, seems in total.items() if seems >= best - level.spread])


def _wins(play: core.Play, action: int) -> bool:
    """Does the seat to decide win with that decision?"""
    after = play.copy()
    after.apply(action)
    return bool(after.outcome and play.seat in after.outcome[0])


def _is_bad(game: Game[S, M], state: S, move: M, line: Line) -> bool:
    """Is it a certain loss, or a draw the core cannot know of where more is promised?

    A position text does not tell what came before it; the rules know, and count repetitions.
    """
    if line.proof and line.proof.result == "loss":
        return True
    outcome = game.outcome(game.apply(state, move))
    promised = line.values[game.to_move(state) - 1]
    return bool(outcome and not outcome.winners and promised > 1 / state.setup.seats + _MORE)

"""The baseline: Monte-Carlo tree search with random playouts, in plain Python, for any game.

Every seat is taken to want the greatest share for itself: the winners share 1 between them, and so
do all seats after a draw or a playout that was cut off. Where the table decides (some legal move is
open), the tree draws lots instead of choosing.
"""

from dataclasses import dataclass
from math import log, sqrt
from random import Random
from threading import Event
from time import monotonic
from typing import Final, Generic

from ludothek.engine.player import Info, Limits, Report, choices, dice, quietly
from ludothek.games.protocol import Game, M, S

EXPLORATION: Final = 1.0
CUT: Final = 200  # decisions of a playout
MOST_NODES: Final = 1_000_000  # playouts of one search, so that the tree fits into memory
NODES_PER_DEPTH: Final = 1_000  # playouts for each decision ahead, where only a depth is given


@dataclass(frozen=True, slots=True)
class MonteCarlo:
    """Chooses what it has looked at most often."""

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
        candidates = choices(game, state)
        if len(candidates) == 1:
            return candidates[0]
        search = _Search(game, state, dice(self.seed, game, state), limits.depth)
        _run(search, limits, stop or Event(), report)
        return max(candidates, key=search.visits)


class _Node(Generic[S, M]):
    """A position of the tree, with what playouts through it have brought."""

    __slots__ = ("children", "drawn", "moves", "seat", "shares", "state", "untried", "visits")

    def __init__(self, game: Game[S, M], state: S, random: Random) -> None:
        self.state = state
        self.seat = game.to_move(state)
        self.moves = game.legal_moves(state)
        self.drawn = any(map(game.is_open, self.moves))
        self.untried = random.sample(self.moves, len(self.moves))
        self.children: dict[M, _Node[S, M]] = {}
        self.visits = 0
        self.shares = [0.0] * state.setup.seats

    def best(self) -> M:
        """The child to look at next: good for the seat to decide, or seldom seen."""
        known, seat = log(self.visits), self.seat - 1

        def promise(move: M) -> float:
            child = self.children[move]
            return child.shares[seat] / child.visits + EXPLORATION * sqrt(known / child.visits)

        return max(self.children, key=promise)

    def likeliest(self) -> M:
        """The child most playouts went to."""
        return max(self.children, key=lambda move: self.children[move].visits)


class _Search(Generic[S, M]):
    """A growing tree."""

    def __init__(self, game: Game[S, M], state: S, random: Random, depth: int | None) -> None:
        self.game = game
        self.random = random
        self.depth = MOST_NODES if depth is None else depth
        self.root = _Node(game, state, random)

    def playout(self) -> None:
        """Walk down the tree, add a position to it, play on at random, and note the shares."""
        path = self._descend()
        shares = self._play_on(path[-1].state)
        for node in path:
            node.visits += 1
            for seat, share in enumerate(shares):
                node.shares[seat] += share

    def visits(self, move: M) -> int:
        """How many playouts began with a decision."""
        return self.root.children[move].visits if move in self.root.children else 0

    def info(self, seconds: float) -> Info:
        """What the tree says."""
        line, node, root = [], self.root, self.root
        while node.children:
            move = node.likeliest()
            line.append(str(move))
            node = node.children[move]
        score = root.shares[root.seat - 1] / root.visits if root.visits else 1 / len(root.shares)
        return Info(root.visits, len(line), seconds, score, tuple(line))

    def _descend(self) -> list[_Node[S, M]]:
        path = [self.root]
        while path[-1].moves and len(path) <= self.depth:
            node = path[-1]
            move = self._next_move(node)
            if move not in node.children:
                after = self.game.apply(node.state, move)
                node.children[move] = _Node(self.game, after, self.random)
                return [*path, node.children[move]]
            path.append(node.children[move])
        return path

    def _next_move(self, node: _Node[S, M]) -> M:
        if node.drawn:
            return self._lot(node.state, node.moves)
        return node.untried.pop() if node.untried else node.best()

    def _play_on(self, state: S) -> tuple[float, ...]:
        for _ in range(CUT):
            moves = self.game.legal_moves(state)
            if not moves:
                break
            state = self.game.apply(state, self._lot(state, moves))
        return self.game.shares(state)

    def _lot(self, state: S, moves: tuple[M, ...]) -> M:
        move = self.random.choice(moves)
        return self.game.concrete(state, move, self.random) if self.game.is_open(move) else move


def _run(search: _Search[S, M], limits: Limits, stop: Event, report: Report) -> None:
    """Play out until a limit is reached; report at every power of two, and at the end."""
    start = monotonic()
    seconds = float("inf") if limits.seconds is None else limits.seconds
    nodes = 0
    while nodes < _most_nodes(limits) and not stop.is_set() and monotonic() - start < seconds:
        search.playout()
        nodes += 1
        if nodes.bit_count() == 1:
            report(search.info(monotonic() - start))
    report(search.info(monotonic() - start))


def _most_nodes(limits: Limits) -> int:
    if limits.nodes is not None:
        return min(limits.nodes, MOST_NODES)
    if limits.depth is not None and limits.seconds is None:
        return min(limits.depth * NODES_PER_DEPTH, MOST_NODES)
    return MOST_NODES

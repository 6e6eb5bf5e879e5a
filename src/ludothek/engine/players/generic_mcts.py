"""Monte-Carlo tree search with random playouts, in plain Python, for any game.

Every seat is taken to want the greatest share for itself: the winners share 1 between them, and so
do all seats after a draw or a playout that was cut off. Where the table decides (some legal move is
open), the tree draws lots instead of choosing.
"""

from collections.abc import Callable
from math import log, sqrt
from random import Random
from threading import Event
from time import monotonic
from typing import Final, Generic

from ludothek.engine.search import Analysis, Limits, Line
from ludothek.games.protocol import Game, M, S

EXPLORATION: Final = 1.0
CUT: Final = 200  # decisions of a playout
MOST_NODES: Final = 1_000_000  # playouts of one search, so that the tree fits into memory
NODES_PER_DEPTH: Final = 1_000  # playouts for each decision ahead, where only a depth is given


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

    def visited(self) -> list[M]:
        """The children, the one most playouts went to first."""
        return sorted(self.children, key=lambda move: -self.children[move].visits)

    def values(self) -> tuple[float, ...]:
        """What each seat may expect; all the same before the first playout."""
        if not self.visits:
            return (1 / len(self.shares),) * len(self.shares)
        return tuple(share / self.visits for share in self.shares)


class Tree(Generic[S, M]):
    """A growing tree of positions."""

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

    def analysis(self, seconds: float, lines: int = 1) -> Analysis:
        """What the tree says, with so many lines (0: one for every decision)."""
        root = self.root
        best = root.visited()[: lines or None]
        return Analysis(
            root.seat, root.values(), root.visits, seconds, tuple(map(self._line, best))
        )

    def _line(self, move: M) -> Line:
        node = child = self.root.children[move]
        moves = [str(move)]
        while node.children:
            following = node.visited()[0]
            moves.append(str(following))
            node = node.children[following]
        return Line(tuple(moves), child.visits, child.values(), None)

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


def grow(
    tree: Tree[S, M],
    limits: Limits,
    stop: Event | None,
    report: Callable[[Analysis], None],
    lines: int = 1,
) -> Analysis:
    """Play out until a limit is reached; report at every power of two, and at the end."""
    start, stop = monotonic(), stop or Event()
    seconds = float("inf") if limits.seconds is None else limits.seconds
    nodes = 0
    while nodes < _most_nodes(limits) and not stop.is_set() and monotonic() - start < seconds:
        tree.playout()
        nodes += 1
        if nodes.bit_count() == 1:
            report(tree.analysis(monotonic() - start, lines))
    analysis = tree.analysis(monotonic() - start, lines)
    report(analysis)
    return analysis


def _most_nodes(limits: Limits) -> int:
    if limits.nodes is not None:
        return min(limits.nodes, MOST_NODES)
    if limits.depth is not None and limits.seconds is None:
        return min(limits.depth * NODES_PER_DEPTH, MOST_NODES)
    return MOST_NODES

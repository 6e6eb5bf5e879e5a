"""Perft: counts of decision sequences, to verify that two implementations have the same rules."""

from ludothek.games.protocol import Game, M, S


def perft(game: Game[S, M], state: S, depth: int) -> int:
    """How many sequences of `depth` decisions there are from here.

    A game that ends earlier counts as nothing; an open move counts as one and is not expanded.

    >>> from ludothek.games import load
    >>> game = load("robotory")
    >>> perft(game, game.initial(), 2)
    1699
    """
    if depth == 0:
        return 1
    moves = game.legal_moves(state)
    if depth == 1:
        return len(moves)
    return sum(_below(game, state, move, depth) for move in moves)


def divide(game: Game[S, M], state: S, depth: int) -> dict[str, int]:
    """The same count for each first decision, to find where two programs differ.

    >>> from ludothek.games import load
    >>> game = load("robotory")
    >>> divide(game, game.initial(), 2)["b@c3"]
    42
    """
    return {str(move): _below(game, state, move, depth) for move in game.legal_moves(state)}


def _below(game: Game[S, M], state: S, move: M, depth: int) -> int:
    if game.is_open(move):
        return 1
    return perft(game, game.apply(state, move), depth - 1)

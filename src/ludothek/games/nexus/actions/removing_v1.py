"""Surrounding by version 1 of the rules, for games recorded with it (RULES.md, 8.1)."""

from collections.abc import Iterator

from ludothek.games.nexus.board import Rings
from ludothek.games.nexus.state import State, survey


def surrounded(state: State) -> Iterator[Rings]:
    """The components of rings the seat to move surrounds, by their smallest ring."""
    board, seen = state.board, survey(state.marbles, state.to_move)
    forbidden = seen.empty
    if state.setup["edge"] == "open":
        forbidden |= board.border
    for part in board.components(board.all & ~seen.own):
        if not part & forbidden and board.beside(part) & seen.own:
            yield part

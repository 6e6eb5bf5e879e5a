"""Action 2: three marbles enter from the reserve (RULES.md, 3.3, 3.4)."""

from ludothek.games.nexus.board import Board, Rings
from ludothek.games.nexus.state import Entering, State, Survey, survey

MARBLES = 3


def targets(state: State) -> Rings:
    """The rings where the next marble may enter, such that all three can."""
    left = state.under_way.left if isinstance(state.under_way, Entering) else MARBLES
    if state.reserves[state.to_move - 1] < left:
        return 0
    seen = survey(state.marbles, state.to_move)
    border_too = state.setup["entry"] == "border"
    if state.first_turn and left == MARBLES and not border_too:
        return _first(state.board, seen)
    rings = entrances(state.board, seen, border_too)
    return rings if _reach(state.board, seen, rings) >= left else 0


def entrances(board: Board, seen: Survey, border_too: bool) -> Rings:
    """The empty rings next to an anchored own chain; by option, all of the border."""
    anchored = board.spread(seen.own & board.border, seen.own)
    rings = board.beside(anchored)
    return (rings | board.border if border_too else rings) & seen.empty


def _reach(board: Board, seen: Survey, first: Rings) -> int:
    """How many rings can be entered one after the other, beginning with one of these.

    A marble entered never closes a way: its ring joins the chain, and the chain only grows. So
    the order does not matter, and all that is connected to an entrance can be filled.
    """
    return (board.spread(first, seen.empty | seen.own) & seen.empty).bit_count()


def _first(board: Board, seen: Survey) -> Rings:
    """The first marble of all picks a border ring: its surroundings must take the other two."""
    rings = 0
    for part in board.components(seen.empty):
        if part.bit_count() >= MARBLES:
            rings |= part & board.border
    return rings

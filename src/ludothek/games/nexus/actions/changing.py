"""Action 1: move four empty rings (RULES.md, 3.1, 3.2)."""

from itertools import combinations

from ludothek.games.hexgrid import Pos, neighbours
from ludothek.games.nexus.board import Board
from ludothek.games.nexus.state import Changing, State

RINGS = 4


def allowed(state: State) -> bool:
    """3.2: not in a first turn, not after a ring change, not after an own ring change."""
    just_before = state.previous[state.last - 1] if state.last else "-"
    own = state.previous[state.to_move - 1]
    return not state.first_turn and just_before != "r" and own != "r"


def lifts(state: State) -> list[Pos]:
    """The empty rings that may be lifted next, such that the change can be completed."""
    lifted = state.under_way.lifted if isinstance(state.under_way, Changing) else ()
    empty = [
        pos for pos, ring in zip(state.board.rings, state.marbles, strict=True) if not any(ring)
    ]
    more = RINGS - len(lifted) - 1  # to lift after the next one
    if len(empty) <= more:
        return []
    places = places_to_lay(state.board, lifted)
    lost = {pos: places.intersection(neighbours(pos)) for pos in empty}
    empty_first_inner = sorted(empty, key=lambda pos: len(lost[pos]))
    return [
        pos
        for pos in empty
        if _plenty(places, lost, pos, empty_first_inner, more)
        or _can_finish(state.board, lifted, pos, empty, more)
    ]


def lays(board: Board, change: Changing) -> list[Pos]:
    """Where the next ring may be laid, such that the change can be completed."""
    places, left = sorted(places_to_lay(board, change.lifted)), RINGS - change.laid
    if len(places) >= left:  # a ring laid takes no other place away
        return places
    rings = set(board.rings)
    return [pos for pos in places if _can_lay(rings | {pos}, change.lifted, left - 1)]


def places_to_lay(board: Board, lifted: tuple[Pos, ...]) -> set[Pos]:
    """The ring-less positions that touch two rings and were not just vacated."""
    return {pos for pos, rings in board.touched.items() if rings >= 2 and pos not in lifted}


def _plenty(
    places: set[Pos], lost: dict[Pos, set[Pos]], pos: Pos, order: list[Pos], more: int
) -> bool:
    """Do four places surely stay, if `pos` is lifted and then rings that spoil few of them?"""
    rest = [ring for ring in order if ring != pos][:more]
    return len(places) - len(lost[pos].union(*(lost[ring] for ring in rest))) >= RINGS


def _can_finish(
    board: Board, lifted: tuple[Pos, ...], pos: Pos, empty: list[Pos], more: int
) -> bool:
    """Is there any choice of further rings to lift after which four can be laid?"""
    others = [ring for ring in empty if ring != pos]
    return any(
        _can_lay(set(board.rings).difference(rest, (pos,)), (*lifted, pos, *rest), RINGS)
        for rest in combinations(others, more)
    )


def _can_lay(rings: set[Pos], lifted: tuple[Pos, ...], left: int) -> bool:
    """Is there any way to lay that many rings?"""
    places = places_to_lay(Board(tuple(rings)), lifted)
    if len(places) >= left:
        return True
    return any(_can_lay(rings | {pos}, lifted, left - 1) for pos in places)

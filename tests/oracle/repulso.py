"""Repulso: naive reference implementation, written from rules/repulso.md only."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from dataclasses import dataclass, field

Square = tuple[int, int]  # (column 0-5 = a-f, row 0-5 = 1-6)

OPTIONS: dict[str, list[str]] = {
    "stuck": ["no-prospect", "no-turn"],
    "tiebreak": ["draw", "next-groups"],
}
SQUARES: list[Square] = [(x, y) for x in range(6) for y in range(6)]
DIRECTIONS: list[tuple[int, int]] = [(0, 1), (0, -1), (1, 0), (-1, 0)]
STONE = 0  # what lies on a square: 1 = piece of p1, 2 = piece of p2, 0 = stone


@dataclass
class State:
    options: dict[str, str]
    board: dict[Square, int] = field(default_factory=dict)  # only the occupied squares
    mover: int = 1  # the seat whose turn it is
    decider: int = 1  # the seat to decide
    pieces: dict[int, int] = field(default_factory=lambda: {1: 12, 2: 12})
    stones: dict[int, int] = field(default_factory=lambda: {1: 6, 2: 6})
    moving: bool = False  # inside a movement
    affected: set[Square] = field(default_factory=set)  # affected pieces not yet moved
    outcome: str = "none"


def initial(seats: int, options: dict[str, str]) -> State:
    if seats != 2:
        raise ValueError("Repulso has 2 seats")
    for name, value in options.items():
        if name not in OPTIONS or value not in OPTIONS[name]:
            raise ValueError(f"unknown option {name}={value}")
    return State({name: options.get(name, values[0]) for name, values in OPTIONS.items()})


def position(seats: int, options: dict[str, str], text: str) -> State:
    """The state that `fen` writes so."""
    state = initial(seats, options)
    rows, decider, mover, supplies, still = text.split(" ")
    for y, row in zip((5, 4, 3, 2, 1, 0), rows.split("/"), strict=True):
        x = 0
        for sign in row:
            if sign in "*ox":
                state.board[(x, y)] = "*ox".index(sign)
            x += 1 if sign in "*ox" else int(sign)
    state.decider, state.mover = int(decider[1:]), int(mover[1:])
    for seat, supply in zip((1, 2), supplies.split(","), strict=True):
        state.pieces[seat], state.stones[seat] = map(int, supply.split("+"))
    if still == "-":
        state.outcome = outcome_at_turn_start(state)
    else:
        state.moving = True
        state.affected = {by_name(name) for name in still.split(",")}
    return state


def name_of(square: Square) -> str:
    return "abcdef"[square[0]] + "123456"[square[1]]


def by_name(name: str) -> Square:
    return ("abcdef".index(name[0]), "123456".index(name[1]))


def neighbours(square: Square) -> list[Square]:
    x, y = square
    return [(x + dx, y + dy) for dx, dy in DIRECTIONS if (x + dx, y + dy) in SQUARES]


def piece_squares(board: dict[Square, int], seat: int) -> list[Square]:
    """Any empty square with no piece of the same colour orthogonally next to it."""
    return [
        square
        for square in SQUARES
        if square not in board and all(board.get(n) != seat for n in neighbours(square))
    ]


def slides_from(board: dict[Square, int], start: Square) -> list[Square]:
    """Where a piece can slide: straight until the next obstacle, at least one square."""
    targets = []
    for dx, dy in DIRECTIONS:
        x, y = start
        while (x + dx, y + dy) in SQUARES and (x + dx, y + dy) not in board:
            x, y = x + dx, y + dy
        if (x, y) != start:
            targets.append((x, y))
    return targets


def slides_of(
    board: dict[Square, int], affected: set[Square], seat: int
) -> list[tuple[Square, Square]]:
    """All slides of a seat's affected, not yet moved pieces."""
    return [
        (start, target)
        for start in sorted(affected)
        if board[start] == seat
        for target in slides_from(board, start)
    ]


def affected_by(board: dict[Square, int], stone: Square) -> set[Square]:
    """The pieces of both colours on the up to 4 orthogonal neighbours of a stone just placed."""
    return {n for n in neighbours(stone) if board.get(n) in (1, 2)}


def slide(board: dict[Square, int], affected: set[Square], start: Square, target: Square) -> None:
    board[target] = board.pop(start)
    affected.remove(start)


def legal_turn_start(state: State) -> list[str]:
    seat = state.mover
    texts = []
    if state.pieces[seat] > 0:
        texts += [name_of(square) for square in piece_squares(state.board, seat)]
    if state.stones[seat] > 0:
        texts += ["*" + name_of(square) for square in SQUARES if square not in state.board]
    return texts


def legal(state: State) -> list[str]:
    if state.outcome != "none":
        return []
    if state.moving:
        slides = slides_of(state.board, state.affected, state.decider)
        texts = [f"{name_of(start)}-{name_of(target)}" for start, target in slides]
    else:
        texts = legal_turn_start(state)
    return sorted(texts, key=str.encode)


def play(state: State, text: str) -> State:
    if text not in legal(state):
        raise ValueError(f"illegal: {text}")
    new = copy.deepcopy(state)
    if "-" in text:
        start, target = text.split("-")
        slide(new.board, new.affected, by_name(start), by_name(target))
    elif text.startswith("*"):
        square = by_name(text[1:])
        new.board[square] = STONE
        new.stones[new.mover] -= 1
        new.moving = True
        new.affected = affected_by(new.board, square)
    else:
        new.board[by_name(text)] = new.mover
        new.pieces[new.mover] -= 1
    go_on(new)
    return new


def go_on(state: State) -> None:
    """Find the seat to decide next: mover's slides, then opponent's slides, then next turn."""
    opponent = 3 - state.mover
    if state.moving:
        for seat in (state.mover, opponent):
            if slides_of(state.board, state.affected, seat):
                state.decider = seat
                return
    state.moving = False
    state.affected = set()
    state.mover = opponent
    state.decider = opponent
    state.outcome = outcome_at_turn_start(state)


def outcome_at_turn_start(state: State) -> str:
    seat = state.mover
    other_wins = f"p{3 - seat}win"
    if len(state.board) == 36:
        return outcome_full_board(state)
    if state.pieces[seat] > 0 and not piece_squares(state.board, seat):
        # "With no stone left there is no prospect": then the two values of `stuck` agree.
        if state.stones[seat] == 0:
            return other_wins
        if state.options["stuck"] == "no-prospect" and not has_prospect(state, seat):
            return other_wins
    return "none"


def has_prospect(state: State, seat: int) -> bool:
    """ "if it could place a piece after laying some of its own remaining stones, one or more, one
    after the other, each on any empty square, with the slides each of them triggers [...] chosen
    in the way that helps it, and without any turn of the other seat in between" """
    boards = {frozenset(state.board.items())}
    for _ in range(state.stones[seat]):
        boards = {after for board in boards for after in boards_after_a_stone(dict(board), seat)}
        if any(piece_squares(dict(board), seat) for board in boards):
            return True
    return False


def boards_after_a_stone(
    board: dict[Square, int], seat: int
) -> Iterator[frozenset[tuple[Square, int]]]:
    """Every board after one more stone of the seat and all the slides it triggers."""
    for stone in SQUARES:
        if stone not in board:
            with_stone = {**board, stone: STONE}
            for after in after_movement(with_stone, affected_by(with_stone, stone), seat):
                yield frozenset(after.items())


def after_movement(
    board: dict[Square, int], affected: set[Square], mover: int
) -> Iterator[dict[Square, int]]:
    """All boards that can result when the movement of a stone placed by `mover` is over."""
    for seat in (mover, 3 - mover):
        slides = slides_of(board, affected, seat)
        if slides:
            for start, target in slides:
                next_board, next_affected = dict(board), set(affected)
                slide(next_board, next_affected, start, target)
                yield from after_movement(next_board, next_affected, mover)
            return
    yield board


def group_sizes(board: dict[Square, int], seat: int) -> list[int]:
    """Sizes of the orthogonally connected groups of a colour, largest first."""
    left = {square for square, what in board.items() if what == seat}
    sizes = []
    while left:
        group = {left.pop()}
        grew = True
        while grew:
            more = {s for s in left if any(n in group for n in neighbours(s))}
            grew = bool(more)
            group |= more
            left -= more
        sizes.append(len(group))
    return sorted(sizes, reverse=True)


def outcome_full_board(state: State) -> str:
    one, two = group_sizes(state.board, 1), group_sizes(state.board, 2)
    if len(one) != len(two):
        return "p1win" if len(one) < len(two) else "p2win"
    last = 1 if state.options["tiebreak"] == "draw" else len(one)
    for size1, size2 in zip(one[:last], two[:last], strict=True):
        if size1 != size2:
            return "p1win" if size1 > size2 else "p2win"
    return "draw"


def turn(state: State) -> int:
    return state.decider


def result(state: State) -> str:
    return state.outcome


def fen(state: State) -> str:
    rows = []
    for y in (5, 4, 3, 2, 1, 0):
        row = ""
        empty = 0
        for x in range(6):
            if (x, y) not in state.board:
                empty += 1
                continue
            row += (str(empty) if empty else "") + "*ox"[state.board[(x, y)]]
            empty = 0
        rows.append(row + (str(empty) if empty else ""))
    supplies = ",".join(f"{state.pieces[seat]}+{state.stones[seat]}" for seat in (1, 2))
    still = ",".join(sorted(name_of(square) for square in state.affected)) or "-"
    return f"{'/'.join(rows)} p{state.decider} p{state.mover} {supplies} {still}"

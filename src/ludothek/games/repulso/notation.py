"""Texts of decisions and positions (RULES.md, 6)."""

import re

from ludothek.games.errors import UnreadableMove, UnreadablePosition
from ludothek.games.protocol import Setup, run_lengths, seat_text
from ludothek.games.repulso.board import INDEX, NAMES, NEIGHBOURS, SIZE, Bits, around, squares
from ludothek.games.repulso.rules import slider
from ludothek.games.repulso.state import (
    PIECES,
    STONES,
    Move,
    PlacePiece,
    PlaceStone,
    Slide,
    State,
)

_SQUARE = "[a-f][1-6]"
_MOVE = re.compile(
    rf"(?P<piece>{_SQUARE})|\*(?P<stone>{_SQUARE})|(?P<start>{_SQUARE})-(?P<end>{_SQUARE})"
)
_POSITION = re.compile(
    r"(?P<rows>[ox*1-6/]+) p(?P<seat>[12]) p(?P<turn>[12])"
    r" (?P<pieces1>\d|1[0-2])\+(?P<stones1>[0-6]),(?P<pieces2>\d|1[0-2])\+(?P<stones2>[0-6])"
    rf" (?P<affected>-|{_SQUARE}(?:,{_SQUARE})*)",
    re.ASCII,
)


def parse_move(text: str) -> Move:
    """The decision a text means."""
    match = _MOVE.fullmatch(text)
    if not match:
        raise UnreadableMove(
            "move",
            f"{text!r} is no decision of Repulso; written are c4, *c4 or c3-c6",
            text=text,
        )
    if match["piece"]:
        return PlacePiece(INDEX[match["piece"]])
    if match["stone"]:
        return PlaceStone(INDEX[match["stone"]])
    return Slide(INDEX[match["start"]], INDEX[match["end"]])


def format_state(state: State) -> str:
    """The position text, without options."""
    lying = ["."] * len(NAMES)
    for symbol, of in (("o", state.p1), ("x", state.p2), ("*", state.stones)):
        for square in squares(of):
            lying[square] = symbol
    symbols = "".join(lying)
    rows = [symbols[first : first + SIZE] for first in range(len(NAMES) - SIZE, -1, -SIZE)]
    supplies = [f"{state.pieces_left(seat)}+{state.stones_left[seat - 1]}" for seat in (1, 2)]
    return " ".join(
        [
            run_lengths("/".join(rows)),
            seat_text(state.to_move),
            seat_text(state.turn),
            ",".join(supplies),
            ",".join(sorted(NAMES[square] for square in squares(state.affected))) or "-",
        ]
    )


def parse_state(text: str, setup: Setup) -> State:
    """The position a text means."""
    match = _POSITION.fullmatch(text)
    if not match:
        raise _bad("expected rows, seat to decide, seat at turn, supplies and affected pieces")
    symbols = _parse_rows(match["rows"])
    affected = [] if match["affected"] == "-" else match["affected"].split(",")
    state = State(
        setup,
        p1=_where(symbols, "o"),
        p2=_where(symbols, "x"),
        stones=_where(symbols, "*"),
        stones_left=(int(match["stones1"]), int(match["stones2"])),
        to_move=int(match["seat"]),
        turn=int(match["turn"]),
        affected=sum(1 << INDEX[name] for name in set(affected)),
    )
    _check_supplies(state, (int(match["pieces1"]), int(match["pieces2"])))
    _check_turn(state)
    _check_movement(state)
    return state


def _parse_rows(text: str) -> str:
    """The 36 symbols from a1 to f6."""
    rows = [
        "".join("." * int(symbol) if symbol.isdigit() else symbol for symbol in row)
        for row in text.split("/")
    ]
    if [len(row) for row in rows] != [SIZE] * SIZE:
        raise _bad("there are six rows of six squares")
    return "".join(reversed(rows))


def _where(symbols: str, kind: str) -> Bits:
    return sum(1 << square for square, symbol in enumerate(symbols) if symbol == kind)


def _check_supplies(state: State, pieces_left: tuple[int, int]) -> None:
    for seat, left in enumerate(pieces_left, start=1):
        if state.of(seat).bit_count() + left != PIECES:
            raise _bad(f"{seat_text(seat)} has 12 pieces on the board and in supply")
    if state.stones.bit_count() + sum(state.stones_left) != 2 * STONES:
        raise _bad("there are 12 action stones on the board and in both supplies")
    if not state.stones and any(own & around(own) for own in (state.p1, state.p2)):
        raise _bad("two pieces of one colour touch, and no stone has moved them")


def _check_turn(state: State) -> None:
    """2.1: turns alternate, and each takes one thing out of a supply."""
    placed1, placed2 = (
        state.of(seat).bit_count() + STONES - state.stones_left[seat - 1] for seat in (1, 2)
    )
    next_turn = 3 - state.turn if state.affected else state.turn
    if placed1 - placed2 != (next_turn == 2):
        raise _bad(f"with these supplies it is not the turn of {seat_text(state.turn)}")


def _check_movement(state: State) -> None:
    """3.1: affected is what lies next to the new stone; 3.2: who slides."""
    decides = slider(state) if state.affected else state.turn
    if state.affected and not _may_be_triggered(state):
        raise _bad("affected are exactly the pieces next to a stone of the seat at turn")
    if decides is None:
        raise _bad("no affected piece can slide, so the movement is over")
    if decides != state.to_move:
        raise _bad(f"it is {seat_text(decides)} who decides")


def _may_be_triggered(state: State) -> bool:
    """3.1: no slide ends next to its own stone, so only unmoved pieces lie there."""
    pieces = state.p1 | state.p2
    return state.stones_left[state.turn - 1] < STONES and any(
        NEIGHBOURS[stone] & pieces == state.affected for stone in squares(state.stones)
    )


def _bad(sentence: str) -> UnreadablePosition:
    return UnreadablePosition("position", f"no position of Repulso: {sentence}")

"""Texts of decisions and positions (RULES.md, 5)."""

import re

from ludothek.games.errors import UnreadableMove, UnreadablePosition
from ludothek.games.protocol import Setup, run_lengths, seat_text
from ludothek.games.robotory.board import COLOURS, COLUMNS, INDEX, NAMES, ROBOTS, Robot, hexes
from ludothek.games.robotory.rules import STOCK, meals
from ludothek.games.robotory.state import Discs, Move, Place, Refill, State, Step, Stop

_MOVE = re.compile(
    r"(?P<colour>[wb])@(?P<on>[a-e][1-6])"
    r"|(?P<robot>[WBR])(?P<to>[a-e][1-6])"
    r"|(?P<stop>stop)"
    r"|\+w(?P<white>[0-4])b(?P<black>[0-4])"
)
_COLUMNS = tuple((INDEX[f"{c}1"], INDEX[f"{c}{height}"] + 1) for c, height in COLUMNS.items())
_DISCS = r"w(\d|1[0-4])b(\d|1[0-4])"
_POSITION = re.compile(
    rf"(?P<columns>[wbWBR1-6/]+) p(?P<seat>[12]) {_DISCS},{_DISCS} {_DISCS} (?P<moving>[WBR-])",
    re.ASCII,
)


def parse_move(text: str) -> Move:
    """The decision a text means."""
    match = _MOVE.fullmatch(text)
    if not match:
        raise _unreadable(text)
    if match["stop"]:
        return Stop()
    if match["white"]:
        if not 1 <= int(match["white"]) + int(match["black"]) <= STOCK:
            raise _unreadable(text)
        return Refill(int(match["white"]), int(match["black"]))
    hex = INDEX.get(match["on"] or match["to"])
    if hex is None:
        raise _unreadable(text)
    if match["colour"]:
        return Place(COLOURS["wb".index(match["colour"])], hex)
    return Step(_robot(match["robot"]), hex)


def format_state(state: State) -> str:
    """The position text, without options."""
    symbols = ["."] * len(NAMES)
    for disc, lying in (("w", state.white), ("b", state.black)):
        for hex in hexes(lying):
            symbols[hex] = disc
    for robot, hex in zip(ROBOTS, state.robots, strict=True):
        symbols[hex] = robot
    text = "".join(symbols)
    columns = "/".join([text[first:end] for first, end in _COLUMNS])
    stocks = ",".join(map(_format_discs, state.stocks))
    return " ".join(
        [
            run_lengths(columns),
            seat_text(state.to_move),
            stocks,
            _format_discs(state.lid),
            state.moving or "-",
        ]
    )


def parse_state(text: str, setup: Setup) -> State:
    """The position a text means."""
    match = _POSITION.fullmatch(text)
    if not match:
        raise _bad("expected columns a to e, the player to move, stocks, lid and moving robot")
    symbols = _parse_columns(match["columns"])
    numbers = [int(number) for number in match.groups()[2:8]]
    state = State(
        setup,
        white=_where(symbols, "w"),
        black=_where(symbols, "b"),
        robots=(symbols.index("W"), symbols.index("B"), symbols.index("R")),
        stocks=((numbers[0], numbers[1]), (numbers[2], numbers[3])),
        lid=(numbers[4], numbers[5]),
        to_move=int(match["seat"]),
        moving=None if match["moving"] == "-" else _robot(match["moving"]),
    )
    _check(state)
    return state


def _format_discs(discs: Discs) -> str:
    return f"w{discs[0]}b{discs[1]}"


def _parse_columns(text: str) -> str:
    columns = [
        "".join("." * int(symbol) if symbol.isdigit() else symbol for symbol in column)
        for column in text.split("/")
    ]
    if [len(column) for column in columns] != list(COLUMNS.values()):
        raise _bad("the five columns have 4, 5, 6, 5 and 4 hexes")
    symbols = "".join(columns)
    if any(symbols.count(robot) != 1 for robot in ROBOTS):
        raise _bad("each of the robots W, B and R stands on the board once")
    return symbols


def _where(symbols: str, disc: str) -> int:
    return sum(1 << hex for hex, symbol in enumerate(symbols) if symbol == disc)


def _robot(text: str) -> Robot:
    return ROBOTS["WBR".index(text)]


def _check(state: State) -> None:
    if any(sum(stock) > STOCK for stock in state.stocks):
        raise _bad("a stock holds at most four discs")
    for index, lying in enumerate((state.white, state.black)):
        held = sum(stock[index] for stock in state.stocks) + state.lid[index]
        if lying.bit_count() + held > 14:
            raise _bad("there are 14 discs of each colour")
    if state.moving and not meals(state, state.moving):
        raise _bad(f"robot {state.moving} has nothing to eat, so it is not moving")


def _unreadable(text: str) -> UnreadableMove:
    return UnreadableMove(
        "move",
        f"{text!r} is no decision of Robotory; written are w@c3, Rd2, stop or +w2b1",
        text=text,
    )


def _bad(sentence: str) -> UnreadablePosition:
    return UnreadablePosition("position", f"no position of Robotory: {sentence}")

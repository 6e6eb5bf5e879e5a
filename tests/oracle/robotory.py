"""Robotory: naive reference implementation, written from rules/robotory.md only."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field

OPTIONS: dict[str, list[str]] = {"end": ["colour", "all"]}
HEIGHT: dict[str, int] = {"a": 4, "b": 5, "c": 6, "d": 5, "e": 4}
HEXES: list[str] = [f"{column}{i}" for column in "abcde" for i in range(1, HEIGHT[column] + 1)]
DARK: list[str] = ["a2", "a3", "a4", "b3", "b4", "b5", "c4", "c5", "c6", "d4", "d5", "e4"]
LIGHT: list[str] = ["a1", "b1", "b2", "c1", "c2", "c3", "d1", "d2", "d3", "e1", "e2", "e3"]
CAMP: dict[int, list[str]] = {1: LIGHT, 2: DARK}
EATS: dict[str, str] = {"W": "w", "B": "b", "R": "wb"}


def start_board() -> dict[str, str]:
    return {"b3": "W", "c4": "B", "d3": "R"}


def start_stocks() -> dict[int, dict[str, int]]:
    return {1: {"w": 2, "b": 2}, 2: {"w": 2, "b": 2}}


@dataclass
class State:
    options: dict[str, str]
    board: dict[str, str] = field(default_factory=start_board)  # hex -> W B R w b
    seat: int = 1
    stocks: dict[int, dict[str, int]] = field(default_factory=start_stocks)
    lid: dict[str, int] = field(default_factory=lambda: {"w": 10, "b": 10})
    moving: str = "-"  # the robot that is moving
    outcome: str = "none"


def initial(seats: int, options: dict[str, str]) -> State:
    if seats != 2:
        raise ValueError("Robotory has 2 seats")
    for name, value in options.items():
        if name not in OPTIONS or value not in OPTIONS[name]:
            raise ValueError(f"unknown option {name}={value}")
    return State({name: options.get(name, values[0]) for name, values in OPTIONS.items()})


def position(seats: int, options: dict[str, str], text: str) -> State:
    """The state that `fen` writes so."""
    state = initial(seats, options)
    columns, seat, stocks, lid, state.moving = text.split(" ")
    state.board = {}
    for column, signs in zip("abcde", columns.split("/"), strict=True):
        i = 1
        for sign in signs:
            if sign.isalpha():
                state.board[f"{column}{i}"] = sign
            i += 1 if sign.isalpha() else int(sign)
    state.seat = int(seat[1:])
    first, second = stocks.split(",")
    state.stocks, state.lid = {1: discs(first), 2: discs(second)}, discs(lid)
    return state


def discs(text: str) -> dict[str, int]:
    """`w2b10`: two white, ten black."""
    white, black = text.removeprefix("w").split("b")
    return {"w": int(white), "b": int(black)}


def neighbours(hex_: str) -> list[str]:
    column, i = hex_[0], int(hex_[1:])
    neighbours = [f"{column}{i + 1}", f"{column}{i - 1}"]
    for other in "abcde":
        if abs(ord(other) - ord(column)) == 1:
            if HEIGHT[other] > HEIGHT[column]:
                neighbours += [f"{other}{i}", f"{other}{i + 1}"]
            else:
                neighbours += [f"{other}{i - 1}", f"{other}{i}"]
    return [n for n in neighbours if n in HEXES]


def where(state: State, robot: str) -> str:
    return next(hex_ for hex_, what in state.board.items() if what == robot)


def places(state: State) -> list[str]:
    return [
        f"{colour}@{hex_}"
        for colour in "wb"
        if state.stocks[state.seat][colour] > 0
        for hex_ in HEXES
        if hex_ not in state.board
    ]


def steps(state: State, robot: str) -> list[str]:
    """A robot steps to a neighbouring hex that holds a disc it can eat."""
    return [
        f"{robot}{hex_}"
        for hex_ in neighbours(where(state, robot))
        if hex_ in state.board and state.board[hex_] in EATS[robot]
    ]


def refills(state: State) -> list[str]:
    """To exactly 4, in any colours the lid has; all of the lid if it holds fewer than needed."""
    needed = 4 - sum(state.stocks[state.seat].values())
    taken = min(needed, sum(state.lid.values()))
    if taken == 0:
        return []
    return [
        f"+w{white}b{taken - white}"
        for white in range(taken + 1)
        if white <= state.lid["w"] and taken - white <= state.lid["b"]
    ]


def legal(state: State) -> list[str]:
    if state.outcome != "none":
        return []
    if state.moving != "-":
        texts = [*steps(state, state.moving), "stop"]
    else:
        texts = places(state) + refills(state)
        for robot in "WBR":
            texts += steps(state, robot)
    return sorted(texts, key=str.encode)


def play(state: State, text: str) -> State:
    if text not in legal(state):
        raise ValueError(f"illegal: {text}")
    new = copy.deepcopy(state)
    turn_over = True
    if text == "stop":
        pass
    elif text[0] in "wb":
        colour, hex_ = text.split("@")
        new.stocks[new.seat][colour] -= 1
        new.board[hex_] = colour
    elif text[0] in "WBR":
        robot, hex_ = text[0], text[1:]
        del new.board[where(new, robot)]
        new.board[hex_] = robot  # the disc that lay there leaves the game
        if steps(new, robot):
            new.moving = robot
            turn_over = False
    else:
        white, black = text.removeprefix("+w").split("b")
        for colour, number in (("w", int(white)), ("b", int(black))):
            new.lid[colour] -= number
            new.stocks[new.seat][colour] += number
        new.outcome = outcome_after_refill(new)
    if turn_over:
        new.moving = "-"
        new.seat = 3 - new.seat
    return new


def outcome_after_refill(state: State) -> str:
    """The game ends the moment a refill takes the last disc of one colour (of all) of the lid."""
    if state.options["end"] == "colour":
        over = state.lid["w"] == 0 or state.lid["b"] == 0
    else:
        over = state.lid["w"] == 0 and state.lid["b"] == 0
    if not over:
        return "none"
    at_home = [robot for robot in "WBR" if where(state, robot) in CAMP[1]]
    return "p1win" if len(at_home) >= 2 else "p2win"


def turn(state: State) -> int:
    return state.seat


def result(state: State) -> str:
    return state.outcome


def fen(state: State) -> str:
    columns = []
    for column in "abcde":
        text = ""
        empty = 0
        for i in range(1, HEIGHT[column] + 1):
            what = state.board.get(f"{column}{i}")
            if what is None:
                empty += 1
                continue
            text += (str(empty) if empty else "") + what
            empty = 0
        columns.append(text + (str(empty) if empty else ""))
    stocks = ",".join(f"w{state.stocks[s]['w']}b{state.stocks[s]['b']}" for s in (1, 2))
    lid = f"w{state.lid['w']}b{state.lid['b']}"
    return f"{'/'.join(columns)} p{state.seat} {stocks} {lid} {state.moving}"

"""Splash!: naive reference implementation, written from rules/splash.md only."""

from __future__ import annotations

import copy
import itertools
from dataclasses import dataclass, field

OPTIONS: dict[str, list[str]] = {
    "last-piece": ["stands", "given"],
    "draft": ["choose", "random"],  # random: the deal arrives as `take:` decisions, as in choose
    "teams": ["no", "yes"],
    "referee": ["no", "yes"],
    "hand": ["normal", "steady", "shaky"],  # physics only
}
PIECES: list[str] = [shape + colour for shape in "LSPTO" for colour in "rygbop"]  # sort order
SHARE: dict[int, int] = {2: 15, 3: 10, 4: 7, 5: 6, 6: 5}

Stack = list[str]  # pieces from bottom to top


@dataclass
class State:
    seats: int
    options: dict[str, str]
    pool: list[str] = field(default_factory=lambda: list(PIECES))
    box: list[str] = field(default_factory=list)
    tower: Stack = field(default_factory=list)
    stocks: dict[int, list[str]] = field(default_factory=dict)
    drops: dict[int, int] = field(default_factory=dict)
    phase: str = "draft"  # draft, give, place, base, keep, over
    decider: int = 1
    giver: int = 1  # who gives, or gave the piece now in the placer's hand
    hand: str = ""  # the piece given, in the placer's hand
    source: int = 0  # the seat from whose stock it came
    stacks: list[Stack] = field(default_factory=list)  # stacks left on the table, until chosen
    others: list[str] = field(default_factory=list)  # fallen pieces to keep 3 of
    takes: bool = False  # the choosing seat also takes pieces (a fall or a fault, not a bump)
    outcome: str = "none"


def initial(seats: int, options: dict[str, str]) -> State:
    if seats not in SHARE:
        raise ValueError("Splash! has 2 to 6 seats")
    for name, value in options.items():
        if name not in OPTIONS or value not in OPTIONS[name]:
            raise ValueError(f"unknown option {name}={value}")
    state = State(seats, {name: options.get(name, values[0]) for name, values in OPTIONS.items()})
    if state.options["teams"] == "yes" and seats not in (4, 6):
        raise ValueError("teams only with 4 or 6 seats")
    state.stocks = {seat: [] for seat in range(1, seats + 1)}
    state.drops = dict.fromkeys(range(1, seats + 1), 0)
    return state


def left_neighbour(state: State, seat: int) -> int:
    return seat + 1 if seat < state.seats else 1


def in_order(pieces: list[str]) -> list[str]:
    return sorted(pieces, key=PIECES.index)


def match(piece: str, top: str) -> bool:
    return piece[0] == top[0] or piece[1] == top[1]


def gives(state: State) -> list[str]:
    own = [(p, f"give:{p}") for p in state.stocks[state.giver]]
    foreign = [
        (p, f"give:{p}<{seat}")
        for seat, stock in state.stocks.items()
        if seat != state.giver
        for p in stock
    ]
    if not state.tower:  # the first piece: any of his pieces
        return [text for _, text in own]
    top = state.tower[-1]
    own_matches = [text for p, text in own if match(p, top)]
    foreign_matches = [text for p, text in foreign if match(p, top)]
    if own_matches:
        return own_matches
    if foreign_matches:
        return foreign_matches
    if own:
        return [text for _, text in own]
    return [text for _, text in foreign]


def highest(stacks: list[Stack]) -> list[Stack]:
    return [stack for stack in stacks if len(stack) == max(len(s) for s in stacks)]


def legal(state: State) -> list[str]:
    texts: list[str] = []
    if state.phase == "draft":
        texts = [f"take:{p}" for p in state.pool]
    elif state.phase == "give":
        texts = gives(state)
    elif state.phase == "place":
        texts = ["stands", "falls:?"] if state.tower else ["stands"]
    elif state.phase == "base":
        texts = [f"base:{stack[0]}" for stack in highest(state.stacks)]
    elif state.phase == "keep":
        for three in itertools.combinations(in_order(state.others), 3):
            texts.append("keep:" + ".".join(three))
    return sorted(texts, key=str.encode)


def read_stacks(text: str, pieces: list[str]) -> list[Stack]:
    """Every one of the pieces exactly once, in at least two stacks sorted by bottom piece."""
    stacks = [stack.split(".") for stack in text.split("|")]
    named = [p for stack in stacks for p in stack]
    if any(p not in PIECES for p in named):
        raise ValueError(f"not a piece in {text}")
    if in_order(named) != in_order(pieces):
        raise ValueError(f"not every piece exactly once: {text}")
    if len(stacks) < 2:
        raise ValueError(f"fewer than two stacks: {text}")
    bottoms = [stack[0] for stack in stacks]
    if bottoms != in_order(bottoms):
        raise ValueError(f"stacks not sorted: {text}")
    return stacks


def play(state: State, text: str) -> State:
    new = copy.deepcopy(state)
    verb, colon, rest = text.partition(":")
    if colon and (verb == "bump" or verb in [f"fault{seat}" for seat in state.stocks]):
        play_referee(new, verb, rest)
    elif colon and verb == "falls" and state.phase == "place" and state.tower:
        play_falls(new, read_stacks(rest, [*state.tower, state.hand]))
    elif text not in legal(state) or text == "falls:?":
        raise ValueError(f"illegal: {text}")
    elif verb == "take":
        play_take(new, rest)
    elif verb == "give":
        play_give(new, rest)
    elif verb == "stands":
        play_stands(new)
    elif verb == "base":
        settle(new, next(stack for stack in new.stacks if stack[0] == rest))
    elif verb == "keep":
        take_fallen(new, rest.split("."))
    return new


def play_take(state: State, piece: str) -> None:
    state.pool.remove(piece)
    state.stocks[state.decider].append(piece)
    state.decider = left_neighbour(state, state.decider)
    if all(len(stock) == SHARE[state.seats] for stock in state.stocks.values()):
        state.box, state.pool = state.pool, []  # with 4 seats the last two pieces
        state.giver = 1
        go_on(state)


def go_on(state: State) -> None:
    """The turn goes on where it is: a piece in the placer's hand is placed, else one is given."""
    if state.hand:
        state.phase = "place"
        state.decider = left_neighbour(state, state.giver)
    else:
        state.phase = "give"
        state.decider = state.giver


def play_give(state: State, rest: str) -> None:
    piece, _, other = rest.partition("<")
    state.source = int(other) if other else state.giver
    state.stocks[state.source].remove(piece)
    state.hand = piece
    if state.options["last-piece"] == "given" and check_stocks(state):
        return
    go_on(state)


def check_stocks(state: State) -> bool:
    """The giver with an empty stock wins, else the seat the piece was taken from."""
    for seat in (state.giver, state.source):
        if not state.stocks[seat]:
            win(state, seat)
            return True
    return False


def win(state: State, seat: int) -> None:
    winners = [seat]
    if state.options["teams"] == "yes":
        half = state.seats // 2
        winners = sorted([seat, seat + half if seat <= half else seat - half])
    state.phase = "over"
    state.outcome = "".join(f"p{winner}" for winner in winners) + "win"


def play_stands(state: State) -> None:
    state.tower.append(state.hand)
    state.hand = ""
    if state.options["last-piece"] == "stands" and check_stocks(state):
        return
    state.giver = left_neighbour(state, state.giver)  # the placer gives next
    go_on(state)


def play_falls(state: State, stacks: list[Stack]) -> None:
    placer = left_neighbour(state, state.giver)
    state.tower = []
    state.hand = ""
    state.stacks = stacks
    state.drops[state.giver] += 1
    if state.drops[state.giver] == 3:
        win(state, state.giver)
        return
    state.giver = placer  # the placer gives next
    choose_tower(state, placer, takes=True)


def play_referee(state: State, verb: str, rest: str) -> None:
    if state.options["referee"] != "yes":
        raise ValueError("only in the referee mode")
    if state.phase not in ("give", "place") or len(state.tower) < 2:
        raise ValueError("only with a tower of two, while a seat is to give or to place")
    chooser = state.decider if verb == "bump" else int(verb.removeprefix("fault"))
    if verb != "bump" and state.phase == "place" and chooser == state.decider:
        raise ValueError("the seat that is just placing cannot be at fault")
    state.stacks = read_stacks(rest, state.tower)
    state.tower = []
    choose_tower(state, chooser, takes=verb != "bump")


def choose_tower(state: State, chooser: int, takes: bool) -> None:
    """The highest stack becomes the tower; of several highest the chooser chooses."""
    state.decider = chooser
    state.takes = takes
    candidates = highest(state.stacks)
    if len(candidates) == 1:
        settle(state, candidates[0])
    else:
        state.phase = "base"


def settle(state: State, tower: Stack) -> None:
    """The tower is known; the other pieces are taken by the chooser or go to the box."""
    state.tower = list(tower)
    state.others = [p for stack in state.stacks if stack != tower for p in stack]
    state.stacks = []
    if not state.takes:
        take_fallen(state, [])
    elif len(state.others) <= 3:
        take_fallen(state, state.others)
    else:
        state.phase = "keep"


def take_fallen(state: State, kept: list[str]) -> None:
    state.stocks[state.decider] += kept
    state.box += [p for p in state.others if p not in kept]
    state.others = []
    go_on(state)


def turn(state: State) -> int:
    return state.decider


def result(state: State) -> str:
    return state.outcome


def fen(state: State) -> str:
    """Pool / box / tower / stocks / drops: the part that the rulings fix."""

    def joined(pieces: list[str]) -> str:
        return ".".join(pieces) or "-"

    stocks = ",".join(joined(in_order(stock)) for stock in state.stocks.values())
    drops = ",".join(str(number) for number in state.drops.values())
    parts = [joined(in_order(state.pool)), joined(in_order(state.box)), joined(state.tower)]
    return "/".join([*parts, stocks, drops])

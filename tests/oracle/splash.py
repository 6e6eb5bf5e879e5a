"""Splash!: naive reference implementation, written from rules/splash.md only."""

from __future__ import annotations

import copy
import itertools
from dataclasses import dataclass, field

OPTIONS: dict[str, list[str]] = {
    "last-piece": ["stands", "given"],
    "draft": ["choose", "random"],  # random: the deal arrives as `take:` decisions, as in choose
    "teams": ["no", "pairs", "trios"],
    "referee": ["no", "yes"],
    "fault": ["goes-on", "gives-next"],
    "hand": ["normal", "steady", "shaky"],  # physics only
}
PIECES: list[str] = [shape + colour for shape in "LSPTO" for colour in "rygbop"]  # sort order
SHARE: dict[int, int] = {2: 15, 3: 10, 4: 7, 5: 6, 6: 5}

Stack = list[str]  # pieces from bottom to top

TEAM_SEATS: dict[str, tuple[int, ...]] = {"no": (2, 3, 4, 5, 6), "pairs": (4, 6), "trios": (6,)}


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
    candidates: list[Stack] = field(default_factory=list)  # those the new tower is chosen from
    others: list[str] = field(default_factory=list)  # fallen pieces to keep 3 of
    takes: bool = False  # the choosing seat also takes pieces (a fall or a fault, not a bump)
    culprit: int = 0  # the seat that gives next after its fault (only with fault=gives-next)
    outcome: str = "none"


def initial(seats: int, options: dict[str, str]) -> State:
    if seats not in SHARE:
        raise ValueError("Splash! has 2 to 6 seats")
    for name, value in options.items():
        if name not in OPTIONS or value not in OPTIONS[name]:
            raise ValueError(f"unknown option {name}={value}")
    state = State(seats, {name: options.get(name, values[0]) for name, values in OPTIONS.items()})
    if seats not in TEAM_SEATS[state.options["teams"]]:
        raise ValueError(f"no teams={state.options['teams']} with {seats} seats")
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


def legal(state: State) -> list[str]:
    texts: list[str] = []
    if state.phase == "draft":
        texts = [f"take:{p}" for p in state.pool]
    elif state.phase == "give":
        texts = gives(state)
    elif state.phase == "place":
        texts = ["stands", "falls:?"] if state.tower else ["stands"]
    elif state.phase == "base":
        texts = [f"base:{stack[0]}" for stack in state.candidates]
    elif state.phase == "keep":
        for three in itertools.combinations(in_order(state.others), 3):
            texts.append("keep:" + ".".join(three))
    return sorted(texts, key=str.encode)


def read_stacks(text: str, pieces: list[str]) -> tuple[list[Stack], list[Stack]]:
    """The stacks left on the table, and those among them that may become the tower.

    "every piece [...] appears exactly once, in at least two stacks; any partition is accepted;
    each of the highest stacks ends with `^`: if there is a stack of two or more pieces at least
    one of those is marked, single pieces never are" """
    written = text.split("|")
    stacks = [stack.removesuffix("^").split(".") for stack in written]
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
    marked = [stack for stack, word in zip(stacks, written, strict=True) if word.endswith("^")]
    if any(len(stack) == 1 for stack in marked):
        raise ValueError(f"a single piece is marked: {text}")
    if all(len(stack) == 1 for stack in stacks):
        return stacks, stacks
    if not marked:
        raise ValueError(f"no highest stack is marked: {text}")
    return stacks, marked


def play(state: State, text: str) -> State:
    new = copy.deepcopy(state)
    verb, colon, rest = text.partition(":")
    if colon and (verb == "bump" or verb in [f"fault{seat}" for seat in state.stocks]):
        play_referee(new, verb, rest)
    elif colon and verb == "falls" and state.phase == "place" and state.tower:
        play_falls(new, rest)
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
    """ "A team wins when one of its members does." """
    apart = {"no": state.seats, "pairs": state.seats // 2, "trios": 2}[state.options["teams"]]
    winners = [member for member in state.stocks if (member - seat) % apart == 0]
    state.phase = "over"
    state.outcome = "".join(f"p{winner}" for winner in winners) + "win"


def play_stands(state: State) -> None:
    state.tower.append(state.hand)
    state.hand = ""
    if state.options["last-piece"] == "stands" and check_stocks(state):
        return
    state.giver = left_neighbour(state, state.giver)  # the placer gives next
    go_on(state)


def play_falls(state: State, rest: str) -> None:
    state.stacks, state.candidates = read_stacks(rest, [*state.tower, state.hand])
    state.tower = []
    state.hand = ""
    state.drops[state.giver] += 1
    if state.drops[state.giver] == 3:
        win(state, state.giver)
        return
    state.giver = left_neighbour(state, state.giver)  # the placer gives next
    choose_tower(state, state.giver, takes=True)


def play_referee(state: State, verb: str, rest: str) -> None:
    if state.options["referee"] != "yes":
        raise ValueError("only in the referee mode")
    if state.phase not in ("give", "place") or len(state.tower) < 2:
        raise ValueError("only with a tower of two, while a seat is to give or to place")
    chooser = state.decider if verb == "bump" else int(verb.removeprefix("fault"))
    if verb != "bump" and state.phase == "place" and chooser == state.decider:
        raise ValueError("the seat that is just placing cannot be at fault")
    state.stacks, state.candidates = read_stacks(rest, state.tower)
    state.tower = []
    if verb != "bump" and state.options["fault"] == "gives-next":
        state.culprit = chooser
    choose_tower(state, chooser, takes=verb != "bump")


def choose_tower(state: State, chooser: int, takes: bool) -> None:
    """The highest stack becomes the tower; of several highest the chooser chooses."""
    state.decider = chooser
    state.takes = takes
    if len(state.candidates) == 1:
        settle(state, state.candidates[0])
    else:
        state.phase = "base"


def settle(state: State, tower: Stack) -> None:
    """The tower is known; the other pieces are taken by the chooser or go to the box."""
    state.tower = list(tower)
    state.others = [p for stack in state.stacks if stack != tower for p in stack]
    state.stacks, state.candidates = [], []
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
    if state.culprit:
        # "a piece already given goes back to the stock it came from, after the taking, and the
        # culprit gives next, to his own left neighbour, whoever's turn it was"
        if state.hand:
            state.stocks[state.source].append(state.hand)
            state.hand = ""
        state.giver, state.culprit = state.culprit, 0
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

"""Positions and games of Splash! for the tests."""

from random import Random

import pytest
from hypothesis import strategies as st

from ludothek.games import IllegalMove
from ludothek.games.protocol import Setup
from ludothek.games.splash import SPLASH, Bump, Fault, Move, State
from ludothek.games.splash.pieces import NAMES, Marks, Stack, Stacks
from ludothek.games.splash.rules import may_be_at_fault
from ludothek.testing import setups

REFEREE = "referee=yes"
GIVES_NEXT = "referee=yes,fault=gives-next"
OPENING = "-/-/-/{}/0,0/{}".format(
    ".".join(NAMES[::2]) + "," + ".".join(NAMES[1::2]), "give:1"
)  # p1 holds all red, green and orange pieces, p2 all others


def position(tower: str, stocks: str, phase: str, drops: str = "", options: str = "") -> str:
    """A position text; the pieces not named lie in the box, and everybody has a drop."""
    named = f"{tower}/{stocks}/{phase}"
    box = ".".join(name for name in NAMES if name not in named) or "-"
    drops = drops or ",".join("1" for _ in stocks.split(","))
    return f"-/{box}/{tower}/{stocks}/{drops}/{phase} {options}".rstrip()


def at(tower: str, stocks: str, phase: str, drops: str = "", options: str = "") -> State:
    return SPLASH.parse_position(position(tower, stocks, phase, drops, options))


def after(state: State, *moves: str) -> State:
    for move in moves:
        state = SPLASH.play(state, move)
    return state


def texts(state: State) -> list[str]:
    return SPLASH.legal_texts(state)


def fields(state: State) -> list[str]:
    """Pool, box, tower, stocks, drops and phase."""
    return SPLASH.notation.format_state(state).split("/")


def result(state: State) -> tuple[str, str] | None:
    outcome = SPLASH.outcome(state)
    return (outcome.text, outcome.reason) if outcome else None


def refusal(state: State, move: str) -> tuple[str, str]:
    with pytest.raises(IllegalMove) as refused:
        SPLASH.play(state, move)
    assert refused.value.position == SPLASH.format_position(state)
    return refused.value.code, str(refused.value)


def drafted(seats: int, **options: str) -> State:
    """Everybody took the first piece left, in the order of the codes."""
    state = SPLASH.initial(seats, {name.replace("_", "-"): on for name, on in options.items()})
    while state.pool:
        state = SPLASH.apply(state, SPLASH.legal_moves(state)[0])
    return state


def some_stacks(pieces: Stack, random: Random) -> Stacks:
    """Any partition into two stacks or more."""
    order = random.sample(pieces, len(pieces))
    cuts = sorted(random.sample(range(1, len(order)), random.randint(1, len(order) - 1)))
    ends = zip([0, *cuts], [*cuts, len(order)], strict=True)
    return tuple(sorted(tuple(order[start:end]) for start, end in ends))


def some_marks(stacks: Stacks, setup: Setup, random: Random) -> Marks:
    """At least one of the stacks of two pieces or more; in version 1 none."""
    high = [place for place, stack in enumerate(stacks) if len(stack) > 1]
    if setup.rules == 1 or not high:
        return ()
    return tuple(sorted(random.sample(high, random.randint(1, len(high)))))


def some_move(state: State, random: Random, steadiness: float) -> Move:
    """A legal decision; with a referee now and then an incident."""
    at_fault = may_be_at_fault(state)
    if at_fault and random.random() < 0.15:
        stacks = some_stacks(state.tower, random)
        marked = some_marks(stacks, state.setup, random)
        fault = Fault(random.choice(at_fault), stacks, marked)
        return fault if random.random() < 0.7 else Bump(stacks, marked)
    legal = SPLASH.legal_moves(state)
    move = legal[0] if random.random() < steadiness else random.choice(legal)
    return SPLASH.concrete(state, move, random)


def some_game(setup: Setup, seed: int) -> list[State]:
    """The states of a random game, with steadier and shakier hands (and a limit of patience)."""
    random = Random(seed)
    steadiness = random.choice([0.0, 0.5, 0.8])
    states = [SPLASH.start(setup)]
    while len(states) < 250 and not SPLASH.outcome(states[-1]):
        states.append(SPLASH.play(states[-1], some_move(states[-1], random, steadiness)))
    return states


REFEREED = [
    SPLASH.setup(seats, {"referee": "yes", "last-piece": last, "fault": fault})
    for seats in SPLASH.seat_counts
    for last in ("stands", "given")
    for fault in ("goes-on", "gives-next")
]
VERSION_1 = [
    SPLASH.setup_of(1, seats, options)
    for seats, options in ((2, {}), (4, {"teams": "yes"}), (3, {"referee": "yes"}))
]
PLAYED = setups(SPLASH) + REFEREED + VERSION_1
games = st.builds(some_game, st.sampled_from(PLAYED), st.integers(0, 2**32))
states = games.flatmap(st.sampled_from)

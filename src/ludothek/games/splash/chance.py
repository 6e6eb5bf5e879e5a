"""Random draws: the dealt draft, and outcomes of a fall."""

from random import Random

from ludothek.games.protocol import Setup
from ludothek.games.splash.pieces import NAMES, Marks, Stack, Stacks
from ludothek.games.splash.rules import quota
from ludothek.games.splash.state import Falls, FallsSomehow, Move, Placing, State, Take


def deal(setup: Setup, seed: int) -> tuple[Take, ...]:
    """8.2: the decisions of a dealt draft; the same seed always deals the same.

    Only `Random.random` is drawn from: its numbers stay the same in every Python.
    """
    random = Random(seed)
    shuffled = sorted(range(len(NAMES)), key=lambda _: random.random())
    return tuple(map(Take, shuffled[: quota(setup.seats) * setup.seats]))


def dealt(setup: Setup, seed: int) -> tuple[Take, ...]:
    """8.2: what is dealt before anybody decides."""
    return deal(setup, seed) if setup["draft"] == "random" else ()


def concrete(state: State, move: Move, random: Random) -> Move:
    """10.2: one of the many ways to fall, for the open move; any other move as it is.

    Nobody measures such a fall: any of its stacks of two or more pieces may be the highest.
    """
    phase = state.phase
    if not isinstance(move, FallsSomehow) or not isinstance(phase, Placing):
        return move
    fallen = (*state.tower, phase.piece)
    way = random.choice((_only_the_new, _from_somewhere_up, _scattered, _heaped))
    stacks = tuple(sorted(way(fallen, random)))
    return Falls(stacks, () if state.setup.rules == 1 else _marked(stacks, random))


def is_open(move: Move) -> bool:
    """10.2: does the move stand for a whole family?"""
    return isinstance(move, FallsSomehow)


def _marked(stacks: Stacks, random: Random) -> Marks:
    """Mostly one is highest; of several, some may be equally high."""
    high = [place for place, stack in enumerate(stacks) if len(stack) > 1]
    equal = random.choice((1, 1, 2, len(high)))
    return tuple(sorted(random.sample(high, min(equal, len(high)))))


def _only_the_new(fallen: Stack, _random: Random) -> list[Stack]:
    return [fallen[:-1], fallen[-1:]]


def _from_somewhere_up(fallen: Stack, random: Random) -> list[Stack]:
    """The lower part stands, the upper part lies about."""
    standing = random.randint(1, len(fallen) - 1)
    return [fallen[:standing], *_scattered(fallen[standing:], random)]


def _scattered(fallen: Stack, _random: Random) -> list[Stack]:
    return [(piece,) for piece in fallen]


def _heaped(fallen: Stack, random: Random) -> list[Stack]:
    """Any order, cut into stacks anywhere."""
    order = tuple(random.sample(fallen, len(fallen)))
    inside = range(1, len(order))
    cuts = sorted(random.sample(inside, random.randint(1, len(inside))))
    return [order[start:end] for start, end in zip([0, *cuts], [*cuts, len(order)], strict=True)]

"""Self-play of thousands of games at once, with any network.

The core steps the games; the leaves of all their trees make one batch for the network. There are
two groups of games, so that the processor can step one while the network evaluates the other:

    games = SelfPlay("repulso", games=4096, threads=16)
    while True:
        for group in (0, 1):
            games.advance(group)  # takes the last answers, and puts the next questions
            leaves = games.leaves[group]
            leaves.logits[:], leaves.values[:] = network(leaves.inputs, leaves.moves)
        samples = games.take()

The same seed and the same answers give the same games.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ludothek.engine import _core
from ludothek.engine.core import advance, option_numbers, rules_of
from ludothek.engine.search import MOST_SEED, MOST_THREADS, expect
from ludothek.games.errors import BadSetup
from ludothek.games.protocol import Setup

Bytes = NDArray[np.uint8]
Numbers = NDArray[np.int16]
Floats = NDArray[np.float32]
Order = NDArray[np.int64]
GROUPS: Final = (0, 1)


class Encoder(NamedTuple):
    """What networks of a game look like: how many inputs, and how many outputs of the policy.

    >>> encoder("nexus").parts  # outputs that make the logit of a decision
    3
    """

    version: int
    inputs: int
    outputs: int
    seats: int
    parts: int = 1  # outputs that add up to the logit of a decision
    listed: int = 0  # decisions of a position at most
    endings: tuple[str, ...] = ()  # what the endings of samples are told by


class Leaves(NamedTuple):
    """Positions that wait for a network, a row for each game; of seats the one to decide first.

    Inputs are 0 or 1. Of each decision there are the outputs whose sum is its logit; the number of
    outputs stands for none. Logits of decisions and values (from 0 to 1) are to be written.

    >>> games = SelfPlay("robotory", games=2)
    >>> games.advance(0)
    >>> leaves = games.leaves[0]
    >>> leaves.inputs.shape, leaves.logits.shape, leaves.values.shape
    ((2, 239), (2, 80), (2, 2))
    """

    inputs: Bytes
    moves: Numbers
    logits: Floats
    values: Floats


class Samples(NamedTuple):
    """What can be learnt from, a row for each full search of games that are over.

    A policy has a number above 0 for each decision; it is 0 everywhere where all is lost.
    Outcome and expectation are shares of a won game, of the seat that decided first.

    >>> SelfPlay("robotory", games=2).take().inputs.shape  # no game is over yet
    (0, 239)
    """

    inputs: Bytes
    last: Bytes  # the inputs of the position that ended the game
    moves: Numbers  # as in leaves
    policy: Floats
    outcome: Floats
    expected: Floats  # what the search expected
    proven: Bytes  # 1: that is certain
    ending: Floats  # how the game went on from there, as `ending` tells it


class Counts(NamedTuple):
    """What has been done so far.

    >>> SelfPlay("robotory", games=2).counts
    Counts(games=0, decisions=0, evaluations=0)
    """

    games: int
    decisions: int
    evaluations: int


@dataclass(frozen=True, slots=True)
class Settings:
    """How the games are searched.

    >>> SelfPlay("robotory", games=2, settings=Settings(visits=0))
    Traceback (most recent call last):
    ludothek.games.errors.BadSetup: visits is a number from 1 on, not 0
    """

    visits: int = 64  # of a full search
    fast_visits: int = 16  # of the others, which are not learnt from
    full_share: float = 0.25
    considered: int = 16  # decisions the root chooses among (Gumbel AlphaZero)
    opening: int = 4  # random decisions at most, before anybody thinks
    longest: int = 1000  # decisions of a game, which is a draw then
    segment: int = 0  # decisions after which an expectation stands for the outcome; 0: never


class SelfPlay:
    """Two groups of games that go on for ever.

    >>> games = SelfPlay("robotory", games=2, settings=Settings(visits=4, fast_visits=4))
    >>> for _ in range(1000):
    ...     for group in GROUPS:
    ...         games.advance(group)
    ...         games.leaves[group].logits[:] = 0
    ...         games.leaves[group].values[:] = 0.5
    >>> games.counts.evaluations, games.take().policy.shape[1]
    (4000, 80)
    """

    def __init__(
        self,
        game: str,
        *,
        games: int,
        threads: int = 1,
        seed: int = 0,
        settings: Settings | None = None,
        setups: Sequence[Setup] | None = None,
    ) -> None:
        """So many games a group; without setups, all seat counts and options are mixed."""
        expect("games", games, 1)
        expect("threads", threads, 1, MOST_THREADS)
        expect("seed", seed, 0, MOST_SEED)
        options = settings or Settings()
        for name in ("visits", "fast_visits", "considered", "longest"):
            expect(name, getattr(options, name), 1)
        expect("opening", options.opening, 0)
        expect("segment", options.segment, 0)
        if not 0 < options.full_share <= 1:
            raise BadSetup(
                "full_share", f"full_share is above 0 and at most 1, not {options.full_share}"
            )
        rules = rules_of(game)
        self.encoder = encoder(game)
        self._core = _core.selfplay(
            game,
            [(each.seats, option_numbers(rules, each)) for each in setups or mixed(game)],
            games,
            threads,
            seed,
            options.visits,
            options.fast_visits,
            options.full_share,
            options.considered,
            options.opening,
            options.longest,
            options.segment,
        )
        self.leaves = tuple(Leaves(*self._core.leaves(group)) for group in GROUPS)

    def advance(self, group: int) -> None:
        """Take the answers for a group, and step its games until they need new ones."""
        self._core.advance(group)

    def set_trust(self, trust: float) -> None:
        """At the end of a segment: 1, trust in what the search expects, to 0, in material."""
        self._core.trust = trust

    def take(self) -> Samples:
        """What was finished since the last call."""
        return Samples(*self._core.take())

    @property
    def counts(self) -> Counts:
        """Games, decisions and evaluations so far."""
        return Counts(*self._core.counts)


def encoder(game: str) -> Encoder:
    """Of a game that networks can be trained for.

    >>> *numbers, endings = encoder("robotory")
    >>> dict(zip(Encoder._fields, numbers)), endings
    ({'version': 1, 'inputs': 239, 'outputs': 146, 'seats': 2, 'parts': 1, 'listed': 80}, \
('own_robots',))
    """
    rules_of(game)
    return Encoder(*_core.encoder(game), tuple(_core.endings(game)))


def ending(
    game: str, setup: Setup, moves: Sequence[str], since: int = 0, seat: int = 1
) -> dict[str, float]:
    """How a game went on after so many decisions, as a seat sees it: numbers from 0 to 1.

    Repulso: the groups of both in the end and the largest of them, as shares of 12, and by how much
    the own one is larger (0.5: not at all). Robotory: the robots in the own camp, of 3. NEXUS, for
    each seat in playing order, from the one that looks: marbles taken from others, and lost, since
    then, as shares of 16; and how long it stayed, from 0 for the first to leave to 1 if it is in.

    >>> from ludothek.games import load
    >>> ending("robotory", load("robotory").setup(2), ["w@a1"], seat=2)
    {'own_robots': 0.6666666865348816}
    """
    expect("since", since, 0, len(moves))
    expect("seat", seat, 1, setup.seats)
    options = option_numbers(rules_of(game), setup)
    play = _core.begin(game, setup.seats, options)
    for move in moves:
        advance(play, move)
    values = _core.ending(game, setup.seats, options, moves, since, seat - 1)
    return dict(zip(_core.endings(game), values, strict=True))


def symmetries(game: str) -> tuple[tuple[Order, Order], ...]:
    """For each way to rename a position: where every input and every output comes from.

    >>> len(symmetries("repulso"))
    8
    """
    rules_of(game)
    return tuple((np.array(one), np.array(other)) for one, other in _core.symmetries(game))


def mixed(game: str) -> list[Setup]:
    """Every seat count with every combination of options; the defaults are half of all.

    More seats make longer games, so that there are fewer of them.

    >>> [dict(setup.options)["end"] for setup in mixed("robotory")]
    ['colour', 'all']
    """
    rules = rules_of(game)
    setups = []
    for seats in rules.seat_counts:
        default = rules.setup(seats)
        values = [[(option.name, value) for value in option.values] for option in rules.options]
        others = [rules.setup(seats, dict(options)) for options in product(*values)]
        others.remove(default)
        setups += ([default] * max(1, len(others)) + others) * (max(rules.seat_counts) + 1 - seats)
    return setups

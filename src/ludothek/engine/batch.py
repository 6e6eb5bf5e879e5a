"""Batches: many games stepped at once for learning, with NumPy arrays that are not copied.

It needs NumPy, as with the extra `research`.

    batch = Batch("repulso", games=256, seed=1)
    while True:
        batch.step(batch.sample())

The arrays of a batch stay the same and are written again at each step; copy what is to be kept.
Observations and masks cost time, so they are written from the first time on that they are read. A
game that ends starts anew at once: `done` and `rewards` tell of the end, all else of the new start.
With `restarts=False` it stays at its end until `restart` is called, and the action -1 leaves a game
as it is.

Actions are numbers. `batch.play(3)` is the fourth game as a `Play`, in which the same numbers have
texts: `batch.play(3).format(action)`, and back, `batch.play(3).parse(text)`. They are:

- repulso: 0-35 a piece and 36-71 a stone on a1, b1, … f6; 72 + 4 * square + direction (up,
  right, down, left) a slide.
- robotory: 0-23 a white disc and 24-47 a black one on a1, a2, … e4; 48, 72, 96 + hex a step of
  White, Black, Red; 120 stop; 121 + 5 * white + black a refill.
- nexus: with R rings (19, 28, 37 for 2, 3, 4 seats) R entries, R lifts, R removals, 3 R places to
  lay, R x R walks (from, to), R x R x R leaps (from, to, sacrificed). Rings are counted in the
  order of their positions, places to lay by r, then q.

Observations are planes of bytes, seen by the seat to decide ("own"); `batch.play(3).observation(1)`
is what another seat sees:

- repulso, 10 x 6 x 6: own pieces, the other's, stones, affected; then numbers that fill a plane
  each: own pieces left, the other's, own stones left, the other's, own seat to decide, own turn.
  Rows from 1 up.
- robotory, 8 x 1 x 24: white discs, black discs, White, Black, Red, the robot that moves, the own
  camp; then a row of numbers: own stock (white, black), the other's, lid (white, black), option
  end, seat, own seat to decide, and zeros.
- nexus, 22 x 16 x 16 around the middle of the board (rows r, columns q): rings; marbles of own and
  the others in playing order (4); border; what was surrounded when the action began; vacated
  positions; each ring's number plus 1; reserves (4), whether rings may be changed, what is under
  way (0 nothing, entering, lifting, laying, stepping, removing), how much is left, first turn;
  how many places after own the seat to decide sits, who has changed rings last (4).

A learner hands over logits and gets legal actions drawn by their softmax:

    actions = batch.sample(logits)  # games x actions, float32
    batch.log_probs  # of these actions

`log_probs` says the same of stored positions, and `final_returns` what they led to.
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final, cast

import numpy as np
from numpy.typing import NDArray

from ludothek.engine import _core
from ludothek.engine._core import Play
from ludothek.engine.core import option_numbers, rules_of
from ludothek.engine.search import MOST_SEED, MOST_THREADS, expect
from ludothek.games.protocol import whole_number

# What can stand for numbers of a type, by NumPy's letters: no number is rounded or cut off.
_KINDS: Final = {"i": "iu", "f": "f", "b": "b"}
_WORDS: Final = {"i": "whole numbers", "f": "numbers of the type float32", "b": "truth values"}


class Batch:
    """Many games of one kind, stepped together.

    >>> batch = Batch("robotory", games=64, seed=1)
    >>> batch.step(batch.sample())
    >>> batch.observations.shape, batch.rewards.shape
    ((64, 8, 1, 24), (64, 2))
    >>> batch.play(0).seat, batch.observe(batch.seat).shape
    (2, (64, 8, 1, 24))
    >>> batch.restart(batch.seat == 2)  # these games; `reset` starts all of them anew
    >>> batch.reset(seed=2)
    """

    number_of_actions: int
    rewards: NDArray[np.float32]  # games x seats: zero-sum at the end (specification), 0 before
    done: NDArray[np.bool_]  # games: has it just ended?
    seat: NDArray[np.int32]  # games: who decides, from 1; seat 1 is column 0 of others
    playing: NDArray[np.bool_]  # games x seats: which are not eliminated
    log_probs: NDArray[np.float32]  # games: of the actions that `sample` has drawn by logits

    def __init__(  # noqa: PLR0913 (all but the first four are seldom needed)
        self,
        game: str,
        games: int,
        seats: int = 2,
        options: Mapping[str, str] | None = None,
        *,
        seed: int = 0,
        threads: int = 1,
        restarts: bool = True,
    ) -> None:
        expect("games", games, 1)
        expect("threads", threads, 1, MOST_THREADS)
        rules = rules_of(game)
        setup = rules.setup(seats, options)
        numbers = option_numbers(rules, setup)
        self._core = _core.batch(game, setup.seats, numbers, games, threads, restarts)
        self.number_of_actions = self._core.number_of_actions
        self.rewards = self._core.rewards
        self.done = self._core.done
        self.seat = self._core.seat
        self.playing = self._core.playing
        self.log_probs = self._core.log_probs
        self._sampled: NDArray[np.int32] = self._core.actions
        self.reset(seed)

    @cached_property
    def observations(self) -> NDArray[np.uint8]:
        """What the seats that decide see: games x planes x rows x columns."""
        return cast("NDArray[np.uint8]", self._core.observations)

    @cached_property
    def mask(self) -> NDArray[np.bool_]:
        """Which actions are legal: games x actions."""
        return cast("NDArray[np.bool_]", self._core.mask)

    def reset(self, seed: int) -> None:
        """Start all games anew, with new chances."""
        expect("seed", seed, 0, MOST_SEED)
        self._core.reset(seed)

    def step(self, actions: NDArray[np.int32]) -> None:
        """Carry out one action in each game; if one is illegal, raise and change nothing."""
        try:
            self._core.step(actions)
        except TypeError:  # the core takes its own types only; looking first would cost time
            self._core.step(exactly(actions, np.int32, 1, "actions"))

    def restart(self, which: NDArray[np.bool_]) -> None:
        """Start those games anew where the array is true; the others stay as they are."""
        self._core.restart(exactly(which, np.bool_, 1, "games to restart"))

    def observe(self, seat: NDArray[np.int32]) -> NDArray[np.uint8]:
        """What a seat of each game sees, counted from 1: games x planes x rows x columns."""
        seats = exactly(seat, np.int32, 1, "seats")
        return cast("NDArray[np.uint8]", self._core.observe(seats))

    def play(self, game: int) -> Play:
        """One of the games as it stands, counted from 0; its actions have the same numbers."""
        number = whole_number(game)
        if number is None:
            raise TypeError(f"games are counted by whole numbers from 0, not {game!r}")
        return self._core.play(number)

    def sample(self, logits: NDArray[np.float32] | None = None) -> NDArray[np.int32]:
        """A legal action for each game, -1 for one that is over; the array is used again.

        Without logits all have the same chance; with logits (games x actions) the chance of each is
        the softmax over the legal ones, and `log_probs` says what it was.
        """
        if logits is None:
            self._core.sample()
            return self._sampled
        try:
            self._core.sample_logits(logits)
        except TypeError:
            self._core.sample_logits(exactly(logits, np.float32, 2, "logits"))
        return self._sampled


def exactly(values: Any, kind: type[np.generic], axes: int, what: str) -> NDArray[Any]:
    """Values as an array of a type; what would not stay the same is refused.

    >>> exactly([3, 4], np.int32, 1, "actions").dtype
    dtype('int32')
    >>> exactly([0.9, 0.2], np.int32, 1, "actions")
    Traceback (most recent call last):
    TypeError: actions are whole numbers on 1 axis, not float64 of shape (2,)
    """
    wanted = np.dtype(kind)
    try:
        given = np.asarray(values)
    except (TypeError, ValueError, RuntimeError):  # rows of several lengths; arrays of elsewhere
        given = np.array(None)
    if given.ndim == axes and given.dtype.kind in _KINDS[wanted.kind]:
        made = np.ascontiguousarray(given, wanted)
        if np.can_cast(given.dtype, wanted) or (wanted.kind == "i" and (made == given).all()):
            return made
    whole = f"{what} are {_WORDS[wanted.kind]} on {axes} {'axis' if axes == 1 else 'axes'}"
    raise TypeError(f"{whole}, not {given.dtype} of shape {given.shape}") from None


def log_probs(
    logits: NDArray[np.float32], mask: NDArray[np.bool_], actions: NDArray[np.int32]
) -> NDArray[np.float32]:
    """How likely actions were, as logarithms: the softmax of logits over the legal actions.

    >>> logits, mask = np.zeros((1, 4), np.float32), np.array([[True, False, True, False]])
    >>> np.exp(log_probs(logits, mask, np.array([2], np.int32))).tolist()
    [0.5]
    """
    arrays = (
        exactly(logits, np.float32, 2, "logits"),
        exactly(mask, np.bool_, 2, "masks"),
        exactly(actions, np.int32, 1, "actions"),
    )
    return cast("NDArray[np.float32]", _core.log_probs(*arrays))


def final_returns(
    rewards: NDArray[np.float32],
    done: NDArray[np.bool_],
    seat: NDArray[np.int32],
    n: int,
    discount: float = 1.0,
    values: NDArray[np.float32] | None = None,
) -> NDArray[np.float32]:
    """What the seat that decided got in the end, for each step and game of a rollout.

    `rewards` (steps x games x seats) and `done` are those after the step, `seat` those before it. A
    game that goes on for `n` steps or longer counts as its value by then, from `values` (steps + 1
    x games x seats), or 0. Each step of waiting multiplies by the discount.

    >>> rewards = np.array([[[0, 0]], [[1, -1]]], np.float32)
    >>> ends, seats = np.array([[False], [True]]), np.array([[1], [2]], np.int32)
    >>> final_returns(rewards, ends, seats, n=2, discount=0.5).tolist()
    [[0.5], [-1.0]]
    """
    expect("n", n, 1)
    arrays = (
        exactly(rewards, np.float32, 3, "rewards"),
        exactly(done, np.bool_, 2, "ends"),
        exactly(seat, np.int32, 2, "seats"),
        None if values is None else exactly(values, np.float32, 3, "values"),
    )
    return cast("NDArray[np.float32]", _core.final_returns(*arrays, n, discount))

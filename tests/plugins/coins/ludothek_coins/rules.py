"""The rules: coins are dealt, and set down on a board of rings; their value counts by ring.

1. Six coins, worth 1 to 6, are dealt or chosen in turn: three for each of two players.
2. In turn each player takes one of their own coins and sets it down on the board.
3. It counts ten times its value in the middle, its value on the ring around it, else nothing.
4. Whoever has most when all coins lie on the board wins.
"""

import re
from dataclasses import dataclass, replace
from typing import Final, TypeVar

from ludothek.games import Outcome, Setup, UnreadableMove, UnreadablePosition
from ludothek.games.protocol import Reason, Seat, because

T = TypeVar("T")
COINS: Final = (1, 2, 3, 4, 5, 6)
RINGS: Final = {"middle": 10, "ring": 1, "beside": 0}
REASONS: Final = {
    "over": "the game is over",
    "not-there": "coin {coin} is not there to be taken",
    "in-hand": "coin {coin} has to be set down first",
    "empty-hand": "nobody has a coin in the hand",
}


@dataclass(frozen=True, slots=True)
class State:
    """Where the coins are, what was scored, and whose turn it is."""

    setup: Setup
    pool: tuple[int, ...] = COINS
    stocks: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    hand: int | None = None
    scores: tuple[int, int] = (0, 0)
    to_move: Seat = 1


@dataclass(frozen=True, slots=True)
class Take:
    """Take a coin: out of the pool, or out of one's own stock into the hand."""

    coin: int

    def __str__(self) -> str:
        return f"take:{self.coin}"


@dataclass(frozen=True, slots=True)
class Lies:
    """The coin that was in the hand lies on the board."""

    where: str

    def __str__(self) -> str:
        return f"lies:{self.where}"


Move = Take | Lies


def legal_moves(state: State) -> tuple[Move, ...]:
    """The coins to choose from, or all places where the one in the hand may come to lie."""
    if state.hand is not None:
        return tuple(map(Lies, RINGS))
    return tuple(map(Take, state.pool or state.stocks[state.to_move - 1]))


def apply(state: State, move: Move) -> State:
    """A coin is taken, or lies."""
    seat, other = state.to_move, 3 - state.to_move
    if isinstance(move, Lies):
        points = RINGS[move.where] * (state.hand or 0)
        scores = _changed(state.scores, seat, state.scores[seat - 1] + points)
        return replace(state, hand=None, scores=scores, to_move=other)
    if not state.pool:
        left = tuple(coin for coin in state.stocks[seat - 1] if coin != move.coin)
        return replace(state, stocks=_changed(state.stocks, seat, left), hand=move.coin)
    more = (*state.stocks[seat - 1], move.coin)
    pool = tuple(coin for coin in state.pool if coin != move.coin)
    return replace(
        state, pool=pool, stocks=_changed(state.stocks, seat, tuple(sorted(more))), to_move=other
    )


def refusal(state: State, move: Move) -> Reason | None:
    """Coins are taken one at a time."""
    if outcome(state):
        return because("over")
    if isinstance(move, Lies):
        return because("empty-hand") if state.hand is None else None
    if state.hand is not None:
        return because("in-hand", coin=state.hand)
    return None if move in legal_moves(state) else because("not-there", coin=move.coin)


def outcome(state: State) -> Outcome | None:
    """Most points, once all coins lie."""
    if state.pool or any(state.stocks) or state.hand is not None:
        return None
    first, second = state.scores
    return Outcome(() if first == second else (1 if first > second else 2,), "all-lie")


def turn_begins(state: State) -> bool:
    """A turn is to take a coin and to set it down."""
    return state.hand is None


def parse_move(written: str) -> Move:
    """`take:3` or `lies:ring`."""
    if re.fullmatch(r"take:[1-6]", written):
        return Take(int(written[-1]))
    if written.removeprefix("lies:") in RINGS and written.startswith("lies:"):
        return Lies(written.removeprefix("lies:"))
    raise UnreadableMove("move", f"{written!r} is no decision of Coins; written is take:3")


def format_state(state: State) -> str:
    """`pool stock/stock hand scores seat`, as `- 1,3,5/2,4,6 - 0,0 p1`."""
    stocks = "/".join(map(_written, state.stocks))
    hand = "-" if state.hand is None else str(state.hand)
    scores = "{},{}".format(*state.scores)
    return f"{_written(state.pool)} {stocks} {hand} {scores} p{state.to_move}"


def parse_state(written: str, setup: Setup) -> State:
    """Every coin lies in one place at most."""
    coins = r"(-|[1-6](?:,[1-6])*)"
    match = re.fullmatch(rf"{coins} {coins}/{coins} (-|[1-6]) (\d+),(\d+) p([12])", written)
    if not match:
        raise UnreadablePosition("position", "expected a position like - 1,3,5/2,4,6 - 0,0 p1")
    pool, one, two = map(_read, match.group(1, 2, 3))
    hand = None if match[4] == "-" else int(match[4])
    named = [*pool, *one, *two, *([] if hand is None else [hand])]
    if len(set(named)) < len(named):
        raise UnreadablePosition("position", "a coin is named twice")
    scores = int(match[5]), int(match[6])
    state = State(setup, pool, (one, two), hand, scores, int(match[7]))
    if format_state(state) != written:
        raise UnreadablePosition("position", f"this position is written {format_state(state)}")
    return state


def _changed(pair: tuple[T, T], seat: Seat, value: T) -> tuple[T, T]:
    return (value, pair[1]) if seat == 1 else (pair[0], value)


def _written(coins: tuple[int, ...]) -> str:
    return ",".join(map(str, coins)) or "-"


def _read(written: str) -> tuple[int, ...]:
    return () if written == "-" else tuple(sorted(map(int, written.split(","))))

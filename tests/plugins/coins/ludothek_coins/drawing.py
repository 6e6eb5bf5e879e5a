"""What front ends are given."""

from typing import Final

from ludothek.games.protocol import Event, Place, Surface, View
from ludothek.games.svg import document, element, text
from ludothek_coins.board import MIDDLE, REACH, RING
from ludothek_coins.rules import Move, State, Take

UNIT: Final = 3.0  # of the picture, for a millimetre
SIZE: Final = 2 * REACH * UNIT
_STEP: Final = SIZE / 6
SURFACE: Final = Surface(x=SIZE / 2, y=SIZE / 2, unit=UNIT, width=2 * REACH, depth=2 * REACH)


def board(state: State) -> View:
    """Coins and scores."""
    stocks = {f"p{seat}": coins for seat, coins in enumerate(state.stocks, 1)}
    scores = {f"p{seat}": score for seat, score in enumerate(state.scores, 1)}
    return {"pool": state.pool, "stocks": stocks, "hand": state.hand, "scores": scores}


def move(move: Move) -> View:
    """A decision as plain data."""
    if isinstance(move, Take):
        return {"kind": "take", "coin": move.coin}
    return {"kind": "lies", "where": move.where}


def happened(before: State, move: Move, after: State) -> tuple[Event, ...]:
    """A coin was taken, or lies."""
    if isinstance(move, Take):
        event: Event = {"event": "taken", "seat": before.to_move, "coin": move.coin}
    else:
        coin, where = before.hand, move.where
        event = {"event": "lies", "seat": before.to_move, "coin": coin, "where": where}
    if after.to_move == before.to_move:
        return (event,)
    return (event, {"event": "turn", "seat": after.to_move})


def places(state: State) -> tuple[Place, ...]:
    """The coins that can be taken, below the board."""
    coins = state.pool or state.stocks[state.to_move - 1]
    return tuple(Place(str(Take(coin)), (coin - 1) * _STEP, SIZE, _STEP, _STEP) for coin in coins)


def touches(move: Move) -> tuple[str, ...]:
    """A coin."""
    return (str(move),) if isinstance(move, Take) else ()


def surface(_state: State) -> Surface:
    """The board is seen from above."""
    return SURFACE


def picture(state: State) -> str:
    """The rings from above, and the coins to choose from below them."""
    middle = SIZE / 2
    parts = [element("rect", x=0, y=0, width=SIZE, height=SIZE + _STEP, fill="#e9dcc3")]
    for radius, fill in ((REACH, "#7d9a6b"), (RING, "#c9b35c"), (MIDDLE, "#b3392f")):
        parts.append(element("circle", cx=middle, cy=middle, r=radius * UNIT, fill=fill))
    for place in places(state):
        x, y = place.x + place.width / 2, place.y + place.height / 2
        parts.append(element("circle", cx=x, cy=y, r=_STEP / 2 - 6, fill="#d8d8d8"))
        parts.append(text(place.name.removeprefix("take:"), x, y + 8, 24, "#333333"))
    scores = " to ".join(map(str, state.scores))
    return document(parts, SIZE, SIZE + _STEP, f"Coins, {scores}")

"""Who sits where, and what the terminal plays with unless it is told otherwise."""

from collections.abc import Iterable
from typing import Final

from ludothek.cli.match import COMPUTERS, HUMAN
from ludothek.games import AnyGame, BadSetup, Setup

PLAYERS: Final = (HUMAN, *COMPUTERS)
OPPONENT: Final = "level3"  # who sits opposite a person


def default_player(game: AnyGame, seat: int) -> str:
    """A person against the computer; at a real tower, people only."""
    return HUMAN if seat == 1 or game.name == "splash" else OPPONENT


def default_options(game: AnyGame) -> dict[str, str]:
    """The rules' own defaults, but a real tower can be bumped."""
    return {"referee": "yes"} if game.name == "splash" else {}


def players_of(game: AnyGame, setup: Setup, texts: Iterable[str] | None) -> tuple[str, ...]:
    """Read `p2=level3` texts; seats that are not named get the default."""
    seats = range(1, setup.seats + 1)
    players = {f"p{seat}": default_player(game, seat) for seat in seats}
    named: set[str] = set()
    for text in texts or ():
        seat, _, player = text.partition("=")
        if seat not in players:
            known = ", ".join(players)
            raise BadSetup("seat", f"a seat is written like p2=human ({known}), not {text!r}")
        if player not in PLAYERS:
            known = ", ".join(PLAYERS)
            raise BadSetup("player", f"{seat} can be one of {known}, not {player!r}")
        if seat in named:
            raise BadSetup("seat-twice", f"seat {seat} is given twice")
        named.add(seat)
        players[seat] = player
    return tuple(players.values())

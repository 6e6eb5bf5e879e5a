"""Seats of a game at the terminal: who plays them, and their defaults."""

from collections.abc import Iterable, Sequence
from typing import Final

from ludothek.cli.play.match import HUMAN
from ludothek.engine import player_names
from ludothek.games import AnyGame, BadSetup, Setup
from ludothek.games.first_player import drawn, turned

USUAL_LEVEL: Final = 3
DRAW, ME, OTHER = STARTERS = ("draw", "me", "other")  # who begins: by lot, a person, not they


def default_player(game: AnyGame, setup: Setup, seat: int) -> str:
    """A person against the computer; at a real table, people only."""
    real = game.simulation and not game.simulated(setup)
    return HUMAN if seat == 1 or real else usual_computer(game)


def usual_computer(game: AnyGame) -> str:
    """The level that sits opposite a person, or the strongest of fewer."""
    return f"level{min(USUAL_LEVEL, game.levels[-1])}"


def players_for(game: AnyGame, setup: Setup) -> tuple[str, ...]:
    """Who can sit there."""
    own = game.computers
    if not own or not own.able(setup):
        return (HUMAN, *player_names(game.name))
    return (HUMAN, *(f"level{level}" for level in range(1, own.levels + 1)))


def players_of(game: AnyGame, setup: Setup, texts: Iterable[str] | None) -> tuple[str, ...]:
    """Read `p2=level3` texts; seats that are not named get the default."""
    seats = range(1, setup.seats + 1)
    players = {f"p{seat}": default_player(game, setup, seat) for seat in seats}
    able = players_for(game, setup)
    named: set[str] = set()
    for text in texts or ():
        seat, _, player = text.partition("=")
        if seat not in players:
            allowed = ", ".join(players)
            raise BadSetup("seat", f"a seat is written like p2=human ({allowed}), not {text!r}")
        if player not in able:
            allowed = ", ".join(able)
            raise BadSetup("player", f"{seat} can be one of {allowed}, not {player!r}")
        if seat in named:
            raise BadSetup("seat-twice", f"seat {seat} is given twice")
        named.add(seat)
        players[seat] = player
    return tuple(players.values())


def started(players: Sequence[str], starter: str, seed: int) -> tuple[str, ...]:
    """The players turned round the table until who begins has the first seat."""
    if starter not in STARTERS:
        raise BadSetup("starter", f"who begins is one of {', '.join(STARTERS)}, not {starter!r}")
    if starter == DRAW:
        return turned(players, drawn(len(players), seed))
    if HUMAN not in players:
        raise BadSetup("starter", f"no person plays who could be {starter!r}; say {DRAW}")
    me = players.index(HUMAN) + 1
    return turned(players, me if starter == ME else me % len(players) + 1)

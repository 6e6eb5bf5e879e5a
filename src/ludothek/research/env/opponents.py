"""Opponents of a learner: computer players by name.

`random`, `level1` … to the last level of the game, `montecarlo`, `network` (the package's own), or
`network:FILE`. What has no limit of its own thinks for `NODES` nodes, so that the same seed gives
the same decisions.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from ludothek.engine import Limits, player
from ludothek.engine.core import Play
from ludothek.engine.networks import read
from ludothek.engine.players.player import Player, expect_player, strongest
from ludothek.games import BadSetup
from ludothek.research.specification import Specification

NODES: Final = 400  # of the strongest level, networks and montecarlo, for a decision
_NETWORK: Final = "network"


def check(opponent: object, named: Callable[[str], None]) -> None:
    """Refuse what is no function, and `named` a name that no player has.

    >>> check("level3", lambda name: check_name("robotory", name))
    >>> check(3, lambda name: check_name("robotory", name))
    Traceback (most recent call last):
    ludothek.games.errors.BadSetup: an opponent is the name of a player, or a function of ...
    """
    if callable(opponent):
        return
    if not isinstance(opponent, str):
        sentence = "an opponent is the name of a player, or a function of observation and mask"
        raise BadSetup("player-unknown", f"{sentence}, not {opponent!r}")
    named(opponent)


def check_name(game: str, opponent: str) -> None:
    """Refuse a name that no player has.

    >>> check_name("robotory", "level3")
    >>> check_name("robotory", "level99")
    Traceback (most recent call last):
    ludothek.games.errors.BadSetup: ...
    """
    _player(game, opponent, 0)


def decide(spec: Specification, play: Play, opponent: str, seed: int) -> int:
    """The action that a computer player chooses.

    >>> from ludothek.research.specification import specification
    >>> spec = specification("robotory")
    >>> play = spec.begin()
    >>> action = decide(spec, play, "level3", seed=1)
    >>> bool(spec.mask(play)[action])
    True
    """
    state = spec.rules.parse_position(play.position, spec.setup)
    chosen, limits = _player(spec.rules.name, opponent, seed)
    return spec.action(play, str(chosen.choose(spec.rules, state, limits)))


def _player(game: str, opponent: str, seed: int) -> tuple[Player, Limits]:
    name, _, file = opponent.partition(":")
    if name == _NETWORK:
        network = read(Path(file), game) if file else None
        return player(strongest(game), seed, network=network), Limits(nodes=NODES)
    try:
        expect_player(game, opponent)
    except BadSetup as error:
        raise BadSetup(error.code, f"{error}, {_NETWORK}, {_NETWORK}:FILE") from None
    unlimited = opponent in {strongest(game), "montecarlo"}
    return player(opponent, seed), Limits(nodes=NODES) if unlimited else Limits()

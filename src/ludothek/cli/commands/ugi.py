"""`ludothek ugi`: run the engine protocol for one game."""

from ludothek.cli.commands.arguments import (
    GameName,
    NetworkFile,
    Options,
    Players,
    Rulebook,
    options_of,
    reading,
)


def ugi(
    game: GameName,
    players: Players = None,
    option: Options = None,
    rulebook: Rulebook = None,
    network: NetworkFile = None,
) -> None:
    """Speak the Universal Game Interface on standard input and output."""
    from ludothek.cli.ugi import run
    from ludothek.engine.networks import read
    from ludothek.games import load

    rules = load(game)
    options = reading(rules, rulebook, options_of(option))
    setup = rules.setup(2 if players is None else players, options)
    run(rules, setup, read(network, game) if network else None)

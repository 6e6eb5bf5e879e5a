"""`ludothek perft`: count the decision sequences of a given length."""

from typing import Annotated

import typer

from ludothek.cli.commands.arguments import (
    START,
    GameName,
    Options,
    Players,
    Rulebook,
    options_of,
    reading,
    state_of,
)


def perft(  # noqa: PLR0913
    game: GameName,
    depth: Annotated[int, typer.Argument(min=0, help="number of decisions")],
    *,
    players: Players = None,
    option: Options = None,
    rulebook: Rulebook = None,
    position: Annotated[str, typer.Option(help="position to start from")] = START,
    divide: Annotated[
        bool, typer.Option("--divide", help="show a count for each first decision")
    ] = False,
) -> None:
    """Count the decision sequences of a given length (perft)."""
    from ludothek.games import load
    from ludothek.games import perft as counting

    rules = load(game)
    options = reading(rules, rulebook, options_of(option))
    state = state_of(rules, position, players, options)
    if not divide:
        typer.echo(f"nodes {counting.perft(rules, state, depth)}")
        return
    counts = counting.divide(rules, state, depth)
    for text, nodes in counts.items():
        typer.echo(f"{text} {nodes}")
    typer.echo(f"nodes {sum(counts.values())}")

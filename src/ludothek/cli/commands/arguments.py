"""Arguments and options that several commands share, and their parsing."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

if TYPE_CHECKING:
    from ludothek.games import AnyGame

START: Final = "start"  # stands for the position a game starts with

GameName = Annotated[str, typer.Argument(metavar="GAME", help="repulso, robotory, splash or nexus")]
Players = Annotated[
    int | None, typer.Option("--players", metavar="N", help="number of seats", show_default=False)
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="a rules option; repeatable"),
]
Rulebook = Annotated[
    str | None,
    typer.Option(
        "--rulebook",
        metavar="LANG",
        help="preset all options from the rulebook in this language; --option overrides it",
        show_default=False,
    ),
]
RecordNumber = Annotated[
    int | None,
    typer.Option("--record", min=1, metavar="N", help="number of the record in a JSON-lines file"),
]
NetworkFile = Annotated[
    Path | None,
    typer.Option(
        "--network",
        metavar="FILE",
        help="network file to evaluate with, instead of the built-in one",
        show_default=False,
    ),
]
PlayersNodes = Annotated[
    int | None,
    typer.Option(
        "--nodes", min=1, help="node limit of a decision (board games)", show_default="by game"
    ),
]
PlayersLevel = Annotated[
    int | None,
    typer.Option("--level", min=1, help="level of the players (Splash!)", show_default="3"),
]
Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs", min=1, help="number of games played in parallel", show_default="all cores"
    ),
]
Ray = Annotated[
    str | None,
    typer.Option(
        "--ray",
        metavar="ADDRESS",
        help="play on a Ray cluster: auto, or its address",
        show_default=False,
    ),
]
Ascii = Annotated[bool, typer.Option("--ascii", help="draw with ASCII only")]


def options_of(texts: Iterable[str] | None) -> dict[str, str]:
    """Read `name=value` texts."""
    from ludothek.games import BadSetup

    options: dict[str, str] = {}
    for text in texts or ():
        name, equals, value = text.partition("=")
        if not (name and equals and value):
            raise BadSetup("option-form", f"an option is written name=value, not {text!r}")
        if name in options:
            raise BadSetup("option-twice", f"option {name} is given twice", option=name)
        options[name] = value
    return options


def reading(game: "AnyGame", rulebook: str | None, options: Mapping[str, str]) -> Mapping[str, str]:
    """The options as a rulebook reads them, but for those that are named."""
    return options if rulebook is None else {**game.rulebook(rulebook), **options}


def state_of(game: "AnyGame", position: str, seats: int | None, options: Mapping[str, str]) -> Any:
    """The position a text means, with the options and seats that go with it, or the start."""
    if position == START:
        return game.initial(game.seat_counts[0] if seats is None else seats, options)
    if seats is None and not options:
        return game.parse_position(position)
    shown = game.notation.seats_shown(position) if seats is None else seats
    return game.parse_position(position, game.setup(shown, options))

"""`ludothek ladder`: play the levels of a game against each other and rate them."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from ludothek.cli.commands.arguments import (
    GameName,
    Jobs,
    Options,
    Players,
    Ray,
    Rulebook,
    options_of,
    reading,
)
from ludothek.cli.terminal.progress import watched

if TYPE_CHECKING:
    from ludothek.research.arena.ladder import Plan

DOCUMENT: Final = Path("docs/strength.md")


def ladder(  # noqa: PLR0913
    game: GameName,
    *,
    players: Players = None,
    option: Options = None,
    rulebook: Rulebook = None,
    games: Annotated[int, typer.Option(min=1, help="number of games per pair of levels")] = 100,
    levels: Annotated[
        str | None, typer.Option(metavar="A-B", help="range of levels", show_default="all")
    ] = None,
    jobs: Jobs = None,
    ray: Ray = None,
    opening: Annotated[
        int, typer.Option(min=0, help="number of random decisions at the start")
    ] = 0,
    seconds: Annotated[
        float, typer.Option(min=0.01, help="time limit of the last level, in seconds")
    ] = 1.0,
    nodes: Annotated[
        int | None, typer.Option(min=1, help="node limit of the last level, instead of --seconds")
    ] = None,
    out: Annotated[Path, typer.Option(help="save the results to this file")] = Path("ladder.jsonl"),
    write: Annotated[
        Path | None,
        typer.Option(
            help="write the table into this document",
            show_default=f"{DOCUMENT}, if the ladder is whole and nothing was changed",
        ),
    ] = None,
) -> None:
    """Play each level against the one below it, and rate them all.

    Results are kept game by game: after Ctrl-C the same command goes on.
    """
    from rich.console import Console
    from rich.table import Table

    from ludothek.games import load
    from ludothek.research.arena import ladder as arena
    from ludothek.research.distributed import Machines

    options = reading(load(game), rulebook, options_of(option))
    settings = {"games": games, "opening": opening, "seconds": seconds, "nodes": nodes}
    plan = arena.plan_of(game, players, options, levels, **settings)
    document = _document(plan, write)
    results = watched(
        "ladder", plan.tasks(), out, lambda tell: arena.run(plan, out, Machines(jobs, ray), tell)
    )
    rungs = arena.rungs(plan, results)
    headings, *body = arena.rows(plan, rungs)
    sheet = Table(*headings)
    for row in body:
        sheet.add_row(*row)
    Console().print(sheet)
    for sentence in arena.failures(plan, rungs):
        typer.echo(sentence)
    _write(plan, [headings, *body], document)


def _document(plan: "Plan", path: Path | None) -> Path | None:
    """Where the table goes: into the document given; by default a usual one goes into its own.

    A document without a place for it is refused before any game is played.
    """
    from ludothek.research.arena.runs import around

    document = path or (DOCUMENT if plan.usual and DOCUMENT.exists() else None)
    if document:
        around(document, plan.mark)
    return document


def _write(plan: "Plan", rows: Sequence[Sequence[str]], document: Path | None) -> None:
    from ludothek.research.arena.runs import table, write_between

    if document:
        write_between(document, plan.mark, table(rows))
    elif DOCUMENT.exists():
        typer.echo(f"not written into {DOCUMENT}: that is for whole ladders with nothing changed")

"""`ludothek ladder`: let the levels of a game play against each other."""

import os
from pathlib import Path
from typing import Annotated, Final

import typer

from ludothek.cli.arguments import GameName, Options, Players, options_of

DOCUMENT: Final = Path("docs/strength.md")


def ladder(  # noqa: PLR0913
    game: GameName,
    *,
    players: Players = None,
    option: Options = None,
    games: Annotated[int, typer.Option(min=1, help="between each two levels")] = 100,
    levels: Annotated[str, typer.Option(metavar="A-B", help="from which to which")] = "1-8",
    jobs: Annotated[
        int | None, typer.Option(min=1, help="games at a time", show_default="all cores")
    ] = None,
    opening: Annotated[int, typer.Option(min=0, help="first decisions taken by lot")] = 0,
    seconds: Annotated[float, typer.Option(min=0.01, help="for a decision of level 8")] = 1.0,
    out: Annotated[Path, typer.Option(help="keep the results in this file")] = Path("ladder.jsonl"),
    write: Annotated[
        Path | None,
        typer.Option(help="a document with a place for the table", show_default=str(DOCUMENT)),
    ] = None,
) -> None:
    """Play each level against the one below it, and rate them all.

    Results are kept game by game: after Ctrl-C the same command goes on.
    """
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
    from rich.table import Table

    from ludothek.engine import ladder as ladders
    from ludothek.engine.runs import kept, write_between

    lowest, highest = ladders.read_levels(levels)
    plan = ladders.plan_of(
        game,
        players,
        options_of(option),
        lowest=lowest,
        highest=highest,
        games=games,
        opening=opening,
        seconds=seconds,
    )
    tasks = {task.key for task in plan.tasks()}
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        bar = progress.add_task(game, total=len(tasks), completed=len(tasks & kept(out).keys()))
        results = ladders.run(
            plan, out, jobs or os.cpu_count() or 1, lambda *_: progress.advance(bar)
        )
    found = ladders.rungs(plan, results)
    table = Table(*ladders.HEADINGS)
    for rung in found:
        table.add_row(*ladders.cells(rung, seconds))
    Console().print(table)
    for sentence in ladders.failures(found):
        typer.echo(sentence)
    document = write or (DOCUMENT if DOCUMENT.exists() else None)
    if document:
        write_between(document, plan.mark, ladders.markdown(plan, found))

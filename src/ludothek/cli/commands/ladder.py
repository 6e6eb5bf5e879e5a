"""`ludothek ladder`: let the levels of a game play against each other."""

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from ludothek.cli.commands.arguments import (
    GameName,
    Options,
    Players,
    Rulebook,
    options_of,
    reading,
)

if TYPE_CHECKING:
    from ludothek.research.arena.runs import Result, Task
    from ludothek.workers import Work

DOCUMENT: Final = Path("docs/strength.md")


@dataclass(frozen=True, slots=True)
class Ladder:
    """What is played, by whom, and how it is shown."""

    mark: str  # of the table's place in a document
    usual: bool  # all levels and games, and nothing changed: fit for the project's own document
    tasks: "Sequence[Task]"
    work: "Work"
    shown: "Callable[[list[Result]], Shown]"


@dataclass(frozen=True, slots=True)
class Shown:
    """The results."""

    rows: Sequence[Sequence[str]]  # headings first
    failures: Sequence[str]


def ladder(  # noqa: PLR0913
    game: GameName,
    *,
    players: Players = None,
    option: Options = None,
    rulebook: Rulebook = None,
    games: Annotated[int, typer.Option(min=1, help="between each two levels")] = 100,
    levels: Annotated[
        str | None, typer.Option(metavar="A-B", help="from which to which", show_default="all")
    ] = None,
    jobs: Annotated[
        int | None, typer.Option(min=1, help="games at a time", show_default="all cores")
    ] = None,
    opening: Annotated[int, typer.Option(min=0, help="first decisions taken by lot")] = 0,
    seconds: Annotated[
        float, typer.Option(min=0.01, help="for a decision of the last level")
    ] = 1.0,
    out: Annotated[Path, typer.Option(help="keep the results in this file")] = Path("ladder.jsonl"),
    write: Annotated[
        Path | None,
        typer.Option(
            help="a document with a place for the table",
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

    settings = {"games": games, "seconds": seconds}
    planner = _splash if game == "splash" else _compiled
    options = reading(load(game), rulebook, options_of(option))
    plan = planner(game, players, options, levels, opening, settings)
    document = _document(plan, write)
    shown = plan.shown(_played(game, plan, out, jobs or os.cpu_count() or 1))
    sheet = Table(*shown.rows[0])
    for row in shown.rows[1:]:
        sheet.add_row(*row)
    Console().print(sheet)
    for sentence in shown.failures:
        typer.echo(sentence)
    _write(plan, shown, document)


def _document(plan: Ladder, path: Path | None) -> Path | None:
    """The file for the table: `path`, or the project's own document for a standard ladder.

    A document without a place for it is refused before any game is played.
    """
    from ludothek.research.arena.runs import around

    document = path or (DOCUMENT if plan.usual and DOCUMENT.exists() else None)
    if document:
        around(document, plan.mark)
    return document


def _write(plan: Ladder, shown: Shown, document: Path | None) -> None:
    from ludothek.research.arena.runs import table, write_between

    if document:
        write_between(document, plan.mark, table(shown.rows))
    elif DOCUMENT.exists():
        typer.echo(f"not written into {DOCUMENT}: that is for whole ladders with nothing changed")


def _is_usual(plan: Any, default: Any) -> bool:
    """Does a plan leave all as it is by default, but perhaps with more games?"""
    return bool(plan.games >= default.games and replace(plan, games=default.games) == default)


def _played(game: str, plan: Ladder, out: Path, jobs: int) -> "list[Result]":
    """All results, with a progress bar."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from ludothek.games import LudothekError
    from ludothek.research.arena.runs import carry_out, kept
    from ludothek.workers import JobFailed

    keys = {task.key for task in plan.tasks}
    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        bar = progress.add_task(game, total=len(keys), completed=len(keys & kept(out).keys()))
        try:
            results = carry_out(plan.work, plan.tasks, out, jobs, lambda *_: progress.advance(bar))
        except JobFailed as failure:
            sentence = f"the ladder is not whole, the same command goes on with it: {failure}"
            raise LudothekError("ladder", sentence) from failure
    return list(results.values())


def _compiled(
    game: str,
    players: int | None,
    options: Mapping[str, str],
    levels: str | None,
    opening: int,
    settings: Mapping[str, Any],
) -> Ladder:
    """A game of the compiled core."""
    from ludothek.research.arena import ladder as ladders
    from ludothek.research.arena.matches import play

    lowest, highest = ladders.read_levels(levels or "1-8")
    plan = ladders.plan_of(
        game, players, options, lowest=lowest, highest=highest, opening=opening, **settings
    )

    def shown(results: "list[Result]") -> Shown:
        rungs = ladders.rungs(plan, results)
        rows = [ladders.HEADINGS, *(ladders.cells(rung, plan.seconds) for rung in rungs)]
        return Shown(rows, ladders.failures(rungs))

    usual = _is_usual(plan, ladders.Plan(game, plan.seats))
    return Ladder(plan.mark, usual, plan.tasks(), play, shown)


def _splash(
    _game: str,
    players: int | None,
    options: Mapping[str, str],
    levels: str | None,
    opening: int,
    settings: Mapping[str, Any],
) -> Ladder:
    """Splash! on its simulated table."""
    from ludothek.games import BadSetup
    from ludothek.physics.player.games import play
    from ludothek.research.arena import splash_ladder
    from ludothek.research.arena.ladder import read_levels

    if opening:
        raise BadSetup("opening", "games of Splash! differ by their drafts; no lots take decisions")
    lowest, highest = read_levels(levels or "1-5")
    plan = splash_ladder.plan_of(players, options, lowest=lowest, highest=highest, **settings)

    def shown(results: "list[Result]") -> Shown:
        rungs = splash_ladder.rungs(plan, results)
        return Shown(splash_ladder.rows(plan, rungs), splash_ladder.failures(rungs))

    usual = _is_usual(plan, splash_ladder.Plan(plan.seats))
    return Ladder(plan.mark, usual, plan.tasks(), play, shown)

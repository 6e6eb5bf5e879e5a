"""`ludothek report`: play many games and write statistics about the game as HTML and JSON."""

from pathlib import Path
from typing import Annotated

import typer

from ludothek.cli.commands.arguments import (
    GameName,
    Jobs,
    Options,
    Players,
    PlayersLevel,
    PlayersNodes,
    Ray,
    Rulebook,
    options_of,
    reading,
)
from ludothek.cli.terminal.progress import watched


def report(  # noqa: PLR0913
    game: GameName,
    *,
    players: Players = None,
    option: Options = None,
    rulebook: Rulebook = None,
    games: Annotated[int, typer.Option(min=2, help="number of games with each setting")] = 100,
    nodes: PlayersNodes = None,
    level: PlayersLevel = None,
    skill: Annotated[
        int, typer.Option(min=0, help="number of games of each step of the skill ladder")
    ] = 40,
    playouts: Annotated[
        int, typer.Option(min=0, help="number of random games searched for a short one")
    ] = 2000,
    compare: Annotated[bool, typer.Option(help="also play with each option changed")] = True,
    seed: Annotated[int, typer.Option(min=0, help="seed of all games")] = 1,
    pace: Annotated[
        float, typer.Option(min=0.1, help="assumed time of a person per turn, in seconds")
    ] = 20.0,
    jobs: Jobs = None,
    ray: Ray = None,
    out: Annotated[Path, typer.Option(help="output folder")] = Path("reports"),
) -> None:
    """Play many games and write how the game plays: a page in English and German, and its data.

    Games are kept one by one in the folder: after Ctrl-C the same command goes on.
    """
    from ludothek.games import load
    from ludothek.research.distributed import Machines
    from ludothek.research.report.plan import command_of, plan_of, run
    from ludothek.research.report.write import write

    plan = plan_of(
        game,
        players,
        reading(load(game), rulebook, options_of(option)),
        nodes=nodes,
        level=level,
        games=games,
        skill_games=skill,
        playouts=playouts,
        compare=compare,
        seed=seed,
        pace=pace,
    )
    kept = out / f"{plan.name}.jsonl"
    results = watched(
        "report", plan.tasks(), kept, lambda tell: run(plan, kept, Machines(jobs, ray), tell)
    )
    for path in write(plan, results, out, command_of("report", plan)):
        typer.echo(path)

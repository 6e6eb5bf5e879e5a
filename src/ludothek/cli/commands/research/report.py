"""`ludothek report`: how a game plays, as a page."""

from pathlib import Path
from typing import Annotated

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


def report(  # noqa: PLR0913
    game: GameName,
    *,
    players: Players = None,
    option: Options = None,
    rulebook: Rulebook = None,
    games: Annotated[int, typer.Option(min=2, help="of each setting")] = 100,
    nodes: Annotated[
        int | None,
        typer.Option(min=1, help="for a decision of a board game", show_default="by game"),
    ] = None,
    level: Annotated[
        int | None, typer.Option(min=1, help="that plays Splash!", show_default="3")
    ] = None,
    skill: Annotated[
        int, typer.Option(min=0, help="games between each two strengths of the skill ladder")
    ] = 40,
    playouts: Annotated[
        int, typer.Option(min=0, help="random games that look for a short one")
    ] = 2000,
    compare: Annotated[bool, typer.Option(help="play each option changed, too")] = True,
    seed: Annotated[int, typer.Option(min=0, help="of all games")] = 1,
    pace: Annotated[float, typer.Option(min=0.1, help="seconds a person takes for a turn")] = 20.0,
    jobs: Jobs = None,
    ray: Ray = None,
    out: Annotated[Path, typer.Option(help="the folder of the files")] = Path("reports"),
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

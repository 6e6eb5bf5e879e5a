"""`ludothek data export`: play games and write them as a data set."""

from pathlib import Path
from typing import Annotated

import typer

from ludothek.cli.commands.arguments import (
    GameName,
    Jobs,
    NetworkFile,
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

data = typer.Typer(help="Export games as data sets.", no_args_is_help=True)


@data.command()
def export(  # noqa: PLR0913
    game: GameName,
    *,
    players: Players = None,
    option: Options = None,
    rulebook: Rulebook = None,
    games: Annotated[int, typer.Option(min=1, help="number of games")] = 100,
    nodes: PlayersNodes = None,
    level: PlayersLevel = None,
    network: NetworkFile = None,
    opening: Annotated[
        int,
        typer.Option(min=0, help="number of decisions at the start drawn by visits (board games)"),
    ] = 4,
    seed: Annotated[int, typer.Option(min=0, help="seed of all games")] = 1,
    licence: Annotated[
        str, typer.Option(help="licence of the data, named in its datasheet")
    ] = "CC0-1.0",
    jobs: Jobs = None,
    ray: Ray = None,
    out: Annotated[Path, typer.Option(help="output folder")] = Path("data"),
) -> None:
    """Play games and write them as compressed NumPy, records and a datasheet.

    Games are kept one by one in the folder: after Ctrl-C the same command goes on.
    """
    from ludothek.games import BadSetup, load
    from ludothek.research.distributed import Machines
    from ludothek.research.report.plan import command_of, plan_of

    try:
        from ludothek.research.data import export as exporting
    except ModuleNotFoundError as error:
        sentence = f'a data set needs {error.name}: pip install "ludothek[research]"'
        raise BadSetup("extra", sentence) from error
    plan = plan_of(
        game,
        players,
        reading(load(game), rulebook, options_of(option)),
        nodes=nodes,
        level=level,
        network=network,
        games=games,
        opening=opening,
        seed=seed,
    )
    kept = out / f"{plan.name}.jsonl"
    tasks = exporting.tasks(plan)
    results = watched(
        "data set", tasks, kept, lambda tell: exporting.run(plan, kept, Machines(jobs, ray), tell)
    )
    command = command_of("data export", plan)
    for path in exporting.export(plan, results, out, command, licence):
        typer.echo(path)

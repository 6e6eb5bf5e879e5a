"""How early is the end proven? `python -m bench.strength.endgame [GAME …] --jobs 16`.

Games with two seats are played by a level; then the solver is asked about their positions, from the
last one back, with an empty table, until it fails.

Levels ask the solver, too, so with another one they may play other games. `--kept` takes the moves
of games played before, and `--solver` names the solver of this build: so solvers are compared.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import quantiles
from time import perf_counter
from typing import Final

from bench.harness import chosen, measured, parser, show
from ludothek.engine import core
from ludothek.engine.core import GAMES, Play
from ludothek.engine.players.levels import FIRST
from ludothek.engine.search import Limits, solve
from ludothek.games.protocol import FORMER_LEVELS
from ludothek.research.arena.matches import play
from ludothek.research.arena.runs import Result, Task, load_results
from ludothek.workers import Report, Stopped

SECONDS: Final = (1.0, 10.0)
HEADINGS = ("game", "games", "decisions", "in 1 s", "in 10 s")


def main() -> None:
    """Play, solve, and show a table."""
    command = parser("endgame", GAMES, "endgame.jsonl", anywhere=False)
    command.add_argument("--number", type=int, default=40, help="games of each")
    limited = range(FIRST, FORMER_LEVELS)  # of scale 1, whose last level has no limit of its own
    command.add_argument("--level", type=int, default=4, choices=limited, help="plays the games")
    command.add_argument("--solver", default="", metavar="NAME", help="name of this build's solver")
    command.add_argument("--kept", type=Path, metavar="FILE", help="take the moves of its games")
    arguments = command.parse_args()
    moves = kept_moves(arguments.kept) if arguments.kept else {}
    tasks = {
        name: [
            task(name, number, arguments.level, arguments.solver, moves)
            for number in range(arguments.number)
        ]
        for name in chosen(arguments, GAMES)
    }
    results = measured(solved_game, [each for some in tasks.values() for each in some], arguments)
    rows = [
        row(
            f"{name} {arguments.solver}".rstrip(),
            [results[each.key] for each in some if each.key in results],
        )
        for name, some in tasks.items()
    ]
    show([HEADINGS, *rows], "endgame", arguments)


def kept_moves(file: Path) -> dict[str, str]:
    """The moves of games that were played before, by the key of their task."""
    return {key: result["moves"] for key, result in load_results(file).items()}


def task(
    name: str, number: int, level: int, solver: str = "", moves: Mapping[str, str] | None = None
) -> Task:
    """One game; if its moves are known, it is not played again."""
    key = f"endgame {name} level{level} {number}"
    job = {
        "game": name,
        "seats": 2,
        "options": {},
        "players": [f"level{level}/{FORMER_LEVELS}"] * 2,
        "seconds": [None] * 2,
        "seed": number,
        "opening": [2, number],
    }
    known = {"moves": moves[key]} if moves and key in moves else {}
    return Task(f"{key} {solver}".rstrip(), job | known)


def solved_game(job: str, report: Report, stopped: Stopped) -> str:
    """Play a game and solve what can be solved of it; the work of a worker process."""
    request = json.loads(job)
    known = {"moves": request["moves"]} if "moves" in request else None
    result = known or json.loads(play(job, report, stopped))
    stages = [core.begin(request["game"], 2, {})]
    for move in result["moves"].split():
        stages.append(stages[-1].copy())
        core.advance(stages[-1], move)
    result["seconds"] = solved(stages[-2::-1], stopped)
    return json.dumps(result)


def solved(stages: Sequence[Play], stopped: Stopped) -> list[float | None]:
    """For 1, 2, … decisions before the end: how long the solver took, or None."""
    times: list[float | None] = []
    for stage in stages:
        if times and times[-1] is None:
            break
        if stopped():
            raise ValueError("stopped")
        started = perf_counter()
        answer = solve(stage, Limits(max(SECONDS)), quickest=False)
        times.append(round(max(perf_counter() - started, 1e-6), 6) if answer else None)
    return times


def reach(times: Sequence[float | None], seconds: float) -> int:
    """How many decisions before the end the solver proves every position from there on."""
    late = (i for i, time in enumerate(times) if time is None or time > seconds)
    return next(late, len(times))


def row(name: str, results: list[Result]) -> tuple[str, ...]:
    """What the games say: the median, and the middle half."""
    if len(results) < 2:
        return (name, str(len(results)), *["-"] * 3)
    lengths = sorted(len(result["moves"].split()) for result in results)
    cells = []
    for seconds in SECONDS:
        low, middle, high = quantiles([reach(r["seconds"], seconds) for r in results], n=4)
        cells.append(f"{middle:.0f} ({low:.0f} to {high:.0f})")
    return (name, str(len(results)), str(lengths[len(lengths) // 2]), *cells)


if __name__ == "__main__":
    main()

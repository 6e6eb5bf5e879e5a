"""Who wins Robotory with fewer discs? `python -m bench.strength.reduced robotory --lids 4`.

The usual start with one white and one black disc in the lid, two and two, and so on, each solved
with an empty table of the size that players have, however long that takes. Time is that of the
processor, so a busy machine does not matter.
"""

import json
from dataclasses import replace
from time import process_time
from typing import Final

from bench.harness import chosen, measured, parser, show
from ludothek.engine.core import resume
from ludothek.engine.jobs import CallbackEvent
from ludothek.engine.search import Limits, solve
from ludothek.games.robotory import ROBOTORY
from ludothek.research.arena.runs import Result, Task
from ludothek.workers import Report, Stopped

GAMES: Final = (ROBOTORY.name,)
FULL: Final = ROBOTORY.initial().lid[0]  # discs of a colour
HEADINGS: Final = ("discs in the lid", "winner", "decisions at most", "nodes", "processor time")


def main() -> None:
    """Solve the smallest game first, and show a table."""
    command = parser("strength.reduced", GAMES, "reduced.jsonl", anywhere=False)
    sizes = range(1, FULL + 1)
    command.add_argument("--lids", type=int, default=3, choices=sizes, help="discs of a colour")
    arguments = command.parse_args()
    chosen(arguments, GAMES)
    tasks = [task(discs) for discs in sizes[: arguments.lids]]
    results = measured(solved, tasks, arguments)
    rows = [row(each.job["discs"], results[each.key]) for each in tasks if each.key in results]
    show([HEADINGS, *rows], "reduced", arguments)


def task(discs: int) -> Task:
    """A game with so many discs of each colour in the lid."""
    return Task(f"reduced robotory {discs}", {"discs": discs})


def start(discs: int) -> str:
    """Its first position."""
    return ROBOTORY.notation.format_state(replace(ROBOTORY.initial(), lid=(discs, discs)))


def solved(job: str, _report: Report, stopped: Stopped) -> str:
    """Solve a game; the work of a worker process."""
    play = resume(ROBOTORY.name, start(json.loads(job)["discs"]))
    began = process_time()
    answer = solve(play, Limits(), CallbackEvent(stopped), quickest=False)
    if answer is None:
        raise ValueError("stopped")
    seat = play.seat if answer.proof.result == "win" else 3 - play.seat
    return json.dumps(
        {
            "winner": seat,
            "decisions": answer.proof.decisions,
            "nodes": answer.nodes,
            "processor": round(process_time() - began, 4),
        }
    )


def row(discs: int, result: Result) -> tuple[str, ...]:
    """What is known about a game."""
    seconds = f"{result['processor']:.2g} s"
    decisions, nodes = str(result["decisions"]), f"{result['nodes']:,}"
    return (f"{discs} + {discs}", f"p{result['winner']}", decisions, nodes, seconds)


if __name__ == "__main__":
    main()

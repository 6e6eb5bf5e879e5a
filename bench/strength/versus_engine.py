"""Two engines over UGI: `python -m bench.strength.versus_engine GAME "ONE" "OTHER"`.

ONE and OTHER are commands that start an engine, such as "ludothek ugi repulso" of two builds. Every
opening (two random decisions) is played once from every seat of ONE; OTHER has all other seats. A
draw is shared by all. Results are stored game by game under the engines' names (`--names`), and
`--goal 0.75` ends the match as soon as the 95 % range of the share of ONE lies above 75 %.
"""

import argparse
import json
import os
import shlex
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from random import Random
from subprocess import PIPE, Popen
from typing import Final

from bench.harness import add_running, measured, show
from ludothek.engine.core import Play, advance, begin
from ludothek.research.arena.matches import shares
from ludothek.research.arena.ratings import Score, score
from ludothek.research.arena.runs import Result, Task
from ludothek.workers import Report, Stopped

OPENING: Final = 2  # random decisions
BETWEEN: Final = 10  # games, at most, between two looks at the goal
HEADINGS: Final = (
    *("game", "seats", "limit of the one and the other", "games", "drawn", "share of the one"),
    *("processor time of a decision", "load"),
)


class Engine:
    """A process that is told a position and answers with a decision."""

    def __init__(self, command: Sequence[str], threads: int) -> None:
        self._process = Popen(command, stdin=PIPE, stdout=PIPE, text=True)
        self._say(f"setoption name Threads value {threads}")

    def _say(self, text: str) -> None:
        assert self._process.stdin
        self._process.stdin.write(f"{text}\n")
        self._process.stdin.flush()

    def choose(self, moves: Sequence[str], limit: str) -> str:
        """The best decision after some others."""
        assert self._process.stdout
        self._say(f"position startpos moves {' '.join(moves)}\ngo {limit}")
        for line in self._process.stdout:
            if line.startswith("bestmove "):
                return line.split()[1]
        raise ValueError("the engine has ended")

    @property
    def processor_seconds(self) -> float:
        """What it has used so far; 0 where the system does not tell."""
        status = Path(f"/proc/{self._process.pid}/stat")
        if not status.exists():
            return 0.0
        fields = status.read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@cache
def engine(command: str, threads: int, _place: int) -> Engine:
    """Started once in a worker process for each place; it ends with it."""
    return Engine(shlex.split(command), threads)


def main() -> None:
    """Play until the goal is reached or all games are played, and show a row."""
    options = _arguments()
    tasks = [task(options, number) for number in range(options.games)]
    results: dict[str, Result] = {}
    for played in _looks(options):
        results = measured(one_game, tasks[:played], options)
        if options.goal and share_of(options, results.values()).least > options.goal:
            break
    show([HEADINGS, row(options, list(results.values()))], "versus", options)


def _looks(options: argparse.Namespace) -> list[int]:
    """After how many games the goal is looked at; every opening has been played from all seats."""
    step = options.players * max(1, BETWEEN // options.players)
    return [*(range(options.fewest, options.games, step) if options.goal else ()), options.games]


def share_of(options: argparse.Namespace, results: Iterable[Result]) -> Score:
    """Of the wins of ONE, with its range, converted to two seats."""
    gained = [shares(each["winners"], options.players)[each["seat"] - 1] for each in results]
    return score(gained).against_one(options.players)


def task(options: argparse.Namespace, number: int) -> Task:
    """One game; the commands are no part of its key."""
    opening, own = divmod(number, options.players)
    limits, threads = _limits(options), [options.threads, options.other_threads]
    job = {
        "game": options.game,
        "seats": options.players,
        "seat": own + 1,
        "commands": [options.one, options.other],
        "limits": limits,
        "threads": threads,
        "opening": f"{options.seed} {opening}",
    }
    names, limited = " ".join(options.names), described(options)
    head = f"versus {options.game} {options.players} {names} ({limited})"
    return Task(f"{head} {options.seed} {number}", job)


def described(options: argparse.Namespace) -> str:
    """The limits of both."""
    threads = (options.threads, options.other_threads)
    both = zip(_limits(options), threads, strict=True)
    return ", ".join(f"{limit} on {number}" if number > 1 else limit for limit, number in both)


def _limits(options: argparse.Namespace) -> list[str]:
    return [
        f"nodes {nodes}" if nodes else f"movetime {milliseconds}"
        for nodes, milliseconds in (
            (options.nodes, options.milliseconds),
            (options.other_nodes, options.other_milliseconds),
        )
    ]


def one_game(job: str, _report: Report, _stopped: Stopped) -> str:
    """Play one game; the work of a worker process."""
    request = json.loads(job)
    own, both = request["seat"], zip(request["commands"], request["threads"], strict=True)
    engines = [engine(*each, place) for place, each in enumerate(both)]
    used = [each.processor_seconds for each in engines]
    play, moves, decided = begin(request["game"], request["seats"]), list[str](), [0, 0]
    random = Random(request["opening"])
    while not play.over:
        if len(moves) < OPENING:
            move = play.format(random.choice(play.legal()))
        else:
            which = int(play.seat != own)
            decided[which] += 1
            move = engines[which].choose(moves, request["limits"][which])
        moves.append(move)
        advance(play, move)
    spent = [each.processor_seconds - before for each, before in zip(engines, used, strict=True)]
    return json.dumps(
        {
            "seat": own,
            "winners": _winners(play),
            "decisions": decided,
            "processor": [round(each, 2) for each in spent],
            "load": round(os.getloadavg()[0], 1),
            "moves": " ".join(moves),
        }
    )


def _winners(play: Play) -> tuple[int, ...]:
    winners, _reason = play.outcome or ((), "")
    return tuple(winners)


def row(options: argparse.Namespace, results: Sequence[Result]) -> tuple[str, ...]:
    """What the games say."""
    head = (options.game, str(options.players), described(options), str(len(results)))
    if not results:
        return (*head, *["-"] * 4)
    won = share_of(options, results)
    loads = sorted(result["load"] for result in results)
    return (
        *head,
        str(sum(not result["winners"] for result in results)),
        f"{won.share:.0%} ({won.least:.0%} to {won.most:.0%})",
        ", ".join(f"{_processor_time(results, which):.3f} s" for which in (0, 1)),
        f"{loads[len(loads) // 2]:g}",
    )


def _processor_time(results: Sequence[Result], which: int) -> float:
    """Of one decision of an engine, on average."""
    decisions: int = sum(result["decisions"][which] for result in results)
    spent: float = sum(result["processor"][which] for result in results)
    return spent / max(decisions, 1)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.strength.versus_engine")
    parser.add_argument("game", choices=("repulso", "robotory", "nexus"))
    parser.add_argument("one")
    parser.add_argument("other")
    parser.add_argument("--names", nargs=2, default=("one", "other"), help="to keep results under")
    parser.add_argument("--players", type=int, default=2, help="seats")
    parser.add_argument("--games", type=int, default=40, help="at most")
    parser.add_argument("--fewest", type=int, default=20, help="games, before the goal counts")
    parser.add_argument("--goal", type=float, help="share of the one, as with two seats")
    parser.add_argument("--milliseconds", type=int, default=300, help="of the one")
    parser.add_argument("--other-milliseconds", type=int, default=300)
    parser.add_argument("--nodes", type=int, help="of the one, instead of time")
    parser.add_argument("--other-nodes", type=int)
    parser.add_argument("--threads", type=int, default=1, help="of the one")
    parser.add_argument("--other-threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    add_running(parser, "versus.jsonl", anywhere=False)
    parser.set_defaults(jobs=1, write=None)
    return parser.parse_args()


if __name__ == "__main__":
    main()

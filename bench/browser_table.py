"""Whether a placement ends alike on the browser's table: `python -m bench.browser_table`.

Computers play games on the native table. Every placement of them is a job, which MuJoCo's browser
build answers, too, in Node and through the page's own modules. It wants `make browser-python`.
Prints how many of them end alike, those that do not, and what they cost; fails below 99 %.
"""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any, Final

from bench.browser import Answer, native, node
from ludothek.games import load
from ludothek.games.record import play_text
from ludothek.games.splash.state import State
from ludothek.server.compute import tasks
from ludothek.server.compute.tasks import Texts
from ludothek.server.match.config import Plan

PLACEMENTS: Final = 1_200
LIKE: Final = 0.99  # of all placements have to end alike
HANDS: Final = ("steady", "normal", "shaky")
LEVELS: Final = (1, 2, 3)  # of the computers, in turns: they think without simulating
LONGEST: Final = 300  # decisions of one game
GAME: Final = load("splash")


@dataclass(frozen=True, slots=True)
class Placed:
    """A placement, and how it ended on the native table."""

    job: str
    height: int  # pieces of the tower below
    answer: dict[str, Any]
    seconds: float


@dataclass(frozen=True, slots=True)
class Compared:
    """The same on both tables."""

    placed: Placed
    answer: dict[str, Any]
    seconds: float

    @property
    def alike(self) -> bool:
        """The same pieces stand, and in the same stacks."""
        return _stacks(self.answer) == _stacks(self.placed.answer)

    @property
    def falls_alike(self) -> bool:
        """Both stand, or both fall."""
        return _stands(self.answer) == _stands(self.placed.answer)


def main() -> None:
    """Compare, and print."""
    parser = ArgumentParser(prog="python -m bench.browser_table")
    parser.add_argument("--placements", type=int, default=PLACEMENTS)
    number = parser.parse_args().placements
    with node() as browser:
        compared = compare(browser, number)
    for line in report(compared):
        print(line)
    if share(compared) < LIKE:
        sys.exit(f"fewer than {LIKE:.0%} end alike")


def compare(browser: Answer, number: int) -> list[Compared]:
    """So many placements on both tables."""
    compared = []
    for placed, _ in zip(placements(), range(number), strict=False):
        result = browser(placed.job)
        compared.append(Compared(placed, json.loads(result["answer"]), result["seconds"]))
    return compared


def share(compared: list[Compared]) -> float:
    """How many of them end alike."""
    return sum(each.alike for each in compared) / len(compared)


def placements() -> Iterator[Placed]:
    """Those of game after game, with every hand."""
    for seed in count():
        yield from _game(seed, HANDS[seed % len(HANDS)])


def report(compared: list[Compared]) -> Iterator[str]:
    """What is to be told."""
    fallen = sum(not _stands(each.placed.answer) for each in compared)
    yield f"placements       {len(compared)}, of which {fallen} fall on the native table"
    yield f"stand or fall    {sum(each.falls_alike for each in compared)} alike"
    yield f"the same stacks  {sum(each.alike for each in compared)} ({share(compared):.2%})"
    for height in (3, 10):
        at = [each for each in compared if each.placed.height == height - 1]
        if at:
            ours, theirs = (
                1000 * sum(taken) / len(at)
                for taken in ([e.placed.seconds for e in at], [e.seconds for e in at])
            )
            times = f"{ours:.0f} ms native, {theirs:.0f} ms in the browser's build"
            yield f"as piece {height:<2}      {times} (mean of {len(at)})"
    for each in compared:
        if not each.alike:
            yield f"different        {each.placed.answer['decision']} / {each.answer['decision']}"


def _game(seed: int, hand: str) -> Iterator[Placed]:
    """A game of two computers."""
    random = Random(f"browser table {seed}")
    plan = Plan("splash", GAME.version, 2, (("hand", hand),))
    state: State = GAME.start(GAME.setup(2, {"hand": hand}))
    texts: Texts = ()
    saved = None
    table = random.getrandbits(32)
    while not GAME.outcome(state) and len(texts) < LONGEST:
        level = LEVELS[len(texts) % len(LEVELS)]
        thought = _answer(tasks.play_job(plan, texts, level, 1.0, random.getrandbits(32), saved))
        if "spot" in thought:
            job = tasks.place_job(plan, texts, thought["spot"], saved, table, anyhow=True)
            placed = _placed(job, len(state.tower))
            yield placed
            text, saved = placed.answer["decision"], placed.answer["saved"]
        else:
            text = thought["decision"]
        texts, state = (*texts, text), play_text(GAME, state, text)[1]


def _placed(job: str, height: int) -> Placed:
    result = native(job)
    return Placed(job, height, json.loads(result["answer"]), result["seconds"])


def _answer(job: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(native(job)["answer"])
    return answer


def _stands(answer: dict[str, Any]) -> bool:
    return bool(answer["decision"] == "stands")


def _stacks(answer: dict[str, Any]) -> list[str]:
    """Which pieces lie together; the highest may be so by a tenth of a millimetre."""
    return sorted(str(answer["decision"]).replace("^", "").removeprefix("falls:").split("|"))


if __name__ == "__main__":
    main()

"""Whether a placement ends alike on the browser's table: `python -m bench.browser.table_agreement`.

Computers play games on the native table. Every placement of them is a job, which MuJoCo's browser
build answers, too, in Node and through the page's own modules. It wants `make browser-python`.

A collapse is chaotic, so the native table answers each job a second time, with the piece a
millionth of a millimetre aside: no other build can be expected to agree better. Prints how many
placements end alike, those that do not, the processor time that they take, and that of a decision
of a computer that simulates; fails if fewer than 99 % stand or fall alike.
"""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice
from random import Random
from statistics import mean
from typing import Any, Final

from bench.browser.core import ENDLESS, Answer, native, node
from ludothek.games import load
from ludothek.games.record import play_text
from ludothek.games.splash.state import State
from ludothek.server.compute import worker_tasks
from ludothek.server.compute.worker_tasks import Texts
from ludothek.server.match.config import Plan

PLACEMENTS: Final = 1_200
LIKE: Final = 0.99  # of all placements have to stand or fall alike
NUDGE: Final = 1e-6  # millimetres
HANDS: Final = ("steady", "normal", "shaky")
LEVELS: Final = (1, 2, 3)  # of the computers, in turns: they think without simulating
THOROUGH: Final = 4  # the strongest level that is limited by simulations, not by time
LONGEST: Final = 300  # decisions of one game
HEIGHTS: Final = (3, 10)  # the third piece of a tower, and the tenth
TIMED: Final = 12  # decisions at each of these
GAME: Final = load("splash")


@dataclass(frozen=True, slots=True)
class Placed:
    """A placement, and how it ended on the native table."""

    job: str
    question: str  # the job of a thorough computer that is to place the same piece
    height: int  # pieces of the tower below
    answer: dict[str, Any]
    seconds: float  # of processors


@dataclass(frozen=True, slots=True)
class Compared:
    """The same on both tables."""

    placed: Placed
    answer: dict[str, Any]
    seconds: float  # of processors

    @property
    def alike(self) -> bool:
        """Both stand, or both fall."""
        return _stands(self.answer) == _stands(self.placed.answer)

    @property
    def same_stacks(self) -> bool:
        """The same pieces lie together, too."""
        return _stacks(self.answer) == _stacks(self.placed.answer)


def main() -> None:
    """Compare, and print."""
    parser = ArgumentParser(prog="python -m bench.browser.table_agreement")
    parser.add_argument("--placements", type=int, default=PLACEMENTS)
    number = parser.parse_args().placements
    with node() as browser:
        compared, nudged = compare((browser, nudge), number)
        lines = [*report(compared, nudged), *decisions(compared, browser)]
    print(*lines, sep="\n")
    if share(compared) < LIKE:
        sys.exit(f"fewer than {LIKE:.0%} end alike")


def compare(others: Sequence[Answer], number: int) -> list[list[Compared]]:
    """So many placements on the native table, and on each of the others."""
    compared: list[list[Compared]] = [[] for _ in others]
    for placed in islice(placements(), number):
        for results, other in zip(compared, others, strict=True):
            result = other(placed.job)
            results.append(Compared(placed, json.loads(result["answer"]), result["processor"]))
    return compared


def nudge(job: str) -> dict[str, Any]:
    """The native table, with the piece a little aside."""
    request = json.loads(job)
    request["spot"]["x"] += NUDGE
    return native(json.dumps(request))


def share(compared: list[Compared]) -> float:
    """How many of them end alike."""
    return sum(each.alike for each in compared) / len(compared)


def placements() -> Iterator[Placed]:
    """Those of game after game, with every hand."""
    for seed in count():
        yield from _game(seed, HANDS[seed % len(HANDS)])


def report(compared: list[Compared], nudged: list[Compared]) -> Iterator[str]:
    """What is to be told."""
    fallen = sum(not _stands(each.placed.answer) for each in compared)
    yield f"{len(compared)} placements, of which {fallen} fall on the native table"
    for what, results in (("browser's build", compared), ("native, nudged", nudged)):
        stacks = sum(each.same_stacks for each in results)
        like = sum(each.alike for each in results)
        yield f"{what:<16} {like} stand or fall alike, {stacks} with the same stacks"
    for height in HEIGHTS:
        yield from _times(height, [one for one in compared if one.placed.height == height - 1])
    for each in compared:
        if not each.alike:
            yield f"different: {each.placed.answer['decision']}, {each.answer['decision']}"


def decisions(compared: list[Compared], browser: Answer) -> Iterator[str]:
    """How long a computer thinks about a placement that simulates some."""
    for height in HEIGHTS:
        at = [one.placed.question for one in compared if one.placed.height == height - 1][:TIMED]
        if at:
            here, there = (
                1000 * mean(answers)
                for answers in zip(*(_in_turns(question, browser) for question in at), strict=True)
            )
            yield _row(f"level {THOROUGH}, for piece {height}", here, there)


def _times(height: int, at: list[Compared]) -> Iterator[str]:
    if at:
        ours = 1000 * sum(each.placed.seconds for each in at) / len(at)
        theirs = 1000 * sum(each.seconds for each in at) / len(at)
        yield _row(f"as piece {height}", ours, theirs)


def _in_turns(question: str, browser: Answer) -> tuple[float, float]:
    return native(question)["processor"], browser(question)["processor"]


def _row(what: str, here: float, there: float) -> str:
    """Milliseconds of processors."""
    return (
        f"{what}: {here:.1f} ms of processors native, "
        f"{there:.1f} in the browser's build, {there / here:.2f} times"
    )


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
        thought = _answer(
            worker_tasks.play_job(plan, texts, level, 1.0, random.getrandbits(32), saved)
        )
        if "spot" in thought:
            job = worker_tasks.place_job(plan, texts, thought["spot"], saved, table, anyhow=True)
            question = worker_tasks.play_job(plan, texts, THOROUGH, ENDLESS, 1, saved)
            placed = _placed(job, question, len(state.tower))
            yield placed
            text, saved = placed.answer["decision"], placed.answer["saved"]
        else:
            text = thought["decision"]
        texts, state = (*texts, text), play_text(GAME, state, text)[1]


def _placed(job: str, question: str, height: int) -> Placed:
    result = native(job)
    return Placed(job, question, height, json.loads(result["answer"]), result["processor"])


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

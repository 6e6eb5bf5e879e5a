"""Ratings of a student during training: `python -m ludothek.research.training.rating NETWORK`.

A run starts this beside itself (`followed`), on an ordinary core: the network file is read whenever
it is new, and plays fixed opponents with few nodes: playouts, and the network that is shipped. All
results together give ratings (Bradley and Terry). They go into `ratings.jsonl` beside the file,
with the games and seconds of the run so far (its `curve.jsonl`), and into a plot, `ratings.svg`.
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from subprocess import Popen
from typing import Any, Final

from ludothek.engine import Limits, Searcher, networks
from ludothek.engine.core import advance, begin
from ludothek.engine.search import Evaluator
from ludothek.games.errors import BadSetup
from ludothek.games.svg import element, points
from ludothek.research.arena.matches import shares
from ludothek.research.arena.ratings import Played, Rating, ratings

NODES: Final = 200  # of the student
OPENING: Final = 2  # random decisions
WIDTH, HEIGHT, PAD = 640.0, 360.0, 48.0
_STUDENT: Final = 100  # the number of the first network; later ones follow


@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody who never changes, and how many games each network plays."""

    name: str
    evaluator: Evaluator
    nodes: int
    games: int


OPPONENTS: Final = (
    Opponent("500 playouts", "playouts", 500, 10),
    Opponent("8,000 playouts", "playouts", 8_000, 10),
    Opponent("the shipped network", "strongest", NODES, 30),
)


class Follower:
    """Rates one network after the other, and goes on where another left off."""

    def __init__(self, path: Path) -> None:
        self._path = path
        header = path.read_bytes().removeprefix(networks.MAGIC).partition(b"\n")[0]
        self._game = str(json.loads(header)["game"])
        self._rows = list(_rows(path.with_name("ratings.jsonl")))
        self._seen = 0.0

    def follow(self, seconds: float) -> None:
        """Rate whatever is new, for so long."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            changed = self._path.stat().st_mtime
            if changed == self._seen:
                time.sleep(0.5)
                continue
            self._seen = changed
            self.rate()

    def rate(self) -> None:
        """The network as it is now plays, and everything is written anew."""
        network = networks.read(self._path, self._game)
        number = len(self._rows)
        row = _progress(self._path.with_name("curve.jsonl"))
        for opponent in OPPONENTS:
            won = [
                self._one_game(network, opponent, Random(f"{number} {game // 2}"), game % 2)
                for game in range(opponent.games)
            ]
            row[opponent.name] = sum(won) / len(won)
        self._rows.append(row)
        self._write()

    def _one_game(
        self, network: networks.Network, other: Opponent, random: Random, own: int
    ) -> float:
        """What share of the win the network gets."""
        play = begin(self._game)
        for _ in range(OPENING):
            advance(play, play.format(random.choice(play.legal())))
        while not play.over:
            mine = play.seat - 1 == own
            searcher = Searcher(self._game, evaluator=network if mine else other.evaluator)
            limits = Limits(nodes=NODES if mine else other.nodes)
            advance(play, searcher.search(play, limits, seed=random.getrandbits(63), lines=1).best)
        winners, _reason = play.outcome or ((), "")
        return shares(winners, 2)[own]

    def _write(self) -> None:
        known = ratings(_played(self._rows))
        for number, row in enumerate(self._rows):
            row["rating"] = round(known[_STUDENT + number].value)
            row["error"] = round(known[_STUDENT + number].error)
        lines = "".join(json.dumps(row) + "\n" for row in self._rows)
        self._replace("ratings.jsonl", lines)
        self._replace("ratings.svg", plot(self._rows, known))
        print(json.dumps(self._rows[-1]), flush=True)

    def _replace(self, name: str, text: str) -> None:
        """Whoever reads the file, or goes on with it, finds it whole."""
        fresh = self._path.with_name(f"{name}.new")
        fresh.write_text(text)
        fresh.replace(self._path.with_name(name))


@contextmanager
def followed(network: Path, seconds: float) -> Iterator[None]:
    """Another process rates the file whenever it is new; what it is in the end is rated here."""
    module = "ludothek.research.training.rating"
    command = [sys.executable, "-m", module, str(network), "--seconds", str(seconds)]
    with Popen(command) as process:
        try:
            yield
        finally:
            process.terminate()
    if network.exists():
        Follower(network).rate()


def plot(rows: list[dict[str, Any]], known: Mapping[int, Rating]) -> str:
    """Ratings over the seconds and over the games of a run, with lines for the opponents."""
    panels = [
        element("g", "".join(_panel(rows, known, over)), transform=f"translate(0 {top})")
        for over, top in (("seconds", 0.0), ("games", HEIGHT))
    ]
    size = {"width": WIDTH, "height": 2 * HEIGHT}
    return element("svg", "".join(panels), **size, xmlns="http://www.w3.org/2000/svg")


def _panel(rows: list[dict[str, Any]], known: Mapping[int, Rating], over: str) -> list[str]:
    most_over = max(1.0, *(row[over] for row in rows))
    values = [rating.value for rating in known.values()]
    least, most = min(values) - 50, max(values) + 50

    def at(passed: float, rating: float) -> tuple[float, float]:
        across, up = passed / most_over, (rating - least) / (most - least)
        return PAD + across * (WIDTH - 2 * PAD), HEIGHT - PAD - up * (HEIGHT - 2 * PAD)

    def text(content: str, x: float, y: float) -> str:
        return element("text", content, x=x, y=y, font_size=12, font_family="sans-serif")

    parts = [element("rect", width=WIDTH, height=HEIGHT, fill="white")]
    for index, opponent in enumerate(OPPONENTS):
        left, y = at(0, known[index].value)
        parts.append(element("line", x1=left, x2=WIDTH - PAD, y1=y, y2=y, stroke="#bbb"))
        parts.append(text(f"{opponent.name}: {known[index].value:.0f}", left + 4, y - 4))
    corners = [at(row[over], row["rating"]) for row in rows]
    parts.append(element("polyline", points=points(corners), fill="none", stroke="#06c"))
    parts += [element("circle", cx=x, cy=y, r=3, fill="#06c") for x, y in corners]
    parts.append(text("0", PAD, HEIGHT - PAD + 18))
    parts.append(text(f"{most_over:,.0f} {over}", WIDTH - PAD - 110, HEIGHT - PAD + 18))
    parts.append(text(f"rating of the student with {NODES} nodes, over {over}", PAD, 20))
    return parts


def _played(rows: list[dict[str, Any]]) -> Iterator[Played]:
    """The games behind the shares; opponents have the lowest numbers."""
    for number, row in enumerate(rows, start=_STUDENT):
        for index, opponent in enumerate(OPPONENTS):
            share = row[opponent.name]
            yield from [Played((number, index), (share, 1 - share))] * opponent.games


def _progress(curve: Path) -> dict[str, Any]:
    last = [{"seconds": 0.0, "games": 0}, *_rows(curve)][-1]
    return {name: last[name] for name in ("seconds", "games")}


def _rows(path: Path) -> list[dict[str, Any]]:
    lines = path.read_text().splitlines() if path.exists() else []
    return [json.loads(line) for line in lines]


def main() -> None:
    """Follow one file."""
    parser = argparse.ArgumentParser(prog="python -m ludothek.research.training.rating")
    parser.add_argument("network", type=Path, help="as a run writes it; it may come later")
    parser.add_argument("--seconds", type=float, default=60, help="how long to follow")
    arguments = parser.parse_args()
    end = time.monotonic() + arguments.seconds
    while not arguments.network.exists():
        if time.monotonic() > end:
            raise BadSetup("network", f"{arguments.network} has not come")
        time.sleep(0.2)
    Follower(arguments.network).follow(end - time.monotonic())


if __name__ == "__main__":
    main()

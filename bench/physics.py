"""How fast the simulated table is: `python -m bench.physics`.

Milliseconds of processor time for one placement by height, trials a second for a player that
searches, how far towers creep, and the same towers left alone with our settings and with MuJoCo's
default ones, with which they fall over. It fails where a limit is missed.
"""

import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from random import Random
from statistics import mean
from time import perf_counter, process_time
from typing import Final

import numpy as np

from ludothek.games.splash.pieces import NAMES
from ludothek.physics import HANDS, Layout, Spot, Table, careful, would_stand
from ludothek.physics.simulation.scene import Way
from ludothek.physics.simulation.settle import settle
from ludothek.physics.simulation.stability import is_tower
from ludothek.physics.simulation.stepping import FRAMES, Running, touches
from ludothek.physics.table.hand import Tremor
from ludothek.physics.table.release import held

Measured = tuple[float, bool, int]  # milliseconds, whether it stood, frames until it rested

HEIGHTS: Final = (1, 2, 4, 6, 8, 10, 12, 14)  # of the tower before the placement
TIMES: Final = 100  # placements for each height
TRIALS: Final = 200
UNTUNED: Final = 20  # towers
SECONDS: Final = 2  # that they are left alone
MINUTE: Final = 60  # seconds in which a tower may not creep
CREEPING: Final = 5  # towers that are watched for so long
SETTINGS: Final[dict[Way, str]] = {
    "awake": "our settings",
    "untuned": "MuJoCo's default settings",
}
TEN: Final = 10  # pieces of the towers that the limits are about
MEAN: Final = 40  # milliseconds that a placement may take there,
WORST: Final = 400
CREEP: Final = 0.5  # and millimetres that a piece may get in a minute


def main() -> int:
    """Print everything; 1 where a limit is missed."""
    passed = [_speed(height) for height in HEIGHTS]
    _trials()
    passed.append(_creep())
    _settings()
    return 0 if all(passed) else 1


def _speed(height: int) -> bool:
    """The speed of placements on towers of a height; is it within the limits?"""
    if height == HEIGHTS[0]:
        print(f"{'height':>6}{'mean ms':>9}{'worst ms':>10}{'stood':>8}")
    runs = placements(height, TIMES)
    spent = [milliseconds for milliseconds, *_ in runs]
    stood = mean(stands for _, stands, _ in runs)
    passed = height != TEN or (mean(spent) <= MEAN and max(spent) <= WORST)
    limit = f"   asked for: {MEAN} and {WORST}, {_verdict(passed)}" if height == TEN else ""
    print(f"{height:>6}{mean(spent):>9.1f}{max(spent):>10.1f}{stood:>8.0%}{limit}", flush=True)
    return passed


def _trials() -> None:
    for threads in (1, 2):
        speed, cost = trials(TEN, threads, TRIALS)
        print(
            f"{threads} thread(s), tower of ten: {speed:.0f} trials/s, {cost:.1f} ms each",
            flush=True,
        )


def _creep() -> bool:
    lengths = [crept(layout, MINUTE) for layout in islice(towers(TEN), CREEPING)]
    passed = max(lengths) < CREEP
    print(
        f"left alone for {MINUTE} s, and none of it asleep, {CREEPING} towers of ten creep "
        f"{', '.join(f'{length:.3f}' for length in lengths)} mm; "
        f"asked for: {CREEP}, {_verdict(passed)}",
        flush=True,
    )
    return passed


def _settings() -> None:
    for way, settings in SETTINGS.items():
        down, cost = left_alone(UNTUNED, way)
        print(
            f"of {UNTUNED} towers of ten, {down} fell within {SECONDS} s with {settings}; "
            f"{cost:.0f} ms each"
        )


def _verdict(passed: bool) -> str:
    return "kept" if passed else "MISSED"


def placements(height: int, times: int) -> list[Measured]:
    """Careful placements by a normal hand, each of them once: the slowest one counts, too."""
    return [_timed(*task) for task in _tasks(height, times)]


def _timed(layout: Layout, spot: Spot, tremor: Tremor) -> Measured:
    table = Table(seed=0)
    table.layout = layout
    start = process_time()
    result = table.place(spot.piece, spot.face, spot.yaw, spot.x, spot.y, tremor=tremor)
    return 1000 * (process_time() - start), result.stands, result.frames


def trials(height: int, threads: int, times: int) -> tuple[float, float]:
    """How many a second, and the milliseconds of processor time of one."""
    tasks = list(_tasks(height, times))
    start, busy = perf_counter(), process_time()
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(lambda task: would_stand(*task), tasks))
    return times / (perf_counter() - start), 1000 * (process_time() - busy) / times


def crept(layout: Layout, seconds: int) -> float:
    """How far a piece gets in that time, in millimetres; nothing sleeps and nothing is calmed."""
    running = Running(layout, "awake")
    before = running.rows.copy()
    for _ in range(seconds * FRAMES):
        running.advance()
    return 1000 * float(np.linalg.norm((running.rows - before)[:, :3], axis=1).max())


def left_alone(count: int, way: Way) -> tuple[int, float]:
    """How many of our towers are none after a while, and the milliseconds one of them took."""
    layouts = list(islice(towers(TEN), count))
    start = process_time()
    ends = [_later(layout, way) for layout in layouts]
    spent = 1000 * (process_time() - start) / count
    return sum(not is_tower(touches(end), len(end.pieces)) for end in ends), spent


def _later(layout: Layout, way: Way) -> Layout:
    running = Running(layout, way)
    for _ in range(SECONDS * FRAMES):
        running.advance()
    return running.layout


def towers(height: int) -> Iterator[Layout]:
    """Towers of random pieces, placed with care by a steady hand."""
    random = Random(height)
    while True:
        layout = Layout()
        for piece in random.sample(NAMES, height):
            spot = careful(layout, piece)
            motion = settle(held(layout, spot, HANDS["steady"].tremor(random)))
            if not motion.stands:
                break
            layout = motion.end
        else:
            yield layout


def _tasks(height: int, times: int) -> Iterator[tuple[Layout, Spot, Tremor]]:
    random = Random(height)
    layouts = list(islice(towers(height), 10))
    for turn in range(times):
        layout = layouts[turn % len(layouts)]
        piece = random.choice([piece for piece in NAMES if piece not in layout.pieces])
        yield layout, careful(layout, piece), HANDS["normal"].tremor(random)


if __name__ == "__main__":
    sys.exit(main())

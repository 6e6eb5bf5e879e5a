# %% [markdown]
# # A Splash! policy trained by search
# What a neighbour is given is discrete, where it is set down is continuous. Search: on copies of
# the table every shape of the stock is set down in the middle of the top by some hands, which
# tremble otherwise each time; the share of towers that fall is an example. Learning: a linear model
# of that share, one for each shape. The policy gives the shape with the highest expected share.
# It plays against giving by lot; both set down in the middle.
#
#     pip install "$(ls dist/*.whl)[research,physics]"
#     python examples/research/splash.py

# %%
import sys
from collections.abc import Callable
from copy import copy

import numpy as np
from numpy.typing import NDArray

from ludothek.games.splash.pieces import NAMES, SHAPES, shape
from ludothek.games.splash.state import Giving, Placing
from ludothek.physics import Table
from ludothek.research.env.table_match import TableMatch

QUICK = "quick" in sys.argv
HANDS = 1 if QUICK else 3  # by which search sets a shape down
TEACHING = 6 if QUICK else 500  # gives that are searched for
MATCHES = 2 if QUICK else 200  # games against giving by lot
MIDDLE = np.zeros(3, np.float32)

Policy = Callable[[TableMatch], int]  # the piece to give
random = np.random.default_rng(1)


def features(match: TableMatch) -> NDArray[np.float64]:
    """The shape of the top piece, the height of the tower, and how far its top leans out."""
    top = [each == shape(match.state.tower[-1]) for each in SHAPES] if match.state.tower else []
    row = np.zeros(len(SHAPES) + 3)
    row[: len(top)] = top
    if match.saved is not None:
        poses = Table.load(match.saved.encode(), any_version=True).layout.poses
        places = np.array([(1000 * pose.x, 1000 * pose.y, pose.z) for pose in poses])
        out = places[places[:, 2].argmax(), :2] - places[:, :2].mean(axis=0)
        row[-3:] = 1, len(match.state.tower), min(float(np.hypot(*out)), 20)
    return row


def place(match: TableMatch) -> bool:
    """Set down in the middle; does the tower stand?"""
    tower = len(match.state.tower)
    match.act({"piece": 0, "face": 0, "pose": MIDDLE})
    return len(match.state.tower) > tower


def give(match: TableMatch, piece: int) -> None:
    match.act({"piece": piece, "face": 0, "pose": MIDDLE})


def by_shape(match: TableMatch) -> dict[str, int]:
    """A piece of each shape that can be given."""
    pieces = match.mask()["piece"]
    assert pieces is not None
    return {shape(piece).name: piece for piece in np.flatnonzero(pieces).tolist()}


def by_lot(match: TableMatch) -> int:
    return int(match.random_action(random)["piece"])


def fallen(match: TableMatch, piece: int) -> float:
    """By search: the share of hands with which the tower falls."""
    falls = 0
    for _ in range(HANDS):
        after = copy(match)
        after.seed = int(random.integers(2**32))
        give(after, piece)
        falls += not place(after)
    return falls / HANDS


# %% [markdown]
# Search looks at games by lot, and every share it finds is an example. Ridge regression, one for
# each shape.

# %%
Rows = list[tuple[NDArray[np.float64], float]]
examples: dict[str, Rows] = {}
match, searched, seed = TableMatch(2, {"draft": "random"}), 0, 0
while searched < TEACHING:
    match.restart(seed := seed + 1)
    while not match.over and searched < TEACHING:
        if isinstance(match.state.phase, Placing):
            place(match)
            continue
        if isinstance(match.state.phase, Giving) and match.state.tower:
            seen = features(match)
            for kind, piece in by_shape(match).items():
                examples.setdefault(kind, []).append((seen, fallen(match, piece)))
            searched += 1
        give(match, by_lot(match))
weights = {}
for kind, rows in examples.items():
    x, y = np.array([row for row, _ in rows]), np.array([share for _, share in rows])
    weights[kind] = np.linalg.solve(x.T @ x + np.eye(x.shape[1]), x.T @ y)
print(f"{searched} gives of {seed} games, {len(weights)} shapes of {len(NAMES)} pieces")


# %%
def learned(match: TableMatch) -> int:
    if not isinstance(match.state.phase, Giving):
        return by_lot(match)
    seen, pieces = features(match), by_shape(match)
    return pieces[
        max(pieces, key=lambda kind: float(seen @ weights.get(kind, np.zeros(len(seen)))))
    ]


def won(policies: tuple[Policy, Policy], games: range) -> tuple[float, float]:
    """The first policy's share of the wins, and of the placements of the second that fall."""
    wins = 0.0
    falls: list[bool] = []
    for game in games:
        match.restart(10_000 + game)
        first = 1 + game % 2  # the seat of the first policy
        while not match.over:
            seat = match.seat
            if isinstance(match.state.phase, Placing):
                stands = place(match)
                if seat != first:
                    falls.append(not stands)
            else:
                give(match, policies[seat != first](match))
        wins += (match.rewards[first - 1] + 1) / 2
    return wins / len(games), float(np.mean(falls or [False]))


for name, policy in {"learned": learned, "by lot": by_lot}.items():
    share, falls = won((policy, by_lot), range(MATCHES))
    print(f"{name:<8} wins {share:.0%} of {MATCHES} games; {falls:.0%} of what it gave fell")

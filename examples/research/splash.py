# %% [markdown]
# # A Splash! policy trained by search
# Where to set a piece down is continuous. Search: on a copy of the table some poses are tried, each
# by simulation, and the one after which the tower stands and its middle leans least is kept.
# Learning: a linear policy foretells that pose from how the top piece lies, for each shape. It is
# compared with setting everything down in the middle, and with random poses.
#
#     pip install "$(ls dist/*.whl)[research,physics]"
#     python examples/research/splash.py

# %%
import sys
from collections.abc import Callable
from copy import copy
from itertools import count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludothek.games.splash.pieces import NAMES, shape
from ludothek.games.splash.state import Placing
from ludothek.physics import Table
from ludothek.research.env.table_match import TableMatch

QUICK = "quick" in sys.argv
TRIES = 3 if QUICK else 12  # poses compared by search
TEACHING = 6 if QUICK else 600  # placements that are searched for
MEASURED = 4 if QUICK else 1000  # placements of each policy, at the end
REACH = 8.0  # millimetres around the middle that are tried

Pose = NDArray[np.float32]
Policy = Callable[[TableMatch], Pose]
random = np.random.default_rng(1)


def features(match: TableMatch) -> NDArray[np.float64]:
    """How far the top piece, and all of them on average, lie from the middle; in millimetres."""
    if match.saved is None:
        return np.array([1.0, 0, 0, 0, 0])
    poses = Table.load(match.saved.encode(), any_version=True).layout.poses
    places = np.array([(1000 * pose.x, 1000 * pose.y, pose.z) for pose in poses])
    top, middle = places[places[:, 2].argmax(), :2], places[:, :2].mean(axis=0)
    return np.array([1.0, *np.clip(top, -50, 50), *np.clip(middle, -50, 50)])


def acted(match: TableMatch, pose: Pose) -> bool:
    """Does it stand when the piece is set down so?"""
    tower = len(match.state.tower)
    piece = match.state.phase.piece if isinstance(match.state.phase, Placing) else 0
    match.act({"piece": piece, "face": 0, "pose": pose})
    return len(match.state.tower) > tower


def searched(match: TableMatch) -> Pose:
    """The best of some poses by simulation; the hand trembles otherwise each time."""
    tried = []
    for number in range(TRIES):
        aim = np.zeros(2) if number == 0 else random.uniform(-REACH, REACH, 2)
        pose = np.array([*aim, 0.0], np.float32)
        after = copy(match)
        after.seed = int(random.integers(2**32))
        stands = acted(after, pose)
        lean = float(np.abs(features(after)[3:]).sum())
        tried.append((not stands, lean, number, pose))
    return min(tried, key=lambda each: each[:3])[3]


def choose(match: TableMatch) -> dict[str, Any]:
    """Everything but poses is left to chance."""
    return match.random_action(random)


# %% [markdown]
# Search plays, and every pose it finds is an example. Ridge regression, one for each shape.

# %%
seen: dict[str, list[NDArray[np.float64]]] = {}
poses_by_shape: dict[str, list[Pose]] = {}
match, placed, seed = TableMatch(2, {"draft": "random"}), 0, 0
while placed < TEACHING:
    match.restart(seed := seed + 1)
    while not match.over and placed < TEACHING:
        if not isinstance(match.state.phase, Placing):
            match.act(choose(match))
            continue
        kind = shape(match.state.phase.piece).name
        pose = searched(match)
        seen.setdefault(kind, []).append(features(match))
        poses_by_shape.setdefault(kind, []).append(pose)
        acted(match, pose)
        placed += 1
weights = {
    kind: np.linalg.solve(x.T @ x + 10 * np.eye(x.shape[1]), x.T @ np.array(poses_by_shape[kind]))
    for kind, x in ((kind, np.array(rows)) for kind, rows in seen.items())
}
print(f"{placed} placements of {seed} games, {len(weights)} shapes of {len(NAMES)} pieces")


# %%
def learned(match: TableMatch) -> Pose:
    assert isinstance(match.state.phase, Placing)
    known = weights.get(shape(match.state.phase.piece).name)
    aim = np.zeros(3) if known is None else features(match) @ known
    return np.clip(aim, -REACH, REACH).astype(np.float32)


def middle(_match: TableMatch) -> Pose:
    return np.zeros(3, np.float32)


def by_lot(match: TableMatch) -> Pose:
    return np.asarray(match.random_action(random)["pose"], np.float32)


def standing(policy: Policy) -> float:
    """The share of placements after which the tower stands."""
    stood: list[bool] = []
    for seed in count(10_000):
        match.restart(seed)
        while not match.over:
            if len(stood) == MEASURED:
                return float(np.mean(stood))
            if isinstance(match.state.phase, Placing):
                stood.append(acted(match, policy(match)))
            else:
                match.act(choose(match))
    raise AssertionError


policies = {"learned": learned, "the middle": middle, "by lot": by_lot}
for name, policy in policies.items():
    print(f"{name:<12}{standing(policy):.1%} of placements stand")

"""Stepping the simulation frame by frame."""

from collections import deque
from functools import lru_cache
from typing import Any, Final

import mujoco
import numpy as np
from numpy.typing import NDArray

from ludothek.physics.simulation import scene
from ludothek.physics.simulation.geometry import Pose, Quaternion, Vector
from ludothek.physics.simulation.scene import Way
from ludothek.physics.table.errors import Unsettled
from ludothek.physics.table.layout import Layout, Touch

Rows = NDArray[np.float64]  # x, y, z, qw, qx, qy, qz of each piece

FRAMES: Final = 60  # a second
QUIET: Final = 9  # frames in which nothing leaves its place make a rest
STILL: Final = np.array([5e-5] * 3 + [1e-3] * 4)  # "its place": metres, and parts of a quaternion
LONG: Final = FRAMES  # from here on its place is wider: a high tower may hum for ever
WIDER: Final = 6 * STILL
SURE: Final = 45  # frames in which nothing tilts make a rest of what may not sleep:
UPRIGHT: Final = np.array([3e-4] * 3 + [2e-3] * 3)  # metres, and parts of what points up.
DRIFT: Final = 0.5 * UPRIGHT  # What hums rests when its mean place moves no farther in that time
LATE: Final = FRAMES // 2  # from here on what still rocks gently is calmed:
CALM: Final = 0.9  # so much of its speed is left after each frame,
GENTLE: Final = 2.0  # if nothing is faster than this: metres or radians a second
MAX_FRAMES: Final = 10 * FRAMES  # frames after which the simulation ends


class Running:
    """A layout in motion. It belongs to one thread; many may run side by side."""

    def __init__(self, layout: Layout, way: Way = "quick") -> None:
        self.frame = 0
        self._quick = way == "quick"
        self._pieces = layout.pieces
        self._model, self._data = _laid(layout, way)
        self.rows: Rows = self._data.qpos.reshape(-1, 7)
        self._heights = self.rows[:, 2]
        self._rising = self._data.qvel.reshape(-1, 6)[:, 2]
        self._weights = self._model.body_mass[1:] * -self._model.opt.gravity[2]
        self._half = self._model.opt.timestep / 2
        mujoco.mj_forward(self._model, self._data)
        self._since, self._there = 0, self._posture()
        self._past: deque[Rows] = deque(maxlen=2 * SURE)

    def advance(self) -> None:
        """Go on to the next frame."""
        self.frame += 1
        step = self._model.opt.timestep
        due = round(self.frame / FRAMES / step) - round(self._data.time / step)
        mujoco.mj_step(self._model, self._data, due)
        if not np.isfinite(self.rows).all() or self._data.warning.number.any():
            raise Unsettled("unsettled", "the simulation broke down; nothing has changed")
        now = self._posture()
        if (np.abs(now - self._there) > self._place).any():
            self._since, self._there = self.frame, now
        if not self._quick:
            self._past.append(now)
        elif self.frame >= LATE and np.abs(self._data.qvel).max() < GENTLE:
            self._data.qvel *= CALM

    def quickly(self) -> "Running":
        """The same motion, in which what rests may sleep from here on."""
        going_on = Running(self.layout)
        going_on._data.qvel[:] = self._data.qvel
        return going_on

    @property
    def rests(self) -> bool:
        """Whether all pieces sleep, or have kept their places for a while."""
        if self._quick:
            asleep = bool((self._data.tree_asleep >= 0).all())
            return asleep or self.frame - self._since >= QUIET
        return self.frame - self._since >= SURE or self._only_hums

    @property
    def over(self) -> bool:
        """Whether there is nothing left to wait for; a second look has seen enough of a fall."""
        enough = self.rests or self.frame >= MAX_FRAMES
        return enough or (not self._quick and self.spilled)

    @property
    def spilled(self) -> bool:
        """Whether a piece above the base has come down to the table."""
        pairs = self._data.contact.geom.tolist()
        return any(one == 0 and other > 1 for one, other in pairs)

    @property
    def energy(self) -> float:
        """Joules, of movement and height together.

        A step first changes the speed and then goes on with it for its whole length, so this
        speed belongs to the height half a step ago.
        """
        mujoco.mj_energyVel(self._model, self._data)
        heights = self._heights - self._rising * self._half
        return float(self._weights @ heights + self._data.energy[1])

    @property
    def _only_hums(self) -> bool:
        """Whether what may not sleep trembles about its place, and does not drift away from it."""
        if len(self._past) < 2 * SURE:
            return False
        past = np.array(self._past)
        drift = past[SURE:].mean(axis=0) - past[:SURE].mean(axis=0)
        return bool((np.abs(drift) <= DRIFT).all())

    def _posture(self) -> Rows:
        """What must not change; of what may not sleep, how it leans and not how it is turned."""
        return self.rows.copy() if self._quick else np.hstack([self.rows[:, :3], _up(self.rows)])

    @property
    def _place(self) -> NDArray[np.float64]:
        """How far that may change."""
        if not self._quick:
            return UPRIGHT
        return STILL if self.frame < LONG else WIDER

    @property
    def layout(self) -> Layout:
        """Where everything is now."""
        rows = self.rows.tolist()
        poses = tuple(Pose(x, y, z, Quaternion(*turned)) for x, y, z, *turned in rows)
        return Layout(self._pieces, poses)


def _up(rows: Rows) -> Rows:
    """Where up is, seen from each piece: a turn about the vertical axis does not change it."""
    w, x, y, z = rows[:, 3:].T
    return np.stack([2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)], axis=1)


@lru_cache(maxsize=256)  # the stability and balance tests share the result
def touches(layout: Layout) -> tuple[Touch, ...]:
    """What touches what."""
    model, data = _laid(layout)
    mujoco.mj_kinematics(model, data)
    mujoco.mj_collision(model, data)
    contact = data.contact
    points: dict[tuple[int, int], list[Vector]] = {}
    ups: dict[tuple[int, int], float] = {}
    for (one, other), frame, point in zip(
        contact.geom.tolist(), contact.frame.tolist(), contact.pos.tolist(), strict=True
    ):
        pair = min(one, other), max(one, other)
        points.setdefault(pair, []).append(tuple(point))
        ups[pair] = ups.get(pair, 0.0) + (frame[2] if one < other else -frame[2])
    return tuple(
        Touch(*pair, ups[pair] / len(where), tuple(where)) for pair, where in sorted(points.items())
    )


def _laid(layout: Layout, way: Way = "quick") -> tuple[scene.Model, Any]:
    """Model and data of a layout, before anything has been worked out."""
    model = scene.model("".join(piece[0] for piece in layout.pieces), way)
    data = mujoco.MjData(model)
    data.qpos.reshape(-1, 7)[:] = [(*pose[:3], *pose.turned) for pose in layout.poses]
    return model, data

"""The MuJoCo scene: physical settings, and one model per list of shapes.

Every setting below was measured (docs/physics.md). With MuJoCo's defaults most towers fall over.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final, Literal

import mujoco

from ludothek.physics.table.pieces import BODIES, DENSITY, FRICTION, Body

Model = Any  # mujoco.MjModel: never changed, shared by all threads
Way = Literal["quick", "awake", "untuned"]  # how to simulate; "untuned": MuJoCo's defaults

VERSION: Final = (
    7  # of the settings, the hand and the stability test; raise it when outcomes may change
)
ENGINE: Final[str] = mujoco.mj_versionString()

# "quick" lets what rests fall asleep; "awake" is for a second simulation of what might tilt slowly,
# where nothing is so fast that it needs small steps. In seconds; "quick" takes ten to a frame.
_STEPS: Final = {"quick": 1 / 600, "awake": 1 / 500}
_SLEEP: Final = {"quick": "enable", "awake": "disable"}


@lru_cache(maxsize=512)
def model(shapes: str, way: Way = "quick") -> Model:
    """The model of a table with pieces of these shapes; geom 0 is the table, geom i piece i."""
    geoms = [_box(BODIES[shape]) if way == "untuned" else _hull(shape) for shape in shapes]
    bodies = "".join(f"<body><freejoint/>{geom}</body>" for geom in geoms)
    return mujoco.MjModel.from_xml_string(
        f'<mujoco><size memory="32M"/>{_options(way)}<asset>{_meshes(shapes)}</asset>'
        f'<worldbody><geom type="plane" size="1 1 1"/>{bodies}</worldbody></mujoco>'
    )


def _options(way: Way) -> str:
    if way == "untuned":
        return f'<default><geom density="{DENSITY}"/></default>'
    return f"""
    <option timestep="{_STEPS[way]}" integrator="implicitfast" solver="Newton" cone="pyramidal"
            noslip_iterations="3" sleep_tolerance="0.001">
      <flag sleep="{_SLEEP[way]}" multiccd="enable" autoreset="disable"/>
    </option>
    <default>
      <geom density="{DENSITY}" friction="{FRICTION}" solref="0.004 1" solimp="0.95 0.99 0.0002"/>
    </default>"""


def _hull(shape: str) -> str:
    """A piece by its corners: MuJoCo's collider for two boxes loses contacts of crossed sticks."""
    return f'<geom type="mesh" mesh="{shape}"/>'


def _box(body: Body) -> str:
    if body.form != "box":
        return _hull(body.code)
    return f'<geom type="box" size="{_numbers(length / 2 for length in body.size)}"/>'


def _meshes(shapes: str) -> str:
    return "".join(
        f'<mesh name="{shape}" vertex="{_numbers(sum(BODIES[shape].vertices, ()))}"/>'
        for shape in sorted(set(shapes))
    )


def _numbers(values: Iterable[float]) -> str:
    return " ".join(map(repr, values))

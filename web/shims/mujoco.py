"""The part of MuJoCo's Python package that the table of Splash! uses, on MuJoCo's browser build.

Python runs in Pyodide there, and MuJoCo is a second wasm module beside it; `ludothek_table` is the
bridge (`web/src/local/mujoco.ts`).
"""

import ludothek_table as bridge
from numpy import ndarray


class _Options:
    def __init__(self, model):
        self.timestep = bridge.timestep(model)
        self.gravity = ndarray(bridge.gravity(model))


class MjModel:
    """A scene."""

    def __init__(self, js):
        self.js = js
        self.opt = _Options(js)

    @classmethod
    def from_xml_string(cls, xml):
        """The scene that a text describes."""
        return cls(bridge.model(xml))

    def __del__(self):
        self.js.delete()

    @property
    def body_mass(self):
        """Kilograms of each body."""
        return ndarray(bridge.view(self.js, "body_mass"), self)


class MjData:
    """A scene in motion."""

    def __init__(self, model):
        self.js = bridge.data(model.js)
        self.contact = _Contacts(self.js)
        self.warning = _Warnings(self.js)
        self._model = model  # it has to stay as long as this

    def __del__(self):
        self.js.delete()

    def __getattr__(self, name):
        if name in {"qpos", "qvel", "energy", "tree_asleep"}:
            return ndarray(bridge.view(self.js, name), self)
        raise AttributeError(name)

    def __setattr__(self, name, value):
        if name == "qvel":  # `data.qvel *= 0.9` has changed it in its place already
            return
        super().__setattr__(name, value)

    @property
    def time(self):
        """Seconds since the beginning."""
        return self.js.time


class _Contacts:
    def __init__(self, js):
        self._js = js

    @property
    def geom(self):
        """The two that touch."""
        return _Pairs(bridge.touching(self._js).to_py().tolist())

    @property
    def frame(self):
        """The normal first."""
        return ndarray(bridge.contacts(self._js, "frame", 9))

    @property
    def pos(self):
        """Where they touch."""
        return ndarray(bridge.contacts(self._js, "pos", 3))


class _Pairs:
    def __init__(self, numbers):
        self._numbers = numbers

    def tolist(self):
        """Two numbers each."""
        return list(zip(self._numbers[::2], self._numbers[1::2], strict=True))


class _Warnings:
    def __init__(self, js):
        self._js = js

    @property
    def number(self):
        """How many of each kind."""
        return ndarray(bridge.warnings(self._js))


def mj_versionString():  # noqa: N802
    """The version of the engine; outcomes of this build are not those of others."""
    return f"{bridge.version()} wasm"


def mj_step(model, data, nstep=1):
    """Go on by so many steps."""
    bridge.step(model.js, data.js, nstep)


def _runs(name):
    return lambda model, data: bridge.run(name, model.js, data.js)


mj_forward = _runs("mj_forward")
mj_kinematics = _runs("mj_kinematics")
mj_collision = _runs("mj_collision")
mj_energyVel = _runs("mj_energyVel")  # noqa: N816

"""What is said where an extra of the package is missing."""

from importlib.util import find_spec

from ludothek.games import BadSetup


def need_table() -> None:
    """Refuse to play Splash! without the extra `physics`."""
    if find_spec("mujoco") is None:
        raise BadSetup("extra", 'the simulated table needs pip install "ludothek[physics]"')

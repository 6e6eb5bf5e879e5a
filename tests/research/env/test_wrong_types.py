"""What is of the wrong type gets our sentence, in every interface, before anything is made."""

import re
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import gymnasium
import pyspiel
import pytest
from open_spiel.python.observation import make_observation

import ludothek.research.openspiel  # noqa: F401 (registers the games)
from ludothek.games import BadSetup
from ludothek.research import pettingzoo
from ludothek.research.env.match import match
from ludothek.research.gymnasium import IDS
from ludothek.research.specification import specification

Made = Callable[..., Any]


def one(game: str, **wishes: Any) -> Any:
    return gymnasium.make(IDS[game], **wishes)


def many(game: str, **wishes: Any) -> Any:
    return gymnasium.make_vec(IDS[game], num_envs=2, **wishes)


EVERYWHERE: list[Made] = [specification, match, pettingzoo.env, one, many]
AGENTS: list[Made] = [one, many]
# The module cannot be found, and whoever imports it all the same fails.
WITHOUT_MUJOCO = (
    "import sys, importlib.util as util; search = util.find_spec; sys.modules['mujoco'] = None; "
    "util.find_spec = lambda name, package=None: name != 'mujoco' and search(name, package) or None"
)
OPTIONS = "options are names with values, as in {'name': 'value'}, not "


@pytest.mark.parametrize("made", EVERYWHERE)
@pytest.mark.parametrize(
    ("wishes", "sentence"),
    [
        ({"seats": 3.0}, "NEXUS und Rabauken is played with 2, 3, 4 seats, not 3.0"),
        ({"seats": "3"}, "NEXUS und Rabauken is played with 2, 3, 4 seats, not '3'"),
        ({"seats": None}, "NEXUS und Rabauken is played with 2, 3, 4 seats, not None"),
        ({"options": ["jump"]}, f"{OPTIONS}['jump']"),
        ({"options": "jump=line"}, f"{OPTIONS}'jump=line'"),
    ],
)
def test_a_setup(made: Made, wishes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadSetup, match=re.escape(sentence)):
        made("nexus", **wishes)


@pytest.mark.parametrize("made", [match, pettingzoo.env, one])
def test_a_setup_of_splash(made: Made) -> None:
    with pytest.raises(BadSetup, match=r"Splash! is played with .* seats, not 3\.0"):
        made("splash", seats=3.0)


@pytest.mark.parametrize(
    "call",
    [
        "from ludothek.research.env.match import match; match('splash')",
        "from ludothek.research import pettingzoo; pettingzoo.env('splash')",
        "import gymnasium, ludothek.research.gymnasium; gymnasium.make('Ludothek/Splash-v1')",
        "from ludothek.research.report.plan import plan_of; plan_of('splash')",
        "from ludothek.research.arena.ladder import plan_of; plan_of('splash', 2)",
    ],
)
def test_splash_without_its_table(call: str) -> None:
    """In a program of its own, as with the extra `research` alone."""
    program = [sys.executable, "-W", "ignore", "-c", f"{WITHOUT_MUJOCO}; {call}"]
    done = subprocess.run(program, capture_output=True, text=True, check=False)
    sentence = 'the simulated table needs pip install "ludothek[physics]"'
    assert done.stderr.splitlines()[-1] == f"ludothek.games.errors.BadSetup: {sentence}"


@pytest.mark.parametrize("made", AGENTS)
@pytest.mark.parametrize(
    ("wishes", "sentence"),
    [
        ({"seat": "1"}, "seat is a number from 1 to 2, not '1'"),
        ({"seat": 1.5}, "seat is a number from 1 to 2, not 1.5"),
        ({"seat": 1.0}, "seat is a number from 1 to 2, not 1.0"),
        ({"opponent": 3}, "a function of observation and mask, not 3"),
        ({"opponent": None}, "a function of observation and mask, not None"),
        ({"max_decisions": 0}, "max_decisions is a number from 1 on, not 0"),
        ({"max_decisions": 9.5}, "max_decisions is a number from 1 on, not 9.5"),
    ],
)
def test_an_agent(made: Made, wishes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadSetup, match=re.escape(sentence)):
        made("robotory", **wishes)


def test_an_opponent_of_splash() -> None:
    with pytest.raises(BadSetup, match="a function of observation and mask, not 3"):
        one("splash", opponent=3)


def test_a_limit_of_decisions_of_pettingzoo() -> None:
    made: Made = pettingzoo.env
    with pytest.raises(BadSetup, match="max_decisions is a number from 1 on, not '9'"):
        made("nexus", max_decisions="9")


@pytest.mark.parametrize("wanted", [None, pyspiel.IIGObservationType(perfect_recall=True)])
def test_parameters_of_observations_of_openspiel(wanted: Any) -> None:
    game = pyspiel.load_game("ludothek_robotory")
    with pytest.raises(pyspiel.SpielError, match="observations have no parameters here, not"):
        make_observation(game, wanted, params={"x": 1})


def test_a_limit_of_decisions_of_openspiel() -> None:
    with pytest.raises(pyspiel.SpielError, match="max_decisions is a number from 0 on, not -1"):
        pyspiel.load_game("ludothek_nexus(max_decisions=-1)")

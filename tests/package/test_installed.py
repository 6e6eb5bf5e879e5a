"""The package, installed with its extras into an empty environment: what people do works."""

from collections.abc import Callable
from pathlib import Path

import pytest

import ludothek
from tests.package import user_actions
from tests.package.environments import ROOT, Environment, install

# A test process may have threads of its own; nothing but the new program runs after the fork.
pytestmark = pytest.mark.filterwarnings("ignore:.*forkpty.*:DeprecationWarning")

Action = Callable[[Environment], None]
ACTIONS = (
    *(
        user_actions.host,
        user_actions.write_a_site,
        user_actions.play,
        user_actions.type_a_move,
        user_actions.speak,
    ),
    *(user_actions.analyse, user_actions.report, user_actions.place),
)


def test_the_version_is_told(environment: Environment) -> None:
    assert environment.run("ludothek", "--version") == f"ludothek {ludothek.__version__}\n"


@pytest.mark.parametrize("action", ACTIONS)
def test_it_works_with_what_is_locked(environment: Environment, action: Action) -> None:
    action(environment)


def test_the_lines_of_the_readme_run_from_the_wheel(wheel: Path, tmp_path: Path) -> None:
    """As it says: the wheel with the extra `research`, and nothing of the checkout."""
    locked = ("--constraint", ROOT / "requirements" / "dev.txt")
    environment = install(wheel, tmp_path / "environment", *locked, extras="research")
    environment.run("python", "-m", "doctest", str(ROOT / "README.md"))


@pytest.mark.full
@pytest.mark.parametrize("resolution", ["highest", "lowest-direct"])
def test_it_works_with_the_newest_and_the_oldest_of_what_it_needs(
    released: Path, tmp_path: Path, resolution: str
) -> None:
    environment = install(released, tmp_path / "environment", "--resolution", resolution)
    for action in ACTIONS:
        action(environment)


@pytest.mark.full
def test_the_suites_for_learners_pass_with_the_newest_releases(
    released: Path, tmp_path: Path
) -> None:
    """PettingZoo's, Gymnasium's and OpenSpiel's own, from outside the checkout's environment.

    For every game, seat count and option; Stable-Baselines3 is tried in the checkout's environment.
    """
    folder = tmp_path / "environment"
    newest = ("--resolution", "highest")
    environment = install(released, folder, *newest, extras="physics,research,testing")
    tests = str(ROOT / "tests" / "research" / "env")
    quietly = ("-q", "-p", "no:cacheprovider", "-W", "ignore", f"--rootdir={ROOT}")
    everything = ("-m", "full or not full", "-k", "not ppo_with_masks")
    run = ("python", "-m", "pytest", *quietly, *everything, tests)
    output = environment.run(*run, PYTHONPATH=str(ROOT))
    assert " passed" in output
    assert "failed" not in output

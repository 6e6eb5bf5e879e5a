"""The guided first games: a task can be solved, can be missed, and is told in every language."""

from random import Random
from typing import Any

import pytest

from ludothek.games import load
from ludothek.physics import Table, Tremor
from tests.content.content import GAMES, LANGUAGES, read, rings_in, tasks
from tests.content.lessons import Attempt, Step, attempt, reached
from tests.content.messages import flaws

TASKS = [(game, task["id"]) for game in GAMES for task in tasks(game)]
ATTEMPTS = 25

every_task = pytest.mark.parametrize(("game", "name"), TASKS)
every_game = pytest.mark.parametrize("game", GAMES)
every_building = pytest.mark.parametrize(
    "name", [task["id"] for task in tasks("splash") if "table" in task]
)


def task_of(game: str, name: str) -> dict[str, Any]:
    return next(task for task in tasks(game) if task["id"] == name)


def some_step(trying: Attempt, random: Random) -> Step:
    """Any legal decision, or any placement."""
    if "table" not in trying.task:
        return random.choice(trying.game.legal_texts(trying.state))
    x, y = random.uniform(-8, 8), random.uniform(-8, 8)
    face = random.choice(["flat", "edge", "lying", "standing"])
    return {"place": {"face": face, "yaw": 0, "x": x, "y": y}}


def tried(game: str, task: dict[str, Any], seed: int) -> Attempt:
    """An attempt that does anything."""
    random, trying = Random(seed), attempt(game, task)
    while not trying.over:
        trying.do(some_step(trying, random))
    return trying


@every_game
def test_a_lesson_has_six_to_ten_tasks_with_names_of_their_own(game: str) -> None:
    names = [task["id"] for task in tasks(game)]
    assert 6 <= len(names) <= 10
    assert len(set(names)) == len(names)


@every_task
def test_a_task_is_made_of_known_parts(game: str, name: str) -> None:
    parts = set(task_of(game, name))
    needed = {"goal", "id", "position", "rule", "seat", "solution"}
    assert needed <= parts <= needed | {"replies", "table"}


@every_task
def test_a_task_starts_with_a_decision_of_the_learner_and_unsolved(game: str, name: str) -> None:
    trying = attempt(game, task_of(game, name))
    assert trying.game.to_move(trying.state) == trying.task["seat"]
    assert not trying.solved
    assert not trying.over


@every_task
def test_a_task_is_solved_by_its_solution_and_not_before(game: str, name: str) -> None:
    task = task_of(game, name)
    *before, last = task["solution"]
    trying = attempt(game, task, before)
    assert not trying.over
    trying.do(last)
    assert trying.solved


@every_task
def test_a_task_can_be_missed(game: str, name: str) -> None:
    task = task_of(game, name)
    assert not all(tried(game, task, seed).solved for seed in range(ATTEMPTS))


@every_building
def test_a_table_to_build_on_holds_the_tower_of_the_position(name: str) -> None:
    task, game = task_of("splash", name), load("splash")
    board: Any = game.view(game.parse_position(task["position"]))["board"]
    assert [spot["piece"] for spot in task["table"]] == board["tower"]
    assert all(set(spot) == {"face", "piece", "x", "y", "yaw"} for spot in task["table"])
    assert board["phase"]["name"] == "place"


@every_building
@pytest.mark.parametrize("seed", range(5))
def test_a_solution_stands_on_the_simulated_table(name: str, seed: int) -> None:
    task = task_of("splash", name)
    state = load("splash").parse_position(task["position"])
    table = Table(seed, state.setup["hand"])
    assert all(table.place(**spot, tremor=Tremor()).stands for spot in task["table"])
    ((_, spot),) = task["solution"][0].items()
    view: Any = load("splash").view(state)
    assert table.place(view["board"]["hand"]["piece"], **spot).stands


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_task_is_told_in_every_language(language: str, game: str) -> None:
    lesson_texts = read(f"lessons/{language}/{game}")
    assert list(lesson_texts) == sorted(task["id"] for task in tasks(game))
    for texts in lesson_texts.values():
        assert set(texts) == {"done", "hint", "task", "title"}
        assert not [flaw for text in texts.values() for flaw in flaws(text)]


@every_game
@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_no_text_is_left_in_english(language: str, game: str) -> None:
    english = read(f"lessons/en/{game}")
    for name, texts in read(f"lessons/{language}/{game}").items():
        assert not [text for key, text in texts.items() if text == english[name][key]], name


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_ring_that_a_text_names_is_on_the_board_and_named_by_the_task(language: str) -> None:
    """The page marks the rings that the task names."""
    for name, texts in read(f"lessons/{language}/nexus").items():
        task = task_of("nexus", name)
        rings = rings_in(task["position"].replace(";", " "))
        named = rings_in(texts["task"])
        assert named <= rings, name
        assert rings_in(texts["hint"]) | rings_in(texts["done"]) <= named, name
        assert named == rings_in(read("lessons/en/nexus")[name]["task"]), name


def test_a_goal_of_another_kind_is_refused() -> None:
    trying = attempt("splash", tasks("splash")[0])
    with pytest.raises(ValueError, match="no goal is called 'luck'"):
        reached({"luck": True}, trying)


def test_any_of_several_goals_is_enough() -> None:
    task = task_of("robotory", "come-home")
    trying = attempt("robotory", task, task["solution"])
    impossible = {"board": {"path": ["at_home", 0], "at_most": 0}}
    assert not reached(impossible, trying)
    assert reached({"any": [impossible, task["goal"]]}, trying)

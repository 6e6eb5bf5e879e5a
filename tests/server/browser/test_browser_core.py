"""The core as wasm decides as the compiled one does: same jobs, same answers, to the last bit.

Jobs are those of the server's worker processes. Answers of the native core come from this process,
those of the other one from Node, which runs the page's own modules.
"""

import json
from random import Random
from typing import Any

import pytest

from ludothek.engine.players.levels import last_of
from ludothek.games import load
from ludothek.games.protocol import LEVEL_SCALE
from ludothek.server.compute import worker_tasks
from ludothek.server.match.config import Plan
from tests.server.browser.pack import Pack, npm

GAMES = ("repulso", "robotory", "nexus")
ENDLESS = 600.0  # seconds: nodes are the limit


def positions(name: str, number: int) -> list[tuple[Plan, tuple[str, ...]]]:
    """Positions anywhere in random games, with any options and number of seats."""
    game, random = load(name), Random(f"{name} {number}")
    made: list[tuple[Plan, tuple[str, ...]]] = []
    while len(made) < number:
        options = {option.name: random.choice(option.values) for option in game.options}
        setup = game.setup(random.choice(game.seat_counts), options)
        state, texts = game.start(setup), []
        for _ in range(random.randrange(80)):
            move = random.choice(game.legal_moves(state))
            if game.outcome(after := game.apply(state, move)):
                break
            state = after
            texts.append(str(move))
        plan = Plan(name, game.version, setup.seats, tuple(options.items()), scale=LEVEL_SCALE)
        made.append((plan, tuple(texts)))
    return made


def jobs(name: str, number: int) -> list[str]:
    """One for each position, in turns: a decision of a level, an analysis by the network."""
    lines: list[str] = []
    for seed, (plan, texts) in enumerate(positions(name, number)):
        lines.append(
            worker_tasks.choose_job(plan, texts, seed // 2 % (last_of(name) - 1) + 1, ENDLESS, seed)
            if seed % 2
            else worker_tasks.evaluate_job(plan, texts, seed % 6 + 1, ENDLESS)
        )
    return lines


def native(job: str) -> Any:
    return json.loads(worker_tasks.work(job, lambda _: None, lambda: False))


def in_node(pack: Pack, texts: list[str]) -> list[dict[str, Any]]:
    lines = npm("compute", str(pack.folder), lines="\n".join(texts))
    return [json.loads(line) for line in lines.splitlines()]


def same_answers(pack: Pack, texts: list[str]) -> None:
    answers = [json.loads(each["answer"]) for each in in_node(pack, texts)]
    assert answers == [native(job) for job in texts]
    assert not any("refused" in answer for answer in answers)


@pytest.mark.parametrize("game", GAMES)
def test_decisions_and_analyses_are_those_of_the_native_core(packed: Pack, game: str) -> None:
    same_answers(packed, jobs(game, 20))


@pytest.mark.full
@pytest.mark.parametrize("game", GAMES)
def test_all_of_many_decisions_are_those_of_the_native_core(packed: Pack, game: str) -> None:
    same_answers(packed, jobs(game, 400))


@pytest.mark.parametrize("game", GAMES)
def test_a_review_is_that_of_the_native_core(packed: Pack, game: str) -> None:
    (plan, texts), *_ = [at for at in positions(game, 20) if len(at[1]) > 3]
    same_answers(
        packed,
        [
            worker_tasks.review_job(plan, texts, 5, (ENDLESS, 0.0), len(texts) - back, None)
            for back in range(1, 4)
        ],
    )


def test_what_the_rules_refuse_and_what_makes_no_sense_is_said(packed: Pack) -> None:
    plan = Plan("robotory", load("robotory").version, 2, (("end", "pass"),))
    strange = worker_tasks.choose_job(plan, ("x@z9",), 3, ENDLESS, 1)
    refused, senseless, unknown = in_node(packed, [strange, "?", '{"do": "sing"}'])
    assert json.loads(refused["answer"]) == native(strange)
    assert "Expecting value" in senseless["failed"]
    assert "no job for a worker: KeyError('sing')" in unknown["failed"]
    assert "\n" not in senseless["failed"] + unknown["failed"]

"""The player in a worker process."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from ludothek.games.errors import LudothekError
from ludothek.games.splash import SPLASH
from ludothek.games.splash.state import State
from ludothek.physics import Spot, check
from ludothek.physics.player import self_play_jobs
from ludothek.physics.player.jobs import question, think
from ludothek.workers import JobFailed, Pool
from tests.games.splash.tables import after, at, texts
from tests.physics.player.tables import built
from tests.physics.towers import STILL

GIVING = at("Pr.Lr", "Lg.Sr.So,Lb.Sg.Pg", "give:1")
PLACING = at("Pr.Lr", "Lg.So,Lb.Sg.Pg", "place:1>2:Sr")


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    with Pool(think, size=1) as pool:
        yield pool


def job_of(state: State, level: int, **more: object) -> str:
    saved = built(state).save().decode() if state.tower else None
    job = json.loads(question(SPLASH.format_position(state), saved, level, seed=5))
    return json.dumps({**job, **more})


def answer(job: str) -> Any:
    return json.loads(think(job, lambda _: None, lambda: False))


def test_a_worker_decides(pool: Pool) -> None:
    reply = json.loads(pool.submit(job_of(GIVING, 3), seconds=60).result())
    assert reply["decision"] in texts(GIVING)


def test_a_worker_finds_a_spot(pool: Pool) -> None:
    reply = json.loads(pool.submit(job_of(PLACING, 4), seconds=60).result())
    check(built(PLACING).layout, Spot(**reply["spot"]))
    assert reply["spot"]["piece"] == "Sr"


def test_told_to_stop_it_answers_with_what_it_has(pool: Pool) -> None:
    """An hour of thinking was allowed, and nobody waits that long."""
    gamble = at("Pr.Lr.Sr", "Lg.So,Lb.Sg.Pg", "place:1>2:Tr")
    job = job_of(gamble, 5, seconds=3600, simulations=None)
    reply = json.loads(pool.submit(job, seconds=0).result())
    check(built(gamble).layout, Spot(**reply["spot"]))


def test_before_the_base_lies_there_is_no_table() -> None:
    start = SPLASH.initial(3)
    assert answer(job_of(start, 3))["decision"] in texts(start)


def test_fallen_pieces_are_sorted_out_as_the_rules_have_it() -> None:
    """The saved table still shows the fall; the rules have chosen the tower since."""
    before = at("Pr.Lr", "Lg.So,Lb.Sg.Pg", "place:1>2:Sr")
    table = built(before)
    fell = table.place("Sr", "flat", x=10, tremor=STILL)
    now = after(before, fell.decision, "give:Lb")
    job = question(SPLASH.format_position(now), table.save().decode(), level=3, seed=5)
    check(built(now).layout, Spot(**answer(job)["spot"]))


def test_options_travel_with_the_position() -> None:
    """p1 helps p3 to win only where they are partners."""
    stocks = "Lb.So.Tb,Lg.Sp.Tp,Po,Lo.Sy.Ob"
    alone = at("Pr.Pg", stocks, "give:1")
    team = at("Pr.Pg", stocks, "give:1", options="teams=pairs")
    assert answer(job_of(alone, 3))["decision"] != "give:Po<3"
    assert answer(job_of(team, 3))["decision"] == "give:Po<3"


def test_a_level_above_the_last_plays_like_the_last() -> None:
    assert answer(job_of(GIVING, 8, simulations=4))["decision"] in texts(GIVING)


def test_seconds_concern_the_last_level_only() -> None:
    """A level that is limited by tries decides the same however long it may take."""
    assert answer(job_of(PLACING, 4, seconds=0)) == answer(job_of(PLACING, 4, seconds=60))


@pytest.mark.parametrize(
    ("more", "code"),
    [({"table": "{}"}, "table"), ({"position": "x"}, "position")],
)
def test_what_cannot_be_answered_is_refused(more: dict[str, object], code: str) -> None:
    with pytest.raises(LudothekError) as refused:
        answer(job_of(GIVING, 3, **more))
    assert refused.value.code == code


@pytest.mark.parametrize(
    "job",
    [
        "{",
        "{}",
        "[]",
        "null",
        '{"level": "x"}',
        job_of(GIVING, 3, table=7),
        job_of(GIVING, 3, position=None),
        job_of(GIVING, 5, seconds="soon"),
        job_of(GIVING, 5, seconds=float("nan")),
        job_of(GIVING, 5, simulations=-1),
    ],
)
def test_a_job_that_makes_no_sense_fails(job: str) -> None:
    with pytest.raises(ValueError, match=r"no job|Expecting"):
        think(job, lambda _: None, lambda: False)


def test_a_whole_game_is_a_job_as_well() -> None:
    job = {"seats": 2, "options": {"hand": "shaky"}, "levels": [2, 1], "seconds": 1, "seed": 4}
    with Pool(self_play_jobs.play, size=1) as pool:
        reply = json.loads(pool.submit(json.dumps(job), seconds=60).result())
        assert reply["levels"] == [2, 1]
        assert reply["winners"] in ([1], [2])
        assert len(reply["longest"]) == 2
        assert reply["moves"].startswith("take:")
        ticket = pool.submit(json.dumps(job), seconds=0)
        with pytest.raises(JobFailed, match="not played to its end"):
            ticket.result()

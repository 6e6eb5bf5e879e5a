"""The table in a worker process."""

import json
from collections.abc import Iterator

import pytest

from ludothek.games.errors import LudothekError
from ludothek.physics import Table
from ludothek.physics.worker import Answer, answer, work
from ludothek.workers import JobFailed, Pool


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    with Pool(work, size=1) as pool:
        yield pool


def ask(pool: Pool, **job: object) -> Answer:
    return answer(pool.submit(json.dumps(job), seconds=30).result())


def test_a_tower_is_built_job_by_job(pool: Pool) -> None:
    table = ask(pool, do="new", seed=7, hand="steady")["table"]
    here = Table(7, "steady")
    for piece in ("Pr", "Lr", "Sr"):
        there = ask(pool, do="place", table=table, piece=piece, face="flat", x=1)
        assert there["result"]["decision"] == here.place(piece, "flat", x=1).decision == "stands"
        table = there["table"]
    assert table == here.save().decode()
    assert set(there["shown"]["poses"]) == {"Pr", "Lr", "Sr"}


def test_a_fall_and_the_stack_that_stays(pool: Pool) -> None:
    table = ask(pool, do="new", seed=7, hand="steady")["table"]
    table = ask(pool, do="place", table=table, piece="Pr", face="flat")["table"]
    fall = ask(pool, do="place", table=table, piece="Lr", face="flat", x=12)
    assert fall["result"]["decision"] == "falls:Lr|Pr"
    assert fall["shown"]["fallen"] == [["Lr"], ["Pr"]]
    kept = ask(pool, do="keep", table=fall["table"], piece="Pr")
    assert set(kept["shown"]["poses"]) == {"Pr"}


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"piece": "Zz"}, "piece-unknown"),
        ({"face": "edge"}, "face-unknown"),
        ({"x": "left"}, "not-finite"),
        ({"table": "{}"}, "table"),
    ],
)
def test_a_refusal_comes_back_with_its_code(pool: Pool, more: dict[str, object], code: str) -> None:
    table = Table(7).save().decode()
    job = {"do": "place", "table": table, "piece": "Lr", "face": "flat"}
    with pytest.raises(LudothekError) as refused:
        ask(pool, **job | more)
    assert refused.value.code == code


def test_a_placement_past_its_deadline_is_given_up_and_the_next_one_is_not() -> None:
    job = {"do": "place", "table": Table(7).save().decode(), "piece": "Lr", "face": "flat"}
    with Pool(work, size=1, grace=0.0) as hasty:
        with pytest.raises(JobFailed, match="did not stop in time"):
            hasty.submit(json.dumps(job), seconds=0).result()
        assert ask(hasty, **job)["result"]["decision"] == "stands"


def test_a_placement_nobody_waits_for_can_be_cancelled(pool: Pool) -> None:
    table = Table(7).save().decode()
    job = json.dumps({"do": "place", "table": table, "piece": "Lr", "face": "flat"})
    tickets = [pool.submit(job, seconds=30) for _ in range(4)]
    tickets[-1].cancel()
    assert tickets[-1].future.cancelled()
    assert all(answer(ticket.result())["result"]["stands"] for ticket in tickets[:-1])


def test_a_job_that_makes_no_sense_fails_alone() -> None:
    for job in ("{", "{}", '{"do": "place"}', "[]"):
        with pytest.raises(ValueError, match=r"job|Expecting"):
            work(job, lambda _: None, lambda: False)

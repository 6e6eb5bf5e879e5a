"""The table in a worker process, as the server uses it."""

import json
from collections.abc import Iterator
from typing import Any

import pytest

from ludothek.games.splash import SPLASH
from ludothek.physics import Table
from ludothek.server.compute.worker_tasks import work
from ludothek.workers import JobFailed, Pool
from tests.games.splash.tables import after, at
from tests.physics.player.tables import built

PLACING = at("Pr.Lr", "Lg.So,Lb.Sg.Pg", "place:1>2:Sr", options="hand=steady")
MIDDLE = {"face": "flat", "yaw": 0.0, "x": 0.0, "y": 0.0}


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    with Pool(work, size=1, grace=60) as pool:
        yield pool


def job(**more: object) -> dict[str, Any]:
    """The job to set a small cube down on a large one."""
    about = {
        "game": "splash",
        "rules": SPLASH.version,
        "seats": 2,
        "options": {"hand": "steady"},
        "start": SPLASH.format_position(PLACING),
        "moves": (),
    }
    saved = built(PLACING).save().decode()
    sent = {"do": "place", "about": about, "saved": saved, "spot": MIDDLE, "seed": 7}
    return {**sent, "anyhow": False, **more}


def ask(pool: Pool, sent: object, seconds: float = 60) -> Any:
    return json.loads(pool.submit(json.dumps(sent), seconds).result())


def test_a_placement_is_the_same_there_as_here(pool: Pool) -> None:
    answer = ask(pool, job())
    here = Table.load(job()["saved"].encode())
    here.seed, here.hand = 7, Table(7, "steady").hand
    assert answer["decision"] == here.place("Sr", "flat").decision == "stands"
    assert answer["saved"] == here.save().decode()


def test_after_a_fall_the_stack_stays_that_the_rules_call_the_tower(pool: Pool) -> None:
    answer = ask(pool, job(spot={**MIDDLE, "x": 10.0}))
    assert answer["decision"] == "falls:Sr|Pr.Lr^"
    now = SPLASH.format_position(after(PLACING, answer["decision"], "give:Lb"))
    sent = job(do="show", saved=answer["saved"])
    sent["about"]["start"] = now
    shown = ask(pool, sent)
    assert set(shown["poses"]) == set(shown["tower"]) == {"Pr", "Lr"}


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"spot": {**MIDDLE, "face": "edge"}}, "face-unknown"),
        ({"spot": {**MIDDLE, "face": None}}, "face-unknown"),
        ({"spot": {**MIDDLE, "x": "left"}}, "not-finite"),
        ({"spot": {**MIDDLE, "y": 10**400}}, "not-finite"),
        ({"spot": {**MIDDLE, "yaw": True}}, "not-finite"),
        ({"saved": "{}"}, "table"),
        ({"saved": "[" * 100_000}, "table"),
        ({"seed": 7.5}, "seed"),
    ],
)
def test_a_refusal_comes_back_with_its_code(more: dict[str, object], code: str) -> None:
    answer = work(json.dumps(job(**more)), lambda _: None, lambda: False)
    assert json.loads(answer)["refused"]["code"] == code


@pytest.mark.parametrize(
    "sent",
    [
        None,
        [],
        7,
        {},
        {"do": "fly"},
        {"do": ["place"]},
        {"do": "place"},
        job(about=None),
        job(saved=7),
        job(spot=3),
        job(spot={"z": 1}),
        {"do": "trial", "position": None, "tower": [], "spot": None, "seed": 1},
        {"do": "trial", "position": SPLASH.format_position(PLACING), "tower": 5, "seed": 1},
    ],
)
def test_a_job_that_makes_no_sense_fails(sent: object) -> None:
    with pytest.raises(ValueError, match="no job"):
        work(json.dumps(sent), lambda _: None, lambda: False)


def test_the_worker_survives_a_job_that_makes_no_sense(pool: Pool) -> None:
    for text in ("{", "null", json.dumps(job(saved=7))):
        with pytest.raises(JobFailed, match=r"no job|Expecting"):
            pool.submit(text, 60).result()
    assert ask(pool, job())["decision"] == "stands"


def test_a_placement_past_its_deadline_stops_and_the_worker_goes_on(pool: Pool) -> None:
    refused = ask(pool, job(), seconds=0)["refused"]
    assert refused["code"] == "stopped"
    assert "nothing has changed" in refused["message"]
    assert ask(pool, job())["decision"] == "stands"


def test_a_worker_that_does_not_stop_in_time_is_replaced() -> None:
    with Pool(work, size=1, grace=0.0) as hasty:
        with pytest.raises(JobFailed, match="did not stop in time"):
            ask(hasty, job(), seconds=0)
        assert ask(hasty, job())["decision"] == "stands"


def test_a_placement_nobody_waits_for_can_be_cancelled(pool: Pool) -> None:
    tickets = [pool.submit(json.dumps(job()), 60) for _ in range(4)]
    tickets[-1].cancel()
    assert tickets[-1].future.cancelled()
    assert all(json.loads(ticket.result())["decision"] == "stands" for ticket in tickets[:-1])

"""Searches as text jobs, also in real worker processes."""

import json
from collections.abc import Iterator
from threading import Event
from typing import Any

import pytest

from ludothek.engine.jobs import guess, think
from ludothek.games import LudothekError, load, names
from ludothek.workers import JobFailed, Pool

PATIENCE = 120  # seconds to wait for anything, on a machine that has other things to do
ROBOTORY = load("robotory")
WINNING = "R3/5/6/2Ww1/3B p1 w0b2,w2b2 w2b10 -"
SETUPS = [
    pytest.param(name, seats, id=f"{name}-{seats}")
    for name in names()
    for seats in load(name).seat_counts
]


def job(**fields: Any) -> str:
    return json.dumps({"game": "robotory", "level": 2, "seed": 1, **fields})


def answer(text: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(think(text, lambda _: None, lambda: False))
    return answer


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    with Pool(think, size=1, fallback=guess) as pool:
        yield pool


@pytest.mark.parametrize(("name", "seats"), SETUPS)
def test_a_move_is_decided_in_every_game(name: str, seats: int) -> None:
    reply = answer(job(game=name, seats=seats, seconds=0.1))
    game = load(name)
    assert reply["move"] in game.legal_texts(game.initial(seats))


@pytest.mark.parametrize(("name", "seats"), SETUPS)
def test_every_game_is_analysed(name: str, seats: int) -> None:
    reply = answer(job(game=name, seats=seats, seconds=0.1, want="analysis", level=8))
    game = load(name)
    assert reply["seat"] == 1
    assert len(reply["values"]) == seats
    assert sum(reply["values"]) == pytest.approx(1, abs=0.01)
    assert reply["lines"][0]["moves"][0] in game.legal_texts(game.initial(seats))


def test_a_position_and_the_moves_that_lead_there_are_the_same() -> None:
    state = ROBOTORY.play(ROBOTORY.initial(), "w@a1")
    by_moves = answer(job(moves=["w@a1"]))
    assert by_moves["move"] == answer(job(position=ROBOTORY.format_position(state)))["move"]


def test_a_game_can_start_anywhere() -> None:
    reply = answer(job(start=WINNING, moves=["b@a2", "w@a3"], level=13, seconds=0.2))
    assert reply["move"] == "+w2b1"


def test_a_long_game_is_followed_to_its_end() -> None:
    game = load("repulso")
    state, moves = game.initial(), list[str]()
    while len(legal := game.legal_texts(state)) > 1 and len(moves) < 36:
        moves.append(legal[len(moves) % len(legal)])
        state = game.play(state, moves[-1])
        if len(moves) % 7 == 0:
            assert answer(job(game="repulso", moves=moves))["move"] in game.legal_texts(state)


def test_options_count() -> None:
    empty = "4/2W2/3B2/2R2/4 p1 w2b2,w2b2 w10b0 -"
    assert answer(job(start=empty, options={"end": "all"}))["move"]
    with pytest.raises(LudothekError, match="the game is over: there is nothing to decide"):
        answer(job(start=empty))


def test_the_same_seed_gives_the_same_answer() -> None:
    assert answer(job(level=3))["move"] == answer(job(level=3))["move"]
    moves = {answer(job(level=1, seed=seed))["move"] for seed in range(30)}
    assert len(moves) > 1


def test_a_move_comes_with_what_was_found() -> None:
    reports: list[str] = []
    reply = json.loads(think(job(level=4), reports.append, lambda: False))
    assert json.loads(reports[-1]) == reply["info"]
    assert set(reply["info"]) == {"nodes", "depth", "seconds", "score", "line"}
    assert answer(job(level=1))["info"] is None


def test_an_analysis_says_what_is_certain() -> None:
    reply = answer(job(position=WINNING, want="analysis", lines=2, level=8))
    assert reply["proof"] == ["win", 1]
    assert reply["values"] == [1, 0]
    assert len(reply["lines"]) <= 2  # a win in one needs no other line
    assert reply["lines"][0]["moves"] == ["+w2b0"]
    assert reply["lines"][0]["proof"] == ["win", 1]


def review_job(ply: int, behind: dict[str, Any] | None = None, slice_: float = 0) -> str:
    game = {"seats": 2, "options": {}, "start": WINNING, "moves": ["+w1b1", "b@a2"]}
    asking = {"want": "review", "ply": ply, "behind": behind, "slice": slice_, "seconds": 60}
    return job(**game, **asking, level=5)


def test_a_review_goes_from_the_last_position_back_slice_by_slice() -> None:
    last, second, first = reviews = answer(review_job(2, slice_=60))["reviewed"]
    assert [each["ply"] for each in reviews] == [2, 1, 0]
    assert [each["seat"] for each in reviews] == [1, 2, 1]
    assert (last["verdict"], last["loss"]) == ("", 0)
    assert first["proof"] == ["win", 1]
    assert first["line"] == ["+w2b0"]
    (again,) = answer(review_job(1, last))["reviewed"]
    assert again["ply"] == second["ply"]
    (thrown,) = answer(review_job(0, {**second, "values": [0, 1], "proof": ["win", 1]}))["reviewed"]
    assert (thrown["verdict"], thrown["loss"]) == ("win-thrown", 1)


def test_a_review_begins_where_there_is_something_to_decide() -> None:
    with pytest.raises(LudothekError, match="there is nothing to decide at ply 3"):
        answer(review_job(3))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("{", "a job is written in JSON"),
        ("[]", "a job is a JSON object that names its game"),
        ("{}", "a job is a JSON object that names its game"),
        (job(colour="red"), "a job cannot be read: colour is 'red'"),
        (job(level="5"), "a job cannot be read: level is '5'"),
        (job(level=True), "a job cannot be read: level is True"),
        (job(level=14), "a level is a number from 1 to 13, not 14"),
        (job(level=9, scale=1), "a level is a number from 1 to 8, not 9"),
        (job(level=9, want="analysis"), "a level is a number from 1 to 8, not 9"),
        (job(want="tea"), "a job wants a move, an analysis or a review, not 'tea'"),
        (job(game="chess"), "no game is named 'chess'"),
        (job(seats=5), "Robotory is played with 2 seats, not 5"),
        (job(moves=["w@a9"]), "'w@a9' is no decision of Robotory"),
        (job(moves=["w@a1", "w@a1"]), "a disc lies on a1"),
        (job(position="here"), "no position of Robotory"),
    ],
)
def test_a_job_that_makes_no_sense_is_refused(text: str, sentence: str) -> None:
    for work in (lambda: answer(text), lambda: guess(text)):
        with pytest.raises(LudothekError, match="^" + sentence):
            work()


@pytest.mark.parametrize(("name", "seats"), SETUPS)
def test_a_guess_is_legal(name: str, seats: int) -> None:
    game = load(name)
    answer = json.loads(guess(job(game=name, seats=seats, level=8)))
    assert answer["move"] in game.legal_texts(game.initial(seats))
    unknown = json.loads(guess(job(game=name, seats=seats, want="analysis")))
    assert unknown["values"] == [1 / seats] * seats
    assert unknown["lines"] == []


def test_a_worker_answers(pool: Pool) -> None:
    reports: list[str] = []
    ticket = pool.submit(job(level=13, seconds=0.4), 5, report=reports.append)
    assert json.loads(ticket.result(PATIENCE))["move"] in ROBOTORY.legal_texts(ROBOTORY.initial())
    assert len(reports) >= 2
    assert all(json.loads(line)["nodes"] for line in reports)


@pytest.mark.parametrize("want", ["move", "analysis"])
@pytest.mark.parametrize("game", ["robotory", "splash"])
def test_a_worker_answers_at_its_deadline_with_what_it_has(
    pool: Pool, game: str, want: str
) -> None:
    ticket = pool.submit(job(game=game, seconds=10 * PATIENCE, want=want), 0.2)
    assert json.loads(ticket.result(PATIENCE))


def test_a_worker_that_is_not_wanted_any_more_answers_soon(pool: Pool) -> None:
    begun, seconds = Event(), 10 * PATIENCE
    ticket = pool.submit(job(level=13, seconds=seconds), seconds, report=lambda _: begun.set())
    assert begun.wait(PATIENCE)
    ticket.cancel()
    assert json.loads(ticket.result(PATIENCE))["move"]


def test_a_position_after_which_a_seat_can_only_leap_is_thought_about_like_any_other() -> None:
    scattered = (
        "-5,-1;-4,-2;-4,-1;-3,-4;-3,-3;-3,-2:02;-2,-5:02;-2,-4:01;-2,-3;-1,-4:01;-1,2:30;0,-1;"
        "0,0:13;0,3:10;1,1:10;4,-1:30 p2 1,2 12 ee oo1 rings:-1,0;-1,3;0,1;0,2+1| 109"
    )
    with Pool(think, size=1) as bare:
        ticket = bare.submit(job(game="nexus", position=scattered, level=7), PATIENCE)
        assert json.loads(ticket.result(PATIENCE))["move"].startswith("+")


def test_nonsense_is_told_to_whoever_asked(pool: Pool) -> None:
    with pytest.raises(LudothekError, match="no game is named 'chess'"):
        pool.submit(job(game="chess"), 5).result(PATIENCE)
    with Pool(think, size=1) as bare, pytest.raises(JobFailed, match="no game is named 'chess'"):
        bare.submit(job(game="chess"), 5).result(PATIENCE)

"""Search with the core: evaluators, solver, threads, stopping, and what cannot be asked."""

from collections.abc import Callable
from math import inf, nan
from random import Random
from threading import Event, Thread, Timer
from typing import Any, Literal, cast

import numpy as np
import pytest
from numpy.typing import NDArray

from ludothek.engine import GAMES, Analysis, Limits, Play, Searcher, Stop, core, search
from ludothek.engine.batch import Batch
from ludothek.engine.search import Callback, Proof
from ludothek.games import AnyGame, BadSetup, load

Array = NDArray[Any]

REPULSO = load("repulso")
PATIENCE = 60.0  # seconds, where a search is stopped otherwise
MUCH = 0.75  # a value as an evaluator may give it
# Taking both white discs ends the game: p1 has two robots at home.
WINNING = "R3/5/6/2Ww1/3B p1 w0b2,w2b2 w2b10 -"
# Whatever p1 does, a robot is left far from home, and p2 takes the last discs.
LOSING = "w2R/5/bw1Bw1/1bw1W/1b2 p1 w0b0,w0b0 w1b4 -"
# Three pieces are to be placed; then both have the same groups.
DRAWN = "*o1**o/ox***x/1ox1xo/oxoxo*/xoxo*x/****xo p2 p2 1+0,2+0 -"
# p2 has to lay the last ring, and then the single marble of p2 is walked upon.
CAUGHT = (
    "-3,2;-3,3;-2,1;-2,2;-2,3;-1,-2;-1,-1:01;-1,1;-1,2;0,-1;0,0;0,1;1,-1:11;1,0:10;1,1;2,-2:10;"
    "2,-1:10;3,-1:10 p2 2,2 12 ee oo1 rings:-2,0;-1,0;0,-2;3,-2+3| 19"
)


# --- evaluators ---------------------------------------------------------------------------------


def evaluated(
    evaluator: Callback,
    play: Play,
    nodes: int,
    *,
    batch: int = 8,
    threads: int = 1,
) -> Analysis:
    searcher = Searcher(play.game, evaluator=evaluator, batch=batch)
    return searcher.search(play, Limits(nodes=nodes), threads=threads)


def even(seen: Array, seats: int = 2, actions: int = 216) -> tuple[Array, Array]:
    """Nobody is better off, and nothing is better than anything else."""
    return np.full((len(seen), seats), 1 / seats), np.ones((len(seen), actions))


@pytest.mark.parametrize(
    ("game", "seats"), [(name, seats) for name in GAMES for seats in load(name).seat_counts]
)
def test_an_evaluator_sees_what_learners_see(game: str, seats: int) -> None:
    batches: list[tuple[Array, Array]] = []
    batch = Batch(game, 1, seats)

    def evaluator(seen: Array, to_move: Array) -> tuple[Array, Array]:
        batches.append((seen.copy(), to_move.copy()))
        assert len(seen) == len(to_move)
        return even(seen, seats, batch.mask.shape[1])

    evaluated(evaluator, core.begin(game, seats), 40)
    np.testing.assert_array_equal(batches[0][0], batch.observations)
    np.testing.assert_array_equal(batches[0][1], batch.seat)


@pytest.mark.parametrize("size", [1, 4])
def test_positions_are_evaluated_together(size: int) -> None:
    sizes: list[int] = []

    def evaluator(seen: Array, _to_move: Array) -> tuple[Array, Array]:
        sizes.append(len(seen))
        return even(seen)

    analysis = evaluated(evaluator, core.begin("repulso"), 100, batch=size)
    assert max(sizes) == size
    assert sum(sizes) == analysis.nodes >= 100


@pytest.mark.parametrize("favoured", [1, 2])
def test_the_values_of_an_evaluator_are_what_a_search_expects(favoured: int) -> None:
    def evaluator(seen: Array, _to_move: Array) -> tuple[Array, Array]:
        values, priors = even(seen)
        values[:] = 1 - MUCH
        values[:, favoured - 1] = MUCH
        return values, priors

    analysis = evaluated(evaluator, core.begin("repulso"), 50)
    assert analysis.values[favoured - 1] == pytest.approx(MUCH, abs=1e-3)
    assert sum(analysis.values) == pytest.approx(1, abs=1e-3)


def test_a_search_goes_where_an_evaluator_sees_the_better_value() -> None:
    """The evaluator prefers positions in which the first seat has a piece on d4."""

    def evaluator(seen: Array, to_move: Array) -> tuple[Array, Array]:
        own, other = seen[:, 0, 3, 3], seen[:, 1, 3, 3]
        first = np.where(np.where(to_move == 1, own, other), 0.9, 0.1)
        return np.stack([first, 1 - first], axis=1), even(seen)[1]

    assert evaluated(evaluator, core.begin("repulso"), 400).best == "d4"


def test_a_search_looks_first_where_the_priors_are_high() -> None:
    play = core.begin("repulso")
    preferred = play.parse("b2")

    def evaluator(seen: Array, _to_move: Array) -> tuple[Array, Array]:
        values, priors = even(seen)
        priors[:] = 0
        priors[:, preferred] = 1
        return values, priors

    analysis = evaluated(evaluator, play, 64)
    assert analysis.best == "b2"
    assert analysis.lines[0].visits > 0.9 * analysis.nodes


def test_evaluators_are_asked_by_several_threads() -> None:
    def evaluator(seen: Array, _to_move: Array) -> tuple[Array, Array]:
        return np.tile([0.25, 0.75], (len(seen), 1)), even(seen)[1]

    analysis = evaluated(evaluator, core.begin("repulso"), 200, threads=2)
    assert analysis.nodes >= 200
    assert analysis.values == pytest.approx((0.25, 0.75), abs=1e-3)


def test_observations_are_for_reading() -> None:
    def evaluator(seen: Array, _to_move: Array) -> tuple[Array, Array]:
        seen[:] = 0
        return even(seen)

    with pytest.raises(ValueError, match="read-only"):
        evaluated(evaluator, core.begin("repulso"), 64)


TWO_ARRAYS = "an evaluator returns two arrays: values and priors"
VALUES = "the values of an evaluator are "
PRIORS = "the priors of an evaluator are "


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (lambda _values, _priors: None, TWO_ARRAYS),
        (lambda values, _priors: values, TWO_ARRAYS),
        (lambda values, priors: (values, priors, 1), TWO_ARRAYS),
        (lambda _values, priors: (0.5, priors), VALUES + "an array of 1 x 2 numbers"),
        (lambda _values, priors: ("even", priors), VALUES + "an array of 1 x 2 numbers"),
        (lambda values, priors: (values[:, :1], priors), VALUES + "an array of 1 x 2 numbers"),
        (lambda values, priors: (values[0], priors), VALUES + "an array of 1 x 2 numbers"),
        (lambda values, priors: (values, priors[:, :5]), PRIORS + "an array of 1 x 216 numbers"),
        (lambda values, priors: (values * nan, priors), VALUES + "from 0 to 1, not -?nan"),
        (lambda values, priors: (values + 0.6, priors), VALUES + "from 0 to 1, not 1.1"),
        (lambda values, priors: (values - 0.6, priors), VALUES + "from 0 to 1, not -0.1"),
        (
            lambda values, priors: (values, priors * nan),
            PRIORS + "finite, and 0 or more, not .*nan",
        ),
        (lambda values, priors: (values, priors * inf), PRIORS + "finite, and 0 or more, not inf"),
        (lambda values, priors: (values, -priors), PRIORS + "finite, and 0 or more, not -1"),
    ],
)
def test_what_an_evaluator_returns_is_checked(
    spoil: Callable[[Array, Array], Any], sentence: str, threads: int
) -> None:
    def evaluator(seen: Array, _to_move: Array) -> Any:
        return spoil(*even(seen))

    with pytest.raises(ValueError, match=sentence):
        evaluated(evaluator, core.begin("repulso"), 64, batch=1, threads=threads)


@pytest.mark.parametrize("kind", [np.float32, np.float64, np.int64])
def test_an_evaluator_may_return_numbers_of_any_kind(kind: type) -> None:
    def evaluator(seen: Array, _to_move: Array) -> tuple[Array, Array]:
        return np.tile([0, 1], (len(seen), 1)).astype(kind), even(seen)[1].astype(kind)

    analysis = evaluated(evaluator, core.begin("repulso"), 20)
    assert analysis.values == pytest.approx((0, 1), abs=1e-3)


def test_what_an_evaluator_raises_is_raised() -> None:
    def evaluator(_seen: Array, _to_move: Array) -> tuple[Array, Array]:
        raise LookupError("no network")

    with pytest.raises(LookupError, match="no network"):
        evaluated(evaluator, core.begin("repulso"), 64)


@pytest.mark.parametrize("game", GAMES)
def test_a_search_takes_the_strongest_evaluator_unless_told_otherwise(game: str) -> None:
    play, limits = core.begin(game), Limits(nodes=300)
    by_default, strongest, playouts = (
        search(play, limits, seed=1),
        search(play, limits, evaluator="strongest", seed=1),
        search(play, limits, evaluator="playouts", seed=1),
    )
    assert by_default.lines == strongest.lines
    assert by_default.lines != playouts.lines


def test_an_unknown_evaluator_is_refused() -> None:
    with pytest.raises(BadSetup, match="is strongest, playouts, a network or a callback, not 'm"):
        Searcher("repulso", evaluator=cast("Any", "magic"))


# --- solver -------------------------------------------------------------------------------------


def share(game: AnyGame, state: Any, seat: int) -> float:
    """What a seat gets if both play their best; looked up in all lines of play."""
    if game.outcome(state):
        return game.shares(state)[seat - 1]
    shares = {share(game, game.apply(state, move), seat) for move in game.legal_moves(state)}
    return max(shares) if game.to_move(state) == seat else min(shares)


def ending(seed: int, decisions: int) -> Any:
    """A position of Repulso so many decisions before the end of a game by lot."""
    random, states = Random(seed), [REPULSO.initial()]
    while moves := REPULSO.legal_moves(states[-1]):
        states.append(REPULSO.apply(states[-1], random.choice(moves)))
    return states[-1 - decisions]


@pytest.mark.parametrize("decisions", [1, 2, 3])
@pytest.mark.parametrize("seed", [0, 1, 2, 3, 4, 267, 466, 637])
def test_the_solver_finds_what_all_lines_of_play_give(seed: int, decisions: int) -> None:
    state = ending(seed, decisions)
    answer = Searcher("repulso").solve(
        core.resume("repulso", REPULSO.format_position(state)), Limits()
    )
    assert answer
    expected = share(REPULSO, state, REPULSO.to_move(state))
    assert {"win": 1.0, "draw": 0.5, "loss": 0.0}[answer.proof.result] == expected


@pytest.mark.parametrize(
    ("game", "position", "result", "decisions"),
    [
        ("robotory", WINNING, "win", 1),
        ("robotory", LOSING, "loss", 2),
        ("repulso", DRAWN, "draw", 3),
        ("nexus", CAUGHT, "loss", 3),
    ],
)
def test_endings_are_solved_with_best_play_of_both(
    game: str, position: str, result: str, decisions: int
) -> None:
    rules = load(game)
    answer = Searcher(game).solve(core.resume(game, position), Limits())
    assert answer
    assert (answer.proof.result, answer.proof.decisions) == (result, decisions)
    assert len(answer.moves) == decisions
    state = rules.parse_position(position)
    seat = rules.to_move(state)
    for text in answer.moves:
        state = rules.play(state, text)
    outcome = rules.outcome(state)
    assert outcome
    assert outcome.winners == {"win": (seat,), "loss": (3 - seat,), "draw": ()}[result]


def test_a_network_leads_the_solver_and_changes_no_result() -> None:
    proven = 0
    for seed in range(8):
        random, play, plays = Random(seed), core.begin("robotory"), list[Play]()
        while not play.over:
            plays.append(play.copy())
            play.apply(random.choice(play.legal()))
        for before in plays[-6:]:
            led, alone = (
                Searcher("robotory", evaluator=evaluator).solve(
                    before, Limits(nodes=3000), quickest=False
                )
                for evaluator in ("strongest", "playouts")
            )
            if led and alone:
                assert led.proof.result == alone.proof.result
                proven += led.nodes != alone.nodes
    assert proven


@pytest.mark.parametrize("evaluator", ["strongest", "playouts"])
def test_who_can_win_robotory_at_once_does(evaluator: Literal["strongest", "playouts"]) -> None:
    searcher, met = Searcher("robotory", evaluator=evaluator), 0
    for seed in range(20):
        options = {"end": ("colour", "all")[seed % 2]}
        random, play = Random(seed), core.begin("robotory", options=options)
        while not play.over:
            if wins := winning(play):
                answer = searcher.solve(play, Limits(nodes=1), quickest=False)
                assert answer
                assert answer.proof == Proof("win", 1)
                assert answer.moves[0] in wins
                met += 1
            play.apply(random.choice(play.legal()))
    assert met > 10


def winning(play: Play) -> list[str]:
    """Decisions that win at once."""
    after = {action: play.copy() for action in play.legal()}
    for action, position in after.items():
        position.apply(action)
    return [
        play.format(action)
        for action, position in after.items()
        if position.outcome and tuple(position.outcome[0]) == (play.seat,)
    ]


def test_proof_numbers_get_a_tenth_of_the_nodes_of_a_search() -> None:
    play = core.resume("robotory", "4/2W2/3B2/2R2/4 p1 w2b2,w2b2 w2b2 -")
    answer = Searcher("robotory").solve(play, Limits(), quickest=False)
    assert answer
    few, enough = (
        Searcher("robotory").search(play, Limits(nodes=factor * answer.nodes)) for factor in (9, 11)
    )
    assert few.proof is None
    assert few.nodes == 9 * answer.nodes
    assert enough.proof == answer.proof


def test_the_solver_gives_up_at_its_limit() -> None:
    assert Searcher("repulso").solve(core.begin("repulso"), Limits(nodes=100)) is None
    assert Searcher("repulso").solve(core.begin("repulso"), Limits(seconds=0)) is None


@pytest.mark.parametrize("seats", [3, 4])
def test_only_games_of_two_are_solved(seats: int) -> None:
    with pytest.raises(BadSetup, match="only positions of two seats can be solved"):
        Searcher("nexus").solve(core.begin("nexus", seats), Limits(nodes=1))


def test_a_solver_without_limits_is_stopped() -> None:
    for stop in (Stop(), Event()):
        timer = Timer(0.05, stop.set)
        timer.start()
        assert Searcher("repulso").solve(core.begin("repulso"), Limits(), stop) is None
        timer.join()


# --- threads and stopping -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "seats"), [(name, seats) for name in GAMES for seats in load(name).seat_counts]
)
def test_two_threads_count_what_both_have_seen(game: str, seats: int) -> None:
    analysis = Searcher(game).search(core.begin(game, seats), Limits(nodes=3000), threads=2)
    assert analysis.nodes >= 3000
    assert sum(line.visits for line in analysis.lines) == analysis.nodes
    assert analysis.best in core.begin(game, seats).texts()
    assert len({line.moves[0] for line in analysis.lines}) == len(analysis.lines)


def test_two_threads_see_a_win() -> None:
    analysis = Searcher("robotory").search(core.resume("robotory", WINNING), Limits(), threads=2)
    assert analysis.best == "+w2b0"
    assert analysis.proof
    assert analysis.proof.result == "win"


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("kind", [Stop, Event])
def test_a_search_without_limits_is_stopped(kind: type[Stop | Event], threads: int) -> None:
    stop = kind()
    analysis = Searcher("repulso").search(
        core.begin("repulso"),
        Limits(),
        threads=threads,
        stop=stop,
        on_info=lambda _: stop.set(),
    )
    assert analysis.nodes > 0
    assert analysis.best in core.begin("repulso").texts()


def test_a_search_that_is_stopped_before_it_begins_sees_nothing() -> None:
    stop = Stop()
    assert not stop.is_set()
    stop.set()
    assert stop.is_set()
    analysis = Searcher("repulso").search(core.begin("repulso"), Limits(), stop=stop)
    assert (analysis.nodes, analysis.lines) == (0, ())


def test_python_goes_on_while_a_search_runs() -> None:
    """The search ends because another thread has counted far enough, not because of its limit."""
    stop, begun, counted = Stop(), Event(), 0

    def count() -> None:
        nonlocal counted
        begun.wait()
        while counted < 10_000:
            counted += 1
        stop.set()

    counter = Thread(target=count)
    counter.start()
    limits = Limits(seconds=PATIENCE)
    Searcher("repulso").search(
        core.begin("repulso"), limits, stop=stop, on_info=lambda _: begun.set()
    )
    in_time = stop.is_set()
    counter.join()
    assert in_time


# --- what cannot be asked -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wishes", "sentence"),
    [
        ({"megabytes": 0}, "megabytes is a number from 1 to "),
        ({"megabytes": -1}, "megabytes is a number from 1 to "),
        ({"batch": 0}, "batch is a number from 1 to "),
        ({"batch": -8}, "batch is a number from 1 to "),
    ],
)
def test_a_searcher_that_cannot_be_is_refused(wishes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadSetup, match=sentence):
        Searcher("repulso", **wishes)


@pytest.mark.parametrize(
    ("limits", "sentence"),
    [
        ({"nodes": -1}, "nodes is a number from 0 to "),
        ({"nodes": 2**64}, "nodes is a number from 0 to "),
        ({"depth": 0}, "depth is a number from 1 to "),
        ({"depth": -1}, "depth is a number from 1 to "),
        ({"depth": 2**31}, "depth is a number from 1 to "),
        ({"seconds": -0.1}, "seconds are 0 or more, not -0.1"),
        ({"seconds": -inf}, "seconds are 0 or more, not -inf"),
        ({"seconds": nan}, "seconds are 0 or more, not nan"),
    ],
)
def test_limits_that_cannot_be_are_refused(limits: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadSetup, match=sentence):
        Limits(**limits)


@pytest.mark.parametrize(
    ("wishes", "sentence"),
    [
        ({"threads": 0}, "threads is a number from 1 to 256, not 0"),
        ({"threads": -1}, "threads is a number from 1 to 256, not -1"),
        ({"threads": 257}, "threads is a number from 1 to 256, not 257"),
        ({"lines": -1}, "lines is a number from 0 to "),
        ({"depth_limit": -1}, "depth_limit is a number from 0 to "),
        ({"depth_limit": 2**31}, "depth_limit is a number from 0 to "),
        ({"seed": -1}, "seed is a number from 0 to "),
        ({"seed": 2**64}, "seed is a number from 0 to "),
    ],
)
def test_wishes_that_cannot_be_are_refused(wishes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadSetup, match=sentence):
        Searcher("repulso").search(core.begin("repulso"), Limits(nodes=1), **wishes)


def test_a_searcher_keeps_to_its_game_and_to_games_that_go_on() -> None:
    over = core.resume("robotory", WINNING, ["+w2b0"])
    with pytest.raises(BadSetup, match="the game is over"):
        Searcher("robotory").search(over, Limits(nodes=1))
    with pytest.raises(BadSetup, match="this searcher plays repulso, not robotory"):
        Searcher("repulso").solve(over, Limits(nodes=1))

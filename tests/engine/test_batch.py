"""Many games at once: each by the rules, the same for the same seed, on any number of threads."""

from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from ludothek.engine.batch import Batch
from ludothek.engine.core import GAMES, begin
from ludothek.games import AnyGame, BadSetup, Setup, load
from tests.engine.numbering import numbered, picture

Actions = NDArray[np.int32]

SHAPES = {"repulso": (10, 6, 6), "robotory": (8, 1, 24), "nexus": (22, 16, 16)}
SETUPS = [
    *((name, load(name).setup(seats)) for name in GAMES for seats in load(name).seat_counts),
    ("repulso", load("repulso").setup(2, {"tiebreak": "next-groups"})),
    ("robotory", load("robotory").setup(2, {"end": "all"})),
    ("nexus", load("nexus").setup(3, {"draw": "off"})),
]
EACH_OPTION = [
    (name, load(name).setup(seats, {option.name: value}))
    for name in GAMES
    for seats in load(name).seat_counts
    for option in load(name).options
    for value in option.values
]


def batch_of(name: str, setup: Setup, games: int, **wishes: Any) -> Batch:
    return Batch(name, games, setup.seats, dict(setup.options), **wishes)


def sampled(batch: Batch) -> Iterator[Actions]:
    """Go on by lot for ever; what was done."""
    while True:
        actions = batch.sample().copy()
        batch.step(actions)
        yield actions


def shown(batch: Batch) -> list[Any]:
    """All arrays as they are now."""
    arrays = (batch.observations, batch.mask, batch.rewards, batch.done, batch.seat)
    return [array.copy() for array in arrays]


def compare(game: AnyGame, state: Any, batch: Batch, number: int) -> dict[int, Any]:
    """Assert that a game of the batch stands like a state; its decisions by their numbers."""
    legal = np.flatnonzero(batch.mask[number]).tolist()
    moves = numbered(game, state, legal)
    assert sorted(moves) == legal
    assert batch.seat[number] == game.to_move(state) == batch.play(number).seat
    seats_in = np.flatnonzero(batch.playing[number]) + 1
    assert tuple(seats_in.tolist()) == game.seats_in(state)
    seen = batch.observations[number]
    np.testing.assert_array_equal(seen, picture(state, seen))
    return moves


def rewards(game: AnyGame, state: Any) -> list[float]:
    """Zero-sum: 1 for a win alone, the others share the loss; 0 for who plays on."""
    seats = state.setup.seats
    shares = game.shares(state) if game.outcome(state) else (1 / seats,) * seats
    return [(seats * share - 1) / (seats - 1) for share in shares]


@pytest.mark.parametrize(("name", "setup"), SETUPS, ids=str)
def test_games_of_a_batch_follow_the_rules_to_their_end_and_begin_anew(
    name: str, setup: Setup
) -> None:
    game = load(name)
    start = game.start(setup)
    batch = batch_of(name, setup, 3, seed=1)
    states, ended = [start] * 3, 0
    while ended < 2:
        moves = [compare(game, state, batch, number) for number, state in enumerate(states)]
        actions = batch.sample().copy()
        batch.step(actions)
        for number, action in enumerate(actions.tolist()):
            after = game.apply(states[number], moves[number][action])
            over = game.outcome(after) is not None
            assert batch.done[number] == over
            assert batch.rewards[number].tolist() == pytest.approx(rewards(game, after))
            states[number] = start if over else after
            ended += over


@pytest.mark.parametrize(("name", "setup"), SETUPS, ids=str)
def test_arrays_have_a_row_for_each_game_and_stay_the_same(name: str, setup: Setup) -> None:
    batch = batch_of(name, setup, 5)
    arrays = (batch.observations, batch.mask, batch.rewards, batch.done, batch.seat)
    addresses = [array.ctypes.data for array in arrays]
    batch.step(batch.sample())
    assert batch.observations.shape == (5, *SHAPES[name])
    assert batch.mask.shape[0] == 5
    assert batch.rewards.shape == (5, setup.seats)
    assert batch.done.shape == batch.seat.shape == (5,)
    kinds = [np.uint8, np.bool_, np.float32, np.bool_, np.int32]
    assert [array.dtype for array in arrays] == kinds
    assert [array.ctypes.data for array in arrays] == addresses


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_gives_the_same_games(name: str) -> None:
    one, same, other = (Batch(name, 4, seed=seed) for seed in (1, 1, 2))
    first, second, third = (list(islice(sampled(each), 60)) for each in (one, same, other))
    np.testing.assert_array_equal(first, second)
    assert not np.array_equal(first, third)


@pytest.mark.parametrize("name", GAMES)
def test_games_of_a_batch_differ(name: str) -> None:
    actions = np.array(list(islice(sampled(Batch(name, 4, seed=1)), 60)))
    assert len({tuple(column) for column in actions.T}) == 4


@pytest.mark.parametrize("name", GAMES)
def test_threads_make_no_difference(name: str) -> None:
    alone, together = Batch(name, 33, seed=5), Batch(name, 33, seed=5, threads=2)
    for one, two in islice(zip(sampled(alone), sampled(together), strict=True), 120):
        np.testing.assert_array_equal(one, two)
        for array, same in zip(shown(alone), shown(together), strict=True):
            np.testing.assert_array_equal(array, same)


@pytest.mark.parametrize("name", GAMES)
def test_a_reset_starts_all_games_anew(name: str) -> None:
    batch = Batch(name, 3, seed=4)
    start = shown(batch)
    first = list(islice(sampled(batch), 60))
    batch.reset(4)
    for array, same in zip(shown(batch), start, strict=True):
        np.testing.assert_array_equal(array, same)
    np.testing.assert_array_equal(list(islice(sampled(batch), 60)), first)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("illegal", ["not now", "negative", "too large"])
def test_an_illegal_action_is_refused_and_changes_nothing(name: str, illegal: str) -> None:
    batch = Batch(name, 3, seed=2)
    batch.step(batch.sample())
    before = shown(batch)
    actions = batch.sample().copy()
    not_now = int(np.flatnonzero(~batch.mask[1])[0])
    wrong = {"not now": not_now, "negative": -1, "too large": batch.mask.shape[1]}
    actions[1] = wrong[illegal]
    with pytest.raises(ValueError, match="the action of game 1 is not legal"):
        batch.step(actions)
    for array, same in zip(shown(batch), before, strict=True):
        np.testing.assert_array_equal(array, same)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_read_late_is_what_was_read_all_the_time(name: str) -> None:
    early, late = Batch(name, 9, seed=6), Batch(name, 9, seed=6, threads=2)
    kept = (early.observations, early.mask)
    for one, two in islice(zip(sampled(early), sampled(late), strict=True), 90):
        np.testing.assert_array_equal(one, two)
    for array, same in zip(kept, (late.observations, late.mask), strict=True):
        np.testing.assert_array_equal(array, same)


@pytest.mark.parametrize("restarts", [True, False])
@pytest.mark.parametrize(("name", "setup"), EACH_OPTION, ids=str)
def test_what_is_written_step_by_step_is_what_is_written_at_once(
    name: str, setup: Setup, restarts: bool
) -> None:
    batch = batch_of(name, setup, 6, seed=3, restarts=restarts)
    unread = batch_of(name, setup, 6, seed=3, restarts=restarts)
    shown(batch)
    for step in range(400):
        actions = batch.sample()
        np.testing.assert_array_equal(actions, unread.sample())
        for each in (batch, unread):
            each.step(actions)
            if step % 60 == 50:
                each.restart(np.arange(6) % 2 == step // 60 % 2)
            if step == 300:
                each.reset(4)
        np.testing.assert_array_equal(batch.observations, batch.observe(batch.seat))
        for game in range(6) if step % 5 == 0 else ():
            legal = sorted(batch.play(game).legal())
            assert np.flatnonzero(batch.mask[game]).tolist() == legal


@pytest.mark.parametrize("name", GAMES)
def test_actions_of_ones_own_are_checked_though_no_mask_was_read(name: str) -> None:
    batch = Batch(name, 3, seed=2)
    batch.step(batch.sample())
    actions = batch.sample().copy()
    legal = set(batch.play(1).legal())
    actions[1] = next(each for each in range(batch.number_of_actions) if each not in legal)
    with pytest.raises(ValueError, match="the action of game 1 is not legal"):
        batch.step(actions)
    actions[1] = max(legal)
    wanted = batch.play(1)
    wanted.apply(max(legal))
    batch.step(actions)
    assert batch.play(1).position == wanted.position


@pytest.mark.parametrize(("name", "setup"), SETUPS, ids=str)
def test_actions_have_one_numbering_and_texts_both_ways(name: str, setup: Setup) -> None:
    batch = batch_of(name, setup, 2, seed=7)
    for _ in islice(sampled(batch), 60):
        play = batch.play(1)
        legal = play.legal()
        assert sorted(legal) == np.flatnonzero(batch.mask[1]).tolist()
        assert [play.format(action) for action in legal] == play.texts()
        assert [play.parse(text) for text in play.texts()] == list(legal)


def test_a_game_of_a_batch_can_be_played_on_by_itself() -> None:
    batch = Batch("robotory", 2, seed=1)
    play = batch.play(0)
    play.apply(play.legal()[0])
    assert play.position != batch.play(0).position


@pytest.mark.parametrize(("name", "setup"), SETUPS, ids=str)
def test_without_restarts_a_game_stays_at_its_end_until_it_is_told_to_restart(
    name: str, setup: Setup
) -> None:
    batch = batch_of(name, setup, 3, seed=2, restarts=False)
    start = batch.play(0).position
    while not batch.done.all():
        ended = batch.done.copy()
        positions = [batch.play(game).position for game in range(3)]
        actions = batch.sample().copy()
        assert ((actions == -1) == ended).all()
        batch.step(actions)
        assert [batch.play(game).position == positions[game] for game in range(3)] == ended.tolist()
    assert not batch.mask.any()
    assert np.abs(batch.rewards.sum(axis=1)).max() < 1e-6
    batch.restart(np.array([True, False, False]))
    assert batch.done.tolist() == [False, True, True]
    assert batch.play(0).position == start != batch.play(1).position
    assert not batch.rewards[0].any()
    assert batch.mask.any(axis=1).tolist() == [True, False, False]


def test_a_finished_game_has_no_action_but_to_wait() -> None:
    batch = Batch("robotory", 2, seed=1, restarts=False)
    while not batch.done.any():
        batch.step(batch.sample())
    logits = np.zeros(batch.mask.shape, np.float32)
    assert ((batch.sample(logits) == -1) == batch.done).all()
    assert (batch.log_probs[batch.done] == 0).all()
    with pytest.raises(ValueError, match=r"the action of game \d is not legal"):
        batch.step(np.zeros(2, np.int32))


@pytest.mark.parametrize("name", GAMES)
def test_every_seat_sees_what_the_game_alone_shows_it(name: str) -> None:
    batch = Batch(name, 3, max(load(name).seat_counts), seed=2)
    for _ in range(20):
        batch.step(batch.sample())
    seat = np.array([1, 2, 1], np.int32)
    for game, seen in enumerate(batch.observe(seat)):
        np.testing.assert_array_equal(seen, batch.play(game).observation(int(seat[game])))


def test_every_game_needs_a_seat_that_it_has_and_a_truth_value() -> None:
    batch = Batch("robotory", 2)
    for seats in ([1], [1, 3], [0, 1]):
        with pytest.raises(ValueError, match="one seat for each game is needed, counted from 1"):
            batch.observe(np.array(seats, np.int32))
    with pytest.raises(ValueError, match="one truth value for each game is needed"):
        batch.restart(np.zeros(3, np.bool_))


@pytest.mark.parametrize("number", [0.0, "0", None])
def test_games_are_counted_by_whole_numbers(number: Any) -> None:
    with pytest.raises(TypeError, match="games are counted by whole numbers from 0, not"):
        Batch("robotory", 2).play(number)


@pytest.mark.parametrize("number", [-1, 2, 2**40])
def test_a_batch_knows_only_its_games(number: int) -> None:
    with pytest.raises(IndexError, match="no game of this number"):
        Batch("robotory", 2).play(number)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("action", [-1, 2**31 - 1])
def test_what_is_no_legal_action_has_no_text_and_is_not_carried_out(name: str, action: int) -> None:
    play = Batch(name, 1).play(0)
    before = play.position
    for use in (play.format, play.apply):
        with pytest.raises(ValueError, match="not a legal action here"):
            use(action)
    assert play.position == before
    assert play.parse("nonsense") is None


def test_a_text_that_is_not_legal_here_has_no_number() -> None:
    play = begin("repulso")
    play.apply(play.legal()[0])
    assert play.format(play.legal()[0]) == "b1"
    assert play.parse("a1") is None


@pytest.mark.parametrize("number", [0, 2, 4])
def test_every_game_needs_an_action(number: int) -> None:
    with pytest.raises(ValueError, match="one action for each game is needed"):
        Batch("repulso", 3).step(np.zeros(number, np.int32))


@pytest.mark.parametrize(
    ("actions", "given"),
    [
        (np.array([0.9, 0.2]), r"float64 of shape \(2,\)"),
        ([0.0, 1.0], r"float64 of shape \(2,\)"),
        ([True, False], r"bool of shape \(2,\)"),
        (["a1", "b1"], r"<U2 of shape \(2,\)"),
        ([[0], [1]], r"int64 of shape \(2, 1\)"),
        ([[0], [1, 2]], r"object of shape \(\)"),
        ([2**40, 0], r"int64 of shape \(2,\)"),
        (3, r"int64 of shape \(\)"),
        (None, r"object of shape \(\)"),
    ],
)
def test_what_are_no_actions_is_refused_and_changes_nothing(actions: Any, given: str) -> None:
    batch = Batch("repulso", 2)
    before = shown(batch)
    with pytest.raises(TypeError, match=f"^actions are whole numbers on 1 axis, not {given}$"):
        batch.step(actions)
    with pytest.raises(TypeError, match=f"^seats are whole numbers on 1 axis, not {given}$"):
        batch.observe(actions)
    for array, same in zip(shown(batch), before, strict=True):
        np.testing.assert_array_equal(array, same)


@pytest.mark.parametrize("which", [[1, 0], np.array([1, 0]), [[True], [False]], 1.5])
def test_what_are_no_truth_values_is_refused(which: Any) -> None:
    batch = Batch("repulso", 2)
    batch.step(batch.sample())
    before = shown(batch)
    with pytest.raises(TypeError, match=r"^games to restart are truth values on 1 axis, not "):
        batch.restart(which)
    for array, same in zip(shown(batch), before, strict=True):
        np.testing.assert_array_equal(array, same)


@pytest.mark.parametrize(
    "actions",
    [
        [3, 40],
        np.array([3, 40]),
        np.array([3, 40], np.uint8),
        np.array([3, 0, 40, 0], np.int32)[::2],
    ],
)
def test_whole_numbers_of_any_type_are_actions(actions: Any) -> None:
    one, other = Batch("robotory", 2), Batch("robotory", 2)
    one.step(actions)
    other.step(np.array([3, 40], np.int32))
    for array, same in zip(shown(one), shown(other), strict=True):
        np.testing.assert_array_equal(array, same)


@pytest.mark.parametrize(
    ("wishes", "sentence"),
    [
        ({"games": 1.5}, "games is a number from 1 to .*, not 1.5"),
        ({"games": "3"}, "games is a number from 1 to .*, not '3'"),
        ({"threads": None}, "threads is a number from 1 to 256, not None"),
        ({"seats": 2.0}, "Repulso is played with 2 seats, not 2.0"),
        ({"seats": "2"}, "Repulso is played with 2 seats, not '2'"),
        ({"options": ["stuck"]}, r"options are names with values, .*, not \['stuck'\]"),
        ({"games": 0}, "games is a number from 1 to "),
        ({"games": -1}, "games is a number from 1 to "),
        ({"threads": 0}, "threads is a number from 1 to 256, not 0"),
        ({"seed": -1}, "seed is a number from 0 to "),
        ({"seats": 3}, "Repulso is played with 2 seats, not 3"),
        ({"game": "splash"}, "the engine plays repulso, robotory, nexus, not 'splash'"),
    ],
)
def test_a_batch_that_cannot_be_is_refused(wishes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BadSetup, match=sentence):
        Batch(**{"game": "repulso", "games": 2, **wishes})


@pytest.mark.parametrize(("name", "setup"), SETUPS, ids=str)
def test_a_game_shows_the_same_planes_and_mask_as_its_batch(name: str, setup: Setup) -> None:
    batch = batch_of(name, setup, 2, seed=9)
    for _ in islice(sampled(batch), 80):
        play = batch.play(1)
        np.testing.assert_array_equal(play.observation(play.seat), batch.observations[1])
        np.testing.assert_array_equal(play.mask(), batch.mask[1])


@pytest.mark.parametrize(("name", "setup"), SETUPS, ids=str)
def test_what_is_left_of_a_game_is_as_the_rules_say(name: str, setup: Setup) -> None:
    game, batch = load(name), batch_of(name, setup, 1, seed=11)
    play, state = batch.play(0), game.start(setup)
    while not play.over:
        assert play.shares is None
        assert play.seats_in == game.seats_in(state)
        action = int(batch.sample()[0])
        state = game.play(state, play.format(action))
        play.apply(action)
        batch.step(np.array([action], np.int32))
    assert play.shares == pytest.approx(game.shares(state))


def test_the_other_seat_sees_itself_as_own() -> None:
    play = begin("repulso")
    play.apply(play.parse("c4") or 0)
    mine, theirs = play.observation(2), play.observation(1)
    np.testing.assert_array_equal(mine[0], theirs[1])
    np.testing.assert_array_equal(mine[1], theirs[0])
    assert (mine[8].any(), theirs[8].any()) == (True, False)
    with pytest.raises(ValueError, match="the game has no such seat"):
        play.observation(3)

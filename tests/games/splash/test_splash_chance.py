from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludothek.games.splash import SPLASH, Falls, FallsSomehow, State, deal
from ludothek.games.splash.state import Giving
from tests.games.splash.tables import after, at, games, states, texts


@pytest.mark.parametrize("seats", SPLASH.seat_counts)
def test_a_deal_is_a_whole_draft(seats: int) -> None:
    """splash 8.2"""
    setup = SPLASH.setup(seats, {"draft": "random"})
    state = SPLASH.start(setup)
    for take in deal(setup, seed=7):
        state = SPLASH.play(state, take)
    assert state.phase == Giving(1)


def test_the_same_seed_deals_the_same() -> None:
    """splash 8.2"""
    setup = SPLASH.setup(3)
    assert deal(setup, 1) == deal(setup, 1)
    assert deal(setup, 1) != deal(setup, 2)
    dealt = [str(take) for take in deal(setup, 1)[:6]]
    assert dealt == ["take:Py", "take:Tg", "take:Sb", "take:Og", "take:Ty", "take:Sg"]


def test_a_dealt_draft_is_still_a_list_of_decisions() -> None:
    """splash 8.2"""
    start = SPLASH.initial(2, {"draft": "random"})
    assert len(texts(start)) == 30


@given(st.integers())
def test_an_open_fall_becomes_a_legal_one(seed: int) -> None:
    """splash 10.2"""
    state = at("Lr.Ly.Lb.Sb", "Pb,Og", "place:1>2:Sr")
    fall = SPLASH.concrete(state, FallsSomehow(), Random(seed))
    assert isinstance(fall, Falls)
    assert SPLASH.refusal(state, fall) is None


def test_falls_come_in_many_shapes() -> None:
    """splash 10.2"""
    state = at("Lr.Ly.Lb.Sb", "Pb,Og", "place:1>2:Sr")
    falls = [SPLASH.concrete(state, FallsSomehow(), Random(seed)) for seed in range(200)]
    written = {str(fall) for fall in falls}
    assert "falls:Lr.Ly.Lb.Sb^|Sr" in written  # only the new piece
    assert "falls:Lr.Ly^|Lb|Sr|Sb" in written  # the upper part
    assert "falls:Lr|Ly|Lb|Sr|Sb" in written  # everything
    assert {text.count("^") for text in written} == {0, 1, 2}
    assert len(written) > 20


def test_nothing_is_marked_in_games_of_version_1() -> None:
    """splash 11.2"""
    state = at("Lr.Ly.Lb.Sb", "Pb,Og", "place:1>2:Sr", options="rules=1")
    for seed in range(50):
        fall = SPLASH.concrete(state, FallsSomehow(), Random(seed))
        assert "^" not in str(fall)
        assert SPLASH.refusal(state, fall) is None


def test_any_other_decision_is_concrete_already() -> None:
    """splash 10.2"""
    state = at("Lr.Ly", "Pb,Og", "place:1>2:Lb")
    for move in SPLASH.legal_moves(state):
        if not SPLASH.is_open(move):
            assert SPLASH.concrete(state, move, Random(0)) == move
    elsewhere = SPLASH.concrete(after(state, "stands"), FallsSomehow(), Random(0))
    assert elsewhere == FallsSomehow()


@given(states)
def test_colours_and_shapes_are_only_labels(state: State) -> None:
    """splash 1.3"""
    for symmetry in SPLASH.symmetries:
        renamed = symmetry.state(state)
        legal = {symmetry.move(move) for move in SPLASH.legal_moves(state)}
        assert legal == set(SPLASH.legal_moves(renamed))
        assert SPLASH.parse_position(SPLASH.format_position(renamed)) == renamed


@given(games, st.integers())
def test_renamed_games_go_the_same_way(states: list[State], seed: int) -> None:
    """splash 1.3"""
    random = Random(seed)
    for symmetry in SPLASH.symmetries:
        state = random.choice(states[:-1])
        move = SPLASH.concrete(state, random.choice(SPLASH.legal_moves(state)), random)
        there = SPLASH.play(symmetry.state(state), symmetry.move(move))
        assert there == symmetry.state(SPLASH.apply(state, move))


@pytest.mark.parametrize("word", ["falls", "bump", "fault2"])
def test_reports_are_renamed_and_sorted_anew(word: str) -> None:
    """splash 1.3"""
    move = SPLASH.notation.parse_move(f"{word}:Lr.Sr^|Ly|Pr.Py")
    swap = next(each for each in SPLASH.symmetries if each.name == "swap-red-and-purple")
    assert str(swap.move(move)) == f"{word}:Ly|Lp.Sp^|Pp.Py"

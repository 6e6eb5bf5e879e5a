from dataclasses import fields, replace
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludothek.games import (
    BadSetup,
    Former,
    IllegalMove,
    Setup,
    UnreadableMove,
    UnreadablePosition,
    load,
    names,
    register,
)
from ludothek.games.perft import divide, perft
from ludothek.games.protocol import Outcome, whole_number
from ludothek.testing import walk

PLACING = (  # the table of Splash! when a piece is to be placed on one
    "-/-/Ly/Lb.Lo.Sy.Sg.Sb.So.Pr.Pg.Tg.To.Oy.Og.Oo.Op,"
    "Lr.Lg.Lp.Sr.Sp.Py.Pb.Po.Pp.Tr.Tb.Tp.Or.Ob/0,0/place:2>1:Ty"
)


def test_the_four_games_are_known_by_name() -> None:
    assert names() == ("repulso", "robotory", "splash", "nexus")


def test_an_unknown_game_is_refused_with_the_known_ones() -> None:
    with pytest.raises(BadSetup, match="no game is named 'go'; there are repulso, robotory"):
        load("go")


def test_a_name_is_given_once() -> None:
    with pytest.raises(BadSetup, match="known already"):
        register(load("nexus"))


def test_defaults_are_filled_in() -> None:
    setup = load("repulso").setup(2, {"tiebreak": "next-groups"})
    assert dict(setup.options) == {"stuck": "no-prospect", "tiebreak": "next-groups"}
    with pytest.raises(KeyError):
        setup["edge"]


@pytest.mark.parametrize(
    ("seats", "options", "sentence"),
    [
        (3, {}, "Repulso is played with 2 seats, not 3"),
        (2, {"stuck": "maybe"}, "option stuck of Repulso is one of no-prospect, no-turn"),
        (2, {"edge": "wall"}, "Repulso has no option 'edge'; it has stuck, tiebreak"),
    ],
)
def test_a_bad_setup_says_what_was_expected(
    seats: int, options: dict[str, str], sentence: str
) -> None:
    with pytest.raises(BadSetup, match=sentence):
        load("repulso").setup(seats, options)


@pytest.mark.parametrize("options", [["stuck"], "stuck", 3])
def test_options_that_are_no_names_with_values_are_refused(options: Any) -> None:
    with pytest.raises(BadSetup, match="options are names with values"):
        load("repulso").setup(2, options)


class Several:
    """Like an array: it could be a number, but is several."""

    def __index__(self) -> int:
        raise TypeError("only a single number is an index")


def test_several_numbers_are_no_whole_number() -> None:
    assert (whole_number(True), whole_number(2.0), whole_number(Several())) == (1, None, None)


def test_a_setup_the_game_itself_refuses_is_a_bad_one() -> None:
    with pytest.raises(BadSetup, match="4 or 6"):
        load("splash").setup(3, {"teams": "pairs"})


def test_values_that_a_number_of_seats_cannot_choose_are_not_offered() -> None:
    def offered(seats: int) -> dict[str, tuple[str, ...]]:
        return {option.name: option.values for option in load("splash").options_for(seats)}

    assert [offered(seats)["teams"] for seats in (3, 4, 6)] == [
        ("no",),
        ("no", "pairs"),
        ("no", "pairs", "trios"),
    ]
    assert offered(3)["draft"] == ("choose", "random")


def test_options_stand_in_the_position_unless_they_are_the_defaults() -> None:
    game = load("robotory")
    text = game.format_position(game.initial(options={"end": "all"}))
    assert text.endswith(" - end=all")
    assert game.parse_position(text).setup["end"] == "all"
    assert game.parse_position(text.removesuffix(" end=all")).setup["end"] == "colour"


def test_a_position_without_options_takes_those_of_the_game_being_played() -> None:
    game = load("robotory")
    text = game.format_position(game.initial())
    running = game.setup(options={"end": "all"})
    assert game.parse_position(text, running).setup == running
    with pytest.raises(UnreadablePosition, match="other options"):
        game.parse_position(f"{text} end=all", game.setup())


def test_a_position_of_more_seats_is_not_one_of_this_game() -> None:
    nexus = load("nexus")
    with pytest.raises(UnreadablePosition, match="another number of seats"):
        nexus.parse_position(nexus.format_position(nexus.initial(3)), nexus.setup(2))


def test_an_outcome_has_a_text() -> None:
    assert Outcome((), "repetition").text == "draw"
    assert Outcome((2,), "stuck").text == "p2win"
    assert Outcome((1, 3), "last-piece").text == "p1p3win"


def test_perft_counts_an_open_decision_once_and_goes_no_deeper() -> None:
    splash = load("splash")
    state = splash.initial(6)
    while "give:" not in splash.legal_texts(state)[0]:
        state = splash.apply(state, splash.legal_moves(state)[0])
    for move in ("give:Lr", "stands", "give:Ly"):
        state = splash.play(state, move)
    assert splash.legal_texts(state) == ["stands", "falls:?"]
    assert divide(splash, state, 2)["falls:?"] == 1
    assert perft(splash, state, 0) == 1
    assert perft(splash, state, 2) == 1 + divide(splash, state, 2)["stands"]


@pytest.mark.parametrize(
    ("outcome", "left", "expected"),
    [
        (Outcome((2,), "x"), (1, 2), (0, 1, 0, 0)),
        (Outcome((1, 3), "x"), (1, 2, 3, 4), (1 / 2, 0, 1 / 2, 0)),
        (Outcome((), "x"), (1, 2, 3, 4), (1 / 4,) * 4),
        (Outcome((), "x"), (2, 4), (0, 1 / 2, 0, 1 / 2)),
        (None, (1, 2, 4), (1 / 3, 1 / 3, 0, 1 / 3)),
    ],
)
def test_a_win_is_shared_by_winners_and_a_draw_by_those_left(
    outcome: Outcome | None, left: tuple[int, ...], expected: tuple[float, ...]
) -> None:
    game = replace(load("nexus"), outcome=lambda _: outcome, seats_in=lambda _: left)
    assert game.shares(game.initial(4)) == expected


def refused(name: str, state: Any, move: Any) -> IllegalMove:
    game = load(name)
    before = game.format_position(state)
    with pytest.raises(IllegalMove) as error:
        game.play(state, move)
    assert error.value.position == before == game.format_position(state)
    return error.value


@pytest.mark.parametrize(("name", "other"), list(permutations(names(), 2)))
def test_a_move_of_another_game_is_refused(name: str, other: str) -> None:
    game = load(other)
    move = game.legal_moves(game.initial())[0]
    assert refused(name, load(name).initial(), move).code == "no-move"


ANYTHING = st.recursive(
    st.none() | st.integers(-2, 40) | st.floats() | st.sampled_from(["w", "B", "a1", "", b"w"]),
    lambda inner: st.lists(inner, max_size=3) | st.tuples(inner, inner) | st.tuples(inner),
)


@pytest.mark.parametrize("name", names())
@given(data=st.data())
def test_a_move_made_of_anything_is_legal_or_refused(name: str, data: st.DataObject) -> None:
    game = load(name)
    choices = data.draw(st.lists(st.integers(0, 2**16), max_size=30))
    state = walk(game, game.initial(), choices).states[-1]
    kind = data.draw(st.sampled_from(game.move_types))
    move = kind(*[data.draw(ANYTHING) for _ in fields(kind)])
    if move not in game.legal_moves(state) or game.is_open(move):
        refused(name, state, move)


def test_what_is_no_move_is_shown_shortly() -> None:
    game = load("repulso")
    error = refused("repulso", game.initial(), None)
    assert str(error) == "None is no decision of Repulso; legal_moves lists those"
    assert len(str(refused("repulso", game.initial(), ["c4"] * 1000))) < 120


def test_an_unreadable_text_is_an_illegal_move_in_its_position() -> None:
    assert isinstance(refused("repulso", load("repulso").initial(), "z9"), UnreadableMove)


def test_an_open_move_is_never_played() -> None:
    splash = load("splash")
    state = splash.parse_position(PLACING)
    assert "falls:?" in splash.legal_texts(state)
    assert refused("splash", state, "falls:?").code == "falls-open"
    careless = replace(splash, refusal=lambda *_: None)
    with pytest.raises(IllegalMove, match="it stands for many decisions; one of them is played"):
        careless.play(state, "falls:?")


# A Robotory whose rules have changed: its option had another value once, and another default.
CHANGED = replace(
    load("robotory"),
    version=2,
    former={
        1: Former(
            lambda options: {"end": {"lid": "all"}.get(options.get("end", "lid"), "colour")},
            differs=lambda options: options["end"] == "colour",
        )
    },
)
BODY = "4/2W2/3B2/2R2/4 p1 w2b2,w2b2 w10b10 -"


def test_a_game_of_former_rules_is_replayed_by_them_only_where_they_differ() -> None:
    assert CHANGED.versions == (1, 2)
    assert CHANGED.setup_of(2, 2, {}) == Setup(2, (("end", "colour"),))
    assert CHANGED.setup_of(1, 2, {}) == Setup(2, (("end", "all"),))
    assert CHANGED.setup_of(1, 2, {"end": "colour"}) == Setup(2, (("end", "colour"),), rules=1)


def test_a_position_says_when_it_is_of_former_rules() -> None:
    former = CHANGED.start(CHANGED.setup_of(1, 2, {"end": "colour"}))
    assert CHANGED.format_position(former) == f"{BODY} rules=1"
    assert CHANGED.parse_position(f"{BODY} rules=1") == former
    assert CHANGED.parse_position(BODY, former.setup) == former
    assert CHANGED.former_position(f"{BODY} end=lid", former.setup) == former
    assert CHANGED.view(former)["version"] == 1
    with pytest.raises(UnreadablePosition, match="written otherwise: end=all"):
        CHANGED.parse_position(f"{BODY} end=all,rules=1")


@pytest.mark.parametrize("version", ["3", "one", ""])
def test_unknown_rules_are_refused_with_the_known_ones(version: str) -> None:
    with pytest.raises(BadSetup, match="known of the rules of Robotory is version 1, 2, not"):
        CHANGED.parse_position(f"{BODY} rules={version}")

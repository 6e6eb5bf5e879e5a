from dataclasses import replace

import pytest

from ludothek.games import BadSetup, Former, Setup, UnreadablePosition, load, names, register
from ludothek.games.perft import divide, perft
from ludothek.games.protocol import Outcome


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
    assert dict(setup.options) == {"stuck": "no-turn", "tiebreak": "next-groups"}
    with pytest.raises(KeyError):
        setup["edge"]


@pytest.mark.parametrize(
    ("seats", "options", "sentence"),
    [
        (3, {}, "Repulso is played with 2 seats, not 3"),
        (2, {"stuck": "maybe"}, "option stuck of Repulso is one of no-turn, no-prospect"),
        (2, {"edge": "wall"}, "Repulso has no option 'edge'; it has stuck, tiebreak"),
    ],
)
def test_a_bad_setup_says_what_was_expected(
    seats: int, options: dict[str, str], sentence: str
) -> None:
    with pytest.raises(BadSetup, match=sentence):
        load("repulso").setup(seats, options)


def test_a_setup_the_game_itself_refuses_is_a_bad_one() -> None:
    with pytest.raises(BadSetup, match="4 or 6"):
        load("splash").setup(3, {"teams": "yes"})


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

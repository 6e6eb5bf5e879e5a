import pytest
from hypothesis import given

from ludothek.games import BadSetup
from ludothek.games.perft import divide, perft
from ludothek.games.splash import SPLASH, Falls, State, Take, longest
from ludothek.games.splash.pieces import COLOURS, INDEX, MATCHING, NAMES, SHAPES, members
from ludothek.games.splash.position_validity import everything
from ludothek.games.splash.rules import start
from ludothek.games.splash.state import Drafting, Giving, Over
from tests.games.splash.tables import (
    OPENING,
    after,
    at,
    drafted,
    fields,
    games,
    result,
    states,
    texts,
)


def opening() -> State:
    return SPLASH.parse_position(OPENING)


def test_perft_from_the_start() -> None:
    for seats in SPLASH.seat_counts:
        state = SPLASH.initial(seats)
        assert [perft(SPLASH, state, depth) for depth in range(4)] == [1, 30, 870, 24360]


def test_perft_does_not_go_below_a_fall() -> None:
    """splash 10.2"""
    state = at("Lr", "Sr.Pr,Tr.Or", "place:1>2:Lg")
    assert divide(SPLASH, state, 2) == {"stands": 2, "falls:?": 1}


def test_there_are_five_shapes_in_six_colours() -> None:
    """splash 1.1"""
    assert [shape.name for shape in SHAPES] == [
        "large cube",
        "small cube",
        "square plate",
        "stick",
        "octagonal prism",
    ]
    assert list(COLOURS.values()) == ["red", "yellow", "green", "blue", "orange", "purple"]
    assert len(set(NAMES)) == 30


def test_the_sizes_of_the_pieces() -> None:
    """splash 1.1"""
    sizes = {shape.code: (shape.width, shape.depth, shape.height) for shape in SHAPES}
    assert sizes == {
        "L": (15, 15, 15),
        "S": (7, 7, 7),
        "P": (20, 20, 5),
        "T": (25, 5, 5),
        "O": (15, 15, 10),
    }


def test_pieces_come_shape_by_shape_and_colour_by_colour() -> None:
    """splash 1.2"""
    assert " ".join(NAMES) == (
        "Lr Ly Lg Lb Lo Lp Sr Sy Sg Sb So Sp Pr Py Pg Pb Po Pp Tr Ty Tg Tb To Tp Or Oy Og Ob Oo Op"
    )
    assert texts(SPLASH.initial()) == [f"take:{name}" for name in NAMES]


def test_a_piece_matches_those_of_its_shape_or_colour() -> None:
    """splash 1.3"""
    matching = [NAMES[piece] for piece in members(MATCHING[INDEX["Lr"]])]
    assert matching == ["Ly", "Lg", "Lb", "Lo", "Lp", "Sr", "Pr", "Tr", "Or"]


@pytest.mark.parametrize(("seats", "pieces"), [(2, 15), (3, 10), (4, 7), (5, 6), (6, 5)])
def test_each_seat_in_turn_takes_a_piece(seats: int, pieces: int) -> None:
    """splash 1.4, 2.1"""
    state = SPLASH.initial(seats)
    for taken in range(seats * pieces):
        assert state.phase == Drafting(taken % seats + 1)
        assert SPLASH.turn_begins(state)
        state = SPLASH.play(state, texts(state)[0])
    assert [stock.bit_count() for stock in state.stocks] == [pieces] * seats
    assert state.phase == Giving(1)


def test_with_four_seats_two_pieces_go_to_the_box() -> None:
    """splash 2.2"""
    assert drafted(4).box == 1 << INDEX["Oo"] | 1 << INDEX["Op"]
    assert all(drafted(seats).box == 0 for seats in (2, 3, 5, 6))


def test_p1_gives_any_own_piece_first() -> None:
    """splash 3.1"""
    assert texts(opening()) == [f"give:{name}" for name in NAMES[::2]]
    assert fields(after(opening(), "give:Tg"))[-1] == "place:1>2:Tg"


def test_the_base_always_stands() -> None:
    """splash 4.1"""
    state = after(opening(), "give:Tg")
    assert texts(state) == ["stands"]
    assert not SPLASH.turn_begins(state)
    assert fields(after(state, "stands"))[2:] == [
        "Tg",
        fields(state)[3],
        "0,0",
        "give:2",
    ]


@pytest.mark.parametrize("seats", SPLASH.seat_counts)
def test_who_placed_gives_to_the_left(seats: int) -> None:
    """splash 1.4, 3.2, 4.2"""
    state = drafted(seats)
    for giver in range(1, seats + 1):
        assert SPLASH.to_move(state) == giver
        assert SPLASH.turn_begins(state)
        next_state = SPLASH.play(state, SPLASH.legal_moves(state)[0])
        assert SPLASH.to_move(next_state) == giver % seats + 1
        state = SPLASH.play(next_state, "stands")
    assert len(state.tower) == seats


def test_who_owns_a_match_gives_it() -> None:
    """splash 3.3"""
    assert texts(at("Sg.Lr", "Lb.Sp.Tr.Ob,Ly,Py", "give:1")) == [
        "give:Lb",
        "give:Tr",
    ]


def test_who_owns_no_match_takes_one_from_any_other_seat() -> None:
    """splash 3.4"""
    state = at("Lr", "Sp.Ob,Ly.Py,Pg.Or", "give:1")
    assert texts(state) == ["give:Ly<2", "give:Or<3"]
    next_state = after(state, "give:Ly<2")
    assert fields(next_state)[3:] == ["Sp.Ob,Py,Pg.Or", "1,1,1", "place:1>2:Ly<2"]


def test_when_nobody_owns_a_match_any_own_piece_is_given() -> None:
    """splash 3.5"""
    assert texts(at("Lr", "Sp.Ob,Py,Og", "give:1")) == ["give:Sp", "give:Ob"]


def test_who_owns_nothing_then_gives_any_piece_of_the_others() -> None:
    """splash 3.6"""
    assert texts(at("Lr", "-,Sp.Py,Og", "give:1")) == ["give:Sp<2", "give:Py<2", "give:Og<3"]


def test_a_later_piece_stands_or_falls() -> None:
    """splash 4.2, 10.2"""
    state = at("Lr", "Sp,Py,Og", "place:1>2:Or")
    assert texts(state) == ["stands", "falls:?"]
    assert fields(after(state, "stands"))[2:] == ["Lr.Or", "Sp,Py,Og", "1,1,1", "give:2"]


def test_the_giver_of_the_last_piece_wins_when_it_stands() -> None:
    """splash 4.3"""
    state = after(at("Lr", "Or,Py,Og", "give:1"), "give:Or")
    assert result(state) is None
    assert result(after(state, "stands")) == ("p1win", "last-piece")


def test_a_giver_with_an_empty_stock_wins_with_a_piece_of_another() -> None:
    """splash 4.3"""
    state = at("Lr", "-,Ly.Py,Og,Tb", "give:1", drops="2,0,0,1")
    assert result(after(state, "give:Ly<2", "stands")) == ("p1win", "last-piece")


def test_the_giver_comes_before_the_seat_the_piece_was_taken_from() -> None:
    """splash 4.3"""
    state = after(at("Lr", "-,Ly,Og", "give:1"), "give:Ly<2")
    assert fields(state)[3] == "-,-,Og"
    assert result(after(state, "stands")) == ("p1win", "last-piece")


def test_a_seat_wins_when_its_last_piece_is_taken_and_stands() -> None:
    """splash 4.4"""
    state = at("Lr", "Sp.Ob,Py,Or", "give:1")
    assert result(after(state, "give:Or<3", "stands")) == ("p3win", "last-piece")


def test_also_the_placer_can_win_so() -> None:
    """splash 3.4, 4.4"""
    state = at("Lr", "Sp.Ob,Or,Py", "give:1")
    assert result(after(state, "give:Or<2", "stands")) == ("p2win", "last-piece")


def test_an_empty_stock_does_not_win_when_the_piece_falls() -> None:
    """splash 4.5"""
    state = after(at("Lr.Sr", "Or,Py,Og", "give:1"), "give:Or", "falls:Lr.Sr^|Or")
    assert fields(state)[3:] == ["-,Py.Or,Og", "2,1,1", "give:2"]
    assert result(after(state, "give:Or", "stands")) is None


def test_a_seat_whose_stock_was_emptied_by_a_fall_plays_on() -> None:
    """splash 4.5"""
    state = after(at("Lr.Sr", "Py.Pb,Pg,Or", "give:1"), "give:Or<3", "falls:Lr.Sr^|Or")
    assert fields(state)[3:] == ["Py.Pb,Pg.Or,-", "2,1,1", "give:2"]
    assert texts(after(state, "give:Or", "stands")) == ["give:Py<1", "give:Pb<1", "give:Pg<2"]


def test_any_arrangement_of_the_fallen_pieces_can_be_told() -> None:
    """splash 1.5, 5.1"""
    state = at("Lr.Sr", "Py,Pb.Og", "place:1>2:Or")
    for report in ("Lr.Sr^|Or", "Lr|Sr|Or", "Lr|Or.Sr^", "Lr|Sr.Or^", "Lr.Or^|Sr", "Sr|Or.Lr^"):
        assert SPLASH.refusal(state, SPLASH.notation.parse_move(f"falls:{report}")) is None


def test_the_giver_gets_the_drop() -> None:
    """splash 5.2"""
    state = at("Lr.Sr", "Py,Pb.Og,So", "place:2>3:Or<1", drops="0,1,0", options="referee=yes")
    assert fields(after(state, "falls:Lr.Sr^|Or"))[4] == "0,2,0"


def test_the_third_drop_wins_at_once() -> None:
    """splash 5.2, 9.4"""
    state = after(at("Lr.Sr", "Py,Pb.Og", "place:1>2:Or", drops="2,0"), "falls:Lr|Sr|Or")
    assert result(state) == ("p1win", "third-drop")
    assert fields(state)[2:] == [
        "-",
        "Py,Pb.Og",
        "3,0",
        "over:1:third-drop,base:2:Lr|Sr|Or,give:2",
    ]
    assert texts(state) == []
    assert SPLASH.to_move(state) == 2


def test_the_highest_stack_becomes_the_tower() -> None:
    """splash 5.3"""
    state = at("Lr.Sr.Tr", "Py,Pb.Og", "place:1>2:Or")
    assert fields(after(state, "falls:Lr|Sr.Or^|Tr"))[2] == "Sr.Or"


def test_it_is_the_highest_and_not_the_one_of_most_pieces() -> None:
    """splash 1.5, 5.3"""
    state = at("Pr.Py.Pg.Lg", "Tr,Pb.Og", "place:1>2:Tg")
    assert fields(after(state, "falls:Lg.Tg^|Pr.Py.Pg"))[2:4] == ["Lg.Tg", "Tr,Pr.Py.Pg.Pb.Og"]
    assert fields(after(state, "falls:Lg.Tg|Pr.Py.Pg^"))[2:4] == ["Pr.Py.Pg", "Tr,Lg.Pb.Tg.Og"]


def test_the_placer_chooses_among_the_highest_stacks() -> None:
    """splash 5.4"""
    state = after(at("Lr.Sr.Tr.Ty", "Pb,Oy.Og", "place:1>2:Py"), "falls:Lr.Sr^|Py|Tr.Ty^")
    assert fields(state)[2:] == [
        "-",
        "Pb,Oy.Og",
        "2,1",
        "base:2:Lr.Sr^|Py|Tr.Ty^,give:2",
    ]
    assert SPLASH.to_move(state) == 2
    assert not SPLASH.turn_begins(state)
    assert texts(state) == ["base:Lr", "base:Tr"]
    assert fields(after(state, "base:Tr"))[2:4] == ["Tr.Ty", "Pb,Lr.Sr.Py.Oy.Og"]


def test_stacks_of_different_numbers_of_pieces_can_be_equally_high() -> None:
    """splash 5.3, 5.4"""
    state = at("Pr.Py.Pg.Lg.So", "Tr,Pb.Og", "place:1>2:To")
    fallen = after(state, "falls:Lg.So^|Pr.Py.Pg^|To")
    assert texts(fallen) == ["base:Lg", "base:Pr"]
    assert fields(after(fallen, "base:Pr"))[2:4] == ["Pr.Py.Pg", "Tr,Lg.So.Pb.To.Og"]


def test_the_placer_chooses_a_base_among_single_pieces() -> None:
    """splash 5.4"""
    state = after(at("Lr.Sr", "Pb,Oy", "place:1>2:Or"), "falls:Lr|Sr|Or")
    assert texts(state) == ["base:Lr", "base:Sr", "base:Or"]
    assert fields(after(state, "base:Sr"))[2:4] == ["Sr", "Pb,Lr.Or.Oy"]


def test_of_more_than_three_other_pieces_three_are_kept() -> None:
    """splash 5.5"""
    before = at("Lr.Sr.Tr.Ty", "Pb,Og", "place:1>2:Py")
    state = after(before, "falls:Lr|Sr|Py|Tr|Ty", "base:Ty")
    assert fields(state)[2:] == ["Ty", "Pb,Og", "2,1", "keep:2:Lr.Sr.Py.Tr,give:2"]
    assert SPLASH.to_move(state) == 2
    assert not SPLASH.turn_begins(state)
    assert texts(state) == ["keep:Lr.Sr.Py", "keep:Lr.Sr.Tr", "keep:Lr.Py.Tr", "keep:Sr.Py.Tr"]
    kept = after(state, "keep:Lr.Py.Tr")
    assert fields(kept)[2:] == ["Ty", "Pb,Lr.Py.Tr.Og", "2,1", "give:2"]
    assert kept.box == before.box | 1 << INDEX["Sr"]


def test_up_to_three_other_pieces_are_taken_without_a_decision() -> None:
    """splash 5.6"""
    before = at("Lr.Sr.Tr.Ty", "Pb,Og", "place:1>2:Py")
    state = after(before, "falls:Lr.Sr^|Py|Tr|Ty")
    assert fields(state)[2:] == ["Lr.Sr", "Pb,Py.Tr.Ty.Og", "2,1", "give:2"]
    assert state.box == before.box


def test_the_placer_gives_next_for_the_new_top() -> None:
    """splash 5.7"""
    state = after(at("Lr.Sr", "Pb,Og", "place:1>2:Or"), "falls:Lr.Sr^|Or")
    assert SPLASH.turn_begins(state)
    assert texts(state) == ["give:Or"]
    assert fields(after(state, "give:Or"))[-1] == "place:2>1:Or"


@pytest.mark.parametrize(
    ("seats", "teams", "winning"),
    [
        (4, "pairs", ["p1p3win", "p2p4win"] * 2),
        (6, "pairs", ["p1p4win", "p2p5win", "p3p6win"] * 2),
        (6, "trios", ["p1p3p5win", "p2p4p6win"] * 3),
    ],
)
def test_a_team_wins_together(seats: int, teams: str, winning: list[str]) -> None:
    """splash 7.1, 7.2, 7.3, 8.3"""
    for seat, winners in enumerate(winning, 1):
        left = seat % seats + 1
        state = at(
            "Lr.Sr",
            ",".join(NAMES[12 : 12 + seats]),
            f"place:{seat}>{left}:Lb",
            drops=",".join("2" if other == seat else "1" for other in range(1, seats + 1)),
            options=f"teams={teams},referee=yes",
        )
        assert result(after(state, "falls:Lr|Lb.Sr^")) == (winners, "third-drop")


def test_drops_are_not_shared() -> None:
    """splash 7.3"""
    state = at("Lr.Sr", "Py,Og,Ob,Op", "place:1>2:Or", drops="1,0,2,0", options="teams=pairs")
    assert result(after(state, "falls:Lr.Sr^|Or")) is None


@pytest.mark.parametrize(
    ("teams", "seats", "sentence"),
    [("pairs", seats, f"for 4 or 6 seats, not for {seats}") for seats in (2, 3, 5)]
    + [("trios", seats, f"for 6 seats, not for {seats}") for seats in (2, 3, 4, 5)],
)
def test_other_numbers_of_seats_make_no_teams(teams: str, seats: int, sentence: str) -> None:
    """splash 7.1, 7.2"""
    with pytest.raises(BadSetup, match=f"{teams} are teams of Splash! {sentence}"):
        SPLASH.setup(seats, {"teams": teams})


def test_the_last_piece_can_win_when_it_is_given() -> None:
    """splash 8.1, 9.4"""
    state = at("Lr", "Or,Py,Og", "give:1", options="last-piece=given")
    over = after(state, "give:Or")
    assert result(over) == ("p1win", "last-piece")
    assert fields(over)[2:] == ["Lr", "-,Py,Og", "1,1,1", "over:1:last-piece,place:1>2:Or"]
    assert SPLASH.to_move(over) == 2


def test_so_can_the_last_piece_of_another_seat() -> None:
    """splash 8.1"""
    state = at("Lr", "Ob,Py,Or", "give:1", options="last-piece=given")
    assert result(after(state, "give:Or<3")) == ("p3win", "last-piece")


def test_with_more_pieces_left_the_given_one_is_placed() -> None:
    """splash 8.1"""
    state = at("Lr", "Sr.Or,Py,Og", "give:1", options="last-piece=given")
    assert result(after(state, "give:Or", "stands")) is None


def test_without_a_referee_nobody_is_at_fault() -> None:
    """splash 8.5"""
    for fault in ("goes-on", "gives-next"):
        state = SPLASH.initial(3, {"fault": fault})
        assert perft(SPLASH, state, 2) == 870


def test_the_hand_changes_nothing_here() -> None:
    """splash 8.6"""
    for hand in ("normal", "steady", "shaky"):
        state = SPLASH.initial(3, {"hand": hand})
        assert perft(SPLASH, state, 2) == 870


@given(games)
def test_every_game_without_incidents_ends(states: list[State]) -> None:
    """splash 9.1"""
    setup = states[0].setup
    if setup["referee"] == "no":
        assert SPLASH.outcome(states[-1])
        assert len(states) - 1 <= longest(setup)


@pytest.mark.parametrize(("seats", "bound"), [(2, 122), (3, 138), (4, 148), (5, 170), (6, 186)])
def test_the_bound_in_numbers(seats: int, bound: int) -> None:
    """splash 9.1"""
    assert longest(SPLASH.setup(seats)) == bound


@given(states)
def test_a_seat_that_is_to_decide_has_a_choice(state: State) -> None:
    """splash 9.3"""
    assert bool(texts(state)) == (SPLASH.outcome(state) is None)


@given(games)
def test_the_thirty_pieces_are_always_there(states: list[State]) -> None:
    """splash 1.1"""
    assert all(sorted(everything(state)) == list(range(30)) for state in states)


@given(games)
def test_a_finished_game_waits_for_the_seat_that_would_have_gone_on(states: list[State]) -> None:
    """splash 9.4"""
    before, last = states[-2:]
    if isinstance(last.phase, Over):
        followed = isinstance(before.phase, Giving)
        seat = before.phase.seat
        assert SPLASH.to_move(last) == (before.left_of(seat) if followed else seat)


def test_a_decision_of_another_phase_cannot_be_applied() -> None:
    with pytest.raises(TypeError, match="no decision of"):
        SPLASH.apply(start(SPLASH.setup()), Falls(()))
    with pytest.raises(TypeError, match="no decision of"):
        SPLASH.apply(opening(), Take(0))

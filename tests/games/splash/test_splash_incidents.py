import pytest

from ludothek.games.splash import SPLASH, State
from ludothek.games.splash.pieces import INDEX
from tests.games.splash.tables import GIVES_NEXT, REFEREE, after, at, fields, refusal, result, texts

STOCKS = "Py,Pg.Ob,Sb"


def giving(drops: str = "") -> State:
    """p2 is to give."""
    return at("Lr.Sr.Tr.Ty", STOCKS, "give:2", drops, REFEREE)


def placing(drops: str = "") -> State:
    """p3 is to place what p2 gave."""
    return at("Lr.Sr.Tr.Ty", STOCKS, "place:2>3:Tg", drops, REFEREE)


def test_an_incident_is_never_listed() -> None:
    """splash 10.3"""
    assert texts(giving()) == ["give:Py<1"]
    assert texts(placing()) == ["stands", "falls:?"]


@pytest.mark.parametrize("state", [giving(), placing()])
def test_an_incident_can_strike_while_a_seat_gives_or_places(state: State) -> None:
    """splash 6.1, 8.4, 10.3"""
    for report in ("bump:Lr.Sr^|Tr.Ty", "fault1:Lr.Sr^|Tr.Ty^", "fault2:Lr|Sr|Tr|Ty"):
        assert SPLASH.refusal(state, SPLASH.notation.parse_move(report)) is None


@pytest.mark.parametrize("report", ["bump:Lr|Sr", "fault1:Lr|Sr"])
def test_without_a_referee_there_are_no_incidents(report: str) -> None:
    """splash 6.1, 8.4"""
    state = at("Lr.Sr", STOCKS, "give:2")
    assert refusal(state, report)[0] == "no-referee"


def test_a_tower_of_one_piece_cannot_fall() -> None:
    """splash 6.1"""
    state = at("Lr", STOCKS, "place:2>3:Lg", options=REFEREE)
    assert refusal(state, "bump:Lr")[0] == "low-tower"


@pytest.mark.parametrize("report", ["bump:Lr|Sr", "fault1:Lr|Sr"])
def test_no_incident_strikes_in_the_draft_or_while_fallen_pieces_are_sorted_out(
    report: str,
) -> None:
    """splash 6.1"""
    draft = SPLASH.initial(3, {"referee": "yes"})
    choosing = at("-", STOCKS, "base:2:Lr|Sr,give:2", options=REFEREE)
    keeping = at("Lr.Sr", STOCKS, "keep:2:Tr.Ty.Tb.To,give:2", options=REFEREE)
    over = at("-", STOCKS, "over:1:third-drop,base:2:Lr|Sr,give:2", "3,0,0", REFEREE)
    codes = [refusal(state, report)[0] for state in (draft, choosing, keeping, over)]
    assert codes == ["draft-now", "base-now", "keep-now", "over"]


def test_a_given_piece_is_no_part_of_the_report() -> None:
    """splash 6.1"""
    code, sentence = refusal(placing(), "bump:Lr.Sr^|Tr.Ty|Tg")
    assert code == "not-fallen"
    assert sentence == "pieces that cannot have fallen: Tg"


def test_after_a_bump_the_fallen_pieces_go_to_the_box() -> None:
    """splash 6.2, 6.4"""
    state = after(giving(), "bump:Lr.Sr^|Tr|Ty")
    assert fields(state)[2:] == ["Lr.Sr", STOCKS, "1,1,1", "give:2"]
    assert state.box == giving().box | 1 << INDEX["Tr"] | 1 << INDEX["Ty"]


def test_the_giver_chooses_among_equals_after_a_bump() -> None:
    """splash 6.2, 6.5"""
    state = after(giving(), "bump:Lr.Sr^|Tr.Ty^")
    assert fields(state)[2:] == ["-", STOCKS, "1,1,1", "bump:2:Lr.Sr^|Tr.Ty^,give:2"]
    assert SPLASH.to_move(state) == 2
    assert texts(state) == ["base:Lr", "base:Tr"]
    chosen = after(state, "base:Tr")
    assert fields(chosen)[2:] == ["Tr.Ty", STOCKS, "1,1,1", "give:2"]
    assert chosen.box == giving().box | 1 << INDEX["Lr"] | 1 << INDEX["Sr"]


def test_the_placer_chooses_among_equals_after_a_bump() -> None:
    """splash 6.2, 6.5"""
    state = after(placing(), "bump:Lr|Sr|Tr|Ty")
    assert SPLASH.to_move(state) == 3
    chosen = after(state, "base:Sr")
    assert fields(chosen)[2:] == ["Sr", STOCKS, "1,1,1", "place:2>3:Tg"]
    assert chosen.box == placing().box | sum(1 << INDEX[name] for name in ("Lr", "Tr", "Ty"))


def test_the_seat_at_fault_takes_the_fallen_pieces() -> None:
    """splash 6.3, 6.4"""
    state = after(giving(), "fault3:Lr.Sr^|Tr|Ty")
    assert fields(state)[2:] == ["Lr.Sr", "Py,Pg.Ob,Sb.Tr.Ty", "1,1,1", "give:2"]
    assert state.box == giving().box


def test_the_seat_at_fault_chooses_the_tower_and_its_pieces() -> None:
    """splash 6.3, 6.5"""
    six = at("Lr.Sr.Tr.Ty.Tb", STOCKS, "place:2>3:Tg", options=REFEREE)
    state = after(six, "fault1:Lr|Sr|Tr|Ty|Tb")
    assert SPLASH.to_move(state) == 1
    assert fields(state)[-1] == "base:1:Lr|Sr|Tr|Ty|Tb,place:2>3:Tg"
    state = after(state, "base:Ty")
    assert SPLASH.to_move(state) == 1
    assert fields(state)[-1] == "keep:1:Lr.Sr.Tr.Tb,place:2>3:Tg"
    state = after(state, "keep:Lr.Sr.Tb")
    assert fields(state)[2:] == ["Ty", "Lr.Sr.Py.Tb,Pg.Ob,Sb", "1,1,1", "place:2>3:Tg"]


def test_also_the_giver_can_be_at_fault() -> None:
    """splash 6.3"""
    for state, going_on in ((giving(), "give:2"), (placing(), "place:2>3:Tg")):
        fallen = after(state, "fault2:Lr.Sr.Tr^|Ty")
        assert fields(fallen)[3] == "Py,Pg.Ty.Ob,Sb"
        assert fields(fallen)[-1] == going_on


def test_a_seat_that_is_just_placing_is_not_at_fault() -> None:
    """splash 6.3"""
    code, sentence = refusal(placing(), "fault3:Lr.Sr^|Tr|Ty")
    assert code == "placing"
    assert sentence == "p3 is just placing: report stands or falls"


def test_nobody_wins_by_an_incident() -> None:
    """splash 6.4"""
    state = at("Lr.Sr", "-,Pg.Ob,Sb", "give:2", "2,2,2", REFEREE)
    for report in ("bump:Lr|Sr", "fault3:Lr|Sr"):
        assert result(after(state, report, "base:Lr")) is None


def test_a_piece_in_hand_may_no_longer_match() -> None:
    """splash 6.5"""
    state = after(placing(), "bump:Lr.Sr^|Tr|Ty")
    assert fields(state)[2] == "Lr.Sr"
    assert fields(after(state, "stands"))[2] == "Lr.Sr.Tg"


def test_who_is_at_fault_may_have_to_give_next() -> None:
    """splash 6.6, 8.5"""
    state = at("Lr.Sr.Tr.Ty", STOCKS, "give:2", options=GIVES_NEXT)
    fallen = after(state, "fault3:Lr.Sr^|Tr|Ty")
    assert fields(fallen)[2:] == ["Lr.Sr", "Py,Pg.Ob,Sb.Tr.Ty", "1,1,1", "give:3"]
    assert SPLASH.turn_begins(fallen)
    next_state = after(fallen, "give:Sb")
    assert fields(next_state)[-1] == "place:3>1:Sb"


@pytest.mark.parametrize(
    ("hand", "owner", "stocks"),
    [("Tg", 2, "Lr.Py.Ty,Pg.Tg.Ob,Sb"), ("Tg<3", 3, "Lr.Py.Ty,Pg.Ob,Sb.Tg")],
)
def test_a_piece_already_given_then_goes_back_where_it_came_from(
    hand: str, owner: int, stocks: str
) -> None:
    """splash 6.6"""
    state = at("Lr.Sr.Tr.Ty", STOCKS, f"place:2>3:{hand}", options=GIVES_NEXT)
    fallen = after(state, "fault1:Lr|Sr.Tr^|Ty")
    assert fields(fallen)[2:] == ["Sr.Tr", stocks, "1,1,1", "give:1"]
    events = SPLASH.events(state, SPLASH.notation.parse_move("fault1:Lr|Sr.Tr^|Ty"))
    assert [event for event in events if event["event"] in {"kept", "returned"}] == [
        {"event": "kept", "seat": 1, "pieces": ["Lr", "Ty"]},
        {"event": "returned", "seat": owner, "piece": "Tg"},
    ]


def test_it_goes_back_after_the_taking() -> None:
    """splash 6.6"""
    six = at("Lr.Sr.Tr.Ty.Tb", STOCKS, "place:2>3:Tg", options=GIVES_NEXT)
    state = after(six, "fault2:Lr|Sr|Tr|Ty|Tb")
    assert fields(state)[-1] == "base:2:Lr|Sr|Tr|Ty|Tb,place:2>3:Tg"
    state = after(state, "base:Ty")
    assert fields(state)[2:] == ["Ty", STOCKS, "1,1,1", "keep:2:Lr.Sr.Tr.Tb,place:2>3:Tg"]
    assert texts(state) == ["keep:Lr.Sr.Tr", "keep:Lr.Sr.Tb", "keep:Lr.Tr.Tb", "keep:Sr.Tr.Tb"]
    kept = after(state, "keep:Lr.Sr.Tb")
    assert fields(kept)[2:] == ["Ty", "Py,Lr.Sr.Pg.Tg.Tb.Ob,Sb", "1,1,1", "give:2"]


def test_who_gave_the_last_piece_gets_it_back() -> None:
    """splash 6.6"""
    state = at("Lr.Sr", "Py,-,Sb", "place:2>3:Tr", options=GIVES_NEXT)
    back = after(state, "fault1:Lr|Sr", "base:Lr")
    assert fields(back)[3:] == ["Sr.Py,Tr,Sb", "1,1,1", "give:1"]


def test_a_bump_never_changes_the_turn() -> None:
    """splash 6.5, 6.6"""
    for phase in ("give:2", "place:2>3:Tg"):
        state = at("Lr.Sr.Tr.Ty", STOCKS, phase, options=GIVES_NEXT)
        assert fields(after(state, "bump:Lr.Sr^|Tr|Ty"))[-1] == phase


def test_pieces_can_come_back_again_and_again() -> None:
    """splash 9.2"""
    state = at("Lr.Sr", "Py,Ob", "give:1", options=REFEREE)
    by_p1 = after(state, "fault1:Lr|Sr", "base:Lr", "give:Sr", "stands")
    assert after(by_p1, "fault2:Lr|Sr", "base:Lr", "give:Sr", "stands") == state

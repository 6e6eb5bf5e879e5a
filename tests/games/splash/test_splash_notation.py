import re
from contextlib import suppress
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludothek.games import LudothekError, UnreadableMove, UnreadablePosition
from ludothek.games.splash import (
    SPLASH,
    Base,
    Bump,
    Falls,
    FallsSomehow,
    Fault,
    Give,
    Keep,
    Move,
    Stands,
    State,
    Take,
)
from ludothek.games.splash.pieces import INDEX, NAMES
from tests.games.splash.tables import (
    GIVES_NEXT,
    OPENING,
    REFEREE,
    drafted,
    position,
    refusal,
    some_marks,
    some_stacks,
    states,
)

LR, SG, PO, TB = (INDEX[name] for name in ("Lr", "Sg", "Po", "Tb"))
MOVES: dict[str, Move] = {
    "take:Lr": Take(LR),
    "give:Lr": Give(LR),
    "give:Lr<3": Give(LR, 3),
    "stands": Stands(),
    "falls:?": FallsSomehow(),
    "falls:Lr.Sg^|Po|Tb": Falls(((LR, SG), (PO,), (TB,)), (0,)),
    "falls:Lr.Sg|Po.Tb^": Falls(((LR, SG), (PO, TB)), (1,)),
    "falls:Lr.Sg^|Po.Tb^": Falls(((LR, SG), (PO, TB)), (0, 1)),
    "falls:Lr.Sg|Po.Tb": Falls(((LR, SG), (PO, TB))),
    "base:Lr": Base(LR),
    "keep:Lr.Po.Tb": Keep((LR, PO, TB)),
    "bump:Lr|Sg": Bump(((LR,), (SG,))),
    "bump:Lr.Sg^|Po": Bump(((LR, SG), (PO,)), (0,)),
    "fault3:Lr|Sg": Fault(3, ((LR,), (SG,))),
    "fault3:Lr|Sg.Po^": Fault(3, ((LR,), (SG, PO)), (1,)),
}


@pytest.mark.parametrize(("text", "move"), MOVES.items())
def test_every_decision_has_one_text(text: str, move: Move) -> None:
    """splash 10.1, 10.2, 10.3"""
    assert SPLASH.notation.parse_move(text) == move
    assert str(move) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "take",
        "take:",
        "take:lr",
        "take:Lx",
        "take:Lr.Sg",
        "take: Lr",
        "take:Lr ",
        "take:Lr\n",
        "give:Lr<",
        "give:Lr<0",
        "give:Lr<7",
        "give:Lr<p3",
        "stand",
        "Stands",
        "falls",
        "falls:",
        "falls:??",
        "falls:Lr|",
        "falls:|Lr",
        "falls:Lr..Sg|Po",
        "falls:Lr,Sg",
        "falls:^",
        "falls:^Lr.Sg|Po",
        "falls:Lr^.Sg|Po",
        "falls:Lr.Sg^^|Po",
        "falls:?^",
        "keep:Lr.Po.Tb^",
        "base:Lr.Sg",
        "keep:",
        "keep:Lr|Po|Tb",
        "bump:?",
        "fault:Lr|Sg",
        "fault0:Lr|Sg",
        "fault7:Lr|Sg",
        "faultp3:Lr|Sg",
    ],
)
def test_nothing_else_is_a_decision(text: str) -> None:
    """splash 10.1"""
    with pytest.raises(UnreadableMove, match="no decision of Splash!"):
        SPLASH.notation.parse_move(text)


@given(
    st.lists(st.sampled_from(range(30)), min_size=2, unique=True), st.integers(1, 6), st.integers()
)
def test_reports_read_back_as_written(pieces: list[int], seat: int, seed: int) -> None:
    """splash 10.1, 10.3"""
    stacks = some_stacks(tuple(pieces), Random(seed))
    marked = some_marks(stacks, SPLASH.setup(), Random(seed))
    for move in (Falls(stacks, marked), Bump(stacks, marked), Fault(seat, stacks, marked)):
        text = str(move)
        assert SPLASH.notation.parse_move(text) == move
        bottoms = [INDEX[bottom] for bottom in re.findall(r"[:|](..)", text)]
        assert bottoms == sorted(bottoms)


def test_the_open_fall_is_read_and_never_played() -> None:
    """splash 10.2"""
    state = SPLASH.parse_position(position("Lr", "Sb,Sy", "place:1>2:Lg"))
    assert "falls:?" in SPLASH.legal_texts(state)
    assert refusal(state, "falls:?")[0] == "falls-open"


def test_the_position_before_the_first_decision() -> None:
    """splash 10.4"""
    pool = ".".join(NAMES)
    for seats, stocks, drops in ((2, "-,-", "0,0"), (6, "-,-,-,-,-,-", "0,0,0,0,0,0")):
        start = SPLASH.initial(seats)
        assert SPLASH.format_position(start) == f"{pool}/-/-/{stocks}/{drops}/draft:1"


READABLE = [
    position("Lr", "Sb,Sy.Pg,Oy", "give:2"),
    position("Lr", "Sb,Sy.Pg,Oy", "place:2>3:Tr"),
    position("Lr", "Sb,Sy.Pg,Oy", "place:2>3:Tr<1"),
    position("-", "Sb,Sy.Pg,Oy", "base:3:Lr.Sg^|Po.Tb^,give:3"),
    position("-", "Sb,Sy.Pg,Oy", "base:3:Lr.Sg^|Po.Tb|Tg.Ty.To^|Og,give:3"),
    position("-", "Sb,Sy.Pg,Oy", "base:1:Lr.Sg^|Po.Tb^,place:2>3:Tg", options=REFEREE),
    position("-", "Sb,Sy.Pg,Oy", "base:1:Lr.Sg^|Po.Tb^,place:2>3:Tg", options=GIVES_NEXT),
    position("-", "Sb,Sy.Pg,Oy", "base:1:Lr.Sg^|Po.Tb^,give:1", options=GIVES_NEXT),
    position("-", "Sb,Sy.Pg,Oy", "bump:3:Lr.Sg^|Po.Tb^,place:2>3:Tg", options=REFEREE),
    position("-", "Sb,Sy.Pg,Oy", "bump:2:Lr|Sg,give:2", options=REFEREE),
    position("Ob", "Sb,Sy.Pg,Oy", "keep:3:Lr.Sg.Po.Tb,give:3"),
    position("Ob", "Sb,Sy.Pg,Oy", "keep:3:Lr.Sg.Po.Tb,give:1", options=REFEREE),
    position("-", "Sb,Sy.Pg,Oy", "over:1:third-drop,base:2:Lr.Sg^|Po,give:2", drops="3,2,0"),
    position("-", "Sb,Sy.Pg,Oy", "base:3:Lr.Sg|Po.Tb,give:3", options="rules=1"),
    position("Lr", "Sb,Sy.Pg,Oy,Ob,Og,To", "give:2", options="teams=trios"),
    position("Lr.Ly", "-,Sy.Pg,-", "over:1:last-piece,give:2"),
    position("Lr.Ly", "Sb,Sy.Pg,-", "over:3:last-piece,give:2"),
    position("Lr", "-,Sy.Pg,Oy", "over:1:last-piece,place:1>2:Lg", options="last-piece=given"),
    position("Lr", "Sb,-,Oy", "over:2:last-piece,place:1>2:Lg<2", options="last-piece=given"),
]


@pytest.mark.parametrize("text", READABLE)
def test_each_phase_has_its_text(text: str) -> None:
    """splash 10.4, 10.5"""
    assert SPLASH.format_position(SPLASH.parse_position(text)) == text


@given(states)
def test_every_position_reads_back_as_written(state: State) -> None:
    """splash 10.4, 10.5"""
    assert SPLASH.parse_position(SPLASH.format_position(state)) == state


FOUR = SPLASH.format_position(drafted(4))
UNREADABLE = [
    ("", "expected pool, box, tower, stocks, drops and phase"),
    ("-/-/-/-", "expected pool, box, tower, stocks, drops and phase"),
    (OPENING.replace("-/-/-", "/-/-"), "pieces are written like Lr.Sg, none as -, not ''"),
    (OPENING.replace("Lr.", "Lr,", 1), "a stock and a number of drops for each of the 3 seats"),
    (OPENING.replace("Lr.", "lr.", 1), "pieces are written like"),
    (OPENING.replace("Lr.", "Lr.Lr.", 1), "a piece stands twice in Lr.Lr.Lg"),
    (OPENING.replace("-/-/-", "-/-/Lr"), "each of the 30 pieces is in one place"),
    (OPENING.replace("Lr.", "", 1), "each of the 30 pieces is in one place"),
    (OPENING.replace("0,0", "0,0,0"), "a stock and a number of drops for each of the 2 seats"),
    (OPENING.replace("0,0", "0,4"), "drops are numbers from 0 to 3"),
    (OPENING.replace("give:1", "give:3"), "there is no p3"),
    (OPENING.replace("give:1", "give"), "'give' is no phase"),
    (OPENING.replace("give:1", "draft:1,give:1"), "is no phase"),
    (OPENING.replace("give:1", "over:1:bored,give:1"), "is no phase"),
    (OPENING.replace("give:1", "draft:1"), "the draft ends with 15 pieces each"),
    (OPENING.replace("give:1", "give:2"), "p1 gives the first piece of full stocks"),
    (OPENING.replace("0,0", "0,1"), "p1 gives the first piece of full stocks"),
    (
        OPENING.replace("Ly.", "", 1).replace("give:1", "place:1>2:Ly<2"),
        "Ly may not be given: the first piece comes from the giver's own stock",
    ),
    (FOUR.replace("Oo.Op/-/", "Oo/Op/"), "the 2 pieces nobody took"),
    (FOUR.replace("-/Oo.Op", "Oo.Op/-"), "after the draft the pool is empty"),
    (
        SPLASH.format_position(SPLASH.initial()).replace("draft:1", "draft:2"),
        "the seats before p2 have one piece more than the others",
    ),
    (
        SPLASH.format_position(SPLASH.initial()).replace("0,0", "1,0"),
        "in the draft, box and tower are empty and nobody has drops",
    ),
    (position("Lr", "Sb,Sy", "give:1", "0,0"), "nothing fell, so nothing more went to the box"),
    (position("Lr", "Sb,Sy", "give:1", "3,0"), "whoever has three drops has won by them"),
    (position("Lr", "-,-,Sy", "give:2"), "when p2 gives, p1 or p2 has a piece left"),
    (
        position("Lr", "Sb,-", "give:1", options="last-piece=given"),
        "p2 has an empty stock and would have won",
    ),
    (position("-", "Sb,Sy", "give:1"), "without a tower, p1 gives the first piece"),
    (position("Lr", "Sb,Sy,Ob", "place:1>3:Lg"), "the left neighbour of p1 places"),
    (position("Lr", "Sb,Sy,Ob", "place:1>2:Lg<1"), "is given without naming a seat"),
    (position("Lr", "Ly,Sy,Ob", "place:1>2:Lg<3"), "Lg may not be given: you own a matching"),
    (position("Lr", "Ly,Sy,Ob", "place:1>2:Sg"), "Sg may not be given: Sg matches neither"),
    (position("Tr", "Sb,Sy", "base:2:Lr|Sg,give:2"), "no tower stands while the new one"),
    (position("-", "Sb,Sy", "base:2:Lr.Sg^|Tb,give:2"), "one stack is highest"),
    (position("-", "Sb,Sy", "base:2:Lr.Sg^|Tb.To,give:2"), "one stack is highest"),
    (position("-", "Sb,Sy", "base:2:Lr.Sg|Tb.To,give:2"), "every stack that reaches highest ends"),
    (
        position("-", "Sb,Sy", "base:2:Lr.Sg^|Tb.To^|Ob^,give:2"),
        "a single piece is never marked as highest: Ob",
    ),
    (
        position("-", "Sb,Sy", "base:2:Lr.Sg^|Tb.To^,give:2", options="rules=1"),
        "by version 1 of the rules most pieces make the highest stack",
    ),
    (
        position("-", "Sb,Sy", "base:2:Lr.Sg|Tb,give:2", options="rules=1"),
        "one stack is highest",
    ),
    (position("-", "Sb,Sy", "base:2:Lr|Sg,give:2", "0,1"), "p1 has a drop for the piece"),
    (position("-", "Sb,Sy", "base:2:Lr|Sg,give:1"), "p2 gives next"),
    (position("-", "Sb,Sy", "bump:2:Lr|Sg,give:2"), "p2 gives next"),
    (position("-", "Sb,Sy", "keep:2:Lr.Sg.Po.Tb,give:2"), "a tower stands while pieces are kept"),
    (position("Lr", "Sb,Sy", "keep:2:Sg.Po.Tb,give:2"), "up to three pieces are taken"),
    (
        position("-", "Sb,Sy,Ob", "bump:1:Lr|Sg,give:2", options=REFEREE),
        "after a bump the seat to decide chooses, and that is p2",
    ),
    (
        position("-", "Sb,Sy,Ob", "base:2:Lr|Sg,place:1>2:Tr", options=REFEREE),
        "p2 is just placing and not at fault",
    ),
    (
        position("-", "Sb,Sy,Ob", "base:2:Lr|Sg,place:1>3:Tr", options=REFEREE),
        "the left neighbour of p1 places",
    ),
    (position("-", "Sb,Sy", "base:2:Lr|Sg,base:2:Po|Tb,give:2"), "is no phase"),
    (position("Lr.Sr", "Sb,Sy", "over:1:last-piece,give:2"), "p1 has not given the last piece"),
    (position("Lr", "-,Sy", "over:1:last-piece,give:2"), "the last piece is not the base"),
    (position("Lr.Sr", "-,-", "over:2:last-piece,give:2"), "p1 has an empty stock and comes first"),
    (position("Lr.Sr", "-,Sy", "over:1:last-piece,place:1>2:Sg"), "wins when it stands, or with"),
    (
        position("Lr.Sr", "-,Sy", "over:1:last-piece,give:2", options="last-piece=given"),
        "wins when it stands, or with",
    ),
    (
        position("Lr", "Sb,Sy,-", "over:3:last-piece,place:1>2:Lg", options="last-piece=given"),
        "p3 lost no piece with this give",
    ),
    (
        position("Lr", "-,Sy,Ob", "over:1:last-piece,place:1>3:Lg", options="last-piece=given"),
        "the left neighbour of p1 places",
    ),
    (
        position("Lr", "-,Ly,Ob", "over:1:last-piece,place:1>2:Sg", options="last-piece=given"),
        "Sg may not be given: you own no match for Lr, so take one from another seat: Ly<2",
    ),
    (position("Lr.Sr", "Sb,Sy", "over:1:third-drop,give:2", "3,0"), "comes with a fall"),
    (
        position("-", "Sb,Sy", "over:1:third-drop,bump:2:Lr|Sg,give:2", "3,0"),
        "comes with a fall",
    ),
    (
        position("-", "Sb,Sy", "over:1:third-drop,base:2:Lr.Sg|Po,give:2", "3,0"),
        "every stack that reaches highest ends with ^",
    ),
    (
        position("-", "Sb,Sy,Ob", "base:1:Lr|Sg,give:2", options=GIVES_NEXT),
        "p1 gives next",
    ),
    (
        position("-", "Sb,Sy", "over:1:third-drop,base:2:Lr.Sg^,give:2", "3,0"),
        "a fall leaves no tower but two stacks or more",
    ),
    (
        position("-", "Sb,Sy,Ob", "over:1:third-drop,base:3:Lr|Sg,give:3", "3,0,0"),
        "p2 placed the piece that p1 gave",
    ),
    (position("-", "Sb,Sy", "over:1:third-drop,base:2:Lr|Sg,give:2"), "whoever has three drops"),
]


@pytest.mark.parametrize(("text", "sentence"), UNREADABLE)
def test_a_position_play_cannot_lead_to_is_not_read(text: str, sentence: str) -> None:
    """splash 10.6"""
    with pytest.raises(UnreadablePosition) as unread:
        SPLASH.parse_position(text)
    assert str(unread.value).startswith("no position of Splash!: ")
    assert sentence in str(unread.value)


@pytest.mark.parametrize(
    "text",
    [
        OPENING.replace("Lr.Lg", "Lg.Lr"),
        position("-", "Sb,Sy", "base:2:Sg|Lr,give:2"),
        position("Ob", "Sb,Sy", "keep:2:Sg.Lr.Po.Tb,give:2"),
    ],
)
def test_sets_and_stacks_are_sorted(text: str) -> None:
    """splash 10.4, 10.5"""
    with pytest.raises(UnreadablePosition, match="written otherwise"):
        SPLASH.parse_position(text)


def test_the_tower_keeps_its_order() -> None:
    """splash 10.4"""
    state = SPLASH.parse_position(position("Ob.Lb.Lr", "Sb,Sy", "give:1"))
    assert [NAMES[piece] for piece in state.tower] == ["Ob", "Lb", "Lr"]


@given(st.text(alphabet="LSPTOrygbop.,|^/:<>-0123giveplacdrtokus", max_size=60))
def test_any_text_is_read_or_refused_in_a_sentence(text: str) -> None:
    """splash 10.6"""
    with suppress(LudothekError):
        assert SPLASH.format_position(SPLASH.parse_position(text)) == text
    with suppress(UnreadableMove):
        assert str(SPLASH.notation.parse_move(text)) == text

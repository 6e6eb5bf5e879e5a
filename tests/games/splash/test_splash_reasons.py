import pytest

from ludothek.games.splash import SPLASH, Falls, State
from ludothek.games.splash.reasons import REASONS
from tests.games.splash.tables import OPENING, REFEREE, after, at, refusal

DRAFT = SPLASH.play(SPLASH.initial(3), "take:Lr")
FIRST = SPLASH.parse_position(OPENING)
OWN_MATCH = at("Lr", "Ly.Sb,Sr,Ob", "give:1")
NO_OWN_MATCH = at("Lr", "Sb,Sr.Pg,Oy", "give:1")
NO_MATCH = at("Lr", "Sb,Sy.Pg,Oy", "give:1")
PLACING = at("Lr.Sr", "Sb,Sy.Pg,Oy", "place:1>2:Tr")
FORMER = at("Lr.Sr", "Sb,Sy.Pg,Oy", "place:1>2:Tr", options="rules=1")
CHOOSING = at("-", "Sb,Sy.Pg,Oy", "base:2:Lr.Sr^|Tr.Or^|Tg,give:2")
KEEPING = at("Lr", "Sb,Sy.Pg,Oy", "keep:2:Tr.Tg.Or.Ob,give:2")
OVER = at("-", "Sb,Sy.Pg,Oy", "over:1:third-drop,base:2:Lr|Sr,give:2", "3,0,0")
GIVING = at("Lr.Sr", "Sb,Sy.Pg,Oy", "give:1", options=REFEREE)

CASES = [
    (OVER, "give:Sb", "over", "the game is over"),
    (DRAFT, "give:Lr", "draft-now", "p2 is to take a piece from the pool"),
    (DRAFT, "take:Lr", "not-in-pool", "Lr is no longer in the pool"),
    (FIRST, "stands", "give-now", "p1 is to give a piece"),
    (FIRST, "give:Ly<2", "first-own", "the first piece comes from the giver's own stock"),
    (FIRST, "give:Ly<3", "no-such-seat", "there is no p3 in this game"),
    (
        FIRST,
        "give:Lr<1",
        "own-source",
        "p1 is the giver: a piece of the own stock is given without naming a seat",
    ),
    (FIRST, "give:Ly", "not-owned", "p1 does not own Ly"),
    (OWN_MATCH, "give:Ob<2", "not-owned", "p2 does not own Ob"),
    (OWN_MATCH, "give:Sr<2", "own-match", "you own a matching piece: Ly"),
    (
        OWN_MATCH,
        "give:Sb",
        "no-match",
        "Sb matches neither shape nor colour of the top piece Lr",
    ),
    (
        NO_OWN_MATCH,
        "give:Sb",
        "must-take",
        "you own no match for Lr, so take one from another seat: Sr<2",
    ),
    (
        NO_OWN_MATCH,
        "give:Oy<3",
        "no-match",
        "Oy matches neither shape nor colour of the top piece Lr",
    ),
    (
        NO_MATCH,
        "give:Oy<3",
        "own-first",
        "nobody owns a match for Lr, so give a piece of your own",
    ),
    (after(FIRST, "give:Lr"), "falls:Lr|Ly", "base-stands", "the base always stands"),
    (after(FIRST, "give:Lr"), "falls:?", "base-stands", "the base always stands"),
    (
        PLACING,
        "falls:?",
        "falls-open",
        "falls:? stands for every way to fall; report the stacks, as in falls:Lr.Sg^|Po",
    ),
    (
        PLACING,
        "give:Sb",
        "place-now",
        "p2 is to place Tr: report whether it stands or falls",
    ),
    (PLACING, "falls:Lr|Tr", "missing", "pieces missing from the report: Sr"),
    (PLACING, "falls:Lr|Sr|Tr|Ob", "not-fallen", "pieces that cannot have fallen: Ob"),
    (PLACING, "falls:Lr.Sr|Lr|Tr", "twice", "named more than once: Lr"),
    (PLACING, "falls:Lr.Sr.Tr", "one-stack", "a fall leaves at least two stacks"),
    (
        PLACING,
        "falls:Tr|Lr.Sr^",
        "stack-order",
        "stacks are sorted by their bottom pieces: Lr, Tr",
    ),
    (
        PLACING,
        "falls:Lr.Sr|Tr",
        "unmarked",
        "every stack that reaches highest ends with ^, as in falls:Lr.Sg^|Po",
    ),
    (
        PLACING,
        "falls:Lr.Sr^|Tr^",
        "single-marked",
        "a single piece is never marked as highest: Tr",
    ),
    (
        FORMER,
        "falls:Lr.Sr^|Tr",
        "marked",
        "by version 1 of the rules most pieces make the highest stack, and none is marked",
    ),
    (PLACING, "bump:Lr|Sr", "no-referee", "incidents are reported only in games with referee=yes"),
    (CHOOSING, "stands", "base-now", "p2 is to choose the new tower"),
    (CHOOSING, "base:Sr", "no-bottom", "no stack has Sr at the bottom"),
    (
        CHOOSING,
        "base:Tg",
        "not-highest",
        "the stack on Tg is not highest; choose one on Lr, Tr",
    ),
    (KEEPING, "base:Lr", "keep-now", "p2 is to choose the three pieces to keep"),
    (KEEPING, "keep:Tr.Or", "keep-three", "keep exactly three pieces"),
    (KEEPING, "keep:Tr.Tg.Or.Ob", "keep-three", "keep exactly three pieces"),
    (KEEPING, "keep:Lr.Tr.Or", "not-loose", "pieces that do not lie beside the tower: Lr"),
    (KEEPING, "keep:Tr.Tr.Or", "twice", "named more than once: Tr"),
    (KEEPING, "keep:Or.Tr.Tg", "keep-order", "the pieces to keep are sorted: Tr, Tg, Or"),
    (GIVING, "fault4:Lr|Sr", "no-such-seat", "there is no p4 in this game"),
    (GIVING, "bump:Sr|Lr", "stack-order", "stacks are sorted by their bottom pieces: Lr, Sr"),
    (GIVING, "fault2:Lr", "missing", "pieces missing from the report: Sr"),
    (
        at("Lr", "Sb,Sy.Pg,Oy", "give:1", options=REFEREE),
        "fault1:Lr",
        "low-tower",
        "an incident needs a tower of at least two pieces",
    ),
    (
        at("Lr.Sr", "Sb,Sy.Pg,Oy", "place:1>2:Tr", options=REFEREE),
        "fault2:Lr|Sr",
        "placing",
        "p2 is just placing: report stands or falls",
    ),
]


@pytest.mark.parametrize(("state", "move", "code", "sentence"), CASES)
def test_a_refused_decision_says_why(state: State, move: str, code: str, sentence: str) -> None:
    assert refusal(state, move) == (code, sentence)


def test_every_reason_is_given_somewhere() -> None:
    assert {code for _, _, code, _ in CASES} == set(REASONS)


@pytest.mark.parametrize("marked", [(2,), (-2,), (0, 0)])
def test_a_mark_belongs_to_a_stack(marked: tuple[int, ...]) -> None:
    stacks = (PLACING.tower, (18,))
    assert SPLASH.refusal(PLACING, Falls(stacks, (0,))) is None
    refused = SPLASH.refusal(PLACING, Falls(stacks, marked))
    assert refused is not None
    assert refused.code == "unmarked"


def test_an_empty_stack_is_no_stack() -> None:
    fallen = (*PLACING.tower, 18)
    refused = SPLASH.refusal(PLACING, Falls(((), fallen)))
    assert refused is not None
    assert refused.code == "one-stack"

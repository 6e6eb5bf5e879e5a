import pytest

from ludothek.games import IllegalMove
from ludothek.games.nexus import NEXUS, State
from ludothek.games.nexus.reasons import REASONS
from tests.games.nexus.tables import at, play

TABLE = {"0,0": "10", "-1,0": "20", "-1,1": "30", "1,0": "11", "2,0": "01", "2,-1": "03"}
START = NEXUS.initial()
NOW = at(TABLE, reserves="3,3")
LONG_WALL = dict.fromkeys(
    ["1,-1", "0,-1", "-1,0", "-1,1", "0,1", "1,1", "2,0", "0,2", "2,-2"],
    "10",
)
APART = tuple((3 * i, 0) for i in range(19))  # no position touches two of these
CHOOSING = play(
    at({**LONG_WALL, "0,0": "01", "1,0": "02", "-2,0": "01"}, reserves="2,4"),
    "0,2>-1,2",
    "2,-2>2,-1",
)
LAYING = play(NOW, "--2,0", "--2,1", "--2,2", "-0,2")
OVER = play(at({"0,0": "01", "1,0": "20"}, reserves="7,2"), "1,0>0,0", "1,0>0,0")

CASES = [
    (OVER, "@0,1", "over"),
    (START, "0,0>1,0", "first-turn"),
    (START, "@0,0", "not-border"),
    (play(START, "@2,0"), "-0,0", "entering"),
    (play(NOW, "--2,0"), "@0,1", "lifting"),
    (LAYING, "-0,1", "laying"),
    (play(NOW, "0,0>0,1"), "@0,0", "stepping"),
    (CHOOSING, "@0,1", "removing"),
    (CHOOSING, "x2@-2,0", "not-in-question"),
    (NOW, "x2@0,0", "not-removing"),
    (NOW, "+3,0", "not-laying"),
    (at(TABLE, actions="or2", reserves="3,3"), "-0,1", "change-after-change"),
    (at(TABLE, actions="ro2", reserves="3,3"), "-0,1", "change-again"),
    (NOW, "-9,9", "no-ring"),
    (NOW, "-0,0", "not-empty"),
    (LAYING, "+0,0", "ring-there"),
    (LAYING, "+0,2", "vacated"),
    (LAYING, "+9,9", "touches-too-few"),
    (at(TABLE, reserves="2,3"), "@0,1", "reserve"),
    (NOW, "@2,0", "not-empty"),
    (at({"0,0": "10", "-2,0": "10", "2,0": "01"}), "@1,0", "not-anchored"),
    (NOW, "2,0>1,1", "not-yours"),
    (NOW, "1,0>1,1", "mixed"),
    (NOW, "9,9>1,1", "no-ring"),
    (NOW, "0,0>0,0", "same-ring"),
    (NOW, "0,0>-1,1", "no-room"),
    (at({"0,0": "10", "-2,0": "01"}), "0,0>2,0", "too-far"),
    (play(NOW, "0,0>0,1"), "0,1>0,0", "changes-nothing"),
    (play(NOW, "0,0>0,2!-1,0"), "-1,0>2,0!-1,1", "leap-twice"),
    (NOW, "0,0>2,0!0,0", "no-sacrifice"),
    (NOW, "0,0>-1,1!-1,0", "no-room"),
    (NOW, "0,0>2,0!1,0", "mixed"),
    (
        at({"3,0": "10", "9,0": "01"}, rings=APART, options="entry=border"),
        "-0,0",
        "incomplete",
    ),
]


@pytest.mark.parametrize(("state", "move", "code"), CASES)
def test_a_refused_decision_says_why(state: State, move: str, code: str) -> None:
    with pytest.raises(IllegalMove) as refused:
        NEXUS.play(state, move)
    assert refused.value.code == code
    assert "{" not in str(refused.value)


def test_every_reason_has_a_case() -> None:
    assert {code for _, _, code in CASES} == set(REASONS)

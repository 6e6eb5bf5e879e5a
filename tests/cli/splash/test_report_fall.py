import pytest

from ludothek.cli.splash.report_fall import Collapse, incident, report, spelled
from tests.cli.example_games import match_of
from tests.cli.golden_screens import TAKES
from tests.games.splash.tables import at

TOWER = f"{TAKES} give:Lr stands give:Ly stands"
FALL = Collapse("falls:", ("Lr", "Ly", "Lg", "Tb"))


def reported(collapse: Collapse, *lines: str) -> Collapse:
    for line in lines:
        after = collapse.feed(line)
        assert isinstance(after, Collapse)
        collapse = after
    return collapse


def test_pieces_that_are_not_named_lie_alone() -> None:
    done = reported(FALL, "Lr Ly", "")
    assert done.complete
    assert done.text == "falls:Lr.Ly^|Lg|Tb"


def test_stacks_are_sorted_by_their_bottom_pieces() -> None:
    assert reported(FALL, "Tb Lg", "Ly Lr", "equal").text == "falls:Ly.Lr^|Tb.Lg^"


def test_capitals_and_separators_do_not_matter() -> None:
    assert reported(FALL, "LR.ly, lg").text == "falls:Lr.Ly.Lg^|Tb"


def test_of_two_stacks_it_is_asked_which_is_highest() -> None:
    """splash 5.3"""
    fall = reported(FALL, "Tb Lg", "Ly Lr")
    assert not fall.complete
    assert fall.question.startswith("Which stack reaches highest above the table: Tb.Lg or Ly.Lr?")
    assert fall.words() == ["Tb", "Ly", "equal", "cancel"]
    assert reported(fall, "tb").text == "falls:Ly.Lr|Tb.Lg^"
    assert reported(fall, "Lr").text == "falls:Ly.Lr^|Tb.Lg"
    assert reported(fall, "equal").text == reported(fall, "Lr tb").text == "falls:Ly.Lr^|Tb.Lg^"
    assert fall.feed("cancel") is None


def test_the_highest_is_one_of_the_stacks() -> None:
    fall = reported(FALL, "Tb Lg", "Ly Lr")
    for line in ("", "Po", "Tb Po", "both"):
        assert fall.feed(line) == "name a piece of Tb.Lg or Ly.Lr, or type equal"


def test_of_one_stack_nothing_is_asked() -> None:
    """splash 5.3"""
    assert reported(FALL, "Lr Ly", "").complete


def test_a_game_of_version_1_is_not_asked_for_heights() -> None:
    """splash 11.2"""
    state = at("Lr.Ly.Lg", "Pb,Og", "place:1>2:Lb", options="rules=1")
    fall = report(state, "falls")
    assert fall
    done = reported(fall, "Lr Ly", "Lb Lg")
    assert done.complete
    assert done.text == "falls:Lr.Ly|Lb.Lg"


def test_the_last_piece_needs_no_question() -> None:
    assert reported(FALL, "Lr Ly Lg").complete


def test_two_pieces_can_only_fall_apart() -> None:
    two = Collapse("falls:", ("Lr", "Ly"))
    assert two.complete
    assert two.text == "falls:Lr|Ly"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("Po", "Po is none of Lr Ly Lg Tb"),
        ("Lr Lr", "a piece stands in a stack once"),
        ("Lr Ly Lg Tb", "a tower that stands whole has not fallen"),
    ],
)
def test_a_stack_that_cannot_be_is_refused(line: str, sentence: str) -> None:
    assert str(FALL.feed(line)).startswith(sentence)


def test_a_named_piece_is_not_asked_for_again() -> None:
    more = reported(FALL, "Lr Ly")
    assert more.feed("Ly Lg") == "Ly is none of Lg Tb"
    assert more.question.startswith("Which others of Lg Tb still stand")
    assert more.words() == ["Lg", "Tb", "cancel"]


def test_a_report_can_be_cancelled() -> None:
    assert FALL.feed("cancel") is None


def test_a_fall_concerns_the_tower_and_the_new_piece() -> None:
    state = match_of("splash", f"{TOWER} give:Lg").state
    assert report(state, "fell") == Collapse("falls:", ("Lr", "Ly", "Lg"))


def test_nothing_falls_before_there_is_a_tower() -> None:
    assert report(match_of("splash", f"{TAKES} give:Lr").state, "falls") is None
    assert report(match_of("splash", TOWER).state, "falls") is None


def test_an_incident_concerns_the_tower_alone() -> None:
    state = match_of("splash", f"{TOWER} give:Lg", referee="yes").state
    assert incident(state, "bump:") == Collapse("bump:", ("Lr", "Ly"))
    assert incident(state, "fault1:") == Collapse("fault1:", ("Lr", "Ly"))
    assert incident(state, "fault2:") == "it can be the fault of p1"


def test_an_incident_needs_a_referee_and_a_tower() -> None:
    low = match_of("splash", f"{TAKES} give:Lr stands", referee="yes").state
    assert "referee=yes" in str(incident(match_of("splash", TOWER).state, "bump:"))
    assert "a tower of two pieces" in str(incident(low, "bump:"))


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("give lr", "give:Lr"),
        ("give Lr<3", "give:Lr<3"),
        ("take: OP", "take:Op"),
        ("keep Tb Lr Po", "keep:Lr.Po.Tb"),
        ("yes", "stands"),
        ("give nothing", "give nothing"),
        ("falls:Lr|Ly", "falls:Lr|Ly"),
    ],
)
def test_what_people_type_gets_its_strict_text(typed: str, text: str) -> None:
    assert spelled(typed) == text

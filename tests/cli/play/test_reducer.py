import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludothek.cli.play.effects import Effect, Hint, Leave, Save, Say
from ludothek.cli.play.reducer import Session, advance, feed
from ludothek.games import Outcome
from ludothek.games.splash.pieces import INDEX
from tests.cli.example_games import match_of
from tests.cli.golden_screens import ENTERED, TAKES

COMPUTER = ("human", "random")
TOWER = f"{TAKES} give:Lr stands give:Ly stands"


def typed(session: Session, *lines: str) -> Session:
    for line in lines:
        session, _ = feed(session, line)
    return session


def effects(session: Session, line: str) -> tuple[Effect, ...]:
    return feed(session, line)[1]


def refusal(session: Session, line: str) -> str:
    after, (effect,) = feed(session, line)
    assert after == session
    assert isinstance(effect, Say)
    assert effect.tone == "refusal"
    return effect.text


def test_a_decision_is_taken_by_its_text() -> None:
    assert typed(Session(match_of("robotory")), " w@d2 ").match.record.moves == ("w@d2",)


def test_an_illegal_decision_is_refused_with_its_reason() -> None:
    assert refusal(Session(match_of("robotory")), "w@b3") == "a robot stands on b3"


def test_a_mistyped_decision_is_answered_with_what_was_expected_and_the_nearest() -> None:
    sentence = refusal(Session(match_of("robotory", "w@d2 b@d1")), "rd2")
    assert sentence.startswith("'rd2' is no decision of Robotory; written are w@c3, Rd2")
    assert "nearest: Rd2" in sentence


def test_an_empty_line_changes_nothing() -> None:
    session = Session(match_of("robotory"))
    assert feed(session, "  ") == (session, ())


def test_a_computer_goes_on() -> None:
    assert advance(Session(match_of("robotory")), "w@d2").match.ply == 1


def test_undo_between_people_takes_one_decision_back() -> None:
    session = Session(match_of("repulso", "c3 d4 *d3"))
    assert typed(session, "undo").match.record.moves == ("c3", "d4")


def test_undo_against_a_computer_goes_back_to_the_own_decision() -> None:
    session = Session(match_of("repulso", "c3 d4 a1 b2", COMPUTER))
    assert typed(session, "undo").match.record.moves == ("c3", "d4")
    assert typed(session, "undo", "undo").match.ply == 0


def test_undo_tells_what_was_taken_back() -> None:
    session = Session(match_of("repulso", "c3 d4", COMPUTER))
    assert effects(session, "undo") == (Say("taken back: c3 d4"),)


def test_there_is_nothing_to_take_back_at_the_start() -> None:
    sentence = "there is no decision of yours to take back"
    assert refusal(Session(match_of("repulso")), "undo") == sentence


def test_a_dealt_draft_is_not_taken_back() -> None:
    session = Session(match_of("splash", f"{TAKES} give:Lr", draft="random"))
    assert typed(session, "undo").match.ply == 30
    assert "no decision of yours" in refusal(typed(session, "undo"), "undo")


def test_people_report_what_happens_to_a_computers_piece() -> None:
    match = match_of("splash", f"{TAKES} give:Lr stands give:Ly", ("random", "human"))
    assert match.player(match.to_move) == "random"
    assert match.asks_people()
    assert typed(Session(match), "stands", "undo").match.ply == match.ply


def test_moves_lists_everything_by_kind() -> None:
    (effect,) = effects(Session(match_of("robotory", "w@d2 b@d1 Rd2")), "moves")
    assert effect == Say("step: Rd1\nstop: stop")


def test_help_names_the_commands() -> None:
    for word in ("help", "?"):
        (effect,) = effects(Session(match_of("robotory")), word)
        assert isinstance(effect, Say)
        assert all(
            name in effect.text for name in ("moves", "undo", "hint", "save", "resign", "quit")
        )
        assert "bump" not in effect.text


def test_splash_has_help_of_its_own() -> None:
    (effect,) = effects(Session(match_of("splash")), "help")
    assert isinstance(effect, Say)
    assert "bump" in effect.text


def test_hint_save_and_quit_are_left_to_the_terminal() -> None:
    session = Session(match_of("robotory"))
    assert effects(session, "hint") == (Hint(),)
    assert effects(session, "save my game.rec") == (Save("my game.rec"),)
    assert effects(session, "quit") == effects(session, "exit") == (Leave(),)


@given(st.text())
def test_any_line_is_taken_or_answered(line: str) -> None:
    for match in (match_of("robotory"), match_of("splash", f"{TOWER} give:Lg", referee="yes")):
        session, answers = feed(Session(match), line)
        assert session.match.ply >= match.ply or session.match.ply == match.ply - 1
        assert all(isinstance(effect, Effect) for effect in answers)


def test_save_needs_a_name() -> None:
    assert refusal(Session(match_of("robotory")), "save").startswith(
        "save needs the name of a file"
    )


def test_no_computer_can_advise_a_tower() -> None:
    match = match_of("splash", f"{TAKES} give:Lr")
    assert refusal(Session(match), "hint") == "look at the tower and report stands or falls"


def test_completion_offers_decisions_and_commands() -> None:
    words = Session(match_of("robotory", "w@d2 b@d1 Rd2")).words()
    assert words[:2] == ["Rd1", "stop"]
    assert "undo" in words
    assert "bump" not in words


def test_completion_in_splash_knows_falls_and_bump() -> None:
    words = Session(match_of("splash", f"{TOWER} give:Lg")).words()
    assert words[:2] == ["stands", "falls"]
    assert "bump" in words


def test_giving_up_is_asked_twice() -> None:
    session = typed(Session(match_of("robotory")), "resign")
    assert session.asking
    assert session.asking.question.startswith("p1: type yes to give up")
    assert session.words() == ["yes", "no"]
    assert session.prompt() == "... "
    assert typed(session, "").match.outcome is None


def test_of_two_the_other_wins_when_one_gives_up() -> None:
    session = typed(Session(match_of("robotory", "w@d2")), "resign", "yes")
    assert session.match.outcome == Outcome((1,), "resigned")
    assert session.over
    assert session.prompt() == "over> "
    assert session.words() == ["undo", "save", "quit"]


def test_giving_up_can_be_taken_back() -> None:
    session = typed(Session(match_of("robotory", "w@d2")), "resign", "yes", "undo")
    assert session.match.outcome is None
    assert session.match.ply == 1


def test_of_three_a_computer_plays_on_for_the_one_that_gives_up() -> None:
    match = match_of("nexus", "", ("human", "human", "human"))
    session = typed(Session(match), "resign", "yes")
    assert session.match.outcome is None
    assert session.match.record.names == ("level3", "human", "human")


def test_partners_give_up_together() -> None:
    match = match_of("splash", "", ("human",) * 4, teams="pairs")
    assert typed(Session(match), "resign", "yes").match.outcome == Outcome((2, 4), "resigned")


def test_a_finished_game_takes_no_decision() -> None:
    session = typed(Session(match_of("robotory", "w@d2")), "resign", "yes")
    assert refusal(session, "w@c3") == "the game is over: undo, save FILE or quit"
    assert refusal(session, "hint") == refusal(session, "resign") == "the game is over"
    assert effects(session, "moves") == (Say("the game is over"),)
    assert effects(session, "") == (Leave(),)


def test_a_fall_is_reported_stack_by_stack() -> None:
    session = typed(Session(match_of("splash", f"{TOWER} give:Lg")), "falls")
    assert session.asking
    assert session.words() == ["Lr", "Ly", "Lg", "cancel"]
    assert typed(session, "Lr Ly").match.record.moves[-1] == "falls:Lr.Ly^|Lg"


def test_a_report_says_what_it_became() -> None:
    session = typed(Session(match_of("splash", f"{TOWER} give:Lg")), "falls")
    assert effects(session, "Lr Ly") == (Say("reported: falls:Lr.Ly^|Lg"),)


def test_a_report_goes_on_until_every_piece_has_its_place() -> None:
    session = Session(match_of("splash", f"{TOWER} give:Lg stands give:Lb"))
    session = typed(session, "no", "Lr Ly")
    assert session.asking
    assert typed(session, "").match.record.moves[-1] == "falls:Lr.Ly^|Lg|Lb"


def test_people_say_which_of_two_stacks_is_highest() -> None:
    """splash 5.3, 5.4"""
    session = Session(match_of("splash", f"{TOWER} give:Lg stands give:Lb"))
    session = typed(session, "no", "Lr Ly", "Lg Lb")
    assert session.asking
    assert typed(session, "Lg").match.state.tower == (INDEX["Lg"], INDEX["Lb"])
    equal = typed(session, "equal")
    assert equal.match.record.moves[-1] == "falls:Lr.Ly^|Lg.Lb^"
    assert [move["text"] for move in equal.legal] == ["base:Lr", "base:Lg"]


def test_a_wrong_stack_is_refused_and_asked_for_again() -> None:
    session = typed(Session(match_of("splash", f"{TOWER} give:Lg")), "falls")
    assert refusal(session, "Po Lr") == "Po is none of Lr Ly Lg"


def test_a_report_can_be_cancelled() -> None:
    session = Session(match_of("splash", f"{TOWER} give:Lg"))
    assert typed(session, "falls", "cancel") == session


def test_the_raw_text_of_a_fall_is_taken_as_well() -> None:
    session = Session(match_of("splash", f"{TOWER} give:Lg"))
    assert typed(session, "falls:Lr.Ly^|Lg").match.ply == session.match.ply + 1


def test_two_pieces_fall_without_a_question() -> None:
    session = Session(match_of("splash", f"{TAKES} give:Lr stands give:Ly"))
    assert typed(session, "falls").match.record.moves[-1] == "falls:Lr|Ly"


def test_a_bump_and_a_fault_are_reported_in_the_same_way() -> None:
    session = Session(match_of("splash", f"{TOWER} give:Lg stands", referee="yes"))
    assert typed(session, "bump", "Lr Ly").match.record.moves[-1] == "bump:Lr.Ly^|Lg"
    assert typed(session, "fault p2", "Lg Lr").match.record.moves[-1] == "fault2:Ly|Lg.Lr^"


@pytest.mark.parametrize("line", ["fault", "fault me", "fault p0", f"fault {'9' * 5000}"])
def test_a_fault_is_somebodys(line: str) -> None:
    session = Session(match_of("splash", TOWER, referee="yes"))
    assert refusal(session, line) == "say whose fault it was, as in: fault p2"


def test_only_towers_can_be_bumped() -> None:
    assert "'bump' is no decision of NEXUS" in refusal(Session(match_of("nexus", ENTERED)), "bump")

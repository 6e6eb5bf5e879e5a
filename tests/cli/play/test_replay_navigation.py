from dataclasses import replace

import pytest

from ludothek.cli.play.match import Match
from ludothek.cli.play.replay_navigation import Steps, show_ply, step, walk
from ludothek.games import Outcome
from ludothek.games.record import Decision, Line
from tests.cli.example_games import Script, match_of, sheet, written

MATCH = match_of("robotory", "w@d2 b@d1 Rd2 stop")


@pytest.mark.parametrize(
    ("line", "ply"),
    [("", 2), ("next", 2), ("n", 2), ("back", 0), ("B", 0), ("3", 3), ("start", 0), ("end", 4)],
)
def test_a_line_leads_to_a_ply(line: str, ply: int) -> None:
    assert step(Steps(MATCH, 1), line) == Steps(MATCH, ply)


def test_nobody_steps_over_the_ends() -> None:
    assert step(Steps(MATCH, 4), "next") == Steps(MATCH, 4)
    assert step(Steps(MATCH, 0), "back") == Steps(MATCH, 0)


def test_a_line_that_leads_nowhere_is_answered_with_what_leads_somewhere() -> None:
    for line in ("5", "-1", "forward", "9" * 5000):
        assert str(step(Steps(MATCH, 1), line)).startswith("expected Enter or next, back")


def test_one_walks_until_one_has_seen_enough() -> None:
    console, lines = sheet(), Script("", "9", "end", "quit", "back")
    walk(console, lines, Steps(MATCH, 0))
    assert lines.prompts == ["0 of 4> ", "1 of 4> ", "1 of 4> ", "4 of 4> "]
    assert "a number from 0 to 4" in written(console).replace("\n", " ")


def test_the_end_of_input_ends_the_walk() -> None:
    walk(sheet(), Script(), Steps(MATCH, 0))


def test_the_result_is_told_at_the_end_only() -> None:
    over = MATCH.ended(Outcome((2,), "resigned"))
    for ply, change in ((3, False), (4, True)):
        console = sheet()
        show_ply(console, Steps(over, ply))
        assert ("p2 wins: the other side gave up." in written(console)) == change


def test_a_comment_cannot_steer_the_terminal() -> None:
    line = Line((), "red: \x1b[31m\nand on")
    console = sheet()
    show_ply(console, Steps(Match.of(replace(MATCH.record, line=line)), 0))
    assert written(console).endswith("red: \\x1b[31m\nand on")


def test_comments_are_shown_where_they_stand() -> None:
    line = Line((Decision("w@d2", "a quiet start"), Decision("b@d1")), "an evening in May")
    commented = Match.of(replace(MATCH.record, line=line))
    for ply, comment in ((0, "an evening in May"), (1, "a quiet start")):
        console = sheet()
        show_ply(console, Steps(commented, ply))
        assert written(console).endswith(comment)

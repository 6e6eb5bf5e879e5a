from datetime import UTC, datetime
from pathlib import Path

import pytest

from ludothek.cli.play import storage
from ludothek.cli.play.menu import Menu
from ludothek.cli.play.start import Opened, Request, open_match
from ludothek.engine import player_names
from ludothek.games import LudothekError, Outcome
from tests.cli.example_games import Script, match_of, sheet

COMPUTERS = player_names("robotory")
NOW = datetime(2026, 1, 31, 20, 15, tzinfo=UTC)


def opened(requested: Request, *lines: str, offers: bool = False) -> Opened:
    return open_match(requested, Menu(sheet(), Script(*lines)), offers, NOW)


def refused(requested: Request) -> str:
    with pytest.raises(LudothekError) as error:
        opened(requested)
    return str(error.value)


def kept(name: str = "left.rec", decisions: str = "w@d2") -> Path:
    path = storage.directory() / name
    storage.keep(path, match_of("robotory", decisions).record)
    return path


def test_a_named_game_starts_without_questions() -> None:
    session = opened(Request("robotory", starter="me"))
    assert session.match.record.names == ("human", "level3")
    assert session.path == storage.directory() / "robotory-20260131-201500.rec"
    assert not session.path.exists()


def test_seats_options_and_players_are_taken_as_told() -> None:
    requested = Request("nexus", 3, (("draw", "off"),), ("p1=random", "p3=human"))
    record = opened(requested).match.record
    assert record.setup["draw"] == "off"
    assert record.names == ("random", "level3", "human")


def test_a_rulebook_sets_the_options_that_are_not_told() -> None:
    assert opened(Request("robotory", rulebook="en")).match.record.setup["end"] == "all"
    requested = Request("robotory", options=(("end", "colour"),), rulebook="en")
    assert opened(requested).match.record.setup["end"] == "colour"


def test_who_begins_is_drawn_and_a_seed_draws_the_same() -> None:
    names = [opened(Request("nexus", 3, seed=seed)).match.record.names for seed in range(30)]
    assert set(names) == {
        ("human", "level3", "level3"),
        ("level3", "human", "level3"),
        ("level3", "level3", "human"),
    }
    assert names[7] == opened(Request("nexus", 3, seed=7)).match.record.names


def test_who_begins_is_chosen() -> None:
    assert opened(Request("nexus", 3, starter="me")).match.human(1)
    assert opened(Request("nexus", 3, starter="other")).match.human(3)
    seated = ("p1=level2", "p2=human")
    assert opened(Request("robotory", players=seated)).match.human(2)
    assert opened(Request("robotory", players=seated, starter="me")).match.human(1)
    drawn = (opened(Request("robotory", players=seated, starter="draw", seed=s)) for s in range(20))
    assert {each.match.human(1) for each in drawn} == {True, False}


@pytest.mark.parametrize(
    ("requested", "sentence"),
    [
        (Request("robotory", starter="you"), "who begins is one of draw, me, other, not 'you'"),
        (
            Request("robotory", players=("p1=random",), starter="me"),
            "no person plays who could be 'me'; say draw",
        ),
        (Request(resume=True, starter="me"), "a resumed game keeps its seats"),
    ],
)
def test_what_cannot_be_said_about_who_begins_is_refused(requested: Request, sentence: str) -> None:
    assert refused(requested).startswith(sentence)


def test_at_a_real_tower_people_sit() -> None:
    match = opened(Request("splash", 3, (("referee", "yes"),))).match
    assert match.record.names == ("human", "human", "human")
    assert not match.simulated


def test_a_simulated_tower_is_built_with_computers() -> None:
    match = opened(Request("splash", 3, starter="me", seed=7)).match
    assert match.record.names == ("human", "level3", "level3")
    assert match.record.line.comment.startswith("simulated table: seed 7, engine mujoco ")
    assert match.simulated


def test_without_its_packages_there_is_no_simulated_tower(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludothek.cli.splash.table.find_spec", lambda _name: None)
    assert "needs the packages mujoco-core and numpy" in refused(Request("splash"))
    assert not opened(Request("splash", options=(("referee", "yes"),))).match.simulated


def test_without_a_game_the_menu_asks() -> None:
    record = opened(Request(), "4", "2", "", "", "human", "human").match.record
    assert (record.game, record.names) == ("nexus", ("human", "human"))


def test_what_was_told_is_not_asked_again() -> None:
    record = opened(Request(players=("p2=human",)), "robotory").match.record
    assert (record.game, record.names) == ("robotory", ("human", "human"))


def test_a_random_draft_is_dealt_before_the_first_decision() -> None:
    requested = Request("splash", options=(("draft", "random"),), seed=7)
    assert opened(requested).match.ply == 30
    assert opened(requested).match == opened(requested).match


def test_a_named_file_is_written_at_once(tmp_path: Path) -> None:
    path = opened(Request("robotory", path=tmp_path / "my.rec")).path
    assert storage.read(path).moves == ()
    assert "my.rec exists already" in refused(Request("robotory", path=path))


@pytest.mark.parametrize(
    ("players", "sentence"),
    [
        (("p3=human",), "a seat is written like p2=human (p1, p2), not 'p3=human'"),
        (("p1=chess",), f"p1 can be one of human, {', '.join(COMPUTERS)}, not 'chess'"),
        (("p1=level14",), f"p1 can be one of human, {', '.join(COMPUTERS)}, not 'level14'"),
        (("p1=human", "p1=random"), "seat p1 is given twice"),
    ],
)
def test_unknown_seats_and_players_are_refused(players: tuple[str, ...], sentence: str) -> None:
    assert refused(Request("robotory", players=players)) == sentence


def test_an_unfinished_game_is_offered_first() -> None:
    path = kept()
    assert opened(Request(), "", offers=True).path == path
    assert opened(Request("robotory"), "", offers=True).match.ply == 1
    assert opened(Request("robotory"), "new", offers=True).match.ply == 0


def test_nothing_is_offered_to_those_who_know_what_they_want() -> None:
    kept()
    assert opened(Request("repulso"), offers=True).match.ply == 0
    assert opened(Request("robotory", resume=False), offers=True).match.ply == 0
    assert opened(Request("robotory", players=("p1=random",)), offers=True).match.ply == 0


def test_the_newest_unfinished_game_is_resumed() -> None:
    path = kept()
    assert opened(Request(resume=True)).path == path
    assert opened(Request("robotory", resume=True)).path == path
    sentence = "there is no unfinished game of Repulso to go on with"
    assert refused(Request("repulso", resume=True)) == sentence


def test_a_game_is_resumed_by_its_short_name_or_its_file(tmp_path: Path) -> None:
    path = kept("evening.rec")
    assert opened(Request("evening", resume=True)).path == path
    other = tmp_path / "other.rec"
    storage.keep(other, match_of("repulso", "c3").record)
    assert opened(Request(str(other), resume=True)).match.record.game == "repulso"


def test_a_resumed_game_can_have_other_players() -> None:
    kept()
    record = opened(Request(resume=True, players=("p2=random",))).match.record
    assert record.names == ("human", "random")


def test_a_resumed_game_keeps_its_rules() -> None:
    kept()
    sentence = "a resumed game keeps its seats, its options and its file"
    assert refused(Request(resume=True, seats=2)) == sentence
    assert refused(Request(resume=True, rulebook="en")) == sentence


def test_a_finished_game_is_not_resumed(tmp_path: Path) -> None:
    path = tmp_path / "over.rec"
    storage.keep(path, match_of("robotory").ended(Outcome((2,), "resigned")).record)
    assert "is over; look at it with ludothek replay" in refused(Request(str(path), resume=True))

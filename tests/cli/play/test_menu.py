from pathlib import Path

from rich.console import Console

from ludothek.cli.play.menu import Menu
from ludothek.cli.play.storage import SavedGame
from ludothek.games import load
from tests.cli.example_games import Script, match_of, sheet, written


def menu(*lines: str) -> tuple[Menu, Console]:
    console = sheet()
    return Menu(console, Script(*lines)), console


def test_enter_chooses_the_first_game() -> None:
    request, console = menu("")
    assert request.game().name == "repulso"
    assert "1  Repulso: " in written(console)


def test_a_game_is_chosen_by_number_or_name() -> None:
    assert menu("2")[0].game().name == "robotory"
    assert menu("Nexus")[0].game().name == "nexus"


def test_an_answer_that_cannot_be_is_asked_for_again() -> None:
    request, console = menu("chess", "3")
    assert request.game().name == "splash"
    assert "expected one of 1, 2, 3, 4, repulso" in written(console)


def test_a_game_of_two_is_not_asked_for_its_seats() -> None:
    request, _ = menu("", "")
    assert request.setup(load("robotory")) == load("robotory").setup()


def test_a_rulebook_is_asked_for_before_the_options() -> None:
    robotory = load("robotory")
    request, console = menu("it", "en", "")
    assert request.setup(robotory) == robotory.setup(2, {"end": "all"})
    assert "expected one of ludothek, fr, en, de, es, nl" in written(console)
    assert "end: colour all [all]" in written(console)
    assert menu("en", "end=colour")[0].setup(robotory) == robotory.setup()


def test_seats_and_options_are_asked_for() -> None:
    request, console = menu("7", "3", "", "jump=up", "jump=line draw=off")
    nexus = load("nexus")
    assert request.setup(nexus) == nexus.setup(3, {"jump": "line", "draw": "off"})
    assert "jump: chain line none [chain]" in written(console)
    assert "option jump of NEXUS und Rabauken is one of" in written(console)


def test_teams_are_offered_where_the_seats_make_some() -> None:
    """splash 7.1, 7.2"""
    splash = load("splash")
    request, console = menu("3", "", "teams=pairs", "")
    assert request.setup(splash) == splash.setup(3)
    assert "teams:" not in written(console)
    assert "pairs are teams of Splash! for 4 or 6 seats, not for 3" in written(console)
    request, console = menu("4", "", "")
    request.setup(splash)
    assert "teams: no pairs [no]" in written(console)


def test_a_tower_is_simulated_unless_told_otherwise() -> None:
    splash = load("splash")
    assert menu("", "", "")[0].setup(splash)["referee"] == "no"
    assert menu("", "", "referee=yes")[0].setup(splash)["referee"] == "yes"


def test_a_person_plays_against_the_computer_by_default() -> None:
    robotory, splash = load("robotory"), load("splash")
    assert menu("", "", "me")[0].players(robotory, robotory.setup(), 7) == ("human", "level3")
    assert menu("", "", "me")[0].players(splash, splash.setup(), 7) == ("human", "level3")


def test_who_begins_is_drawn_unless_somebody_chooses() -> None:
    game = load("robotory")
    begun = {menu("", "", "")[0].players(game, game.setup(), seed) for seed in range(20)}
    assert begun == {("human", "level3"), ("level3", "human")}
    assert menu("", "", "other")[0].players(game, game.setup(), 7) == ("level3", "human")


def test_at_a_real_tower_people_sit_unless_told_otherwise() -> None:
    splash = load("splash")
    real = splash.setup(2, {"referee": "yes"})
    assert menu("", "")[0].players(splash, real, 7) == ("human", "human")
    assert menu("", "random", "me")[0].players(splash, real, 7) == ("human", "random")


def test_the_simulated_table_has_levels_of_its_own() -> None:
    splash = load("splash")
    request, console = menu("", "level6", "level5", "me")
    assert request.players(splash, splash.setup(), 7) == ("human", "level5")
    assert "expected one of human, level1, level2, level3, level4, level5" in written(console)


def test_an_unfinished_game_is_offered_and_can_be_declined() -> None:
    kept = SavedGame(Path("game.rec"), match_of("robotory", "w@d2", ("human", "random")).record)
    request, console = menu("")
    assert request.saved([kept]) == kept
    assert "1  Robotory: human against random, 1 decision, 2026-01-31" in written(console)
    assert menu("new")[0].saved([kept]) is None

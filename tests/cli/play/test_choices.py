from ludothek.cli.play.choices import nearest, summary
from tests.cli.example_games import match_of


def shown(game: str, decisions: str = "") -> str:
    match = match_of(game, decisions)
    return summary([match.game.move_view(m) for m in match.game.legal_moves(match.state)])


def test_many_decisions_of_a_kind_are_counted_by_how_they_begin() -> None:
    assert shown("robotory") == "place w@… (21) b@… (21)"


def test_few_decisions_of_a_kind_are_listed() -> None:
    assert shown("repulso", "c3 d4 *d3") == "slide c3-a3 c3-c1 c3-c6"


def test_a_text_that_names_its_kind_needs_no_label() -> None:
    assert shown("robotory", "w@d2 b@d1 Rd2") == "step Rd1 · stop"


def test_texts_without_a_common_beginning_are_shown_from_the_first_to_the_last() -> None:
    assert shown("repulso") == "piece a1 … f6 (36) · stone *… (36)"


def test_signs_of_coordinates_are_not_mistaken_for_a_kind() -> None:
    entered = "@0,-2 @1,-2 @2,-2 @0,2 @-1,2 @-2,2"
    assert "walk 0,-2>… (6) 1,-2>… (6) 2,-2>… (6)" in shown("nexus", entered)


def test_the_nearest_text_forgives_a_capital_letter() -> None:
    assert nearest("rd2", ["Rd2", "w@c3", "stop"])[0] == "Rd2"


def test_a_part_of_a_text_finds_the_texts_around_it() -> None:
    assert nearest("c3", ["w@c3", "b@c3", "w@a1"]) == ["w@c3", "b@c3"]


def test_nothing_is_near_to_nonsense() -> None:
    assert nearest("zzzz", ["w@c3", "Rd2"]) == []

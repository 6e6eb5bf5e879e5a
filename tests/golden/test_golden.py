import pytest

from tests.golden.playthrough import FOLDER, all_games, circles, incidents, played, render

PLAYTHROUGHS = all_games()


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_the_game_goes_as_it_always_went(name: str) -> None:
    game, setup = PLAYTHROUGHS[name]
    golden = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert render(name, game, setup).splitlines() == golden.splitlines()


def test_no_file_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(PLAYTHROUGHS)


@pytest.mark.parametrize("name", incidents())
def test_the_games_with_incidents_have_some_of_every_kind(name: str) -> None:
    """splash 6.2, 6.3, 6.5, 6.6"""
    game, setup = PLAYTHROUGHS[name]
    way = played(name, game, setup)
    texts = [str(move) for move in way.moves]
    assert any(text.startswith("bump") for text in texts)
    assert any(text.startswith("base") for text in texts)
    events = [game.events(*step) for step in zip(way.states, way.moves, strict=False)]
    returned = [event for each in events for event in each if event["event"] == "returned"]
    assert bool(returned) == (setup["fault"] == "gives-next")


@pytest.mark.parametrize("name", circles())
def test_in_the_games_from_a_circle_on_marbles_are_chosen(name: str) -> None:
    """nexus 4.7, 7.2"""
    game, setup = PLAYTHROUGHS[name]
    chosen = [str(move) for move in played(name, game, setup).moves if str(move).startswith("x")]
    assert len(chosen) == (2 if setup["half"] == "removed" else 1)

import pytest

from tests.golden.playthrough import FOLDER, incidents, played, playthroughs, render

PLAYTHROUGHS = playthroughs() | incidents()


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
    returned = [event for told in events for event in told if event["event"] == "returned"]
    assert bool(returned) == (setup["fault"] == "gives-next")

import pytest

from tests.golden.playthrough import FOLDER, playthroughs, render, seed_of

PLAYTHROUGHS = playthroughs()


@pytest.mark.parametrize("name", PLAYTHROUGHS)
def test_the_game_goes_as_it_always_went(name: str) -> None:
    game, setup = PLAYTHROUGHS[name]
    golden = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert render(game, setup, seed_of(name)).splitlines() == golden.splitlines()


def test_no_file_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(PLAYTHROUGHS)

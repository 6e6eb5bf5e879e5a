"""Rulebooks of one game in several languages, and what each of them presets."""

import pytest

from ludothek.games import BadSetup, load, names

LANGUAGES = {
    "repulso": "de en fr",
    "robotory": "fr en de es nl",
    "splash": "de fr it",
    "nexus": "de en",
}
OTHERWISE = {
    ("robotory", "en"): {"end": "all"},
    ("nexus", "en"): {"half": "left", "jump": "line"},
    ("splash", "de"): {"last-piece": "given", "fault": "gives-next"},
}
BOOKS = [(game, language) for game, all_ in LANGUAGES.items() for language in all_.split()]


def test_every_game_has_rulebooks() -> None:
    assert set(LANGUAGES) == set(names())


@pytest.mark.parametrize("game", LANGUAGES)
def test_a_game_has_the_rulebooks_of_its_box(game: str) -> None:
    assert " ".join(load(game).rulebooks) == LANGUAGES[game]


@pytest.mark.parametrize(("game", "language"), BOOKS)
def test_a_rulebook_presets_what_it_reads_otherwise_and_else_the_defaults(
    game: str, language: str
) -> None:
    rules = load(game)
    otherwise = OTHERWISE.get((game, language), {})
    for seats in rules.seat_counts:
        assert rules.setup(seats, rules.rulebook(language)) == rules.setup(seats, otherwise)


def test_a_game_is_begun_by_a_rulebook() -> None:
    game = load("robotory")
    assert game.initial(2, game.rulebook("en")).setup["end"] == "all"
    assert game.initial(2, game.rulebook("de")) == game.initial()


def test_what_people_agree_on_for_a_game_is_never_preset() -> None:
    game = load("splash")
    german = game.rulebook("de")
    assert german == {"last-piece": "given", "fault": "gives-next"}
    assert game.setup(6, {"teams": "trios", "referee": "yes", **german})["teams"] == "trios"


@pytest.mark.parametrize("language", ["it", "EN", ""])
def test_a_language_without_a_rulebook_of_the_game_is_refused(language: str) -> None:
    sentence = f"Robotory has no rulebook in '{language}'; it has fr, en, de, es, nl"
    with pytest.raises(BadSetup, match=sentence) as no:
        load("robotory").rulebook(language)
    assert no.value.code == "rulebook-unknown"
    assert no.value.params == {"rulebook": language}

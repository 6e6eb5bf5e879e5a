"""The coached first games: rules to teach, and reasons and tips in every language."""

import pytest

from tests.content.content import GAMES, LANGUAGES, messages, read, tasks
from tests.content.messages import flaws, named

every_game = pytest.mark.parametrize("game", GAMES)
every_language = pytest.mark.parametrize("language", LANGUAGES)


@every_game
@every_language
def test_every_clause_that_is_taught_stands_on_the_rules_page(language: str, game: str) -> None:
    sections = read(f"rules/{language}/{game}")["sections"]
    page = {section["id"]: section["paragraphs"] for section in sections}
    taught = [clause for topic in read("coach")[game] for clause in topic["clauses"]]
    for clause in [*taught, *(task["rule"] for task in tasks(game))]:
        assert 0 <= clause["paragraph"] < len(page[clause["section"]])


@every_game
def test_a_coached_game_has_three_to_five_guided_turns(game: str) -> None:
    topics = read("coach")[game]
    assert 3 <= len(topics) <= 5
    assert all(set(topic) == {"clauses", "kinds"} and topic["clauses"] for topic in topics)


@every_language
def test_the_coach_says_the_same_in_every_language(language: str) -> None:
    english = dict(messages(read("coach/en")))
    own = dict(messages(read(f"coach/{language}")))
    assert list(own) == list(english)
    for path, message in own.items():
        assert list(flaws(message)) == [], path
        assert named(message) == named(english[path]), path
        assert language == "en" or message != english[path], path

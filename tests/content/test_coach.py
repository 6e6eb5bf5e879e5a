"""The coached first games: rules to teach, and reasons and tips in every language."""

import pytest

from tests.content.content import GAMES, LANGUAGES, messages, read, tasks, words
from tests.content.messages import flaws, named

every_game = pytest.mark.parametrize("game", GAMES)
every_language = pytest.mark.parametrize("language", LANGUAGES)


@every_game
@every_language
def test_every_clause_of_a_lesson_stands_on_the_rules_page(language: str, game: str) -> None:
    sections = read(f"rules/{language}/{game}")["sections"]
    page = {section["id"]: section["paragraphs"] for section in sections}
    for clause in (task["rule"] for task in tasks(game)):
        assert 0 <= clause["paragraph"] < len(page[clause["section"]])


@every_game
def test_the_guided_turns_teach_each_point_of_the_rules_in_short_once(game: str) -> None:
    taught = [point for topic in read("coach")[game] for point in topic["points"]]
    assert sorted(taught) == list(range(len(read(f"rules/en/{game}")["short"])))
    assert all(1 <= len(topic["points"]) <= 3 for topic in read("coach")[game])


@every_game
def test_a_rule_is_recalled_by_an_event_of_its_game(game: str) -> None:
    events = words("en")[game]["events"]
    for topic in read("coach")[game]:
        for moment, points in topic["moments"].items():
            name, _, how = moment.partition(":")
            assert name in events
            assert not how or how in events[name]
            assert points
            assert set(points) <= set(topic["points"])


@every_game
def test_a_coached_game_has_three_to_five_guided_turns(game: str) -> None:
    topics = read("coach")[game]
    assert 3 <= len(topics) <= 5
    assert all(set(topic) - {"shows"} == {"kinds", "moments", "points"} for topic in topics)


@every_language
def test_the_coach_says_the_same_in_every_language(language: str) -> None:
    english = dict(messages(read("coach/en")))
    own = dict(messages(read(f"coach/{language}")))
    assert list(own) == list(english)
    for path, message in own.items():
        assert list(flaws(message)) == [], path
        assert named(message) == named(english[path]), path
        assert language == "en" or message != english[path], path

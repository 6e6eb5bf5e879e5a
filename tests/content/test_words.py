"""The game words: complete, the same shape in every language, and sayable."""

import re
from pathlib import Path
from typing import Any

import pytest

import ludothek
from ludothek.games import load, names
from ludothek.games.record import ENDINGS
from ludothek.games.splash.pieces import COLOURS, SHAPES
from ludothek.games.splash.pieces import NAMES as PIECES
from tests.content.content import GAMES, LANGUAGES, messages, words
from tests.content.messages import flaws, named, say, tables, texts
from tests.content.phase_words import phase_of
from tests.content.playthroughs import played, some_decisions

SOURCES = Path(ludothek.__file__).parent
IN_EVERY_LANGUAGE = {"NEXUS und Rabauken", "Repulso", "Robotory", "Splash!"}
SAME_WORD = {
    "de": {"Orange", "Teams", "normal"},
    "es": {"base", "robots"},
    "fr": {"Orange", "Violet", "action", "base", "camp", "orange", "possible", "robots"}
    | {"sacrifice"},
    "it": {"base"},
    "nl": {"Teams", "ring", "robots", "team"},
}
LETTER = re.compile(r"[^\W\d_]")
SAMPLES: dict[str, Any] = {  # a value for every param of reasons, cells and errors
    "at": "c3", "b": 1, "camp": 2, "colour": "white", "disc": "w", "end": "c6", "game": "repulso",
    "hex": "c3", "known": 2, "left": 2, "n": 2, "needed": 2, "neighbour": "c4", "number": 1,
    "obstacle": "c5", "option": "end", "part": "x:y", "parts": ["one", "two"], "piece": "Lr",
    "pieces": "Lr, Sg",
    "played": 1, "pos": "0,-1", "robot": "R", "rulebook": "it", "seat": 2, "seats": 7,
    "square": "c3", "start": "c3", "stones": 6, "stop": "c6", "text": "c3",
    "top": "Tb", "value": "all", "w": 2,
}  # fmt: skip

every_language = pytest.mark.parametrize("language", LANGUAGES)
every_game = pytest.mark.parametrize("game", GAMES)


def messages_of(language: str, game: str, group: str) -> dict[str, Any]:
    """The words of a group: those of the game, and those all games share."""
    return {**words(language)[game][group], **words(language)["common"].get(group, {})}


def spoken(message: Any, params: dict[str, Any], language: str, game: str) -> str:
    return say(message, params, words(language)[game]["terms"], language)


def assert_a_sentence(text: str) -> None:
    assert LETTER.search(text)
    assert not set("{}|") & set(text), text


def test_the_words_are_about_the_registered_games() -> None:
    assert set(GAMES) <= set(names())
    assert set(words("en")) == {*GAMES, "common"}


@every_language
def test_every_language_has_the_same_keys(language: str) -> None:
    keys = [path for path, _ in messages(words(language))]
    assert keys == [path for path, _ in messages(words("en"))]


@every_language
def test_every_language_names_the_same_params(language: str) -> None:
    english = dict(messages(words("en")))
    for path, message in messages(words(language)):
        assert named(message) == named(english[path]), path


@every_language
def test_every_message_is_well_formed(language: str) -> None:
    for path, message in messages(words(language)):
        assert list(flaws(message)) == [], path


@every_language
def test_no_text_is_left_in_english(language: str) -> None:
    english = dict(messages(words("en")))
    allowed = IN_EVERY_LANGUAGE | SAME_WORD.get(language, set())
    for path, message in messages(words(language)):
        left = set(texts(message)) & set(texts(english[path])) - allowed
        untranslated = {text for text in left if LETTER.search(re.sub(r"\{.*?\}", "", text))}
        assert language == "en" or not untranslated, (path, untranslated)


@every_language
def test_no_word_is_excused_in_vain(language: str) -> None:
    everything = {text for _, message in messages(words(language)) for text in texts(message)}
    assert everything >= IN_EVERY_LANGUAGE | SAME_WORD.get(language, set())


@every_game
@every_language
def test_every_table_a_message_looks_into_exists(language: str, game: str) -> None:
    terms = words(language)[game]["terms"]
    for path, message in messages(words(language)[game]):
        for table in tables(message):
            assert isinstance(terms[table], dict), (path, table)


@every_game
def test_every_seat_has_a_name(game: str) -> None:
    seats = [str(seat) for seat in range(1, max(load(game).seat_counts) + 1)]
    assert sorted(words("en")[game]["terms"]["seat"]) == seats


@every_game
def test_every_option_and_value_is_explained(game: str) -> None:
    options = words("en")[game]["options"]
    expected = {option.name: set(option.values) for option in load(game).options}
    assert {name: set(option["values"]) for name, option in options.items()} == expected
    for option in options.values():
        assert set(option) == {"about", "default", "name", "values"}
        assert all(set(value) == {"about", "label"} for value in option["values"].values())


@every_game
def test_every_reason_code_is_said_with_the_params_of_its_english_sentence(game: str) -> None:
    reasons = load(game).reasons
    sentences = words("en")[game]["reasons"]
    assert set(sentences) == set(reasons)
    for code, sentence in reasons.items():
        assert named(sentences[code]) == set(re.findall(r"\{(\w+)\}", sentence)), code


@every_game
@every_language
def test_every_reason_cell_and_error_can_be_said(language: str, game: str) -> None:
    own = words(language)[game]
    groups = (own["reasons"], own["cells"], words(language)["common"]["errors"])
    for message in (message for group in groups for message in group.values()):
        assert_a_sentence(spoken(message, SAMPLES, language, game))


@every_game
def test_every_event_has_a_sentence_and_no_sentence_waits_in_vain(game: str) -> None:
    happened = {event["event"] for event in played(game).events} | {"won", "drawn"}
    assert set(messages_of("en", game, "events")) == happened


def counted(params: Any, language: str, game: str) -> Any:
    """With what the page counts of what a fall has left."""
    if game != "splash" or not params.get("stacks"):
        return params
    single = [stack for stack in params["stacks"] if len(stack) == 1]
    counts = {"single": len(single), "several": len(params["stacks"]) - len(single)}
    left = spoken(words(language)["splash"]["left"], counts, language, "splash")
    alone = len(params["stacks"]) == 2 and [params.get("piece")] in single
    return {**params, "alone": str(alone).lower(), "left": left}


@every_language
def test_what_a_fall_has_left_can_be_said_however_much_it_is(language: str) -> None:
    said = {
        spoken(words(language)["splash"]["left"], counts, language, "splash")
        for counts in ({"several": a, "single": b} for a in range(3) for b in range(3))
    }
    assert len(said) == 7, "only single pieces are left, however many"
    for sentence in said:
        assert_a_sentence(sentence)


@every_game
@every_language
def test_every_event_can_be_said(language: str, game: str) -> None:
    sentences = messages_of(language, game, "events")
    for event in played(game).events:
        params = counted(event, language, game)
        assert_a_sentence(spoken(sentences[event["event"]], params, language, game))


@every_language
def test_events_of_nexus_can_be_said_without_their_places(language: str) -> None:
    brief = words(language)["nexus"]["brief"]
    happened = {event["event"] for event in played("nexus").events}
    assert set(brief) == happened - {"drawn", "left", "turn", "won"}
    for event in played("nexus").events:
        if message := brief.get(event["event"]):
            for n in (1, 3):
                sentence = spoken(message, {**event, "n": n}, language, "nexus")
                assert_a_sentence(sentence)
                assert "," not in sentence, "a place is written with a comma"


@every_game
def test_every_kind_of_decision_has_words(game: str) -> None:
    kinds = {view["kind"] for view in played(game).decisions.values()}
    assert set(words("en")[game]["kinds"]) == kinds
    texts = {"choice", "label"} | ({"marked"} if game == "nexus" else set())
    assert all(set(kind) == texts for kind in words("en")[game]["kinds"].values())


@every_game
@every_language
def test_every_decision_can_be_said(language: str, game: str) -> None:
    for view in some_decisions(game):
        choice = words(language)[game]["kinds"][view["kind"]]["choice"]
        assert_a_sentence(spoken(choice, counted(view, language, game), language, game))


@every_language
def test_decisions_of_nexus_can_be_said_without_their_places(language: str) -> None:
    for view in some_decisions("nexus"):
        marked = words(language)["nexus"]["kinds"][view["kind"]]["marked"]
        sentence = spoken(marked, view, language, "nexus")
        assert_a_sentence(sentence)
        assert re.search(r"\d,", sentence) is None, "no place"


@every_game
@every_language
def test_what_to_do_now_can_be_said_in_every_phase(language: str, game: str) -> None:
    phases = words(language)[game]["phases"]
    seen = set()
    for view in played(game).views:
        if view["outcome"] is None:
            name, params = phase_of(view)
            seen.add(name)
            for whom in ("you", "other"):
                assert_a_sentence(spoken(phases[name][whom], params, language, game))
    assert seen == set(phases)


@every_game
def test_every_outcome_of_the_rules_has_a_sentence(game: str) -> None:
    assert set(words("en")[game]["outcomes"]) == played(game).reasons


@every_game
@every_language
def test_every_outcome_is_said_from_every_side(language: str, game: str) -> None:
    for message in words(language)[game]["outcomes"].values():
        sentences = {}
        for who in ("won", "lost", "watched"):
            for seats in ([2], [1, 2]):
                params = {"who": who, "seats": seats, "losers": [1]}
                sentences[who] = spoken(message, params, language, game)
                assert_a_sentence(sentences[who])
        assert isinstance(message, str) or sentences["won"] != sentences["lost"]


@every_language
def test_every_other_ending_of_a_match_has_a_sentence(language: str) -> None:
    endings = words(language)["common"]["outcomes"]
    assert set(endings) == set(ENDINGS)
    for message in endings.values():
        for seats in ([], [1], [1, 3]):
            assert_a_sentence(spoken(message, {"seats": seats}, language, "splash"))


@every_language
def test_a_winner_and_a_winning_team_are_named(language: str) -> None:
    won = words(language)["common"]["events"]["won"]
    alone, together = (spoken(won, {"seats": s}, language, "splash") for s in ([2], [1, 3]))
    assert "2" in alone
    assert "1" in together
    assert "3" in together


def raised(errors: str, files: str) -> set[str]:
    """The codes with which errors are raised in some source files."""
    code = re.compile(rf'(?:{errors})\(\s*"([a-z-]+)"')
    sources = (file.read_text(encoding="utf-8") for file in SOURCES.glob(files))
    return {codes for source in sources for codes in code.findall(source)}


def test_every_error_of_the_games_layer_has_a_sentence() -> None:
    codes = raised("BadSetup", "games/*.py")
    codes |= raised("UnreadableMove|UnreadablePosition", "games/**/*.py")
    assert set(words("en")["common"]["errors"]) == codes


def test_every_refusal_of_the_simulated_table_has_a_sentence() -> None:
    assert set(words("en")["splash"]["placement"]) == raised("BadPlacement", "physics/**/*.py")


def test_every_piece_shape_colour_and_face_of_splash_has_a_name() -> None:
    terms = words("en")["splash"]["terms"]
    assert set(terms["piece"]) == set(terms["pieceAsObject"]) == set(PIECES)
    assert set(terms["shape"]) == {shape.code for shape in SHAPES}
    assert set(terms["colour"]) == set(COLOURS)
    assert set(terms["face"]) == {face for shape in SHAPES for face, _ in shape.faces}


@every_language
def test_one_and_many_are_counted_right(language: str) -> None:
    message = words(language)["nexus"]["reasons"]["reserve"]
    one, two = (spoken(message, {"number": n}, language, "nexus") for n in (1, 2))
    assert "2" in two
    assert one.replace("1", "2") != two


def test_a_taken_piece_is_said_with_its_owner() -> None:
    message = words("en")["splash"]["reasons"]["must-take"]
    params = {"top": "So", "pieces": "Sp<2, Lo<3"}
    sentence = spoken(message, params, "en", "splash")
    assert "small purple cube of Player 2, large orange cube of Player 3" in sentence

"""The rules pages: one structure in all languages, and diagrams that the rules accept."""

import re
from itertools import chain
from typing import Any

import pytest

from ludothek.games import load
from tests.content.canonical import CONTENT, files, written
from tests.content.content import GAMES, LANGUAGES, diagrams, read, rings_in, words
from tests.content.messages import flaws

BOLD = re.compile(r"\*\*([^*]+)\*\*")

every_language = pytest.mark.parametrize("language", LANGUAGES)
every_game = pytest.mark.parametrize("game", GAMES)


def page(language: str, game: str) -> dict[str, Any]:
    tree: dict[str, Any] = read(f"rules/{language}/{game}")
    return tree


def prose(language: str, game: str) -> list[str]:
    """Every text of a page, in order."""
    texts = [page(language, game)["lead"]]
    texts += [point["text"] for point in page(language, game)["short"]]
    for section in page(language, game)["sections"]:
        texts += [section["heading"], *section["paragraphs"]]
        texts += [diagram["caption"] for diagram in section["diagrams"]]
        if table := section.get("table"):
            texts += [table["caption"], *table["columns"], *chain.from_iterable(table["rows"])]
    return texts


def shape(language: str, game: str) -> list[tuple[str, int, int, list[str]]]:
    """The sections of a page, how long they and their tables are, and what they show."""
    return [
        (
            section["id"],
            len(section["paragraphs"]),
            len(section.get("table", {"rows": []})["rows"]),
            [diagram["id"] for diagram in section["diagrams"]],
        )
        for section in page(language, game)["sections"]
    ]


def places(game: str, position: str) -> set[str]:
    """What can be marked in a position."""
    board: Any = load(game).view(load(game).parse_position(position))["board"]
    match game:
        case "nexus":
            return {ring["at"] for ring in board["rings"]}
        case "splash":
            return {piece for stock in board["stocks"] for piece in stock} | set(board["tower"])
        case "robotory":
            return {hex for camp in board["camps"].values() for hex in camp}
        case _:
            return {f"{column}{row}" for column in "abcdef" for row in range(1, 7)}


@every_game
@every_language
def test_every_language_tells_and_shows_the_same(language: str, game: str) -> None:
    assert shape(language, game) == shape("en", game)
    assert 5 <= len(shape(language, game)) <= 12


@every_game
@every_language
def test_the_rules_in_short_are_about_ten_points_of_the_same_sections(
    language: str, game: str
) -> None:
    short = page(language, game)["short"]
    sections = [section["id"] for section in page(language, game)["sections"]]
    assert 8 <= len(short) <= 12
    assert [point["section"] for point in short] == [
        point["section"] for point in page("en", game)["short"]
    ]
    assert {point["section"] for point in short} <= set(sections)
    assert sum(len(point["text"]) for point in short) <= 2500, "short enough to be read"


@every_game
def test_a_page_ends_with_what_the_rulebook_says_and_what_is_in_the_box(game: str) -> None:
    *_, (rulebooks, _, rows, _), (box, *_) = shape("en", game)
    assert (rulebooks, box) == ("rulebooks", "box")
    assert rows


@every_game
@every_language
def test_a_table_has_a_cell_for_every_column(language: str, game: str) -> None:
    for section in page(language, game)["sections"]:
        if table := section.get("table"):
            assert set(table) == {"caption", "columns", "rows"}
            assert {len(row) for row in table["rows"]} == {len(table["columns"])}


@every_game
@every_language
def test_an_option_that_a_table_offers_is_there(language: str, game: str) -> None:
    options = words(language)[game]["options"].values()
    known = {
        f"{option['name']}: {value['label']}"
        for option in options
        for value in option["values"].values()
    }
    cells = [
        cell
        for section in page(language, game)["sections"]
        for row in section.get("table", {"rows": []})["rows"]
        for cell in row
    ]
    bold = {name for cell in cells for name in BOLD.findall(cell) if ": " in name}
    offered = {name.replace("\N{NO-BREAK SPACE}:", ":") for name in bold}
    assert offered <= known


@every_game
@every_language
def test_every_text_is_plain_but_for_bold_words(language: str, game: str) -> None:
    for text in prose(language, game):
        plain = BOLD.sub(r"\1", text)
        assert list(flaws(plain)) == []
        assert "*" not in plain
        assert "_" not in plain


@every_game
@every_language
def test_no_text_is_left_in_english(language: str, game: str) -> None:
    pairs = zip(prose(language, game), prose("en", game), strict=True)
    assert language == "en" or not [text for text, english in pairs if text == english]


def test_every_diagram_is_shown_once_and_on_the_page_of_its_game() -> None:
    shown = [(name, game) for game in GAMES for *_, ids in shape("en", game) for name in ids]
    assert sorted(shown) == sorted((name, diagram["game"]) for name, diagram in diagrams().items())


@pytest.mark.parametrize("name", diagrams())
def test_a_diagram_shows_a_position_and_moves_the_rules_accept(name: str) -> None:
    diagram = diagrams()[name]
    game = load(diagram["game"])
    assert set(diagram) <= {"game", "marks", "moves", "position"}
    state = game.parse_position(diagram["position"])
    for move in diagram.get("moves", []):
        state = game.play(state, move)


@pytest.mark.parametrize("name", [name for name in diagrams() if "marks" in diagrams()[name]])
def test_a_diagram_marks_places_that_are_there(name: str) -> None:
    diagram = diagrams()[name]
    marks = diagram["marks"]
    assert marks
    assert len(set(marks)) == len(marks)
    assert set(marks) <= places(diagram["game"], diagram["position"])


@every_language
def test_a_ring_that_a_caption_names_is_on_the_board(language: str) -> None:
    for section in page(language, "nexus")["sections"]:
        for diagram in section["diagrams"]:
            position = diagrams()[diagram["id"]]["position"]
            assert rings_in(diagram["caption"]) <= places("nexus", position), diagram


@pytest.mark.parametrize("path", [str(path.relative_to(CONTENT)) for path in files()])
def test_a_content_file_is_written_canonically(path: str) -> None:
    assert (CONTENT / path).read_text(encoding="utf-8") == written(CONTENT / path)


def test_there_are_no_other_content_files() -> None:
    expected = {"coach.json", "credits.json", "diagrams.json"}
    expected |= {f"{part}/{language}.json" for part in ("coach", "words") for language in LANGUAGES}
    expected |= {f"lessons/{game}.json" for game in GAMES}
    expected |= {
        f"{part}/{language}/{game}.json"
        for part in ("rules", "lessons")
        for language in LANGUAGES
        for game in GAMES
    }
    assert {path.relative_to(CONTENT).as_posix() for path in files()} == expected

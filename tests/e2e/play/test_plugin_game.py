"""A game of another package, installed and played in the browser on the board of any game."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Open, Server
from tests.e2e.pages.test_pages import violations
from tests.plugin_environment import add_package, environment

SLY = """
from dataclasses import replace
from ludothek_nim import NIM

MORE = (
    "<script>top.reached = parent.reached = 1</script>"
    "<image href='https://elsewhere.invalid/a.png' onload='top.reached = 1'/>"
    "<foreignObject><iframe src='https://elsewhere.invalid'/></foreignObject></svg>"
)
def picture(state):
    return NIM.svg(state).replace("</svg>", MORE)

GAME = replace(NIM, name="sly", drawing=replace(NIM.drawing, picture=picture))
"""
PHONE = {"viewport": {"width": 390, "height": 780}, "has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose environment has Nim, and a game whose picture is up to something.

    Games that a browser can play live there; these two cannot.
    """
    folder = tmp_path_factory.mktemp("plugged")
    python = environment(folder)
    add_package(python, "sly_games", SLY, sly="GAME")
    running = Server(folder, python, LUDOTHEK_GAMES="browser")
    running.start()
    yield running
    running.stop()


def begin(page: Page, way: str, game: str = "nim", *, hints: bool = False) -> None:
    """Set a game up; against the computer, to begin it. People beside each other allow hints."""
    page.goto(f"/play/{game}")
    page.locator(f"input[name=against][value={way}]").check()
    if way == "computer":
        page.get_by_text("I do", exact=True).click()
    if hints:
        page.get_by_text("Clock and rules").click()
        page.get_by_label("Hints are allowed").check()
    page.get_by_role("button", name="Start").click()
    page.wait_for_selector("[role=grid]")


def test_it_stands_on_the_shelf_in_the_lobby_and_among_what_was_played(open_page: Open) -> None:
    page = open_page("/")
    shelf = page.locator(".shelf li", has=page.locator("a[href='/play/nim']"))
    expect(shelf).to_contain_text("Three heaps of matches")
    expect(page.get_by_role("heading", level=1)).to_have_text("6 board games, one shelf.")
    page.goto("/lobby")
    expect(page.locator('a[href="/play/nim?with=lobby"]')).to_be_visible()
    page.goto("/records")
    expect(page.locator(".filters option[value=nim]")).to_have_text("Nim")
    page.goto("/rules/nim")
    expect(page.locator("main")).to_contain_text("Whoever takes the last match wins.")


def test_it_is_played_on_the_server_and_says_so(open_page: Open) -> None:
    page = open_page("/play/nim")
    expect(page.locator("main")).to_contain_text("from the server: it is played there.")
    begin(page, "here")
    page.wait_for_url(re.compile("/match/(?!local)"))


def test_it_speaks_the_language_of_the_page_or_english(open_page: Open) -> None:
    german = open_page("/rules/nim", locale="de")
    expect(german.locator("main")).to_contain_text("Wer das letzte Holz nimmt, gewinnt.")
    french = open_page("/rules/nim", locale="fr")
    expect(french.locator("main")).to_contain_text("Whoever takes the last match wins.")


def test_two_people_play_it_at_one_table_by_touch_and_by_name(open_page: Open) -> None:
    page = open_page("/")
    begin(page, "here")
    page.locator('[data-spot="1:3"]').click()
    expect(page.locator('[data-spot="1:1"]')).to_have_count(0)
    expect(page.locator("ol li")).to_have_count(1)
    page.get_by_role("button", name="Take 4 matches from heap 2").click()
    expect(page.locator("ol li")).to_have_count(2)
    page.locator('[data-spot="3:5"]').click()
    expect(page.locator(".ending h2")).to_have_text(re.compile("^Player [12] wins$"))
    expect(page.locator(".cause")).to_have_text("The last match is taken.")
    end = re.compile(r"^(Player [12]) wins\. .* \1 takes 5 matches from heap 3\.$")
    expect(page.locator("main > [aria-live=polite]").filter(has_text=end)).to_have_count(1)
    page.get_by_role("link", name="Replay").click()
    page.wait_for_url("**/replay/**")
    expect(page.locator("ol li")).to_have_count(3)
    page.get_by_role("button", name="takes 4 matches from heap 2").click()
    expect(page.locator(".last-move")).to_contain_text("takes 4 matches from heap 2.")
    expect(page.locator("[role=gridcell]")).to_have_count(5)


def test_it_is_played_by_keyboard_against_its_own_computer(open_page: Open) -> None:
    """The strongest of its three levels answers 3, 4, 5 less the last heap with a good decision."""
    page = open_page("/", settings={"level": 8})
    begin(page, "computer")
    cell = page.locator('[data-spot="3:5"]')
    cell.focus()
    assert cell.get_attribute("aria-label") == "Heap 3, match 5 from the right"
    page.keyboard.press("Enter")
    expect(page.locator("ol li")).to_have_count(2)
    expect(page.locator("ol")).to_contain_text("takes one match from heap 2")
    expect(page.locator(".status")).to_contain_text("Your turn")


def test_a_hint_and_an_analysis_are_given(open_page: Open) -> None:
    page = open_page("/")
    begin(page, "here", hints=True)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".advice")).to_contain_text("Take 2 matches from heap 1")
    for spot in ("1:3", "2:4", "3:5"):
        page.locator(f'[data-spot="{spot}"]').click()
        expect(page.locator(f'[data-spot="{spot}"]')).to_have_count(0)
    page.get_by_role("link", name="Replay").click()
    page.get_by_role("button", name="Let the computer look at the game").click()
    expect(page.get_by_role("slider", name="How the chances went")).to_be_visible(timeout=60_000)


def test_it_can_be_played_on_a_phone_without_scrolling_sideways(open_page: Open) -> None:
    page = open_page("/", **PHONE)
    begin(page, "here")
    page.locator('[data-spot="2:4"]').tap()
    expect(page.locator("ol li")).to_have_count(1)
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(open_page: Open, scheme: str) -> None:
    page = open_page("/", color_scheme=scheme)
    begin(page, "here")
    assert violations(page) == []


def test_nothing_in_its_picture_runs_or_is_loaded(open_page: Open) -> None:
    """A picture is shown as an image; what tries to run or to load fails without a sound."""
    page = open_page("/")
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    begin(page, "here", "sly")
    page.locator('[data-spot="1:3"]').click()
    expect(page.locator("ol li")).to_have_count(1)
    assert page.evaluate("window.reached") is None
    assert not [url for url in requests if "elsewhere" in url]

"""A game of another package with a simulated table, placed on the board of any game."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Open, Server
from tests.e2e.pages.test_pages import violations
from tests.e2e.play.test_plugin_game import PHONE, begin
from tests.plugin_environment import COINS, environment

MINE = "[data-state=mine]"
PLACING = "form[data-placing]"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("plugged")
    running = Server(folder, environment(folder, COINS))
    running.start()
    yield running
    running.stop()


def take(page: Page) -> None:
    """Take the first coin there is; then it is in the hand."""
    page.wait_for_selector(MINE)
    page.locator('[data-spot^="take:"]').first.click()
    expect(page.locator(PLACING)).to_be_visible()


def field(page: Page, name: str) -> float:
    return float(page.locator(f"{PLACING} input[name={name}]").input_value())


def test_a_dealt_piece_is_held_by_tapping_the_picture_and_let_go(open_page: Open) -> None:
    page = open_page("/")
    begin(page, "here", "coins")
    expect(page.locator("ol li")).to_have_count(6)  # dealt
    take(page)
    expect(page.locator("[data-spot]")).to_have_count(0)
    expect(page.get_by_role("heading", name="All decisions")).to_have_count(0)
    surface = page.locator("[data-surface]")
    box = surface.bounding_box()
    assert box
    surface.click(position={"x": box["width"] * 0.75, "y": box["height"] * 0.5})
    assert field(page, "x") == pytest.approx(30, abs=1)
    assert field(page, "y") == pytest.approx(0, abs=1)
    page.get_by_role("button", name="Let go").click()
    expect(page.locator("ol")).to_contain_text("lies on the ring")
    expect(page.locator(PLACING)).to_have_count(0)
    take(page)
    assert field(page, "x") == 0


def test_a_whole_game_is_played_by_keyboard_against_its_own_computer(open_page: Open) -> None:
    page = open_page("/", settings={"level": 2})
    begin(page, "computer", "coins")
    for _ in range(3):
        page.wait_for_selector(MINE)
        page.locator('[role=gridcell][tabindex="0"]').focus()
        page.keyboard.press("n")
        page.keyboard.press("Enter")
        page.get_by_label("Heads").focus()
        page.keyboard.press("ArrowDown")
        expect(page.get_by_label("Tails")).to_be_checked()
        page.get_by_label("Left and right, mm").fill("2.5")
        page.keyboard.press("Enter")
    expect(page.locator(".ending")).to_contain_text("All coins lie on the board.")
    expect(page.locator("ol")).to_contain_text("lies in the middle")
    page.get_by_role("link", name="Replay").click()
    page.wait_for_url("**/replay/**")
    expect(page.locator("main")).to_contain_text("lies in the middle")


def test_others_see_how_it_is_held(open_page: Open) -> None:
    page = open_page("/")
    begin(page, "here", "coins")
    take(page)
    other = open_page(re.sub(r"^.*?(/match/)", r"\1", page.url))
    expect(other.locator("[data-held=heads]")).to_be_attached()
    expect(other.locator(PLACING)).to_have_count(0)
    page.get_by_label("Tails").check()
    page.get_by_label("Turn").fill("45")
    held = other.locator("[data-held=tails]")
    expect(held).to_have_attribute("transform", re.compile(r"rotate\(-45\)"))


def test_its_table_says_in_its_words_what_cannot_be(open_page: Open) -> None:
    page = open_page("/", refused=True)
    begin(page, "here", "coins")
    take(page)
    page.get_by_label("Left and right, mm").fill("60")
    page.get_by_label("Front and back, mm").fill("60")
    page.get_by_role("button", name="Let go").click()
    expect(page.locator(".status")).to_contain_text("a coin is set down on the board")
    assert field(page, "x") == 60


def test_a_hint_is_held_and_not_let_go(open_page: Open) -> None:
    page = open_page("/")
    begin(page, "here", "coins", hints=True)
    take(page)
    page.get_by_label("Left and right, mm").fill("44")
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_label("Left and right, mm")).to_have_value("0")
    expect(page.locator(PLACING)).to_be_visible()


def test_it_is_placed_on_a_phone_without_scrolling_sideways(open_page: Open) -> None:
    page = open_page("/", **PHONE)
    begin(page, "here", "coins")
    take(page)
    page.locator("[data-surface]").tap()
    assert field(page, "x") == pytest.approx(0, abs=1)
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.get_by_role("button", name="Let go").tap()
    expect(page.locator("ol")).to_contain_text("lies in the middle")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(open_page: Open, scheme: str) -> None:
    page = open_page("/", color_scheme=scheme)
    begin(page, "here", "coins")
    take(page)
    assert violations(page) == []

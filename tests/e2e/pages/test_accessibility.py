"""For everyone: screen readers, keys, colours with shapes, languages, and the home screen."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Open
from tests.e2e.drivers.invitations import press
from tests.e2e.drivers.playing import click, decide, start, state, the_first_begins, to_the_board

GAMES = ("repulso", "robotory", "nexus")
FOCUSED = "() => document.activeElement.dataset.spot"


def alone(page: Page) -> None:
    """Both sides on one device."""
    page.get_by_label("People beside me").check()
    press(page, "Start")
    page.wait_for_selector(".target")


@pytest.mark.parametrize("game", GAMES)
def test_the_board_is_a_grid_whose_cells_say_what_they_hold(open_page: Open, game: str) -> None:
    page = open_page(f"/play/{game}")
    alone(page)
    grid = page.get_by_role("grid")
    assert grid.get_attribute("aria-label")
    cells = grid.get_by_role("row").get_by_role("gridcell")
    names = [cell.get_attribute("aria-label") or "" for cell in cells.all()]
    assert len(names) >= 19
    assert all(re.search(r"\w{3}", name) for name in names), names
    assert len(set(names)) == len(names), "every cell is told apart"


@pytest.mark.parametrize("game", GAMES)
def test_one_cell_has_the_focus_and_the_arrows_move_it(open_page: Open, game: str) -> None:
    page = open_page(f"/play/{game}")
    alone(page)
    to_the_board(page)
    assert page.locator('[role=gridcell][tabindex="0"]').count() == 1
    focused = {page.evaluate(FOCUSED)}
    for key in ("ArrowRight", "ArrowDown", "ArrowDown", "ArrowLeft", "ArrowUp", "End", "Home"):
        page.keyboard.press(key)
        focused.add(page.evaluate(FOCUSED))
    assert len(focused) >= 4
    assert page.locator('[role=gridcell][tabindex="0"]').count() == 1


def test_decisions_are_announced_as_sentences(open_page: Open) -> None:
    page = open_page("/play/repulso")
    alone(page)
    click(page, "c4")
    sentence = r"^Player (1|2) places a playing piece on c4\. It is the turn of Player (?!\1)\d\.$"
    announced = page.locator("main > [aria-live=polite]")
    expect(announced.filter(has_text=re.compile(sentence))).to_have_count(1)
    expect(page.locator('[data-spot="c4"]')).to_have_attribute("aria-label", re.compile("Orange"))


SHAPES = """scope => [...document.querySelectorAll(scope)].map(each => each.innerHTML
    .replace(/<!--.*?-->/g, '')
    .replace(/(fill|stroke|class|style|opacity|transform|id|href)="[^"]*"/g, ''))"""


@pytest.mark.parametrize(("game", "seats"), [("repulso", 2), ("robotory", 2), ("nexus", 4)])
def test_the_seats_differ_in_shape_and_not_only_in_colour(
    open_page: Open, game: str, seats: int
) -> None:
    page = open_page(f"/play/{game}")
    page.get_by_label("People beside me").check()
    if seats > 2:
        page.locator(".pill", has_text=str(seats)).click()
    the_first_begins(page)
    marks = page.evaluate(SHAPES, ".names svg")
    assert len(set(marks)) == seats


def test_pieces_differ_in_shape_and_not_only_in_colour(open_page: Open) -> None:
    page = open_page("/play/repulso", settings={"confirm": "never"})
    alone(page)
    for text in ("c4", "d3", "*a6"):
        assert state(page) == "mine"
        decide(page, text)
    expect(page.locator("ol li")).to_have_count(3)
    looks = {look.strip() for look in page.evaluate(SHAPES, ".things > g")}
    assert len(looks) >= 3, "two kinds of pieces, and stones"


def test_every_key_is_listed_under_a_question_mark(open_page: Open) -> None:
    page = open_page("/play/robotory")
    alone(page)
    page.keyboard.press("?")
    listed = page.get_by_role("dialog", name="Keyboard")
    for key in ("Enter", "Esc", "N", "C", "U", "S", "?"):
        expect(listed.locator("kbd").get_by_text(key, exact=True)).to_be_visible()
    page.keyboard.press("Escape")
    expect(listed).to_be_hidden()


def test_the_language_is_switched_at_once_and_stays(open_page: Open) -> None:
    page = open_page("/settings")
    page.get_by_label("Language").select_option("nl")
    expect(page.get_by_role("heading", name="Instellingen")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Instellingen")).to_be_visible()
    assert page.get_attribute("html", "lang") == "nl"


def test_light_and_dark_are_chosen_here_or_by_the_system(open_page: Open) -> None:
    page = open_page("/settings", color_scheme="dark")
    theme = page.locator("html")
    expect(theme).to_have_attribute("data-theme", "dark")
    page.get_by_text("light", exact=True).click()
    expect(theme).to_have_attribute("data-theme", "light")
    page.reload()
    expect(theme).to_have_attribute("data-theme", "light")


def test_it_is_silent_until_sounds_are_asked_for(open_page: Open) -> None:
    page = open_page("/settings")
    expect(page.get_by_label("Soft sounds")).not_to_be_checked()
    page.add_init_script(
        """window.tones = 0
        const start = OscillatorNode.prototype.start
        OscillatorNode.prototype.start = function (...when) { tones++; start.apply(this, when) }"""
    )
    for wanted in (False, True):
        page.goto("/settings")
        page.get_by_label("Soft sounds").set_checked(wanted)
        page.goto("/play/repulso")
        alone(page)
        click(page, "c4")
        expect(page.locator("ol li")).to_have_count(1)
        assert bool(page.evaluate("() => tones")) == wanted


def test_it_can_be_installed(open_page: Open) -> None:
    page = open_page("/", service_workers="allow")
    link = page.locator("link[rel=manifest]").get_attribute("href")
    manifest = page.request.get(str(link)).json()
    assert manifest["display"] == "standalone"
    assert manifest["start_url"] == "."
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
    for icon in manifest["icons"]:
        answer = page.request.get(icon["src"])
        assert answer.ok
        assert answer.headers["content-type"].startswith(icon["type"])
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")


def test_a_newcomer_plays_after_one_press(open_page: Open) -> None:
    page = open_page("/")
    page.get_by_role("button", name="First game of Repulso, with a coach").click()
    page.locator('.target[data-spot$="4"]').first.click()
    assert state(page) == "mine"
    turns = page.locator("ol li").count()  # chance has decided who began
    page.get_by_role("link", name="Ludothek").click()
    expect(page.get_by_role("heading", name="Pick up where you left off")).to_be_visible()
    page.locator(".going a").first.click()
    expect(page.locator("ol li")).to_have_count(turns)


def test_options_are_told_in_plain_words_with_their_default_explained(open_page: Open) -> None:
    page = open_page("/play/robotory")
    page.get_by_text("Clock and rules").click()
    option = page.locator(".option").first
    expect(option.get_by_text("usual")).to_be_visible()
    expect(option.locator(".why")).not_to_be_empty()
    option.get_by_role("radio").nth(1).check()
    start(page)
    assert state(page) == "mine"

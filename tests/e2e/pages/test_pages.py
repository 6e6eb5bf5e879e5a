"""Every page: in every language, for everyone, on phones, and steady while it loads."""

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import ROOT, Open
from tests.e2e.drivers.invitations import press
from tests.e2e.drivers.playing import i_begin, play_by_mouse, start, state, visit

TOURS = (
    ("de", 320, "light"),
    ("it", 1280, "dark"),
    pytest.param("en", 1920, "dark", marks=pytest.mark.full),
    pytest.param("es", 390, "dark", marks=pytest.mark.full),
    pytest.param("fr", 320, "light", marks=pytest.mark.full),
    pytest.param("nl", 1920, "light", marks=pytest.mark.full),
)
LOOKED_AT = ("de", "it")  # by axe: one of them light, one dark
PAGES = (
    "/",
    "/play/repulso",
    "/play/nexus",
    "/play/splash",
    "/lobby",
    "/records",
    "/settings",
    "/about",
    "/recover#none",
    "/nowhere",
    "/play/chess",
    "/rules/repulso",
    "/rules/robotory",
    "/rules/nexus",
    "/rules/splash",
    "/learn/repulso",
    "/learn/robotory",
    "/learn/nexus",
    "/learn/splash",
    "/referee",
)
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
SERIOUS = {"serious", "critical"}


@pytest.mark.parametrize(("language", "width", "theme"), TOURS)
def test_every_page_speaks_the_language_of_the_browser_and_fits_its_window(
    open_page: Open, language: str, width: int, theme: str
) -> None:
    window = {"width": width, "height": 800}
    page = open_page("/", locale=language, viewport=window, color_scheme=theme)
    serious = {}
    for path in PAGES:
        visit(page, path)
        assert page.get_attribute("html", "lang") == language
        assert "{" not in page.inner_text("main")
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width, path
        if language in LOOKED_AT:
            serious[path] = violations(page)
    assert_nothing_serious(serious)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious_in_a_match_and_after_it(open_page: Open, theme: str) -> None:
    page = open_page("/", color_scheme=theme)
    serious = violations_on(page, played, ("repulso", "robotory", "nexus"))
    press(page, "Give up")
    serious["dialog"] = violations(page)
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    page.get_by_role("link", name="Replay and analysis").click()
    page.wait_for_selector(".slide")
    serious["replay"] = violations(page)
    visit(page, "/play/repulso")
    page.get_by_label("Somebody I invite").check()
    i_begin(page)
    press(page, "Invite")
    page.wait_for_selector("#link-2")
    serious["invitation"] = violations(page)
    assert_nothing_serious(serious)


def played(page: Page, game: str) -> None:
    """Some touches of a game."""
    visit(page, f"/play/{game}")
    start(page)
    play_by_mouse(page, Random(1), touches=5)


def violations_on(
    page: Page, go: Callable[[Page, str], None], places: Iterable[str]
) -> dict[str, list[Any]]:
    """What is found in each place, after going there."""
    serious = {}
    for place in places:
        go(page, place)
        serious[place] = violations(page)
    return serious


def assert_nothing_serious(serious: dict[str, list[Any]]) -> None:
    troubles = {where: what for where, what in serious.items() if what}
    assert not troubles, json.dumps(troubles, indent=1)


def violations(page: Page) -> list[Any]:
    """What axe-core finds, told shortly, once nothing is fading in any more."""
    page.evaluate(
        """() => Promise.allSettled(
            document.getAnimations()
                .filter(a => a.effect.getComputedTiming().endTime < Infinity)
                .map(a => a.finished))"""
    )
    page.evaluate(Path(AXE).read_text("utf-8"))
    result = page.evaluate("() => axe.run({ resultTypes: ['violations'] })")
    return [
        (each["id"], [node["html"][:160] for node in each["nodes"]][:3])
        for each in result["violations"]
        if each["impact"] in SERIOUS
    ]


@pytest.mark.parametrize("width", [320, 1280])
def test_a_rules_page_compares_the_languages_of_the_rulebook_in_a_table(
    open_page: Open, width: int
) -> None:
    page = open_page("/rules/robotory", viewport={"width": width, "height": 800})
    table = page.get_by_role("table", name="What the languages of the rulebook say")
    expect(table.get_by_role("columnheader")).to_have_count(4)
    row = table.get_by_role("row").filter(has=page.get_by_role("rowheader", name="Who starts?"))
    expect(row.get_by_role("cell")).to_have_count(3)
    expect(row.get_by_role("cell").first).to_contain_text("It is drawn.")


@pytest.mark.parametrize("path", ["/rules/robotory", "/about"])
def test_who_made_a_game_is_told(open_page: Open, path: str) -> None:
    page = open_page(path)
    for who in ("Susumu Kawasaki", "Asmodee", "2009"):
        expect(page.locator("dd").get_by_text(who)).to_be_visible()
    expect(page.get_by_text("Ludothek is independent")).to_be_visible()


def test_a_game_is_played_on_a_phone_by_touch(open_page: Open) -> None:
    wishes = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
    page = open_page("/play/robotory", **wishes)
    start(page)
    assert play_by_mouse(page, Random(8)) == "over"


def test_an_illegal_try_says_why_in_one_sentence(open_page: Open) -> None:
    page = open_page("/play/repulso", settings={"confirm": "never"})
    page.get_by_text("People beside me").click()
    page.locator("button.start").click()
    page.locator('[data-spot="c4"]').click()
    assert state(page) == "mine"
    page.locator('[data-spot="a1"]').click()
    assert state(page) == "mine"
    page.locator('[data-spot="c5"]').click()
    expect(page.locator(".refused")).to_have_text(
        "c5 is next to c4, where a piece of your colour lies."
    )


def test_the_page_opens_without_a_connection(open_page: Open) -> None:
    page = open_page("/", forgiving=True, service_workers="allow")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null")
    page.goto("/about")
    page.wait_for_selector("h1")
    page.goto("/")
    page.wait_for_timeout(500)
    page.context.set_offline(True)
    page.reload()
    expect(page.get_by_text("You are offline")).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    page.context.set_offline(False)


def test_the_keys_are_listed_under_a_question_mark(open_page: Open) -> None:
    page = open_page("/")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard")).to_be_visible()

"""Splash! without network and server: the simulated table, its computers, lessons, the referee."""

from collections.abc import Callable
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, Page, Route, expect

from ludothek.games.splash import SPLASH
from tests.content.content import tasks
from tests.e2e.conftest import Server
from tests.e2e.drivers import refereeing
from tests.e2e.drivers.page_errors import Watched
from tests.e2e.drivers.splashing import PLAIN, decide, wanted
from tests.e2e.offline.test_offline import READY
from tests.e2e.splash.test_learn_splash import begin, do

SETTINGS = '{"speed": "off", "confirm": "several", "language": "en"}'
ENGINE = "MuJoCo 3."


def alone(browser: Browser, server: Server) -> Page:
    """A page that has been here once; since then there is neither network nor server."""
    context = browser.new_context(base_url=server.address, locale="en")
    context.add_init_script(f"localStorage.setItem('ludothek', '{SETTINGS}'); {PLAIN}")
    page = context.new_page()
    page.goto("/settings")
    page.wait_for_selector(READY, timeout=120_000)
    context.set_offline(True)
    server.stop()
    return page


def test_splash_is_played_learnt_and_refereed_without_a_server(
    browser: Browser, tmp_path: Path
) -> None:
    server = Server(tmp_path)
    server.start()
    page = alone(browser, server)
    watched = Watched(page, forgiving=True)
    play_two_placements(page, page.goto)
    _go_on_after_a_reload(page)
    _learn(page)
    _referee(page)
    watched.check()
    page.context.close()


def test_the_coached_first_game_shows_its_table_before_the_pieces_are_dealt(
    browser: Browser, tmp_path: Path
) -> None:
    server = Server(tmp_path, LUDOTHEK_GAMES="browser")
    server.start()
    context = browser.new_context(base_url=server.address, locale="en", service_workers="block")
    settings = SETTINGS.replace("{", '{"game": "splash", ', 1)
    context.add_init_script(f"localStorage.setItem('ludothek', '{settings}'); {PLAIN}")
    page = context.new_page()
    watched = Watched(page)
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/pyodide.asm.wasm", hold)
    page.goto("/")
    page.get_by_role("button", name="First game of Splash!, with a coach").click()
    expect(page.locator(".splash[data-ply='0']")).to_be_visible()
    expect(page.get_by_text("The pieces are being dealt")).to_be_visible()
    while not held:
        page.wait_for_timeout(50)
    page.unroute("**/pyodide.asm.wasm")  # what was held goes on
    expect(page.locator(".splash[data-ply='30'][data-state=mine]")).to_be_visible()
    watched.check()
    context.close()
    server.stop()


def play_two_placements(page: Page, visit: Callable[[str], object]) -> None:
    """A game against the computer, in the browser alone."""
    visit("/play/splash")
    page.get_by_text("at random", exact=True).click()
    page.locator("label:has(input[name=first][value=me])").click()
    page.locator("#level").fill("1")
    page.locator("button.start").click()
    page.wait_for_selector(".splash")
    random = Random(1)
    placed = 0
    while placed < 2:  # the computer places in between
        now = wanted(page)
        decide(page, now, random)
        placed += now == "place"


def _go_on_after_a_reload(page: Page) -> None:
    expect(page.locator("[data-table=browser]")).to_contain_text(ENGINE)
    wanted(page)
    ply = page.get_attribute(".splash", "data-ply")
    page.reload()
    wanted(page)
    expect(page.locator(".splash")).to_have_attribute("data-ply", ply or "")
    page.goto(page.url.replace("/match/", "/replay/"))
    page.wait_for_selector(".splash.replay [data-table=browser]")
    page.keyboard.press("End")
    expect(page.locator(".splash.replay[data-state=still]")).to_have_attribute(
        "data-ply", ply or ""
    )


def _learn(page: Page) -> None:
    page.goto("/learn/splash")
    page.wait_for_selector(".steps [aria-current]", timeout=60_000)
    number, task = next((n, task) for n, task in enumerate(tasks("splash")) if task.get("table"))
    begin(page, number)
    for step in task["solution"]:
        do(page, step)
    expect(page.locator("[data-result=done]")).to_be_visible(timeout=60_000)


def _referee(page: Page) -> None:
    game = refereeing.played(2, 1)
    page.goto("/referee")
    refereeing.set_up(page, 2)
    refereeing.tell_all(page, SPLASH.initial(2, {"referee": "yes"}), game.texts[:6])

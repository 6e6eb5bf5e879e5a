"""Splash! without network and server: the simulated table and its computers in the browser."""

from pathlib import Path
from random import Random

from playwright.sync_api import Browser, Page

from tests.e2e.conftest import Server
from tests.e2e.splashing import PLAIN, decide, wanted
from tests.e2e.test_offline import READY
from tests.e2e.watching import Watched

SETTINGS = '{"speed": "off", "confirm": "several", "language": "en"}'


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


def test_pieces_are_placed_by_a_person_and_by_the_computer_without_a_server(
    browser: Browser, tmp_path: Path
) -> None:
    server = Server(tmp_path)
    server.start()
    page = alone(browser, server)
    watched = Watched(page, forgiving=True)
    _play_two_placements(page)
    watched.check()
    page.context.close()


def _play_two_placements(page: Page) -> None:
    page.goto("/play/splash")
    page.get_by_text("at random", exact=True).click()
    page.locator("input[name=first][value=me]").check(force=True)
    page.locator("#level").fill("1")
    page.locator("button.start").click()
    page.wait_for_url("**/match/local*")
    random = Random(1)
    placed = 0
    while placed < 2:  # the computer places in between
        now = wanted(page)
        decide(page, now, random)
        placed += now == "place"

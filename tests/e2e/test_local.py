"""Games in the browser alone: played, stored, analysed without a word to the server."""

from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser, Page, Request, expect

from tests.e2e.conftest import Server
from tests.e2e.playing import play_by_mouse, start, state
from tests.e2e.watching import Watched

READY = "[data-pack=ready]"
PLAIN = '{"speed": "off", "confirm": "several", "language": "en"}'


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that leaves to browsers what they can do."""
    running = Server(tmp_path_factory.mktemp("club"), LUDOTHEK_GAMES="browser")
    running.start()
    yield running
    running.stop()


def opened(browser: Browser, server: Server) -> Page:
    context = browser.new_context(base_url=server.address, locale="en")
    context.add_init_script(
        f"localStorage.getItem('ludothek') ?? localStorage.setItem('ludothek', '{PLAIN}')"
    )
    return context.new_page()


def test_a_game_against_the_computer_needs_no_server(browser: Browser, club: Server) -> None:
    page = opened(browser, club)
    watched = Watched(page, forgiving=True)
    page.goto("/play/repulso")
    asked: list[str] = []

    def note(request: Request) -> None:
        if "/api/" in request.url:
            asked.append(request.url)

    start(page)
    assert "/match/local" in page.url
    page.on("request", note)
    assert state(page) == "mine"
    assert play_by_mouse(page, Random(1)) == "over"
    page.reload()
    expect(page.locator("[data-state=over]")).to_be_visible()
    assert asked == []
    watched.check()
    page.context.close()

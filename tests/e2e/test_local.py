"""Games in the browser alone: played, stored, analysed and sent on, without network and server."""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, expect

from ludothek.cli.commands.site import write
from tests.e2e.conftest import Server
from tests.e2e.playing import play_by_mouse, start, state, the_first_begins
from tests.e2e.watching import Watched

READY = "[data-pack=ready]"
PLAIN = '{"speed": "off", "confirm": "several", "language": "en"}'
KEEP = f"localStorage.getItem('ludothek') ?? localStorage.setItem('ludothek', '{PLAIN}')"
SOON = 90_000  # milliseconds: Python starts, on a busy machine

Visit = Callable[[str], object]


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that leaves to browsers what they can do."""
    running = Server(tmp_path_factory.mktemp("club"), LUDOTHEK_GAMES="browser")
    running.start()
    yield running
    running.stop()


def visitor(browser: Browser, address: str) -> BrowserContext:
    context = browser.new_context(base_url=address, locale="en")
    context.add_init_script(KEEP)
    context.set_default_timeout(SOON)
    return context


def test_a_local_game_says_no_word_to_the_server(browser: Browser, club: Server) -> None:
    page = visitor(browser, club.address).new_page()
    watched = Watched(page)
    page.goto("/play/repulso")
    asked: list[str] = []

    def note(request: Request) -> None:
        if "/api/" in request.url:
            asked.append(request.url)

    start(page)
    assert "/match/local" in page.url
    page.on("request", note)
    assert play_by_mouse(page, Random(1), touches=12) != "over"
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".advice")).to_be_visible(timeout=SOON)
    page.reload()
    expect(page.locator("[role=gridcell]").first).to_be_visible()
    assert state(page) in {"mine", "choice", "confirm"}
    assert asked == []
    watched.check()
    page.context.close()


def test_first_visit_then_no_network_and_no_server(browser: Browser, tmp_path: Path) -> None:
    server = Server(tmp_path, LUDOTHEK_GAMES="browser")
    server.start()
    page = visitor(browser, server.address).new_page()
    page.goto("/settings")
    page.wait_for_selector(READY, timeout=120_000)
    watched = Watched(page, forgiving=True)
    page.context.set_offline(True)
    server.stop()
    everything(page, page.goto)
    server.start()
    page.context.set_offline(False)
    page.goto("/records")
    page.locator("a.sheet").first.click()
    page.locator("[data-online]").click()
    page.wait_for_url(re.compile("/replay/[0-9a-f]{16}"))
    watched.check()
    page.context.close()
    server.stop()


@pytest.fixture
def static_site(tmp_path: Path) -> Iterator[str]:
    """The page as files, under a sub-path of a plain file server."""
    write(tmp_path / "ludothek")
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1"]
    with subprocess.Popen(
        [*command, "--directory", str(tmp_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout
        port = re.search(r"port (\d+)", process.stdout.readline())
        assert port
        yield f"http://127.0.0.1:{port[1]}/ludothek/"
        process.terminate()


@pytest.mark.full
def test_the_same_from_a_folder_of_files_under_a_sub_path(
    browser: Browser, static_site: str
) -> None:
    page = visitor(browser, static_site).new_page()
    watched = Watched(page)
    page.goto("settings/")
    page.wait_for_selector(READY, timeout=120_000)
    everything(page, lambda path: visit_files(page, path))
    page.goto("lobby/")
    expect(page.get_by_role("heading", name="There is no server here")).to_be_visible()
    watched.check()
    page.context.close()


def visit_files(page: Page, path: str) -> None:
    page.goto(f"./{path[1:]}/" if path != "/" else "./")


def everything(page: Page, visit: Visit) -> None:
    """All that needs nobody else."""
    visit("/play/robotory")
    start(page, level=1)
    assert play_by_mouse(page, Random(2)) == "over"
    replayed(page)
    visit("/play/nexus")
    start(page, level=8)
    some_turns(page, 2)
    page.reload()
    assert state(page) in {"mine", "choice", "confirm"}
    visit("/play/repulso")
    two_people(page)
    visit("/learn/robotory")
    expect(page.locator("[role=gridcell]").first).to_be_visible(timeout=SOON)
    visit("/rules/nexus")
    expect(page.locator("h1")).to_contain_text("NEXUS")
    visit("/")
    expect(page.locator(".going a.sheet")).to_have_count(2)
    visit("/settings")
    expect(page.locator("[data-local='4']")).to_be_visible()
    with page.expect_download() as file:
        page.get_by_role("button", name="Export everything").click()
    page.locator("[data-local] input[type=file]").set_input_files(file.value.path())
    expect(page.get_by_text("0 games were taken over.")).to_be_visible()


def replayed(page: Page) -> None:
    page.get_by_role("link", name="Replay").click()
    page.get_by_role("button", name="Let the computer look at the game").click()
    expect(page.locator("polyline").first).to_be_attached(timeout=SOON)
    page.evaluate("navigator.clipboard.writeText = async text => void (window.copied = text)")
    page.locator("[data-share]").click()
    link = str(page.wait_for_function("() => window.copied").json_value())
    assert "#game=" in link
    page.goto(link)
    page.wait_for_url(re.compile("ply=0"), timeout=SOON)
    expect(page.locator("[role=gridcell], svg").first).to_be_visible()


def some_turns(page: Page, turns: int) -> None:
    random = Random(3)
    for _ in range(turns):
        if play_by_mouse(page, random, until="confirm", touches=12) == "confirm":
            page.locator("[data-confirm]").click()


def two_people(page: Page) -> None:
    page.locator("input[value=here]").check(force=True)
    the_first_begins(page)
    page.locator("button.start").click()
    page.wait_for_selector("[role=gridcell]")
    assert play_by_mouse(page, Random(4), touches=6) != "over"

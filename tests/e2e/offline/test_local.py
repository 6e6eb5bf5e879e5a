"""Games in the browser alone: played, stored, analysed and sent on, without network and server."""

import re
import subprocess
import sys
import zlib
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random
from threading import Thread

import pytest
from playwright.sync_api import Browser, BrowserContext, Error, Page, Request, WebSocket, expect

from ludothek.cli.commands.server.site import write
from ludothek.games import load
from ludothek.games.splash import SPLASH
from tests.e2e.conftest import PLAIN as PLAIN_PAGE
from tests.e2e.conftest import Server
from tests.e2e.drivers import refereeing
from tests.e2e.drivers.invitations import press
from tests.e2e.drivers.page_errors import Watched
from tests.e2e.drivers.playing import (
    PATIENCE,
    click,
    decide,
    i_begin,
    play_by_mouse,
    start,
    state,
    the_first_begins,
    touch,
)
from tests.e2e.drivers.splashing import PLAIN as SPLASH_PLAIN
from tests.e2e.drivers.splashing import set_up
from tests.e2e.offline.test_local_splash import play_two_placements
from tests.e2e.play.test_meeting import sign
from tests.e2e.play.test_nexus import ONE_MARBLE, record

READY = "[data-pack=ready]"
TITLES = {"repulso": "Repulso", "robotory": "Robotory", "splash": "Splash!", "nexus": "NEXUS"}
PLAIN = '{"speed": "off", "confirm": "several", "language": "en"}'
CONFIRMING = PLAIN.replace("several", "always")
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


@pytest.mark.parametrize(
    "game",
    ["repulso", *(pytest.param(game, marks=pytest.mark.full) for game in ("robotory", "nexus"))],
)
def test_a_local_game_says_no_word_to_the_server(browser: Browser, club: Server, game: str) -> None:
    page = visitor(browser, club.address).new_page()
    watched = Watched(page)
    sockets: list[WebSocket] = []

    def opened(socket: WebSocket) -> None:
        sockets.append(socket)

    page.on("websocket", opened)
    page.goto("/")
    page.locator(f"a.front[href='/play/{game}']").click()
    requests: list[str] = []

    def note(request: Request) -> None:
        if "/api/" in request.url:
            requests.append(request.url)

    start(page)
    assert "/match/local" in page.url
    page.on("request", note)
    before = len(sockets)
    assert play_by_mouse(page, Random(1), touches=12) != "over"
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".advice")).to_be_visible(timeout=SOON)
    page.reload()
    expect(page.locator("[role=gridcell]").first).to_be_visible()
    assert play_by_mouse(page, Random(1)) == "over"
    expect(page.locator("[data-ending]")).to_be_visible()
    page.get_by_role("button", name="Where was my turning point?").click()
    expect(page.locator("[data-turning], .turning .soft")).to_be_visible(timeout=SOON)
    assert requests == []
    assert len(sockets) == before
    assert all(socket.is_closed() for socket in sockets)  # that of the home page, too
    watched.check()
    page.context.close()


def test_local_and_server_games_stand_in_one_list(browser: Browser, club: Server) -> None:
    page = visitor(browser, club.address).new_page()
    watched = Watched(page)
    page.goto("/play/repulso")
    start(page)
    play_by_mouse(page, Random(1), touches=1)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".advice")).to_be_visible()  # it is stored
    here = page.url.removeprefix(club.address)
    there = f"/match/{set_up(page, 'me', 'here')['match']['id']}"
    assert "/match/local" in here
    assert "/match/local" not in there
    page.goto("/")
    for match in (here, there):
        expect(page.locator(f".going a.sheet[href='{match}']")).to_be_visible()
    watched.check()
    page.context.close()


def test_a_local_game_that_is_left_at_once_can_be_gone_on_with(
    browser: Browser, club: Server
) -> None:
    context = visitor(browser, club.address)
    first = context.new_page()
    first.route("**/*.wasm", lambda _: None)  # Python waits for ever
    first.goto("/play/repulso")
    start(first)
    left = first.url.removeprefix(club.address)
    first.close()
    page = context.new_page()
    watched = Watched(page)
    page.goto("/")
    page.locator(f".going a.sheet[href='{left}']").click()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".advice")).to_be_visible(timeout=SOON)
    watched.check()
    context.close()


def test_a_worker_that_could_not_be_loaded_is_started_again(browser: Browser, club: Server) -> None:
    context = browser.new_context(base_url=club.address, locale="en", service_workers="block")
    page = context.new_page()
    watched = Watched(page, forgiving=True)
    page.route("**/assets/worker-*.js", lambda route: route.abort(), times=1)
    with page.expect_event("requestfailed", lambda request: "/worker-" in request.url):
        page.goto("/play/repulso")
    start(page)
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".advice")).to_be_visible(timeout=SOON)
    watched.check()
    context.close()


def test_a_lesson_is_checked_in_the_browser_once_everything_is_there(
    browser: Browser, club: Server
) -> None:
    page = visitor(browser, club.address).new_page()
    watched = Watched(page)
    page.goto("/settings")
    page.wait_for_selector(READY, timeout=120_000)
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto("/learn/repulso")
    page.wait_for_selector(".target", timeout=SOON)
    click(page, "c4")
    expect(page.locator("[data-result=done]")).to_be_visible()
    assert not [url for url in requests if "/api/try" in url]
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
    page.locator("a.sheet[href*='/replay/']").first.click()
    page.locator("[data-online]").click()
    page.wait_for_url(re.compile("/replay/[0-9a-f]{16}"))
    there = page.url.partition("?")[0]
    page.go_back()
    page.locator("a[data-online]").click()  # it is there already
    page.wait_for_url(f"{there}**")
    watched.check()
    page.context.close()
    server.stop()


def test_a_local_game_goes_on_online_with_somebody_else(browser: Browser, club: Server) -> None:
    host, guest = (visitor(browser, club.address).new_page() for _ in range(2))
    watched = [Watched(host), Watched(guest)]
    host.goto("/about")
    host.evaluate(f"localStorage.setItem('ludothek', '{CONFIRMING}')")
    host.goto("/play/robotory")
    start(host)
    for _ in range(2):
        take_a_turn(host)
        host.wait_for_selector("[data-state=mine]")
    board, here = board_of(host), host.url
    host.locator("[data-online]").click()
    host.wait_for_url(re.compile("/match/(?!local)"))
    there = host.url
    guest.goto(host.locator("input[readonly]").first.input_value())
    guest.get_by_label("Your name").fill("Bo")
    guest.get_by_role("button", name="Sit down and play").click()
    assert state(host) == "mine"
    assert board_of(host) == board
    take_a_turn(host)
    assert state(guest) == "mine"
    host.goto(here)
    host.get_by_role("link", name="It goes on online").click()
    host.wait_for_url(there)
    host.goto("/")
    expect(
        host.locator(f".going a.sheet[href='{there.removeprefix(club.address)}']")
    ).to_be_visible()
    expect(host.locator(".going a.sheet")).to_have_count(1)  # it is not gone on with here
    for each in watched:
        each.check()
    for page in (host, guest):
        page.context.close()


def test_a_crash_in_the_middle_of_a_turn_loses_nothing(browser: Browser, club: Server) -> None:
    context = visitor(browser, club.address)
    page = context.new_page()
    page.goto("/about")
    page.evaluate(f"localStorage.setItem('ludothek', '{CONFIRMING}')")
    page.goto("/play/robotory")
    start(page)
    take_a_turn(page)
    page.wait_for_selector("[data-state=mine]")
    assert play_by_mouse(page, Random(2), until="confirm") == "confirm"
    match, board, moves = page.url, board_of(page), page.locator("main ol li").count()
    with page.expect_event("crash"), suppress(Error):
        page.goto("chrome://crash")
    again = context.new_page()
    watched = Watched(again)
    again.goto(match)
    again.wait_for_selector("[data-state=confirm]")
    assert board_of(again) == board
    assert again.locator("main ol li").count() == moves
    touch(again, "confirm", Random(2))
    again.wait_for_selector("[data-state=mine]")
    watched.check()
    context.close()


def test_a_game_goes_on_in_another_browser_from_a_file(browser: Browser, club: Server) -> None:
    here, there = (visitor(browser, club.address).new_page() for _ in range(2))
    watched = [Watched(here), Watched(there)]
    here.goto("/play/repulso")
    start(here)
    play_by_mouse(here, Random(1), touches=2)
    assert state(here) == "mine"
    board = board_of(here)
    here.goto("/settings")
    with here.expect_download() as file:
        here.get_by_role("button", name="Export everything").click()
    there.goto("/settings")
    there.locator("[data-local] input[type=file]").set_input_files(file.value.path())
    expect(there.get_by_text("One game was taken over.")).to_be_visible()
    there.goto("/")
    there.locator(".going a.sheet").click()
    assert state(there) == "mine"
    assert board_of(there) == board
    assert play_by_mouse(there, Random(1), touches=2) != "over"
    for each in watched:
        each.check()
    for page in (here, there):
        page.context.close()


def take_a_turn(page: Page) -> None:
    assert play_by_mouse(page, Random(1), until="confirm") == "confirm"
    touch(page, "confirm", Random(1))


def board_of(page: Page) -> list[str | None]:
    return [cell.get_attribute("aria-label") for cell in page.locator("[role=gridcell]").all()]


def test_signed_in_people_have_their_games_where_they_log_in(
    browser: Browser, club: Server
) -> None:
    page = visitor(browser, club.address).new_page()
    watched = Watched(page)
    page.goto("/settings")
    page.get_by_label("Your name").fill("Ada")
    press(page, "Save")
    press(page, "Make an account")
    sign(page, "ada", "correct horse", "Make an account")
    expect(page.get_by_text("You are signed in as ada.")).to_be_visible()
    page.goto("/play/repulso")
    start(page)
    page.wait_for_url(re.compile("/match/(?!local)"))
    watched.check()
    page.context.close()


@pytest.mark.full
@pytest.mark.parametrize("game", ["repulso", "robotory", "nexus"])
def test_a_game_is_played_to_its_end_without_network_and_server(
    browser: Browser, tmp_path: Path, game: str
) -> None:
    server = Server(tmp_path, LUDOTHEK_GAMES="browser")
    server.start()
    page = visitor(browser, server.address).new_page()
    page.goto("/settings")
    page.wait_for_selector(READY, timeout=120_000)
    watched = Watched(page, forgiving=True)
    page.context.set_offline(True)
    server.stop()
    both_ends_of_the_levels(page, page.goto, game)
    watched.check()
    page.context.close()


def both_ends_of_the_levels(page: Page, visit: Visit, game: str) -> None:
    """A game against the weakest computer to its end, and some turns against the strongest."""
    visit(f"/play/{game}")
    start(page, level=1)
    assert play_by_mouse(page, Random(5)) == "over"
    visit(f"/play/{game}")
    start(page, level=load(game).levels[-1])
    some_turns(page, 2)
    assert state(page) in {"mine", "choice", "confirm"}


@contextmanager
def served(folder: Path) -> Iterator[str]:
    """A plain file server; its address."""
    command = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1"]
    with subprocess.Popen(
        [*command, "--directory", str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout
        port = re.search(r"port (\d+)", process.stdout.readline())
        assert port
        try:
            yield f"http://127.0.0.1:{port[1]}"
        finally:  # or a test that fails waits for it for ever
            process.terminate()


@pytest.mark.full
def test_the_same_from_a_folder_of_files_under_a_sub_path(browser: Browser, tmp_path: Path) -> None:
    write(tmp_path / "ludothek")
    with served(tmp_path) as address:
        page = visitor(browser, f"{address}/ludothek/").new_page()
        page.goto("settings/")
        page.wait_for_selector(READY, timeout=120_000)
    watched = Watched(page)  # nothing is asked of the network any more
    page.context.set_offline(True)

    def visit(path: str) -> None:
        visit_files(page, path)

    everything(page, visit)
    for game in ("repulso", "robotory", "nexus"):
        both_ends_of_the_levels(page, visit, game)
    page.evaluate(SPLASH_PLAIN)
    play_two_placements(page, visit)
    page.goto("lobby/")
    expect(page.get_by_role("heading", name="There is no server here")).to_be_visible()
    watched.check()
    page.context.close()


@pytest.mark.full
def test_a_folder_of_files_is_played_from_at_once(browser: Browser, tmp_path: Path) -> None:
    write(tmp_path / "ludothek")
    with served(tmp_path) as address:
        page = visitor(browser, f"{address}/ludothek/").new_page()
        watched = Watched(page)
        visit_files(page, "/play/repulso")
        start(page)
        assert play_by_mouse(page, Random(1), touches=6) != "over"
        page.reload()
        assert state(page) in {"mine", "choice", "confirm"}
        watched.check()
        page.context.close()


class HostWithErrorPage(SimpleHTTPRequestHandler):
    """A static host as most are: unknown addresses are answered with the site's own page."""

    def do_GET(self) -> None:
        if Path(self.translate_path(self.path)).exists():
            super().do_GET()
            return
        body = Path(self.directory, "ludothek", "404.html").read_bytes()
        self.send_response(404)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@pytest.mark.parametrize("address", ["play/nim/", "play/nim", "nowhere", "match/local/x/y/"])
def test_an_address_that_is_no_file_shows_the_page_on_hosts_with_an_error_page(
    browser: Browser, tmp_path: Path, address: str
) -> None:
    write(tmp_path / "ludothek")
    handler = partial(HostWithErrorPage, directory=str(tmp_path))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as host:
        Thread(target=host.serve_forever, daemon=True).start()
        base = f"http://127.0.0.1:{host.server_port}/ludothek/"
        page = browser.new_context(base_url=base, **PLAIN_PAGE).new_page()
        page.goto(address)
        expect(page.get_by_role("heading", name="There is nothing here")).to_be_visible()
        page.locator("header a.home").click()
        expect(page).to_have_url(base)
        expect(page.locator(".shelf")).to_be_visible()
        page.context.close()
        host.shutdown()


def test_a_page_elsewhere_meets_people_through_the_server_that_lists_it(
    browser: Browser, tmp_path: Path
) -> None:
    with served(tmp_path) as page_origin:
        server = Server(tmp_path, LUDOTHEK_GAMES="browser", LUDOTHEK_PAGE_ORIGINS=page_origin)
        server.start()
        write(tmp_path / "ludothek", server.address)
        host = visitor(browser, f"{page_origin}/ludothek/").new_page()
        guest = visitor(browser, server.address).new_page()
        watched = [Watched(host), Watched(guest)]
        invited = invite(host)
        guest.goto(invited)
        guest.get_by_label("Your name").fill("Bo")
        guest.get_by_role("button", name="Sit down and play").click()
        guest.wait_for_selector("[role=gridcell]")
        host.reload()  # it is known again
        assert state(host) == "mine"
        touch(host, "mine", Random(1))
        assert state(guest) in {"mine", "choice"}
        host.goto("lobby/")
        expect(host.locator("main h1")).to_be_visible()
        visit_files(host, "/play/robotory")
        start(host)
        assert play_by_mouse(host, Random(1), touches=4) != "over"
        assert "local" in host.url
        host.locator("[data-online]").click()
        host.wait_for_url(lambda address: "local" not in address)
        guest.goto(host.locator("input[readonly]").first.input_value())
        guest.get_by_role("button", name="Sit down and play").click()
        guest.wait_for_selector("[role=gridcell]")
        for each in watched:
            each.check()
        for page in (host, guest):
            page.context.close()
        server.stop()


def invite(host: Page) -> str:
    """Ask somebody to come; the link."""
    host.goto("play/repulso/")
    host.get_by_label("Somebody I invite").check()
    i_begin(host)
    host.locator("button.start").click()
    link = host.locator("#link-2")
    expect(link).to_be_visible()
    return link.input_value()


def visit_files(page: Page, path: str) -> None:
    page.goto(f"./{path[1:]}/" if path != "/" else "./")


def everything(page: Page, visit: Visit) -> None:
    """All that needs nobody else."""
    visit("/play/robotory")
    start(page, level=1)
    assert play_by_mouse(page, Random(2)) == "over"
    replayed(page)
    visit("/play/nexus")
    start(page, level=load("nexus").levels[-1])
    some_turns(page, 2)
    page.reload()
    assert state(page) in {"mine", "choice", "confirm"}
    visit("/play/repulso")
    two_people(page)
    learnt(page, visit)
    rules_in_two_languages(page, visit)
    refereed(page, visit)
    visit("/")
    expect(page.locator(".going a.sheet")).to_have_count(2)
    visit("/settings")
    expect(page.locator("[data-local='4']")).to_be_visible()
    with page.expect_download() as file:
        page.get_by_role("button", name="Export everything").click()
    page.locator("[data-local] input[type=file]").set_input_files(file.value.path())
    expect(page.get_by_text("0 games were taken over.")).to_be_visible()


def learnt(page: Page, visit: Visit) -> None:
    visit("/learn/repulso")
    page.wait_for_selector(".target", timeout=SOON)
    click(page, "c4")
    expect(page.locator("[data-result=done]")).to_be_visible()
    page.reload()
    expect(page.locator(".steps [aria-current]")).to_have_text("2")


def rules_in_two_languages(page: Page, visit: Visit) -> None:
    for language in ("de", "en"):
        visit("/settings")
        page.select_option("#language", language)
        expect(page.locator("html")).to_have_attribute("lang", language)  # it is kept by now
        for game, title in TITLES.items():
            visit(f"/rules/{game}")
            expect(page.locator("h1")).to_contain_text(title)
            expect(page.locator("html")).to_have_attribute("lang", language)


def refereed(page: Page, visit: Visit) -> None:
    visit("/referee")
    refereeing.set_up(page, 2)
    game = refereeing.played(2, 1)
    refereeing.tell_all(page, SPLASH.initial(2, {"referee": "yes"}), game.texts[:3])


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
    expect(page.locator("polyline").first).to_be_attached(timeout=SOON)  # the link asks for it


def some_turns(page: Page, turns: int) -> None:
    random = Random(3)
    for _ in range(turns):
        if play_by_mouse(page, random, until="confirm", touches=8) == "confirm":
            page.locator("[data-confirm]").click()


def two_people(page: Page) -> None:
    page.locator("input[value=here]").check(force=True)
    the_first_begins(page)
    page.locator("button.start").click()
    page.wait_for_selector("[role=gridcell]")
    assert play_by_mouse(page, Random(4), touches=6) != "over"


def test_an_ending_of_a_local_game_is_shared_as_a_link_that_anybody_can_open(
    browser: Browser, club: Server
) -> None:
    page = visitor(browser, club.address).new_page()
    watched = Watched(page)
    page.goto("/play/repulso")
    start(page)
    play_by_mouse(page, Random(1), touches=2)
    press(page, "Give up")
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    expect(page.locator("[data-ending=lost]")).to_be_visible()
    page.evaluate("navigator.share = async what => void (window.shared = what)")
    press(page, "Share")
    shared = page.wait_for_function("() => window.shared").json_value()
    assert shared["text"] == "Repulso: You lose"
    friend = visitor(browser, club.address).new_page()
    friend.goto(shared["url"])
    friend.wait_for_url(re.compile(r"/replay/.*ply=0"), timeout=SOON)
    expect(friend.locator("[role=gridcell]").first).to_be_visible()
    watched.check()
    for each in (page, friend):
        each.context.close()


def test_who_is_out_of_a_local_game_has_the_computers_play_it_to_its_end(
    browser: Browser, club: Server
) -> None:
    page = visitor(browser, club.address).new_page()
    watched = Watched(page)
    page.goto(f"/records#game={packed(record(ONE_MARBLE, seats=3))}")
    press(page, "Play on from here")
    page.wait_for_url("**/match/local*")
    for text in ("0,0>1,0", "1,0>0,1"):
        assert state(page) == "mine"
        decide(page, text)
    page.locator("[data-confirm]").click()
    press(page, "Skip to the end")
    expect(page.locator("[data-ending=lost]")).to_be_visible(timeout=PATIENCE)
    watched.check()
    page.context.close()


def packed(text: str) -> str:
    """A record as a link contains it."""
    deflate = zlib.compressobj(wbits=-15)
    return urlsafe_b64encode(deflate.compress(text.encode()) + deflate.flush()).decode().rstrip("=")

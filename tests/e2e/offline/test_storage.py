"""A browser that has no room, or keeps nothing: it says so, and what is there stays."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from ludothek.cli.commands.server.site import write
from tests.e2e.conftest import PLAIN, Open, Server
from tests.e2e.drivers.page_errors import Watched
from tests.e2e.drivers.playing import click, i_begin, play_by_mouse, start, touch
from tests.e2e.offline.test_local import served

FULL = "There is no room left on this device."
FORBIDDEN = "This browser does not let us store anything here"
NO_DATABASE = "Object.defineProperty(globalThis, 'indexedDB', {value: undefined});"
FORBIDDING = """for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, name, {get() {
        throw new DOMException('not here', 'SecurityError')
    }});"""
MOVES = "main ol li"
ROOM = 3_000_000  # bytes
FILL = """() => new Promise(done => {
    const opening = indexedDB.open('filler', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('bytes', {autoIncrement: true})
    opening.onsuccess = () => add(1_000_000)
    const add = size => {
        if (size < 10) return done()
        const transaction = opening.result.transaction('bytes', 'readwrite')
        transaction.objectStore('bytes').add(new Uint8Array(size))
        transaction.oncomplete = () => add(size)
        transaction.onabort = () => add(size / 4)
    }
})"""
EMPTY = """() => new Promise(done => {
    indexedDB.deleteDatabase('filler').onsuccess = done
})"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server that leaves to browsers what they can do."""
    running = Server(tmp_path_factory.mktemp("club"), LUDOTHEK_GAMES="browser")
    running.start()
    yield running
    running.stop()


def keep_nothing(page: Page) -> None:
    """Neither the page nor its workers have any storage from now on."""

    def without(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, body=NO_DATABASE + response.text())

    page.add_init_script(NO_DATABASE + FORBIDDING)
    page.route("**/assets/worker-*.js", without)


@pytest.mark.full
def test_storage_that_is_full_is_told_and_costs_nothing(open_page: Open, server: Server) -> None:
    page = open_page("/about")
    session = page.context.new_cdp_session(page)
    quota = {"origin": server.address, "quotaSize": ROOM}
    session.send("Storage.overrideQuotaForOrigin", quota)
    page.goto("/play/repulso")
    start(page)
    finish_turn(page)
    play_by_mouse(page, Random(2), until="confirm")
    match, moves = page.url, page.locator(MOVES).count()
    page.evaluate(FILL)
    touch(page, "confirm", Random(2))
    expect(page.get_by_text(FULL)).to_be_visible()
    page.goto("/play/robotory")
    start(page)
    expect(page.get_by_text(FULL)).to_be_visible()
    page.evaluate(EMPTY)
    page.goto(match)
    expect(page.locator(MOVES)).to_have_count(moves)
    finish_turn(page)
    expect(page.locator(MOVES)).not_to_have_count(moves)


def test_games_on_this_device_are_all_listed_and_can_be_deleted(open_page: Open) -> None:
    page = open_page("/")
    for _ in range(4):
        page.goto("/play/robotory")
        start(page)
        page.get_by_role("button", name="Hint").click()
        expect(page.locator(".advice")).to_be_visible()  # it is stored
    last = page.url
    page.goto("/")
    expect(page.locator(".going li")).to_have_count(3)
    page.get_by_role("link", name="All 4 games").click()
    cards = page.locator("[data-running] li")
    expect(cards).to_have_count(4)
    page.locator(f"[data-delete={last.rpartition('/')[2]}]").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel").click()
    expect(cards).to_have_count(4)
    page.locator(f"[data-delete={last.rpartition('/')[2]}]").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(cards).to_have_count(3)
    page.reload()
    expect(cards).to_have_count(3)
    page.goto(last)
    expect(page.get_by_role("heading", name="This game is not here")).to_be_visible()


def test_progress_in_lessons_is_exported_without_any_game(open_page: Open) -> None:
    page = open_page("/learn/repulso")
    page.wait_for_selector(".target")
    click(page, "c4")
    expect(page.locator("[data-result=done]")).to_be_visible()
    page.goto("/settings")
    with page.expect_download() as file:
        page.get_by_role("button", name="Export everything").click()
    exported = json.loads(file.value.path().read_text("utf-8"))
    assert exported["matches"] == []
    assert len(exported["values"]["learnt-repulso"]) == 1


def finish_turn(page: Page) -> None:
    """A whole turn of ours, up to the next one."""
    play_by_mouse(page, Random(1), until="confirm")
    touch(page, "confirm", Random(1))
    page.wait_for_selector("[data-state=mine]")


def test_where_nothing_can_be_stored_the_server_has_the_game(open_page: Open) -> None:
    page = open_page("/")
    keep_nothing(page)
    page.goto("/play/robotory")
    expect(page.get_by_text(FORBIDDEN)).to_be_visible()
    start(page)
    page.wait_for_url(re.compile("/match/(?!local)"))
    play_by_mouse(page, Random(1), touches=3)
    expect(page.locator(MOVES)).not_to_have_count(0)
    page.goto("/settings")
    page.select_option("#language", "de")
    expect(page.locator("html")).to_have_attribute("lang", "de")  # as long as the page is open


def test_where_nothing_can_be_stored_and_no_server_is_a_sentence_says_so(
    browser: Browser, tmp_path: Path
) -> None:
    write(tmp_path / "ludothek")
    with served(tmp_path) as address:
        page = browser.new_context(base_url=f"{address}/ludothek/", **PLAIN).new_page()
        watched = Watched(page)
        keep_nothing(page)
        page.goto("play/robotory/")
        i_begin(page)
        page.locator("button.start").click()
        expect(page.locator("main").get_by_text(FORBIDDEN)).to_be_visible()
        page.goto("learn/repulso/")
        expect(page.get_by_text(FORBIDDEN).first).to_be_visible()
        watched.check()
        page.context.close()

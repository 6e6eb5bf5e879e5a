"""Whole games: against the computer by mouse and by keyboard, and between two people."""

from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Open, Server
from tests.e2e.playing import (
    LONGEST,
    READY,
    play_by_keyboard,
    play_by_mouse,
    press_until,
    start,
    state,
    touch,
)

GAMES = ("repulso", "robotory", "nexus")


@pytest.mark.parametrize("game", GAMES)
def test_a_game_against_the_computer_is_played_by_mouse_to_its_end(
    open_page: Open, game: str
) -> None:
    page = open_page(f"/play/{game}")
    start(page)
    assert play_by_mouse(page, Random(5)) == "over"
    expect(page.locator(".status h2")).not_to_be_empty()


@pytest.mark.parametrize("game", GAMES)
def test_a_game_against_the_computer_is_played_by_keyboard_alone(
    open_page: Open, game: str
) -> None:
    page = open_page(f"/play/{game}", settings={"level": 1})
    press_until(page, "button.start")
    page.wait_for_selector("[role=gridcell]")
    assert play_by_keyboard(page, Random(2)) == "over"


@pytest.mark.parametrize("game", GAMES)
def test_a_game_between_two_people_survives_a_reload_and_a_restart(
    open_page: Open, server: Server, game: str
) -> None:
    host = open_page(f"/play/{game}", forgiving=True)
    host.get_by_label("Somebody I invite").check()
    host.locator("button.start").click()
    link = host.locator("#link-2").input_value()
    guest = open_page(link, forgiving=True)
    guest.get_by_label("Your name").fill("Ada")
    guest.get_by_role("button", name="Sit down and play").click()
    host.wait_for_selector("[role=gridcell]")
    expect(host.get_by_text("Ada")).to_be_visible()
    random = Random(1)
    play_together([host, guest], random, touches=12)
    host.reload()
    play_together([host, guest], random, touches=8)
    server.stop()
    expect(guest.get_by_text("The connection is lost")).to_be_visible(timeout=20_000)
    server.start()
    expect(guest.get_by_text("The connection is lost")).to_be_hidden(timeout=20_000)
    if game == "nexus":  # whole games of it are long, and played by the other tests
        play_together([host, guest], random, touches=12)
        return
    play_together([host, guest], random, touches=LONGEST)
    for page in (host, guest):
        expect(page.locator("[data-state=over]")).to_be_visible()


def play_together(pages: list[Page], random: Random, touches: int) -> None:
    """Whoever's turn it is touches something, until the game is over or so many touches."""
    for _ in range(touches):
        now = None
        while now is None:
            for page in pages:
                now = page.evaluate(READY)
                if now == "over":
                    return
                if now is not None:
                    touch(page, now, random)
                    break
            else:
                pages[0].wait_for_timeout(20)


def test_four_people_play_nexus_on_one_device(open_page: Open) -> None:
    page = open_page("/play/nexus")
    page.get_by_label("People beside me").check()
    page.locator(".pill", has_text="4").click()
    for number, name in enumerate(("Ada", "Ben", "Cem", "Dora")):
        page.locator(".names input").nth(number).fill(name)
    page.locator("button.start").click()
    page.wait_for_selector("[role=gridcell]")
    random = Random(4)
    while page.locator("ol li").count() < 8:  # everybody has had two turns
        touch(page, state(page), random)
    for name in ("Ada", "Ben", "Cem", "Dora"):
        expect(page.get_by_text(name)).to_be_visible()

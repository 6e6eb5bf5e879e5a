"""Whole games: against the computer by mouse and by keyboard, and between two people."""

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ludothek.games import AnyGame, load
from tests.e2e.conftest import Open, Server
from tests.e2e.drivers.playing import (
    decide,
    i_begin,
    play_by_keyboard,
    play_by_mouse,
    press_until,
    start,
    state,
    touch,
)

GAMES = ("repulso", "robotory", "nexus")
LONG = [pytest.param(game, marks=pytest.mark.full) for game in ("repulso", "nexus")]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_against_the_computer_is_played_by_mouse_to_its_end(
    open_page: Open, game: str
) -> None:
    page = open_page(f"/play/{game}")
    start(page)
    assert play_by_mouse(page, Random(5)) == "over"
    expect(page.locator("[data-ending] h2")).not_to_be_empty()


@pytest.mark.parametrize("game", [*LONG, "robotory"])
def test_a_game_against_the_computer_is_played_by_keyboard_alone(
    open_page: Open, game: str
) -> None:
    page = open_page(f"/play/{game}", settings={"level": 1})
    press_until(page, "button.start")
    page.wait_for_selector("[role=gridcell]")
    assert play_by_keyboard(page, Random(2)) == "over"


WHOLE = {
    "repulso": "*b2 *b1 *c5 a4 *f5 *f1 *a6 *f6 *c1 *a5 a4-a1 *d4 *e5 d3 b3 d5 *c2 a4 e6 e1 c4 f2 "
    "b5 a2 d1 e4 e2 b6 f3",
    "robotory": "b@c3 b@e4 Bc3 w@e3 w@b2 b@a4 Wb2 w@b3 w@a1 Re3 Re4 b@c5 Wb3 +w0b4 +w0b4 b@e3 b@c4 "
    "+w0b1 +w0b1",
    "nexus": "@-2,2 @-2,1 @-1,1 @-1,2 @0,1 @1,1 -1,1>0,1 -2,1>0,1!-2,2 @-2,2 @-2,1 @-1,1 -1,0 -2,0 "
    "-0,2 -1,-2 +-2,-1 +-2,3 +-1,3 +-3,1 @-2,3 @-2,0 @0,0 0,1>-1,2 0,1>-1,2 -2,1>-3,1 "
    "-3,1>-1,2!-2,0",
}


@pytest.mark.parametrize("name", [*LONG, "robotory"])
def test_a_game_between_two_people_survives_a_reload_and_a_restart(
    open_page: Open, server: Server, name: str
) -> None:
    host = open_page(f"/play/{name}", forgiving=True, settings={"confirm": "never"})
    host.get_by_label("Somebody I invite").check()
    i_begin(host)
    host.locator("button.start").click()
    link = host.locator("#link-2").input_value()
    guest = open_page(link, forgiving=True, settings={"confirm": "never"})
    guest.get_by_label("Your name").fill("Ada")
    guest.get_by_role("button", name="Sit down and play").click()
    host.wait_for_selector("[role=gridcell]")
    expect(host.get_by_text("Ada", exact=True)).to_be_visible()
    game, texts = load(name), WHOLE[name].split()
    position = play_together(game, game.initial(), texts[:7], [host, guest])
    host.reload()  # in NEXUS in the middle of a turn
    position = play_together(game, position, texts[7:12], [host, guest])
    server.stop()
    expect(guest.get_by_text("The connection is lost")).to_be_visible(timeout=20_000)
    server.start()
    expect(guest.get_by_text("The connection is lost")).to_be_hidden(timeout=20_000)
    position = play_together(game, position, texts[12:], [host, guest])
    assert game.outcome(position)
    for page in (host, guest):
        expect(page.locator("[data-state=over]")).to_be_visible()


def play_together(game: AnyGame, position: Any, texts: list[str], pages: list[Page]) -> Any:
    """Both play what is written, each on their own page; where that leads to."""
    for text in texts:
        seat = game.to_move(position)
        position = game.play(position, text)
        assert state(pages[seat - 1]) == "mine"
        decide(pages[seat - 1], text, seat)
    return position


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
        expect(page.get_by_text(name, exact=True)).to_be_visible()

"""After the game: replay, analysis, going on, records in and out, pictures."""

import json
import re
import struct
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Download, Page, expect

from tests.e2e.conftest import Open
from tests.e2e.drivers.invitations import press
from tests.e2e.drivers.playing import start, state

RECORD = """\
Game: repulso
Rules: 1
Options: stuck=no-turn,tiebreak=draw
p1: Ada
p2: Bo
Result: p1win resigned

1. c4 2. d3 3. b3 4. c2 5. *c3 b3-a3 c4-c6 d3-f3 c2-a2 p1win
"""
PLIES = 9
# Taking both white discs would have won at once.
THROWN = """\
Game: robotory
Rules: 1
Options: end=colour
p1: Ada
p2: Bo
Position: R3/5/6/2Ww1/3B p1 w0b2,w2b2 w2b10 -
Result: p2win resigned

1. b@a2 p2win
"""
PNG = b"\x89PNG\r\n\x1a\n"
WEBM = b"\x1a\x45\xdf\xa3"


def opened(open_page: Open, record: str = RECORD, **wishes: Any) -> Page:
    """A pasted record, at its start."""
    page = open_page("/records", **wishes)
    page.get_by_label("Paste a record here").fill(record)
    press(page, "Open")
    page.wait_for_selector("[role=gridcell]")
    return page


def at(page: Page) -> str:
    return page.locator(".slide span").inner_text()


def content_of(download: Download) -> bytes:
    return Path(download.path()).read_bytes()


def test_a_record_is_stepped_through_and_jumped_in(open_page: Open) -> None:
    page = opened(open_page)
    assert at(page) == f"Decision 0 of {PLIES}"
    page.get_by_role("button", name="One decision on").click()
    expect(page.locator(".last-move")).to_contain_text("c4")
    page.keyboard.press("ArrowRight")
    assert at(page) == f"Decision 2 of {PLIES}"
    page.get_by_role("button", name="To the end").click()
    assert at(page) == f"Decision {PLIES} of {PLIES}"
    page.locator("ol button", has_text="places an action piece on c3").click()
    assert at(page) == f"Decision 5 of {PLIES}"
    expect(page.locator('[data-spot="c3"] .mark')).to_be_attached()
    page.locator("input[type=range]").fill("1")
    assert at(page) == f"Decision 1 of {PLIES}"
    page.keyboard.press("Home")
    assert at(page) == f"Decision 0 of {PLIES}"


def test_it_plays_by_itself_at_any_speed(open_page: Open) -> None:
    page = opened(open_page, settings={"speed": "fast"})
    page.get_by_label("Speed").select_option("4")
    press(page, "Play")
    expect(page.get_by_text(f"Decision {PLIES} of {PLIES}")).to_be_visible(timeout=20_000)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    press(page, "Play")
    expect(page.get_by_text(f"Decision 2 of {PLIES}")).to_be_visible(timeout=20_000)
    press(page, "Pause")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()


def test_a_link_leads_to_the_very_position(open_page: Open) -> None:
    page = opened(open_page, permissions=["clipboard-read", "clipboard-write"])
    page.locator("ol button", has_text="slides from b3 to a3").click()
    press(page, "Copy link to this position")
    expect(page.get_by_text("The link is copied.")).to_be_visible()
    link = page.evaluate("() => navigator.clipboard.readText()")
    other = open_page(link)
    expect(other.get_by_text(f"Decision 6 of {PLIES}")).to_be_visible()
    expect(other.locator("ol [aria-current]")).to_have_text("slides from b3 to a3")


def test_the_computer_looks_at_the_game_and_shows_its_line(open_page: Open) -> None:
    page = opened(open_page)
    press(page, "Let the computer look at the game")
    expect(page.get_by_role("slider", name="How the chances went")).to_be_visible(timeout=60_000)
    expect(page.get_by_text("positions looked at")).to_be_hidden(timeout=60_000)
    value = page.locator("[data-value]")
    expect(value).to_have_text(re.compile(r"After decision 0: Orange \(Ada\) \d+\s% · Blue"))
    page.get_by_role("slider", name="How the chances went").focus()
    page.keyboard.press("End")
    expect(value).to_have_text(f"After decision {PLIES}: Orange (Ada) 100 % · Blue (Bo) 0 %")
    graph = page.get_by_role("slider", name="How the chances went")
    box: Any = graph.bounding_box()
    for share, ply in ((0.02, 0), (0.5, (PLIES + 1) // 2), (0.99, PLIES)):
        graph.hover(position={"x": box["width"] * share, "y": 20})
        expect(value).to_contain_text(f"After decision {ply}: Orange")
    expect(page.locator(".scale")).to_have_text("100 %50 %0 %")
    page.keyboard.press("Home")
    best = page.get_by_role("list", name="What the computer would do").get_by_role("button")
    expect(best).to_have_count(3)
    best.first.click()
    expect(page.locator(".arrow")).to_be_visible()
    line = page.get_by_role("list", name="How the computer would go on").get_by_role("button")
    line.first.click()
    expect(line.first).to_have_attribute("aria-current", "step")
    expect(page.locator(".last-move")).not_to_have_text("Before the first decision.")
    expect(page.locator(".cell .mark")).not_to_have_count(0)
    press(page, "Back to the game")
    expect(line).to_have_count(0)
    assert at(page) == f"Decision 0 of {PLIES}"


def test_what_is_certain_and_which_decision_threw_it_away_is_said(open_page: Open) -> None:
    page = opened(open_page, THROWN)
    polled: list[str] = []
    page.on(
        "request", lambda request: polled.append(request.url) if "/jobs/" in request.url else None
    )
    press(page, "Let the computer look at the game")
    expect(page.get_by_text("Certain: Light (Ada) wins with the next decision.")).to_be_visible(
        timeout=60_000
    )
    remarks = page.get_by_role("list", name="Turning points").get_by_role("button")
    expect(remarks).to_have_text(["Decision 1: Light (Ada) threw a won game away"])
    page.locator("input[type=range]").fill("1")
    remarks.first.click()
    expect(page.locator(".slide span")).to_have_text("Decision 0 of 1")
    expect(page.locator(".arrow").first).to_be_visible()
    assert len(polled) <= 2, "the page is told, it does not ask again and again"


@pytest.mark.parametrize("ply", [0, 3, 6])
def test_any_position_is_played_on_from_against_the_computer(open_page: Open, ply: int) -> None:
    page = opened(open_page, settings={"level": 1})
    page.locator("input[type=range]").fill(str(ply))
    press(page, "Play on from here")
    page.wait_for_url("**/match/*")
    assert state(page) == "mine"
    expect(page.get_by_text("Computer, level 1")).to_be_visible()


def test_a_record_comes_out_as_it_went_in(open_page: Open) -> None:
    page = opened(open_page)
    with page.expect_download() as text:
        page.get_by_role("button", name="Record", exact=True).click()
    played = RECORD.partition("\n\n")[2]
    assert played in content_of(text.value).decode()
    with page.expect_download() as data:
        page.get_by_role("button", name="JSON").click()
    line = content_of(data.value).decode()
    assert json.loads(line)["game"] == "repulso"
    again = opened(open_page, line)
    assert at(again) == f"Decision 0 of {PLIES}"


def test_pictures_of_a_position_and_of_a_game_are_kept(open_page: Open) -> None:
    page = opened(open_page)
    with page.expect_download() as drawing:
        page.get_by_role("button", name="SVG").click()
    assert b"<svg" in content_of(drawing.value)
    with page.expect_download() as still:
        press(page, "PNG")
    assert content_of(still.value).startswith(PNG)
    width, height = struct.unpack(">II", content_of(still.value)[16:24])
    box = re.search(rb'viewBox="\S+ \S+ (\S+) (\S+)"', content_of(drawing.value))
    assert box
    assert height > width * float(box[2]) / float(box[1]) + 40, "the names stand below the board"
    with page.expect_download() as moving:
        press(page, "Film clip")
    film = content_of(moving.value)
    assert moving.value.suggested_filename == "repulso.webm"
    assert film.startswith(WEBM)
    assert len(film) < 2_000_000


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        ("Game: repulso\n", "Line 2, column 1: A header is missing."),
        (RECORD.replace("2. d3", "2. c4"), "Line 8, column 10: c4 is not empty."),
        (RECORD.replace("2. d3", "2. z9"), "“z9” is not a decision of this game."),
        ("{}", "This is not the JSON of a record."),
    ],
)
def test_a_broken_record_is_refused_in_one_sentence(
    open_page: Open, broken: str, message: str
) -> None:
    page = open_page("/records", refused=True)
    page.get_by_label("Paste a record here").fill(broken)
    press(page, "Open")
    expect(page.get_by_role("alert")).to_contain_text(message)


def test_finished_games_are_listed(open_page: Open) -> None:
    page = open_page("/play/repulso")
    start(page)
    press(page, "Give up")
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    page.get_by_role("link", name="Replay and analysis").click()
    expect(page.get_by_role("button", name="Let the computer look at the game")).to_be_visible()
    page.get_by_role("link", name="Games played").click()
    expect(page.locator("main ul a", has_text="Repulso")).to_have_count(1)

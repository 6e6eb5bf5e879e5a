"""Splash! in the browser: whole games, the same table for everybody, and only poses count."""

import json
import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ludothek.physics import Table, Tremor
from ludothek.physics.pieces import plain
from tests.e2e.conftest import Open
from tests.e2e.playing import press_until
from tests.e2e.splash_data import PIECES
from tests.e2e.splashing import (
    MOVED_ON,
    ask,
    decide,
    decisions,
    held,
    play,
    play_by_keyboard,
    set_up,
    tab_to,
    wanted,
)
from tests.e2e.test_pages import violations

SMALL = {"width": 480, "height": 560}  # what a machine without a graphics card draws quickly
PLAIN = "localStorage.setItem('ludothek-splash', '{\"plain\": true}')"
TABLE = ".scene [data-figure] path"
SHOWN = "() => [...document.querySelectorAll('.side [data-figure] path')].map(e => e.outerHTML)"


def plainly(open_page: Open, path: str = "/about", **wishes: Any) -> Page:
    """A page that shows the plain view."""
    page = open_page(path, **wishes)
    page.context.add_init_script(PLAIN)
    page.reload()
    page.wait_for_selector("main")
    return page


def test_the_page_knows_the_pieces_of_the_library() -> None:
    assert json.loads(PIECES.read_text("utf-8")) == plain()


def test_a_game_against_the_computer_is_played_to_its_end(open_page: Open) -> None:
    page = open_page("/play/splash", viewport=SMALL)
    page.get_by_text("at random", exact=True).click()
    page.locator("#level").fill("1")
    page.locator("button.start").click()
    page.wait_for_function("() => document.querySelector('canvas')?.dataset.drawn")
    assert play(page, Random(5), badly=True) == "over"
    expect(page.locator(".status h2")).not_to_be_empty()


def test_four_people_play_in_teams_and_the_record_gives_the_same_outcomes(open_page: Open) -> None:
    page = plainly(open_page)
    options = {"draft": "choose", "teams": "yes"}
    match = set_up(page, "me", "here", "here", "here", options=options)["match"]["id"]
    page.locator("[data-auto]").click()
    play(page, Random(3), badly=True)
    result = ask(page, f"matches/{match}")["match"]["result"]
    assert result["winners"] in ([1, 3], [2, 4])
    played = decisions(page, match)
    assert any(text.startswith("falls:") for text in played)
    record = page.request.get(f"/api/matches/{match}/record").text()
    again = page.request.post("/api/records", data={"record": record}).json()["match"]["id"]
    assert decisions(page, again) == played
    for each in (match, again):
        page.goto(f"/replay/{each}?ply=31")
        for text in played[31:]:
            page.get_by_role("button", name="One decision on").click()
            expect(page.locator(".replay[data-state=still]")).to_have_attribute(
                "data-decision", text
            )


def test_every_fall_of_a_replay_is_the_one_that_was_played(open_page: Open) -> None:
    page = plainly(open_page)
    match = set_up(page, "me", "here")["match"]["id"]
    play(page, Random(2), badly=True)
    frames = ask(page, f"matches/{match}/frames?start=30&count=200")["frames"]
    placed = [frame["happened"] for frame in frames if frame["happened"]["motion"]]
    assert len(placed) > 3
    for each in placed:
        assert (
            ask(page, f"matches/{match}/motions/{each['motion']}")["decision"] == each["decision"]
        )
    page.goto(f"/replay/{match}")
    page.locator("[data-fall]").first.click()
    expect(page.locator(".replay")).to_have_attribute("data-decision", re.compile("^falls:"))


def test_a_game_is_played_with_the_keyboard_alone_in_the_plain_view(open_page: Open) -> None:
    page = plainly(open_page, settings={"level": 1})
    page.goto("/play/splash")
    tab_to(page, "input[name=draft]")
    page.keyboard.press("ArrowRight")
    press_until(page, "button.start")
    page.wait_for_selector(TABLE + ", .side svg")
    play_by_keyboard(page)
    expect(page.locator(".status h2")).not_to_be_empty()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious(open_page: Open, theme: str) -> None:
    page = plainly(open_page, color_scheme=theme)
    match = set_up(page, "me", "here")["match"]["id"]
    troubles = {}
    for phase in ("give", "place", "keep"):
        play(page, Random(4), until=phase, badly=True)
        troubles[phase] = violations(page)
    page.goto(f"/replay/{match}")
    page.wait_for_selector(".replay[data-state=still]")
    troubles["replay"] = violations(page)
    assert not any(troubles.values()), troubles


def test_axe_finds_nothing_serious_on_the_solid_table(open_page: Open) -> None:
    page = open_page("/about", viewport=SMALL)
    set_up(page, "me", "here")
    page.wait_for_function("() => document.querySelector('canvas')?.dataset.drawn")
    play(page, Random(4), until="place")
    assert not violations(page)


@pytest.mark.parametrize("width", [320, 390])
def test_nothing_sticks_out_of_a_phone(open_page: Open, width: int) -> None:
    page = plainly(open_page, viewport={"width": width, "height": 700})
    set_up(page, "me", "computer", "computer", "computer", "computer", "computer")
    for phase in ("give", "place"):
        play(page, Random(4), until=phase)
        assert page.evaluate("() => document.documentElement.scrollWidth") <= width


def test_three_browsers_see_the_same_and_how_a_piece_is_held(open_page: Open) -> None:
    host, guest, watcher = (plainly(open_page) for _ in range(3))
    made = set_up(host, "me", "open", public=True)
    guest.goto(made["links"][0]["url"])
    guest.get_by_role("button", name="Sit down and play").click()
    watcher.goto(f"/match/{made['match']['id']}")
    pages = (host, guest, watcher)
    random = Random(1)
    for _ in range(8):
        mover = next(page for page in _turning(pages))
        now = wanted(mover)
        if now == "place":
            mover.get_by_label("Left and right").fill("2.5")
            for page in pages:
                page.wait_for_function(_HELD, arg=held(mover))
        decide(mover, now, random)
        ply = int(mover.get_attribute(".splash", "data-ply") or 0)
        for page in pages:
            page.wait_for_selector(f".splash[data-ply='{ply}']:not([data-state=moving])")
        assert len({page.get_attribute(".splash", "data-decision") for page in pages}) == 1
        assert len({str(sorted(page.evaluate(SHOWN))) for page in (host, watcher)}) == 1


_HELD = "spot => document.querySelector('.splash').dataset.held === JSON.stringify(spot)"


def _turning(pages: tuple[Page, ...]) -> Any:
    """Whose turn it is, once somebody's it is."""
    while True:
        for page in pages:
            if page.locator(".splash[data-state=mine]").count():
                yield page
        pages[0].wait_for_timeout(20)


FREEZE = "requestAnimationFrame = () => 0"
FROZEN = f"if (sessionStorage.getItem('frozen')) {FREEZE}"


def test_a_reload_during_a_fall_resumes_it(open_page: Open) -> None:
    page = plainly(open_page, settings={"speed": "normal"})
    page.add_init_script(FROZEN)
    set_up(page, "me", "here")
    play(page, Random(1), until="place")
    page.evaluate(f"() => {{ sessionStorage.setItem('frozen', 'yes'); {FREEZE} }}")
    page.locator("[data-let-go]").click()
    moving, still = ".splash[data-state=moving]", ".splash[data-state=mine]"
    page.wait_for_selector(moving)
    page.reload()
    page.wait_for_selector(moving)
    page.get_by_role("button", name="Skip").click()
    expect(page.locator(still)).to_have_attribute("data-decision", "stands")
    page.reload()
    page.wait_for_selector(still)


def test_the_same_pose_through_the_page_and_the_library_is_the_same_bit_by_bit(
    open_page: Open,
) -> None:
    page = plainly(open_page)
    match = set_up(page, "me", "here")["match"]["id"]
    table = Table(seed=0)
    for _ in range(3):
        play(page, Random(6), until="place")
        page.get_by_role("slider", name="Turn").fill("23")
        page.get_by_label("Left and right").fill("1.3")
        spot = held(page)
        assert spot
        decide_here(page)
        seen = ask(page, f"matches/{match}")["match"]
        motion = ask(page, f"matches/{match}/motions/{seen['table']['motion']}")
        told = {key: motion["spot"][key] for key in ("face", "yaw", "x", "y")}
        assert told == spot, "the pose is the only thing that was sent"
        tremor = Tremor(**motion["tremor"])
        result = table.place(motion["spot"]["piece"], **told, tremor=tremor)
        assert json.loads(json.dumps(result.plain)) == motion
        if not result.stands:
            break


def decide_here(page: Page) -> None:
    """Let go as it is held now."""
    ply = page.get_attribute(".splash", "data-ply")
    page.locator("[data-let-go]").click()
    page.wait_for_function(MOVED_ON, arg=ply)


def test_a_client_influences_an_outcome_by_nothing_but_its_pose(open_page: Open) -> None:
    page = plainly(open_page)
    match = set_up(page, "me", "here")["match"]["id"]
    play(page, Random(6), until="place")
    ply = int(page.get_attribute(".splash", "data-ply") or 0)
    pose = {"type": "place", "ply": ply, "face": "flat", "yaw": 0.0, "x": 0.0, "y": 0.0}
    told = {"type": "decide", "ply": ply, "decisions": ["stands"]}
    for command, code in (
        (told, "table-decides"),
        ({**pose, "decision": "stands"}, "invalid"),
        ({**pose, "tremor": {"x": 0.0}}, "invalid"),
        ({**pose, "seed": 1}, "invalid"),
    ):
        answer = page.request.post(f"/api/matches/{match}/act", data=command)
        assert answer.json()["code"] == code
    assert ask(page, f"matches/{match}")["match"]["ply"] == ply


def test_why_a_piece_cannot_be_given_is_said(open_page: Open) -> None:
    page = plainly(open_page)
    set_up(page, "me", "here")
    for phase in ("place", "give"):
        play(page, Random(8), until=phase)
    while not page.locator("button.closed").count():
        decide(page, wanted(page), Random(8))
    page.locator("button.closed").first.click(force=True)
    expect(page.locator(".refused")).to_contain_text("piece")


def test_without_webgl_the_plain_view_is_there_at_once(open_page: Open) -> None:
    page = open_page("/about")
    page.context.add_init_script("HTMLCanvasElement.prototype.getContext = () => null")
    set_up(page, "me", "computer")
    expect(page.locator("[data-view=plain] .side svg")).to_be_visible()


def test_a_collapse_is_kept_as_a_film(open_page: Open) -> None:
    page = open_page("/about", viewport=SMALL)
    set_up(page, "me", "here")
    play(page, Random(4), until="keep", badly=True)
    with page.expect_download() as kept:
        page.locator("[data-clip]").click()
    assert kept.value.suggested_filename.endswith((".webm", ".mp4"))
    assert kept.value.path().stat().st_size > 1000

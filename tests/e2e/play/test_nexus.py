"""NEXUS on the page: the three actions, previews of captures, and the question before a loss."""

import json
import re
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Open
from tests.e2e.drivers.endings import FINISHES, finish_off, gather, gathered, match_of
from tests.e2e.drivers.invitations import press
from tests.e2e.drivers.playing import PATIENCE, click, decide, start, state, touch
from tests.e2e.fixtures.boards import STRANDED, SURROUNDED, nexus

RECORD = """\
Game: nexus
Rules: 2
{names}
Position: {position}
Result: p2win resigned

p2win
"""
OUTNUMBERED = nexus("7,7", p1="0,0 0,0 -1,0 -2,0", p2="1,0 2,0 1,1")
LAST = {(0, 0): "100", (0, 1): "010", (0, 2): "010", (6, 0): "001", (5, 0): "001"}
TRIANGLE = ";".join(
    f"{q},{r}" + (f":{LAST[q, r]}" if (q, r) in LAST else "")
    for q in range(7)
    for r in range(7 - q)
)
ONE_MARBLE = f"{TRIANGLE} p1 0,7,7 123 eee ooo3 - 9"
BUTTONS = (
    "[data-action]:enabled, [data-spot=leap]:enabled, [data-confirm]:enabled,"
    ".actions button:enabled"
)
CLICK = """([all, part]) => {
    const offered = [...document.querySelectorAll(all)]
    const one = offered[Math.floor(part * offered.length)]
    one?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
}"""


def alone(page: Page, seats: int = 2) -> None:
    page.get_by_label("People beside me").check()
    page.locator(".pill", has_text=str(seats)).click()
    press(page, "Start")
    page.wait_for_selector(".target")


def enter_all(page: Page) -> None:
    """Both bring in their first three marbles."""
    for number, text in enumerate(("@-2,0", "@-1,0", "@-1,1", "@2,0", "@1,0", "@1,-1")):
        if state(page) == "confirm":
            page.locator("[data-confirm]").click()
        assert state(page) == "mine"
        decide(page, text, seat=1 + number // 3)
    if state(page) == "confirm":
        page.locator("[data-confirm]").click()
    expect(page.locator("ol li")).to_have_count(2)
    assert state(page) == "mine"


def played_on(open_page: Open, position: str, seats: int = 2, **wishes: Any) -> Page:
    """Go on from a position, in the place of the first seat."""
    page = open_page("/records", **wishes)
    page.get_by_label("Paste a record here").fill(record(position, seats))
    press(page, "Open")
    page.wait_for_selector("[role=gridcell]")
    press(page, "Play on from here")
    page.wait_for_selector("[data-action]")
    return page


def record(position: str, seats: int) -> str:
    """A game that was given up in this position."""
    names = "\n".join(f"p{seat}: Player" for seat in range(1, seats + 1))
    return RECORD.format(names=names, position=position)


def test_the_three_actions_are_choices_with_reasons_and_progress(open_page: Open) -> None:
    page = open_page("/play/nexus")
    alone(page)
    enter, steps, rings = (page.locator(f"[data-action={each}]") for each in KINDS)
    expect(page.locator("[data-standing]")).to_contain_text("Be the last player")
    expect(page.locator("[data-standing]")).to_contain_text(
        re.compile(r"Blue.*: 11 marbles in all")
    )
    expect(steps).to_be_disabled()
    expect(steps).to_contain_text("In your first turn you bring in three marbles.")
    expect(rings).to_be_disabled()
    decide(page, "@-2,0")
    assert state(page) == "mine"
    expect(enter).to_have_attribute("aria-pressed", "true")
    expect(enter.locator(".dots")).to_have_attribute("aria-label", "1 of 3 done")
    press(page, "Take back")
    enter_all(page)
    for each in (enter, steps, rings):
        expect(each).to_be_enabled()
    expect(page.locator('[data-spot="0,-2"].target')).to_have_count(0)
    rings.click()
    click(page, "0,-2")
    assert state(page) == "mine"
    expect(rings.locator(".dots")).to_have_attribute("aria-label", "1 of 8 done")
    expect(enter).to_be_disabled()
    expect(enter).to_contain_text("First finish or take back")
    press(page, "Take back")
    assert state(page) == "mine"
    expect(enter).to_be_enabled()


KINDS = ("enter", "steps", "rings")


def test_a_leap_is_named_with_its_price_and_costs_nothing_without_a_yes(open_page: Open) -> None:
    page = open_page("/play/nexus", settings={"confirm": "never"})
    alone(page)
    enter_all(page)
    marbles = page.locator(".things .marble-1")
    leap = page.locator("[data-spot=leap]")
    expect(leap).to_contain_text("First touch the marble that shall leap.")
    page.locator("[data-action=steps]").click()
    expect(leap).to_be_disabled()
    expect(leap).to_contain_text("First touch the marble that shall leap.")
    for answer, left in (("[data-keep]", 3), ("[data-sacrifice]", 2)):
        click(page, "-2,0")
        expect(leap).to_contain_text("it costs one of your marbles")
        for spot in ("leap", "2,-2", "-1,1"):
            click(page, spot)
        assert state(page) == "price"
        expect(page.get_by_role("alertdialog")).to_contain_text("does not come back")
        expect(page.locator('[data-lost="-1,1"]')).to_be_visible()
        page.locator(answer).click()
        assert state(page) == "mine"
        expect(marbles).to_have_count(left)
    expect(page.locator("[data-action=steps] .dots")).to_have_attribute("aria-label", "1 of 2 done")
    expect(page.locator(".status")).to_contain_text("One more step: walk.")
    expect(page.locator(".status")).not_to_contain_text("walk or leap")


def test_a_marble_that_can_only_leap_leads_to_the_leap(open_page: Open) -> None:
    page = played_on(open_page, STRANDED)
    assert state(page) == "mine"
    click(page, "5,0")
    expect(page.locator(".status")).to_contain_text("It cannot walk anywhere.")
    expect(page.locator(".target")).to_have_count(1)
    expect(page.locator("[data-spot=leap].target")).to_be_enabled()
    random = Random(1)
    while (now := state(page)) != "price":
        touch(page, now, random)
    page.locator("[data-sacrifice]").click()
    assert state(page) == "mine"
    expect(page.locator("[data-action=steps] .dots")).to_have_attribute("aria-label", "1 of 2 done")


def test_a_hint_is_marked_on_the_board_and_names_rings_on_demand_alone(open_page: Open) -> None:
    page = open_page("/play/nexus", settings={"confirm": "always"})
    start(page)
    label = page.locator("[data-spot='p1:reserve'] small")
    expect(label).to_have_attribute("data-caption", re.compile("reserve"))
    press(page, "Hint")
    expect(page.locator(".advice")).to_have_text(
        "Hint: Bring in a marble at the circle", timeout=PATIENCE
    )
    expect(page.locator("circle.arrow")).to_have_count(1)
    expect(page.locator("[data-label]")).to_have_count(0)
    spoken = page.locator("main > .unseen", has_text=re.compile(r"Bring in a marble at -?\d,-?\d"))
    expect(spoken).to_have_count(1)


def test_the_board_keeps_its_view_while_rings_are_changed(open_page: Open) -> None:
    page = open_page("/play/nexus", settings={"confirm": "never"})
    alone(page)
    enter_all(page)
    page.locator("[data-action=rings]").click()
    seen = []
    for spot in ("0,-2", "1,-2", "-1,2", "0,2"):
        click(page, spot)
        assert state(page) == "mine"
        page.wait_for_timeout(600)  # longer than the board glides
        seen.append(page.locator(".board svg.roam").get_attribute("viewBox"))
    assert len(set(seen)) == 1, "as it was with the first ring that was lifted"


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_clicks_never_sacrifice_a_marble(open_page: Open, seats: int) -> None:
    page = open_page("/play/nexus", settings={"confirm": "never"})
    alone(page, seats)
    random, prices = Random(5), 0
    for _ in range(3 * seats):  # the first turns
        touch(page, state(page), random)
    for _ in range(240):
        now = state(page)
        if now == "over":
            break
        prices += now == "price"
        targets, leaping = ".cell.target", page.locator("[data-spot=leap].now").count()
        price = now == "price" and "[data-keep]"
        wanted = targets if random.random() < (0.9 if leaping else 0.5) else price or BUTTONS
        page.evaluate(CLICK, [wanted, random.random()])
    assert prices, "a leap was offered, and not agreed to"
    match = page.url.rsplit("/", 1)[-1]
    frames = page.request.get(f"/api/matches/{match}/frames").json()
    assert "sacrificed" not in json.dumps(frames)


def test_what_a_step_would_capture_is_seen_before_it_is_taken(open_page: Open) -> None:
    page = played_on(open_page, OUTNUMBERED)
    assert state(page) == "mine"
    click(page, "0,0")
    page.locator('[data-spot="1,0"]').hover()
    expect(page.locator(".ahead")).to_be_empty()
    expect(page.locator("[data-lost]")).to_have_count(0)
    click(page, "1,0")
    assert state(page) == "mine"
    expect(page.locator('[data-frozen="1,0"]')).to_be_visible()
    expect(page.locator('[data-spot="1,0"]')).to_have_attribute("aria-label", re.compile("blocked"))
    click(page, "0,0")
    page.locator('[data-spot="1,0"]').hover()
    expect(page.locator('[data-lost="1,0"]')).to_be_visible()
    expect(page.locator(".ahead")).to_contain_text("Captures one marble of Blue.")
    click(page, "1,0")
    assert state(page) == "confirm"
    expect(page.locator(".ahead")).to_contain_text("Captures one marble of Blue.")
    expect(page.locator("[data-label]")).to_have_count(0)
    press(page, "Names of the rings")
    expect(page.locator('[data-label="1,0"]')).to_be_visible()


def test_what_a_step_would_surround_is_seen_before_it_is_taken(open_page: Open) -> None:
    page = played_on(open_page, SURROUNDED)
    assert state(page) == "mine"
    decide(page, "-2,0>-2,1")
    assert state(page) == "mine"
    click(page, "2,-2")
    page.locator('[data-spot="2,-1"]').hover()
    ahead = page.locator(".ahead")
    expect(ahead).to_contain_text("Surrounds marbles of Blue: you choose which 2 go.")
    for ring in ("0,0", "1,0"):
        expect(page.locator(f'[data-lost="{ring}"]')).to_be_visible()
    click(page, "2,-1")
    expect(page.locator(".status")).to_contain_text("Choose 2 marbles of Blue that go.")


def test_what_to_touch_next_follows_the_action_that_was_chosen(open_page: Open) -> None:
    page = open_page("/play/nexus")
    alone(page)
    enter_all(page)
    status = page.locator(".status")
    expect(status).to_contain_text("choose one of the three actions")
    for action, words in ASKED.items():
        page.locator(f"[data-action={action}]").click()
        expect(status).to_have_text(words)
    page.locator("[data-action=steps]").click()
    click(page, "-2,0")
    expect(status).to_have_text("Where shall it walk to?")
    click(page, "leap")
    expect(status).to_have_text("Where shall it leap to?")


ASKED = {
    "enter": "Bring in three: touch the ring for the first marble.",
    "rings": "Change four rings: touch the first empty ring to lift.",
    "steps": "Two steps: touch the marble that shall walk.",
}


@pytest.mark.parametrize(("width", "height"), [(1280, 860), (390, 844), (320, 640)])
def test_a_completed_turn_shows_its_progress_and_its_confirmation(
    open_page: Open, width: int, height: int
) -> None:
    page = open_page("/play/nexus", viewport={"width": width, "height": height})
    alone(page)
    for text in ("@-2,0", "@-1,0", "@-1,1"):
        assert state(page) == "mine"
        decide(page, text)
    assert state(page) == "confirm"
    for top in (0, 10_000):
        page.evaluate("top => window.scrollTo(0, top)", top)
        expect(page.locator("[data-confirm]")).to_be_in_viewport(ratio=1)
    enter = page.locator("[data-action=enter] .dots")
    expect(enter).to_have_attribute("aria-label", "3 of 3 done")


def test_actions_are_there_only_for_those_who_act(open_page: Open) -> None:
    finish = FINISHES["nexus"]
    ada, bo = gathered(open_page, finish)
    watcher = open_page(f"/match/{match_of(ada)}")
    watcher.wait_for_selector("[data-state]")
    expect(watcher.locator("[data-action]")).to_have_count(0)
    for page in (ada, bo):
        expect(page.locator("[data-action]")).to_have_count(len(KINDS))
    finish_off([ada, bo], finish.decisions)
    for page in (ada, bo):
        expect(page.locator("[data-ending]")).to_be_visible()
        expect(page.locator("[data-action]")).to_have_count(0)


def test_who_is_out_is_told_so_and_may_skip_to_the_end(open_page: Open) -> None:
    page = played_on(open_page, ONE_MARBLE, seats=3, settings={"level": 1})
    for text in ("0,0>1,0", "1,0>0,1"):
        assert state(page) == "mine"
        decide(page, text)
    page.locator("[data-confirm]").click()
    out = page.locator("[data-out]")
    expect(out).to_contain_text("You are out", timeout=20_000)
    press(page, "Skip to the end")
    expect(out).to_contain_text("The computers play on to the end")
    page.reload()
    expect(out.or_(page.locator("[data-ending=lost]"))).to_be_visible()
    expect(page.locator("[data-ending=lost]")).to_be_visible(timeout=PATIENCE)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(("width", "height"), [(320, 640), (390, 844)])
def test_rings_can_be_touched_on_a_phone_and_the_felt_is_used(
    open_page: Open, width: int, height: int, seats: int
) -> None:
    page = open_page("/play/nexus", viewport={"width": width, "height": height}, has_touch=True)
    alone(page, seats)
    rings = page.locator("[role=gridcell]")
    boxes = [box for each in rings.all() if (box := each.bounding_box())]
    assert len(boxes) == RINGS[seats]
    assert min(box["width"] for box in boxes) >= 44
    felt = page.locator("svg.roam").bounding_box()
    assert felt
    assert felt["width"] >= width - 32, "but for a margin and the scroll bar"


RINGS = {2: 19, 3: 28, 4: 37}


def test_a_board_wider_than_a_phone_pans(open_page: Open) -> None:
    page = open_page("/play/nexus", viewport={"width": 320, "height": 640}, has_touch=True)
    alone(page, 4)
    before = page.evaluate(LEFT)
    page.get_by_role("button", name="Show everything").wait_for()
    drag(page, '[data-spot="0,0"]', -90)
    assert page.evaluate(LEFT) > before
    assert not page.locator("ol li").count()
    expect(page.locator(".refused")).to_have_count(0)


LEFT = "() => document.querySelector('svg.roam').viewBox.baseVal.x"


def drag(page: Page, spot: str, by: float) -> None:
    box = page.locator(spot).bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + by, y, steps=4)
    page.mouse.up()


@pytest.mark.parametrize(("width", "height"), [(1280, 860), (390, 844)])
def test_the_board_keeps_still_while_rings_are_lifted_and_laid(
    open_page: Open, width: int, height: int
) -> None:
    page = open_page("/play/nexus", viewport={"width": width, "height": height})
    alone(page)
    enter_all(page)
    before = page.evaluate(SEEN)
    page.locator("[data-action=rings]").click()
    assert page.evaluate(SEEN) == before
    click(page, "0,-2")
    lifted = page.evaluate(STILL)  # it makes room once, for the places where rings may be laid
    for ring in ("1,-2", "2,-2", "-2,2"):
        assert page.evaluate(SEEN) == lifted
        click(page, ring)
        assert state(page) == "mine"
    wide = lifted[2]
    for ring in ("1,2", "-1,3", "3,-1"):
        page.wait_for_function(LAYABLE)
        width_now = page.evaluate(SEEN)[2]
        assert width_now >= wide, "it only grows, for places that lay outside"
        wide = width_now
        click(page, ring)
        assert state(page) == "mine"
    press(page, "Start the turn anew")
    page.wait_for_function(f"before => String(({SEEN})()) === String(before)", arg=before)


SEEN = """() => {
    const { x, y, width, height } = document.querySelector('svg.roam').viewBox.baseVal
    return [x, y, width, height].map(Math.round)
}"""
STILL = f"""async () => {{
    const seen = {SEEN}
    for (let [last, same] = ['', 0]; same < 20; ) {{
        await new Promise(requestAnimationFrame)
        same = String(seen()) === last ? same + 1 : 0
        last = String(seen())
    }}
    return seen()
}}"""
LAYABLE = """() => {
    const felt = document.querySelector('svg.roam').getBoundingClientRect()
    return [...document.querySelectorAll('[data-spot].target')].every((spot) => {
        const { left, width, top, height } = spot.getBoundingClientRect()
        const [x, y] = [left + width / 2, top + height / 2]
        return x > felt.left && x < felt.right && y > felt.top && y < felt.bottom
    })
}"""


def test_the_whole_board_is_seen_by_who_is_out_and_after_the_end(open_page: Open) -> None:
    small = {"viewport": {"width": 320, "height": 640}}
    finish = FINISHES["nexus-three"]
    pages = gather(open_page, "nexus", finish.seats, wishes=small, position=finish.position)
    show_all = pages[0].get_by_role("button", name="Show everything")
    expect(show_all).to_be_visible()
    finish_off(pages, finish.decisions)
    for page in pages:
        expect(page.locator("[data-ending]")).to_be_visible()
        expect(page.get_by_role("button", name="Show everything")).to_have_count(0)

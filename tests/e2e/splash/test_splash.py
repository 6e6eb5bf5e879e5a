"""Splash! in the browser: whole games, the same table for everybody, and only poses count."""

import json
import re
from collections.abc import Sequence
from random import Random
from typing import Any

from playwright.sync_api import Page, expect

from ludothek.physics import Table, Tremor
from ludothek.physics.table.hand import HANDS
from ludothek.physics.table.pieces import plain
from tests.e2e.conftest import Open
from tests.e2e.drivers.endings import NAMES, act, gather, match_of
from tests.e2e.drivers.invitations import press
from tests.e2e.drivers.playing import i_begin, press_until
from tests.e2e.drivers.splashing import (
    BADLY,
    LEANING,
    MOVED_ON,
    PLAIN,
    ask,
    decide,
    decisions,
    drawn,
    held,
    plainly,
    play,
    play_by_keyboard,
    play_to_a_fall,
    set_up,
    solid,
    tab_to,
    troubles,
    wanted,
)
from tests.e2e.drivers.touch import Fingers, down, grasps, middle, orbit
from tests.e2e.fixtures.splash import PIECES, SWAYS
from tests.e2e.play.test_endings import expect_ending

SIZES = ("aside", "turn", "tilt")  # of what a hand misses
SMALL = {"width": 400, "height": 480}  # what a machine without a graphics card draws quickly
TABLE = ".scene [data-figure] path"
LYING = (
    "() => [...document.querySelectorAll('.side [data-figure]')].map(e => e.dataset.figure).sort()"
)
SHOWN = "() => [...document.querySelectorAll('.side [data-figure] path')].map(e => e.outerHTML)"


def test_the_page_knows_the_pieces_of_the_library() -> None:
    assert json.loads(PIECES.read_text("utf-8")) == plain()
    hands = {name: {size: getattr(hand, size) for size in SIZES} for name, hand in HANDS.items()}
    assert json.loads(SWAYS.read_text("utf-8")) == hands


def test_a_game_against_the_computer_is_played_to_its_end(open_page: Open) -> None:
    page = open_page("/play/splash", viewport=SMALL)
    page.get_by_text("at random", exact=True).click()
    page.locator("#level").fill("1")
    i_begin(page)
    page.locator("button.start").click()
    drawn(page)
    assert play(page, Random(2), aside=BADLY) == "over"
    expect(page.locator("[data-ending] h2")).not_to_be_empty()


def test_four_people_play_in_teams_and_the_record_gives_the_same_outcomes(open_page: Open) -> None:
    page = plainly(open_page)
    page.add_init_script("Math.random = () => 0.5")
    options = {"draft": "choose", "teams": "pairs"}
    match = set_up(page, "me", "here", "here", "here", options=options)["match"]["id"]
    page.locator("[data-auto]").click()
    play(page, Random(2), aside=BADLY)
    result = ask(page, f"matches/{match}")["match"]["result"]
    assert result["winners"] in ([1, 3], [2, 4])
    played = decisions(page, match)
    assert any(text.startswith("falls:") for text in played)
    record = page.request.get(f"/api/matches/{match}/record").text()
    again = page.request.post("/api/records", data={"record": record}).json()["match"]["id"]
    assert decisions(page, again) == played
    page.goto(f"/replay/{again}?ply=31")
    page.wait_for_selector(".replay[data-ply='31']")
    for text in played[31:]:
        page.keyboard.press("ArrowRight")
        expect(page.locator(".replay[data-state=still]")).to_have_attribute("data-decision", text)


def test_every_fall_of_a_replay_is_the_one_that_was_played(open_page: Open) -> None:
    page = plainly(open_page)
    match = set_up(page, "me", "here")["match"]["id"]
    play(page, Random(2), aside=BADLY)
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


def test_any_position_of_a_replay_is_played_on_from_against_the_computer(open_page: Open) -> None:
    page = plainly(open_page, settings={"level": 8})  # more than the computers of this game have
    match = set_up(page, "me", "here")["match"]["id"]
    play_to_a_fall(page, Random(2))
    for ply in (ask(page, f"matches/{match}")["match"]["ply"], 33, 0):
        page.goto(f"/replay/{match}?ply={ply}")
        page.wait_for_selector(f".replay[data-ply='{ply}'][data-state=still]")
        lying = page.evaluate(LYING)
        page.get_by_role("button", name="Play on from here").click()
        page.wait_for_url("**/match/*")
        page.wait_for_selector(".splash[data-state=mine]")
        assert page.evaluate(LYING) == lying
        expect(page.get_by_text("Computer, level 5")).to_be_visible()
    assert len(lying) == 0
    table = ask(page, f"matches/{match}/table?ply=33")
    assert len(table["poses"]) == 1


def test_a_game_is_played_with_the_keyboard_alone_in_the_plain_view(open_page: Open) -> None:
    page = plainly(open_page, settings={"level": 1})
    page.goto("/play/splash")
    tab_to(page, "input[name=draft]")
    page.keyboard.press("ArrowRight")
    press_until(page, "button.start")
    page.wait_for_selector(TABLE + ", .side svg")
    play_by_keyboard(page)
    expect(page.locator("[data-ending] h2")).not_to_be_empty()


def test_axe_finds_nothing_serious(open_page: Open) -> None:
    page = plainly(open_page, viewport=SMALL, reduced_motion="reduce")
    match, random = set_up(page, "me", "here")["match"]["id"], Random(4)
    serious: dict[str, Any] = {}
    for phase in ("give", "place", "keep"):
        while play(page, random, until=phase, aside=LEANING) != phase:
            match = set_up(page, "me", "here")["match"]["id"]
        serious[phase] = troubles(page)
    page.goto(f"/replay/{match}")
    page.wait_for_selector(".replay[data-state=still]")
    serious["replay"] = troubles(page)
    solid(page)
    serious["solid"] = troubles(page)
    assert not any(serious.values()), serious


def test_nothing_sticks_out_of_a_phone(open_page: Open) -> None:
    page = plainly(open_page)
    set_up(page, "me", "computer", "computer", "computer", "computer", "computer")
    for phase in ("give", "place"):
        play(page, Random(4), until=phase)
        for width in (320, 390):
            page.set_viewport_size({"width": width, "height": 700})
            assert page.evaluate("() => document.documentElement.scrollWidth") <= width


def test_three_browsers_see_the_same_and_how_a_piece_is_held(open_page: Open) -> None:
    host, guest, watcher = (plainly(open_page) for _ in range(3))
    made = set_up(host, "me", "open", public=True)
    guest.goto(made["links"][0]["url"])
    guest.get_by_role("button", name="Sit down and play").click()
    watcher.goto(f"/match/{made['match']['id']}")
    pages = (host, guest, watcher)
    random = Random(1)
    for _ in range(6):
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


def _turning(pages: Sequence[Page], awaited: str = ".splash[data-state=mine]") -> Any:
    """Whose turn it is, once somebody's it is."""
    while True:
        for page in pages:
            if page.locator(awaited).count():
                yield page
        pages[0].wait_for_timeout(20)


def test_an_end_at_the_tower_is_told_from_each_seat(open_page: Open) -> None:
    pages = gather(open_page, "splash", options={"draft": "random"})
    for page in pages:
        page.evaluate(PLAIN)
        page.reload()
    random = Random(2)
    while mover := next(page for page in _turning(pages, OVER)):
        now = wanted(mover)
        if now == "over":
            break
        decide(mover, now, random, BADLY)
    match = match_of(pages[0])
    (winner,) = ask(pages[0], f"matches/{match}")["match"]["result"]["winners"]
    expect_ending(pages[winner - 1], "You win!", "You have collected three water drops.")
    expect_ending(
        pages[2 - winner], "You lose", f"{NAMES[winner - 1]} has collected three water drops."
    )
    for page in pages:
        expect(page.locator("[data-last]")).not_to_be_empty()  # what ended it stays to be read
    turned = [page for page in pages if page.locator("[data-ending] [data-turning]").count()]
    assert turned, "one's own greatest fall is the turning point"
    turned[0].locator("[data-ending] [data-turning]").click()
    turned[0].wait_for_url(re.compile(r"/replay/\w+\?ply=\d+"))


OVER = ".splash[data-state=mine], .splash[data-state=over]"
FREEZE = "requestAnimationFrame = () => 0"
FROZEN = f"if (sessionStorage.getItem('frozen')) {FREEZE}"


def test_the_panels_of_the_seats_turn_with_the_table_on_one_device(open_page: Open) -> None:
    page = plainly(open_page)
    set_up(page, "me", "here", "here")
    random = Random(1)
    for _ in range(4):
        now = wanted(page)
        mover = page.locator(".seat.turn").get_attribute("data-seat")
        expect(page.locator(".seats .seat").first).to_have_attribute("data-seat", str(mover))
        decide(page, now, random)
    assert mover != "1"


def test_the_clock_of_who_placed_does_not_jump_back_while_it_falls(open_page: Open) -> None:
    page = plainly(open_page, settings={"speed": "fast"})
    page.add_init_script(STILLED)
    page.reload()
    clock = {"kind": "fischer", "seconds": 300}
    set_up(page, "me", "here", clock=clock)
    random = Random(2)
    for _ in range(2):  # a base is laid, and a second piece is given
        play(page, random, until="place")
        play(page, random, until="give")
    play(page, random, until="place")
    mover = page.locator(".seat.turn").get_attribute("data-seat")
    page.wait_for_timeout(2500)
    before = seconds(page, mover)
    page.evaluate("() => (window.stilled = true)")
    let_go(page)
    page.wait_for_timeout(500)
    assert before - 2 <= seconds(page, mover) <= before
    page.evaluate("() => (window.stilled = false)")


def seconds(page: Page, seat: str | None) -> int:
    """What a clock says."""
    text = page.locator(f".seat[data-seat='{seat}'] .clock").inner_text()
    minutes, rest = text.split(":")
    return 60 * int(minutes) + int(float(rest))


def test_a_replay_points_at_pieces_sounds_like_wood_and_gives_pictures(open_page: Open) -> None:
    page = plainly(open_page, settings={"speed": "fast", "sounds": True})
    page.add_init_script(KNOCKS)
    match = set_up(page, "me", "here")["match"]["id"]
    play_to_a_fall(page, Random(1))
    act(page, {"type": "resign"})
    page.goto(f"/replay/{match}?ply=0")
    expect(page.locator(".splash.replay")).to_have_attribute("data-state", "still")
    page.get_by_role("button", name=re.compile("gives")).first.focus()
    expect(page.locator("[data-outlined]")).not_to_have_attribute("data-outlined", "")
    page.locator("[data-fall]").first.click()
    page.wait_for_function("() => window.knocks > 0")
    for form in ("SVG", "PNG"):
        with page.expect_download() as kept:
            press(page, form)
        assert kept.value.suggested_filename.endswith(form.lower())


KNOCKS = """
    window.knocks = 0
    const start = AudioBufferSourceNode.prototype.start
    AudioBufferSourceNode.prototype.start = function () { knocks++; start.call(this) }
"""


def test_a_reload_during_a_fall_resumes_it(open_page: Open) -> None:
    """Also one that keeps the page from learning how the pieces fall."""
    page = plainly(open_page, settings={"speed": "normal"})
    page.add_init_script(FROZEN)
    set_up(page, "me", "here")
    play(page, Random(1), until="place")
    page.evaluate(f"() => {{ sessionStorage.setItem('frozen', 'yes'); {FREEZE} }}")
    page.route("**/motions/*", lambda route: route.abort("aborted"))
    page.locator("[data-let-go]").click()
    moving = ".splash[data-state=moving]"
    still = ".splash[data-state=mine][data-decision=stands]"
    page.wait_for_selector(still)
    page.unroute("**/motions/*")
    for _ in range(2):
        page.reload()
        page.wait_for_selector(moving)
    page.get_by_role("button", name="Skip").click()
    page.wait_for_selector(still)
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
        info = ask(page, f"matches/{match}")["match"]
        motion = ask(page, f"matches/{match}/motions/{info['table']['motion']}")
        sent_spot = {key: motion["spot"][key] for key in ("face", "yaw", "x", "y")}
        assert sent_spot == spot, "the pose is the only thing that was sent"
        tremor = Tremor(**motion["tremor"])
        result = table.place(motion["spot"]["piece"], **sent_spot, tremor=tremor)
        assert json.loads(json.dumps(result.plain)) == motion
        if not result.stands:
            break


def decide_here(page: Page) -> None:
    """Let go as it is held now."""
    ply = page.get_attribute(".splash", "data-ply")
    page.locator("[data-let-go]").click()
    page.wait_for_function(MOVED_ON, arg=ply)


SEEN = "() => document.querySelector('.above g:last-of-type path').getAttribute('d')"


def test_a_piece_that_sways_is_let_go_where_it_is_held(open_page: Open) -> None:
    """What moves before one's eyes is the hand; what is sent is the chosen pose."""
    page = plainly(open_page, settings={"speed": "normal"})
    match = set_up(page, "me", "here", options={"hand": "shaky"})["match"]["id"]
    play(page, Random(6), until="place")
    decide(page, "place", Random(6))
    play(page, Random(6), until="place")
    start = held(page)
    assert start
    assert (start["x"], start["y"]) != (0, 0), "over the tower, but not over its middle"
    page.get_by_label("Left and right").fill("0.5")
    chosen = held(page)
    before = page.evaluate(SEEN)
    page.wait_for_function(f"before => ({SEEN})() !== before", arg=before)
    assert held(page) == chosen
    decide_here(page)
    info = ask(page, f"matches/{match}")["match"]
    motion = ask(page, f"matches/{match}/motions/{info['table']['motion']}")
    assert {key: motion["spot"][key] for key in ("face", "yaw", "x", "y")} == chosen


def test_a_match_tells_no_figures_of_balance(open_page: Open) -> None:
    page = plainly(open_page)
    set_up(page, "me", "here", hints=True)
    for _ in range(2):
        play(page, Random(6), until="place")
        decide(page, "place", Random(6))
    play(page, Random(6), until="place")
    expect(page.locator(".told")).to_contain_text("the middle")
    expect(page.locator(".told")).not_to_contain_text("inside the edge")
    expect(page.locator(".plumb")).to_have_count(0)
    expect(page.get_by_role("checkbox", name="Show where the weight goes down")).to_have_count(0)


# Frames come only as they are asked for, a hundredth of a second each.
STEPPED = """() => {
    let [now, waiting] = [performance.now(), []]
    performance.now = () => now
    requestAnimationFrame = then => waiting.push(then)
    const { start } = AudioBufferSourceNode.prototype
    window.knocks = []
    AudioBufferSourceNode.prototype.start = function (...at) {
        knocks.push(document.querySelector('.splash').dataset.state)
        start.apply(this, at)
    }
    window.step = () => {
        now += 10
        const all = waiting
        waiting = []
        for (const each of all) each(now)
    }
}"""
UNTIL = """what => new Promise(resolve => {
    const go = () => document.querySelector(what) ? resolve() : (step(), setTimeout(go))
    go()
})"""


def test_the_decisive_moment_is_slow_heard_and_skipped(open_page: Open) -> None:
    page = plainly(open_page, settings={"sounds": True})
    set_up(page, "me", "here")
    play(page, Random(6), until="place")
    decide(page, "place", Random(6))
    play(page, Random(6), until="place")
    wish = {"speed": "normal", "confirm": "several", "sounds": True, "known": True}
    page.evaluate("wish => localStorage.setItem('ludothek', JSON.stringify(wish))", wish)
    page.reload()
    assert wanted(page) == "place"
    at_the_edge(page)
    page.evaluate(STEPPED)
    page.locator("[data-let-go]").click()
    page.wait_for_selector(".splash[data-state=moving]")
    page.evaluate(UNTIL, ".scene[data-slow]")
    decision = page.get_attribute(".splash", "data-decision")
    expect(page.locator(".status")).to_contain_text("Hold your breath")
    page.keyboard.press("Escape")
    page.evaluate(UNTIL, ".splash:not([data-state=moving])")
    assert page.get_attribute(".splash", "data-decision") != decision
    assert "moving" in page.evaluate("knocks")
    assert set(page.evaluate("knocks")) == {"moving"}, "wood is heard while it is seen"


def at_the_edge(page: Page) -> None:
    """Hold the piece so that nobody can tell whether it stands: its middle over the rim."""
    top = page.evaluate(TOP)
    for slider, value in ((1, top), (2, 0)):
        page.locator(".sliders input").nth(slider).fill(str(value))


TOP = """() => {
    const path = document.querySelector('.above .rim').getAttribute('d')
    const xs = [...path.matchAll(/[ML](-?[\\d.]+) /g)].map(([, x]) => Number(x))
    return ((Math.max(...xs) - Math.min(...xs)) / 2 - 0.2).toFixed(1)
}"""


def test_the_camera_comes_nearer_for_a_placement(open_page: Open) -> None:
    page = plainly(open_page, viewport=SMALL)
    set_up(page, "me", "here")
    play(page, Random(6), until="place")
    decide(page, "place", Random(6))
    play(page, Random(6), until="give")
    solid(page)
    *_, table = orbit(page)
    play(page, Random(6), until="place")
    page.wait_for_function(NEARER, arg=table)
    *_, hand = orbit(page)
    assert hand < table, "as near as the piece in the hand"


NEARER = """table => {
    const [, , near] = document.querySelector('canvas').dataset.orbit.split(' ')
    return Number(near) < table
}"""


def test_a_calm_page_has_no_slow_motion(open_page: Open) -> None:
    page = plainly(open_page, settings={"speed": "normal"}, reduced_motion="reduce")
    page.add_init_script(
        "new MutationObserver(all => all.forEach(({ target }) => "
        "target.dataset?.slow !== undefined && (window.slowed = true)))"
        ".observe(document, { subtree: true, attributeFilter: ['data-slow'] })"
    )
    set_up(page, "me", "here")
    for _ in range(4):
        play(page, Random(6), until="place")
        if page.locator("[data-tower='0']").count() == 0:
            at_the_edge(page)
        decide_here(page)
    assert not page.evaluate("() => window.slowed")


def test_a_client_influences_an_outcome_by_nothing_but_its_pose(open_page: Open) -> None:
    page = plainly(open_page)
    match = set_up(page, "me", "here")["match"]["id"]
    play(page, Random(6), until="place")
    ply = int(page.get_attribute(".splash", "data-ply") or 0)
    pose = {"type": "place", "ply": ply, "face": "flat", "yaw": 0.0, "x": 0.0, "y": 0.0}
    message = {"type": "decide", "ply": ply, "decisions": ["stands"]}
    for command, code in (
        (message, "table-decides"),
        ({**pose, "decision": "stands"}, "invalid"),
        ({**pose, "tremor": {"x": 0.0}}, "invalid"),
        ({**pose, "seed": 1}, "invalid"),
    ):
        answer = page.request.post(f"/api/matches/{match}/act", data=command)
        assert answer.json()["code"] == code
    assert ask(page, f"matches/{match}")["match"]["ply"] == ply


PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 560},
    "has_touch": True,
    "is_mobile": True,
}


def test_fingers_move_the_piece_look_around_and_come_nearer(open_page: Open) -> None:
    """The page below stays where it is, although it could be scrolled."""
    page = plainly(open_page, **PHONE)
    set_up(page, "me", "here")
    play(page, Random(1), until="place")
    page.evaluate("() => scrollTo(0, 0)")
    fingers = Fingers(page)
    above = middle(page, ".above svg")
    assert not fingers.drag(above, to=(30, 0)).moved_page
    one = held(page)
    assert one
    assert one["x"] < 0, "to the right of who sits opposite"
    solid(page)
    grip = next(place for place in down(page) if grasps(page, place))
    view_before = orbit(page)
    assert not fingers.drag(grip, to=(0, 25)).moved_page
    assert held(page) != one
    assert orbit(page) == view_before, "the piece moves, not the table"
    x, y = middle(page, "canvas")
    corner = x + 120, y + 80
    assert not fingers.drag(corner, to=(-60, 20)).moved_page
    assert orbit(page)[0] != view_before[0]
    before = orbit(page)[2]
    assert not fingers.pinch((x - 30, y), (x + 30, y), apart=50).moved_page
    assert orbit(page)[2] < before
    assert fingers.drag(middle(page, ".status"), to=(0, -120)).moved_page


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


SHARING = """() => {
    navigator.canShare = ({ files }) => files.length === 1
    navigator.share = async ({ files }) => { window.shared = [files[0].name, files[0].size] }
}"""


EBML = bytes.fromhex("1a45dfa3")  # a WebM begins with it
PLAYS = """async bytes => {
    const film = document.createElement('video')
    film.muted = true
    film.src = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: 'video/webm' }))
    await film.play()
    await new Promise(resolve => film.addEventListener('ended', resolve))
    return film.videoWidth > 0 && film.currentTime > 0
}"""


def plays(page: Page, film: bytes) -> bool:
    """Whether a browser plays it to its end; on a blank page, whose rules allow that."""
    blank = page.context.new_page()
    played = bool(blank.evaluate(PLAYS, list(film)))
    blank.close()
    return played


def test_in_the_plain_view_a_collapse_is_kept_as_a_film_too(open_page: Open) -> None:
    page = plainly(open_page, viewport=SMALL)
    set_up(page, "me", "here")
    play_to_a_fall(page, Random(4))
    with page.expect_download() as download:
        page.locator("[data-clip]").click()
    film = download.value.path().read_bytes()
    assert film.startswith(EBML)
    assert plays(page, film)


def test_a_collapse_is_kept_and_shared_as_a_film(open_page: Open) -> None:
    page = plainly(open_page, viewport=SMALL)
    page.add_init_script(f"({SHARING})()")
    set_up(page, "me", "here")
    play_to_a_fall(page, Random(4))
    solid(page)
    page.get_by_role("button", name="Share film").click()
    name, size = page.wait_for_function("() => window.shared").json_value()
    with page.expect_download() as download:
        page.get_by_role("button", name="Keep film").click()
    assert download.value.suggested_filename == name
    assert name.endswith(".webm")
    film = download.value.path().read_bytes()
    assert len(film) == size > 1000
    assert film.startswith(EBML)
    assert plays(page, film)


def test_a_film_that_cannot_be_shared_is_kept_at_once(open_page: Open) -> None:
    page = plainly(open_page, viewport=SMALL)
    match = set_up(page, "me", "here")["match"]["id"]
    play(page, Random(4), until="place")
    decide_here(page)
    page.goto(f"/replay/{match}")
    solid(page)
    with page.expect_download() as download:
        page.locator("[data-clip]").click()
    film = download.value.path().read_bytes()
    assert film.startswith(EBML)
    assert plays(page, film)
    expect(page.get_by_role("button", name="Share film")).to_have_count(0)


def test_when_the_time_to_place_is_over_the_piece_drops_as_it_is_held(open_page: Open) -> None:
    page = plainly(open_page)
    match = set_up(page, "me", "here", clock={"kind": "none", "placement": 4})["match"]["id"]
    play(page, Random(1), until="place")
    expect(page.get_by_role("timer")).to_contain_text(re.compile(r"Time to place: 0:0\d\.\d"))
    page.get_by_label("Left and right").fill("2.5")
    spot = held(page)
    expect(page.locator(".splash")).to_have_attribute("data-decision", "stands")
    expect(page.locator(".splash > .unseen")).to_contain_text("The time is up, the piece drops.")
    expect(page.get_by_role("timer")).to_have_count(0)
    info = ask(page, f"matches/{match}")["match"]
    motion = ask(page, f"matches/{match}/motions/{info['table']['motion']}")
    assert {key: motion["spot"][key] for key in ("face", "yaw", "x", "y")} == spot
    assert info["status"] == "playing"


def test_a_running_match_is_seen_on_the_home_page(open_page: Open) -> None:
    page = plainly(open_page)
    set_up(page, "me", "here", public=True)
    play(page, Random(1), until="place")
    home = page.context.new_page()
    home.goto("/")
    picture = home.locator(".live .picture")
    expect(picture.locator(".table [data-figure]")).to_have_count(1)  # in the hand
    for _ in range(2):
        page.bring_to_front()
        decide(page, wanted(page), Random(1))
    expect(picture.locator(".table [data-figure]")).to_have_count(2)
    expect(picture.locator(".stock [data-figure]")).to_have_count(28)


def test_a_diagram_of_the_rules_shows_its_decisions(open_page: Open) -> None:
    page = open_page("/rules/splash")
    figure = page.locator("figure", has_text="The red plate becomes the base.")
    expect(figure.locator(".table [data-figure]")).to_have_count(0)
    figure.get_by_role("button", name="Show").click()
    expect(figure.locator(".table [data-figure=Pr]")).to_have_count(1)
    expect(figure.locator(".announcement")).not_to_be_empty()
    figure.get_by_role("button", name="Back").click()
    expect(figure.locator(".table [data-figure]")).to_have_count(0)
    expect(page.locator("figure .picture")).to_have_count(13)


def test_a_server_with_a_seed_deals_the_same_again(open_page: Open) -> None:
    page = open_page("/about")
    deals = [set_up(page, "me", "here")["view"]["board"]["stocks"] for _ in range(2)]
    assert deals[0] == deals[1]


def test_the_last_tower_is_outlined_and_the_list_points_pieces_out(open_page: Open) -> None:
    page = plainly(open_page)
    set_up(page, "me", "here")
    play(page, Random(4), until="place")
    play(page, Random(4), until="give")
    scene = page.locator(".scene")
    expect(scene).to_have_attribute("data-outlined", "")
    given = page.locator("ol .texts button", has_text="gives").last
    for view in ("plain", "solid"):
        expect(scene).to_have_attribute("data-view", view)
        given.hover()
        expect(scene).to_have_attribute("data-outlined", PIECE)
        if view == "plain":
            expect(page.locator(".rim-around")).to_have_count(1)
            page.mouse.move(1, 1)
            expect(page.locator(".rim-around")).to_have_count(0)
            solid(page)
    page.locator("[data-look=plain]").click()
    play(page, Random(4), aside=BADLY)
    expect(page.locator("[data-ending]")).to_be_visible()
    last = (page.get_attribute(".scene", "data-outlined") or "").split()
    assert len(last) > 1, "the tower, or what its fall has left"
    expect(page.locator(".rim-around")).to_have_count(len(last))
    solid(page)
    expect(scene).to_have_attribute("data-outlined", " ".join(last))


PIECE = re.compile(r"^[LSPTO][rygbop]$")


STILLED = """
    const ask = requestAnimationFrame
    requestAnimationFrame = then => (window.stilled ? 0 : ask(then))
    window.heard = []
    for (const kind of [OscillatorNode, AudioBufferSourceNode]) {
        const start = kind.prototype.start
        kind.prototype.start = function (...when) {
            heard.push(kind.name)
            return start.apply(this, when)
        }
    }
"""
TOLD = """() => ({
    title: document.title,
    said: [...document.querySelectorAll('[aria-live], [role=status], [role=log]')]
        .map(each => each.textContent.trim()).join(' '),
    list: document.querySelector('ol').textContent,
    rest: document.querySelector('aside').textContent,
    sounds: heard.length,
})"""


def test_nothing_tells_of_a_fall_before_the_tower_has_shown_it(open_page: Open) -> None:
    page = plainly(open_page, settings={"speed": "fast", "sounds": True})
    page.add_init_script(STILLED)
    match = set_up(page, "me", "here")["match"]["id"]
    for _ in range(8):
        play(page, Random(2), until="place")
        if page.locator("[data-tower='0']").count():
            play(page, Random(2), until="give")
            continue
        before = page.evaluate(TOLD)
        page.evaluate("() => (window.stilled = true)")
        let_go(page)
        if not decisions(page, match)[-1].startswith("falls:"):
            page.evaluate("() => (window.stilled = false)")
            page.reload()
            continue
        moving = page.evaluate(TOLD)
        assert moving["title"] == "Splash! · Ludothek", "no word of whose turn it is then"
        assert moving["list"] == before["list"]
        assert moving["sounds"] == before["sounds"]
        for part in ("said", "rest"):  # the rules beside the table speak of falls at any time
            assert FALLING.findall(moving[part]) == FALLING.findall(before[part])
        page.evaluate("() => (window.stilled = false)")
        page.get_by_role("button", name="Skip").dispatch_event("click")
        wanted(page)
        shown = page.evaluate(TOLD)
        assert shown["list"] != before["list"]
        assert shown["sounds"] > before["sounds"]
        return
    raise AssertionError("no tower has fallen")


FALLING = re.compile(r"fall|fell|collapse|water drop|\d drop|wins?\b")


def let_go(page: Page) -> None:
    """As far aside as the table allows, and until the fall would begin."""
    for far in BADLY:
        page.locator(".sliders input").nth(1).fill(far)
        page.locator("[data-let-go]").dispatch_event("click")
        page.wait_for_selector(".splash[data-state=moving], .refused")
        if page.locator(".splash[data-state=moving]").count():
            return


def test_ones_own_placement_is_told_once_it_has_ended(open_page: Open) -> None:
    page = plainly(open_page)
    set_up(page, "me", "computer")
    for turn in range(4):
        play(page, Random(turn), until="place")
        before = page.locator("[data-last]").inner_text()
        decide_here(page)
        page.wait_for_selector(".splash[data-state=mine], .splash[data-state=over]")
        expect(page.locator("[data-last]")).to_contain_text(re.compile("Player 1|You"))
        assert page.locator("[data-last]").inner_text() != before


def test_a_hint_for_a_placement_is_a_sentence_in_view(open_page: Open) -> None:
    page = plainly(open_page)
    set_up(page, "me", "computer")
    play(page, Random(1), until="place")
    expect(page.locator(".keys")).to_contain_text("Q and E turn it")
    page.get_by_role("button", name="Hint").click()
    advice = page.locator(".status .advice")
    expect(advice).to_contain_text("Held as the computer would:", timeout=60_000)
    expect(advice).to_be_in_viewport()
    expect(advice).not_to_contain_text(re.compile(r"\b0 mm"))
    decide_here(page)
    expect(advice).to_have_count(0)


def test_the_list_shows_the_end_of_the_last_turn(open_page: Open) -> None:
    page = plainly(open_page)
    set_up(page, "me", "computer")
    for turn in range(3):
        play(page, Random(turn), until="place")
        decide_here(page)
    page.wait_for_selector(".splash[data-state=mine]")
    rest = page.locator(".list ol").evaluate(
        "(list) => list.scrollHeight - list.scrollTop - list.clientHeight"
    )
    assert rest < 2


def test_after_a_fall_what_happened_and_what_to_choose_is_in_view_below_the_table(
    open_page: Open,
) -> None:
    page = plainly(open_page, viewport={"width": 320, "height": 640}, reduced_motion="reduce")
    set_up(page, "me", "here")
    play_to_a_fall(page, Random(4))
    status = page.locator(".status")
    expect(status).to_contain_text("falls")
    page.wait_for_function(BELOW)


BELOW = """() => {
    const bottom = document.querySelector('[data-table]').getBoundingClientRect().bottom
    const { top } = document.querySelector('.status').getBoundingClientRect()
    return top >= bottom - 1 && top < innerHeight - 40
}"""
UNDER = """([x, y]) => document.elementFromPoint(x, y)?.closest('button, a') === null"""


def test_no_button_comes_under_the_pointer_that_has_let_go(open_page: Open) -> None:
    page = plainly(open_page)
    set_up(page, "me", "computer")
    play(page, Random(3), until="place")
    button = page.locator("[data-let-go]")
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box
    at = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
    page.mouse.click(*at)
    page.wait_for_selector("[data-released]")
    assert page.evaluate(UNDER, at)

"""Coached games: one of each kind, with rules, tips and warnings."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Open
from tests.e2e.drivers.endings import FINISHES, act, gathered
from tests.e2e.drivers.invitations import press
from tests.e2e.drivers.playing import click, decide, i_begin, state, visit
from tests.e2e.drivers.splashing import plainly
from tests.e2e.pages.test_pages import violations

# Light has two robots at home: Dark loses by a refill that takes the last black discs.
ENDING = """\
Game: robotory
Rules: 1
Options: end=colour
p1: Ada
p2: Bo
Position: R3/5/6/2Ww1/3B p2 w2b2,w2b0 w6b2 -
Result: p1win resigned

1. w@a2 p1win
"""


NEXT = """([last, turn]) => {
    const coach = document.querySelector('[data-coach]')
    if (!coach.textContent.includes(`turn ${turn} of`)) return 'over'
    if (document.querySelector('[data-confirm]:enabled')) return 'confirm'
    const text = coach.querySelector('[data-suggested]')?.dataset.suggested
    return text !== last && document.querySelector('.arrow') ? text : null
}"""


def follow(page: Page, turn: int = 1) -> str:
    """Do what the coach suggests, up to the end of a turn; the first decision of it."""
    expect(page.locator("[data-coach]")).to_contain_text(f"turn {turn} of", timeout=60_000)
    page.wait_for_selector("[data-suggested]", timeout=60_000)
    text = first = ""
    while text != "over":
        arg = [text, turn]
        text = str(page.wait_for_function(NEXT, arg=arg, timeout=60_000).json_value())
        first = first or text
        if text == "confirm":
            press(page, "Confirm turn")
            page.wait_for_selector("[data-confirm]", state="detached")
        elif text != "over":
            decide(page, text)
    return first


@pytest.mark.parametrize(
    ("game", "goal"),
    [
        ("repulso", "touch edge to edge"),
        ("robotory", "two of the three robots"),
        ("nexus", "the last player who can"),
    ],
)
def test_a_first_game_is_coached(open_page: Open, game: str, goal: str) -> None:
    page = open_page("/", settings={"game": game})
    page.get_by_role("button", name=re.compile("First game of .*, with a coach")).click()
    coach = page.locator("[data-coach]")
    expect(coach).to_contain_text(goal, timeout=30_000)
    expect(page.get_by_text("Computer, level 1")).to_be_visible()
    follow(page)
    expect(coach).to_contain_text("turn 2 of", timeout=30_000)
    assert violations(page) == []
    page.goto("/")
    expect(page.get_by_role("link", name=re.compile("^Continue: "))).to_be_visible()
    page.get_by_role("link", name=re.compile("^Continue: ")).click()
    expect(coach).to_contain_text("turn 2 of", timeout=30_000)
    press(page, "Switch coach off")
    expect(coach).to_have_count(0)


RULES = {
    "@": ("Passing is not allowed", "A disc from your supply"),
    "+": ("until you hold exactly four",),
    "*": ("There it belongs to nobody", "slides all of their own pieces first"),
}


@pytest.mark.parametrize(
    ("game", "turns", "shown"), [("repulso", 4, {"*"}), ("robotory", 4, {"@", "+", "step"})]
)
def test_a_guided_turn_is_about_the_rule_beside_it(
    open_page: Open, game: str, turns: int, shown: set[str]
) -> None:
    page = open_page(f"/play/{game}")
    i_begin(page)
    page.locator("button.coached").click()
    kinds = set()
    for turn in range(1, turns + 1):
        expect(page.locator("[data-coach]")).to_contain_text(f"turn {turn} of", timeout=60_000)
        page.wait_for_selector("[data-suggested]:not([data-suggested=''])", timeout=60_000)
        text = page.locator("[data-coach]").inner_text()
        first = follow(page, turn)
        kind = next((sign for sign in RULES if sign in first), "step" if first[0] in "WBR" else "")
        kinds.add(kind)
        assert not kind or any(words in text for words in RULES.get(kind, ("nobody",)))
    assert shown <= kinds


def test_the_coach_says_that_a_turn_waits_to_be_confirmed(open_page: Open) -> None:
    page = open_page("/play/repulso", settings={"confirm": "always"})
    page.locator("button.coached").click()
    page.wait_for_selector("[data-suggested]:not([data-suggested=''])", timeout=60_000)
    suggested = page.locator("[data-suggested]").get_attribute("data-suggested") or ""
    expect(page.locator(f".board circle[data-open='{suggested.lstrip('*')}']")).to_have_count(1)
    now = page.locator("[data-coach] [data-now=confirm]")
    expect(now).to_have_count(0)
    decide(page, suggested)
    expect(now).to_contain_text("Confirm turn")
    expect(page.locator("[data-suggested]")).to_have_count(0)
    press(page, "Confirm turn")
    expect(now).to_have_count(0)


def test_a_piece_in_the_hand_is_shown_only_where_the_pointer_has_moved(open_page: Open) -> None:
    page = open_page("/play/repulso", settings={"confirm": "always"})
    i_begin(page)
    press(page, "Start")
    page.wait_for_selector(".target")
    cell = page.locator(".target[role=gridcell]").first
    page.locator("[data-spot='p1:stone']").last.dispatch_event("click")
    cell.dispatch_event("pointerover")
    expect(page.locator(".ghost")).to_have_count(0)
    cell.hover()
    expect(page.locator(".ghost")).to_have_count(1)


def test_a_hint_takes_the_place_of_an_old_error(open_page: Open) -> None:
    page = open_page("/play/repulso", settings={"confirm": "always"})
    i_begin(page)
    press(page, "Start")
    page.wait_for_selector(".target")
    decide(page, "c3")
    press(page, "Confirm turn")
    page.wait_for_selector("[data-state=mine]", timeout=30_000)
    page.locator("[data-spot=c3]").click()
    refused = page.locator(".status .refused")
    expect(refused).to_have_count(1)
    press(page, "Hint")
    expect(page.locator(".advice")).to_be_visible(timeout=60_000)
    expect(refused).to_have_count(0)


def test_rules_that_a_coached_game_did_not_come_to_stand_below_its_end(open_page: Open) -> None:
    page = open_page("/play/nexus")
    page.locator("button.coached").click()
    page.wait_for_selector("[data-suggested]", timeout=60_000)
    act(page, {"type": "resign"})
    left = page.locator("[data-untaught]")
    expect(left).to_contain_text("over before it came to these rules")
    headings = ("Two steps", "Blocking and outnumbering", "Surrounding", "Changing four rings")
    for heading in headings:
        expect(left.get_by_role("heading", name=heading)).to_be_visible()
    expect(left).not_to_contain_text("In your first turn you can only")
    assert violations(page) == []


def test_after_all_was_taught_nothing_is_left_below_the_end(open_page: Open) -> None:
    page = open_page("/")
    taught_all(page, "nexus")
    act(page, {"type": "resign"})
    expect(page.locator("[data-ending]")).to_be_visible()
    expect(page.locator("[data-untaught]")).to_have_count(0)


def test_the_status_follows_what_was_touched_and_a_refill_is_a_picture_with_a_name(
    open_page: Open,
) -> None:
    page = gathered(open_page, FINISHES["robotory"])[0]
    status = page.locator(".status")
    expect(status).to_contain_text("move a robot or refill")
    click(page, "c4")
    expect(status).to_contain_text("The black robot is ready: touch the disc it steps onto.")
    click(page, "c4")
    click(page, "lid")
    expect(status).to_contain_text("Choose the discs that you take from the lid.")
    refill = page.get_by_role("button", name="Refill: white 3, black 1")
    expect(refill.locator("svg .disc.disc-w")).to_have_count(3)
    expect(refill.locator("svg .disc.disc-b")).to_have_count(1)
    assert violations(page) == []
    fresh = open_page("/play/robotory")
    i_begin(fresh)
    press(fresh, "Start")
    fresh.wait_for_selector(".target")
    click(fresh, "a1")  # of a placement the disc is open
    disc = fresh.get_by_role("button", name="Place a black disc on a1")
    expect(disc.locator("svg .disc.disc-b")).to_have_count(1)
    expect(disc).to_contain_text("Place a black disc on a1")
    assert violations(fresh) == []


def test_who_has_not_played_a_game_is_offered_the_coach_first(open_page: Open) -> None:
    page = open_page("/play/robotory")
    coached, start = page.locator("button.coached"), page.locator("form .start")
    expect(coached).to_have_class(re.compile("primary"))
    expect(start).not_to_have_class(re.compile("primary"))
    assert coached.evaluate("button => button.getClientRects()[0].height") < 60  # on one line
    coached.click()
    page.wait_for_selector("[role=gridcell]")
    visit(page, "/play/robotory")
    expect(start).to_have_class(re.compile("primary"))
    expect(coached).not_to_have_class(re.compile("primary"))


def taught_all(page: Page, game: str) -> None:
    """A coached game whose guided turns are over."""
    visit(page, f"/play/{game}")
    page.locator("button.coached").click()
    page.wait_for_selector("[data-suggested]", timeout=60_000)
    page.evaluate(
        """([game, taught]) => {
            const kept = JSON.parse(localStorage.getItem('ludothek'))
            kept.coached[game].taught = taught
            localStorage.setItem('ludothek', JSON.stringify(kept))
        }""",
        [game, {str(topic): -1 for topic in range(5)}],
    )
    page.reload()
    expect(page.locator("[data-coach=tip]")).to_contain_text("From now on you play freely")


def test_after_the_guided_turns_there_are_tips(open_page: Open) -> None:
    page = open_page("/")
    taught_all(page, "robotory")
    expect(page.locator("[data-coach=tip]")).to_contain_text("Advice:")
    expect(page.locator("[data-suggested]")).to_have_count(0)


def test_what_play_shows_for_the_first_time_is_explained_once_more(open_page: Open) -> None:
    page = open_page("/")
    taught_all(page, "repulso")
    coach = page.locator("[data-coach=tip]")
    decide(page, "*c4")
    expect(page.locator("[data-recall]")).to_have_text(
        "A rule that has just come up:", timeout=30_000
    )
    expect(coach).to_contain_text("There it belongs to nobody, never moves")
    click(page, "p1:stone")
    page.locator(".target[role=gridcell]").first.click()
    expect(coach).not_to_contain_text("may go on any empty space", timeout=30_000)


@pytest.mark.parametrize(
    ("game", "taught"),
    [
        ("repulso", ("Passing is not allowed", "none fits anywhere", "the game is a draw")),
        ("robotory", ("belong to nobody", "exactly four", "There is no draw")),
        ("splash", ("shape or colour", "any other player", "third water drop")),
        ("nexus", ("first turn", "enclose", "after 400 actions")),
    ],
)
@pytest.mark.parametrize(("width", "height"), [(1280, 860), (390, 844)])
def test_the_rules_in_short_are_one_touch_away(
    open_page: Open, game: str, taught: tuple[str, ...], width: int, height: int
) -> None:
    page = open_page(f"/play/{game}", viewport={"width": width, "height": height})
    page.locator("button.coached").click()
    page.wait_for_selector("[data-suggested]", timeout=90_000)
    short = page.locator("[data-short]")
    expect(short.get_by_role("paragraph")).to_have_count(0)
    page.get_by_text("The rules in short").click()
    for words in taught:
        expect(short).to_contain_text(words)
    assert violations(page) == []


@pytest.mark.parametrize(
    ("game", "standing"),
    [
        ("repulso", "Orange: 0 clusters"),
        ("robotory", "Light: 1 robot at home"),
        ("splash", "You: 0 pieces, 0 water drops"),
        ("nexus", "Yellow: 10 marbles"),
    ],
)
def test_goal_and_score_stand_beside_every_board(open_page: Open, game: str, standing: str) -> None:
    page = open_page(f"/play/{game}")
    i_begin(page)
    press(page, "Start")
    expect(page.locator("[data-standing]")).to_contain_text("Goal:", timeout=30_000)
    expect(page.locator("[data-standing]")).to_contain_text(standing)


def test_on_the_home_page_a_running_game_comes_first(open_page: Open) -> None:
    page = open_page("/", settings={"game": "robotory"})
    buttons = page.locator("main .start > *")
    expect(buttons).to_have_text(["First game of Robotory, with a coach"])
    buttons.click()
    page.wait_for_selector("[role=gridcell]")
    page.goto("/")
    expect(buttons).to_have_text(["Continue: Robotory", "Play Robotory now"])
    expect(buttons.first).to_have_class(re.compile("primary"))


def test_splash_is_coached_with_goal_and_score_beside_the_table(open_page: Open) -> None:
    page = open_page("/play/splash")
    page.locator("button.coached").click()
    page.wait_for_selector("[data-suggested]", timeout=90_000)
    expect(page.locator("[data-coach]")).to_contain_text("turn 1 of 5")
    expect(page.locator("[data-standing]")).to_contain_text("15 pieces, 0 water drops")
    expect(page.locator("[data-coach]")).to_contain_text("get rid of all your pieces")
    press(page, "Switch coach off")
    expect(page.locator("[data-standing]")).to_contain_text("get rid of all your pieces")
    assert violations(page) == []


def test_a_new_rule_of_the_coach_comes_into_view(open_page: Open) -> None:
    page = plainly(open_page, "/play/splash")
    page.locator("button.coached").click()
    page.wait_for_selector("[data-suggested]", timeout=90_000)
    taken_back = page.get_by_role("button", name="Take the last turn back")
    expect(taken_back).to_have_count(0)  # nothing was decided yet: the pieces were dealt
    page.locator("aside").evaluate("column => { column.scrollTop = 300 }")
    page.locator("button.open[data-decision]").last.click()
    coach = page.locator("[data-coach=rule]")
    expect(coach).to_contain_text("turn 2 of 5", timeout=60_000)
    expect(coach.locator("header")).to_be_in_viewport(ratio=1)
    expect(page.get_by_text("The rules in short")).to_be_in_viewport(ratio=1)
    expect(taken_back).to_have_count(1)


@pytest.mark.parametrize(
    ("game", "rule"),
    [
        ("repulso", "no piece of your own colour"),
        ("robotory", "The disc leaves the game"),
        ("splash", "match the top one in shape or colour"),
        ("nexus", "first turn"),
    ],
)
def test_a_lesson_tells_the_rule_before_the_puzzle(open_page: Open, game: str, rule: str) -> None:
    page = open_page(f"/learn/{game}")
    rule_text = page.locator("[data-rule]")
    expect(rule_text).to_contain_text(rule)
    rule_text.get_by_role("link").click()
    expect(page).to_have_url(re.compile(f"/rules/{game}#"))
    expect(page.locator(f"section#{page.url.rpartition('#')[2]}")).to_be_in_viewport()


def test_a_refill_that_ends_the_game_is_warned_of_and_confirmed(open_page: Open) -> None:
    page = open_page("/records", settings={"confirm": "never", "level": 1})
    page.get_by_label("Paste a record here").fill(ENDING)
    press(page, "Open")
    page.wait_for_selector("[role=gridcell]")
    press(page, "Play on from here")
    page.wait_for_url("**/match/*")
    page.wait_for_selector(".target")
    click(page, "lid")
    ends = page.locator('[data-decision="+w0b2"]')
    ends.focus()
    expect(page.locator("[data-choices] .warning")).to_contain_text("and you lose: Light wins")
    ends.click()
    expect(page.locator(".status")).to_contain_text("This ends the game, and you lose")
    assert state(page) == "confirm"
    press(page, "Take back")
    click(page, "lid")
    page.locator('[data-decision="+w2b0"]').focus()
    expect(page.locator("[data-choices] .warning")).to_have_count(0)
    page.locator('[data-decision="+w0b2"]').click()
    press(page, "Confirm turn")
    expect(page.locator("[data-last]")).to_contain_text("refills from the box lid", timeout=30_000)


def test_a_hint_amid_a_turn_that_left_its_way_says_that_it_is_about_the_whole_turn(
    open_page: Open,
) -> None:
    page = open_page("/play/robotory", settings={"confirm": "always"})
    i_begin(page)
    press(page, "Start")
    page.wait_for_selector(".target")
    decide(page, "b@e1")
    press(page, "Hint")
    expect(page.locator(".advice")).to_contain_text("the whole turn", timeout=60_000)


def test_the_list_points_a_move_out_when_the_mouse_moves_not_when_it_rests(open_page: Open) -> None:
    page = open_page("/play/repulso", settings={"confirm": "never"})
    i_begin(page)
    press(page, "Start")
    page.wait_for_selector(".target")
    decide(page, "c3")
    decision = page.locator(".texts button").first
    decision.dispatch_event("mousemove")
    expect(page.locator(".arrow")).to_have_count(0)
    decision.hover()
    expect(page.locator(".arrow").first).to_be_visible()

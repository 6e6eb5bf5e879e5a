"""The referee for the real box: every special case, without a connection, for everyone."""

import json
import re
from pathlib import Path
from random import Random
from typing import Any

from playwright.sync_api import Page, expect

from ludothek.games.record.text import parse_record
from ludothek.games.splash import SPLASH, State
from tests.e2e.conftest import Open
from tests.e2e.drivers.endings import person
from tests.e2e.drivers.invitations import press
from tests.e2e.drivers.playing import press_until, the_first_begins
from tests.e2e.drivers.refereeing import NAMES, played, set_up, tell, tell_all
from tests.e2e.drivers.splashing import troubles
from tests.e2e.pages.test_pages import violations

# Three seats, and games with a piece taken from somebody, falls, several stacks to compare,
# pieces to keep, bumps and faults.
THIRD_DROP, LAST_PIECE = 254, 54
KINDS = {"take", "give", "stands", "falls", "base", "keep", "bump", "fault"}
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
KEPT = "ludothek-referee"


def open_more(page: Page) -> None:
    """Unfold what is seldom needed."""
    more = page.get_by_role("button", name="More", exact=True)
    if more.get_attribute("aria-expanded") == "false":
        more.click()


def record_of(page: Page) -> str:
    """The record, saved as a file."""
    open_more(page)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the record").click()
    return Path(saved.value.path()).read_text("utf-8")


def resume(
    page: Page,
    texts: list[str],
    seats: int = 3,
    *,
    rules: int | None = SPLASH.version,
    **wishes: Any,
) -> None:
    """Open the page as if so much had been told before; games of version 1 do not say so."""
    options = {"last-piece": "stands", "draft": "choose", "teams": "no", "referee": "yes"}
    game = {
        "rules": rules,
        "names": NAMES[:seats],
        "options": options,
        "texts": texts,
        "date": "2025-12-31",
        "dealt": 0,
        "handed": False,
    }
    stored = json.dumps({"wishes": wishes, "game": game})
    page.evaluate("([key, kept]) => localStorage.setItem(key, kept)", [KEPT, stored])
    page.reload()
    page.wait_for_selector(".desk")


def test_a_game_with_everything_that_can_happen(open_page: Open) -> None:
    game = played(3, THIRD_DROP)
    assert {text.partition(":")[0].rstrip("123456") for text in game.texts} == KINDS
    assert any("<" in text for text in game.texts)
    page = open_page("/referee", **PHONE)
    set_up(page, 3)
    end = tell_all(page, SPLASH.initial(3, {"referee": "yes"}), game.texts)
    assert_recorded(page, game.texts, end, "third-drop")


def test_a_game_that_is_won_with_the_last_piece(open_page: Open) -> None:
    texts = played(3, LAST_PIECE).texts
    page = open_page("/referee", **PHONE)
    resume(page, texts[:-6])
    end = tell_all(page, state_after(texts[:-6]), texts[-6:])
    assert_recorded(page, texts, end, "last-piece")


def state_after(texts: list[str]) -> State:
    """The position after so much has been told."""
    state = SPLASH.initial(3, {"referee": "yes"})
    for text in texts:
        state = SPLASH.play(state, SPLASH.notation.parse_move(text))
    return state


def assert_recorded(page: Page, texts: list[str], end: State, reason: str) -> None:
    outcome = SPLASH.outcome(end)
    assert outcome
    assert outcome.reason == reason
    record = parse_record(record_of(page))
    assert record.moves == tuple(texts)
    assert record.names == NAMES[:3]
    assert record.result == outcome


TAKEN = [f"take:{shape}{colour}" for shape in "LSPTO" for colour in "rygbop"]
GIVEN = [text for piece in ("Lr", "Ly", "Lg", "Lb") for text in (f"give:{piece}", "stands")]
BUILT = [*TAKEN, *GIVEN, "give:Lo"]


def ask_for_heights(page: Page) -> None:
    """Report the first fall of the game as its two stacks."""
    page.get_by_role("button", name="It falls").click()
    page.get_by_role("button", name="It lies differently").click()
    tiles = page.locator(".report .tile")
    for _ in range(2):
        tiles.first.click()
    page.get_by_role("button", name="Next stack").click()
    for _ in range(2):
        tiles.first.click()
    page.locator("[data-reported]").click()
    page.wait_for_selector("[data-highest]")


def test_of_two_stacks_people_say_which_is_highest(open_page: Open) -> None:
    """splash 5.3, 5.4"""
    page = open_page("/referee", **PHONE)
    state = state_after(BUILT)
    for fall, phase in (
        ("falls:Lr.Ly|Lg|Lb.Lo^", "give"),
        ("falls:Lr.Ly^|Lg|Lb.Lo^", "base"),
        ("falls:Lr.Ly^|Lg.Lb|Lo", "give"),
    ):
        resume(page, BUILT)
        tell_all(page, state, [fall])
        expect(page.locator(".desk")).to_have_attribute("data-phase", phase)
        assert parse_record(record_of(page)).moves[-1] == fall


def test_of_three_stacks_two_can_look_equal(open_page: Open) -> None:
    """splash 5.3, 5.4"""
    page = open_page("/referee", **PHONE)
    texts = [*BUILT, "stands", "give:Lp"]
    resume(page, texts)
    tell_all(page, state_after(texts), ["falls:Lr.Ly^|Lg.Lb|Lo.Lp^", "base:Lo"])
    expect(page.locator(".desk")).to_have_attribute("data-phase", "keep")


def test_one_stack_is_the_highest_without_a_question(open_page: Open) -> None:
    """splash 5.3"""
    page = open_page("/referee", **PHONE)
    resume(page, BUILT)
    tell_all(page, state_after(BUILT), ["falls:Lr.Ly.Lg.Lb^|Lo"])
    expect(page.locator("[data-highest]")).to_have_count(0)


def test_a_game_of_earlier_rules_is_called_off_and_can_be_saved(open_page: Open) -> None:
    """splash 11.2"""
    page = open_page("/referee", **PHONE)
    resume(page, [*BUILT, "falls:Lr.Ly|Lg|Lb|Lo"], rules=None)
    expect(page.get_by_text("begun with earlier rules and cannot go on")).to_be_visible()
    expect(page.locator(".tile:not(:disabled)")).to_have_count(0)
    expect(page.locator("[data-undo]")).to_be_disabled()
    record = parse_record(record_of(page))
    assert (record.version, record.moves[-1]) == (1, "falls:Lr.Ly|Lg|Lb|Lo")


def test_every_step_can_be_taken_back(open_page: Open) -> None:
    page = open_page("/referee")
    resume(page, played(3, THIRD_DROP).texts)
    expect(page.locator(".desk")).to_have_attribute("data-phase", "over")
    state, undo = SPLASH.initial(3, {"referee": "yes"}), page.locator("[data-undo]")
    positions = [SPLASH.to_move(state)]
    for text in played(3, THIRD_DROP).texts:
        state = SPLASH.play(state, SPLASH.notation.parse_move(text))
        positions.append(SPLASH.to_move(state))
    for seat in reversed(positions[:-1]):
        undo.click()
        expect(page.locator(".desk h1")).to_have_text(NAMES[seat - 1])
    expect(undo).to_be_disabled()
    assert "unfinished" in record_of(page)


def test_a_reload_loses_nothing_even_without_a_connection(open_page: Open) -> None:
    game = played(3, THIRD_DROP)
    page = open_page("/referee", forgiving=True, service_workers="allow")
    page.wait_for_selector("main[data-kept=true]")
    set_up(page, 3)
    state = tell_all(page, SPLASH.initial(3, {"referee": "yes"}), game.texts[:34])
    page.context.set_offline(True)
    page.reload()
    expect(page.locator(".desk h1")).to_have_text(NAMES[SPLASH.to_move(state) - 1])
    state = tell_all(page, state, game.texts[34:50])
    page.goto("/referee")
    expect(page.locator(".desk h1")).to_have_text(NAMES[SPLASH.to_move(state) - 1])
    assert parse_record(record_of(page)).moves == tuple(game.texts[:50])
    page.context.set_offline(False)


def test_a_piece_that_may_not_be_given_says_why(open_page: Open) -> None:
    page = open_page("/referee")
    resume(page, [*TAKEN, "give:Lr", "stands"])
    page.locator(".tile[data-piece=Sy]").click()
    expect(page.get_by_role("status").filter(has_text="top piece")).to_have_text(
        "The small yellow cube has neither the shape nor the colour of the top piece, "
        "the large red cube."
    )
    expect(page.locator(".desk")).to_have_attribute("data-phase", "give")


def test_a_deal_is_handed_out_and_played_with_the_keyboard_alone(open_page: Open) -> None:
    page = open_page("/referee")
    page.wait_for_selector("form")
    page.get_by_label("at random").focus()
    page.keyboard.press("Space")
    press_until(page, "button.start")
    press_until(page, "[data-handed]")
    for pressed in (".tile:not(.dim)", ".huge.primary") * 3:
        press_until(page, pressed)
    press_until(page, ".tile:not(.dim)")
    press_until(page, ".fell")
    press_until(page, ".report li button")  # the new piece still lies on the tower after all
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    press_until(page, "[data-reported]")
    expect(page.locator(".news")).to_contain_text("gets a first water drop")
    press_until(page, "[data-undo]")
    expect(page.locator(".desk")).to_have_attribute("data-phase", "place")


def test_axe_finds_nothing_serious_in_any_phase(open_page: Open) -> None:
    page = open_page("/referee", reduced_motion="reduce")
    page.wait_for_selector("form")
    serious = {"setup": troubles(page)}
    game, state, seen = played(3, THIRD_DROP), SPLASH.initial(3, {"referee": "yes"}), set[str]()
    for number, text in enumerate(game.texts):
        phase, kind = type(state.phase).__name__, text.partition(":")[0]
        if {phase, kind} - seen:
            seen |= {phase, kind}
            resume(page, game.texts[:number])
            serious[f"{phase} {number}"] = troubles(page)
            if kind == "falls":
                page.get_by_role("button", name="It falls").click()
                serious["falls"] = troubles(page)
        if text.count("^") > 1 and kind == "falls":
            resume(page, game.texts[:number])
            ask_for_heights(page)
            serious["highest"] = troubles(page)
        state = SPLASH.play(state, SPLASH.notation.parse_move(text))
    resume(page, game.texts)
    open_more(page)
    serious["over"] = troubles(page)
    assert not {where: what for where, what in serious.items() if what}


def test_nothing_sticks_out_of_a_phone(open_page: Open) -> None:
    page = open_page("/referee", locale="de")
    texts = played(6, 3).texts
    assert not sticks_out(page)
    for number in Random(1).sample(range(len(texts)), 8):
        resume(page, texts[:number], 6)
        assert not sticks_out(page), texts[number]


def sticks_out(page: Page) -> list[int]:
    """The widths that are too narrow for it."""
    overflowing = []
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 640})
        if page.evaluate("() => document.documentElement.scrollWidth") > width:
            overflowing.append(width)
    return overflowing


def test_a_phone_on_the_table_turns_to_whose_turn_it_is(open_page: Open) -> None:
    page = open_page("/referee", **PHONE)
    texts = played(4, 8).texts
    resume(page, texts[:2], 4, flat=True)
    flat = page.locator("[data-turned]")
    expect(flat).to_have_attribute("data-turned", "180")
    for seat, text in ((3, texts[2]), (4, texts[3])):
        state = SPLASH.initial(4, {"referee": "yes"})
        expect(page.locator(".desk h1")).to_have_text(NAMES[seat - 1])
        tell(page, state, text)
    expect(flat).to_have_attribute("data-turned", "0")
    tell(page, SPLASH.initial(4, {"referee": "yes"}), texts[4])
    expect(flat).to_have_attribute("data-turned", "90")
    open_more(page)
    page.get_by_label("The phone lies on the table").uncheck()
    expect(flat).to_have_count(0)


def a_phone_each(open_page: Open) -> tuple[Page, Page]:
    """Two people at a real table, each with a phone; everybody has the pieces that were dealt."""
    ada = person(open_page, "Ada")
    ada.goto("/referee")
    ada.locator(".pill input[value='2']").check(force=True)
    ada.get_by_label("at random").check()
    the_first_begins(ada)
    ada.get_by_role("button", name="One phone each").click()
    link = ada.locator("input[readonly]").input_value()
    bo = open_page(link.partition("/join")[1] + link.partition("/join")[2])
    bo.get_by_label("Your name").fill("Bo")
    bo.get_by_role("button", name="Sit down and play").click()
    for page in (ada, bo):
        page.locator("[data-handed]").click()
    return ada, bo


def give(page: Page) -> None:
    page.locator(".tile:not(.dim):not(:disabled)").first.click()


def test_with_a_phone_for_everybody_outcomes_are_told_by_whoever_places(open_page: Open) -> None:
    ada, bo = a_phone_each(open_page)
    for giver, placer in ((ada, bo), (bo, ada), (ada, bo)):
        give(giver)
        expect(giver.get_by_role("button", name="It stands", exact=True)).to_be_disabled()
        placer.get_by_role("button", name="It stands", exact=True).click()
    give(bo)
    ada.get_by_role("button", name="It falls").click()
    ada.locator("[data-reported]").click()
    expect(bo.locator(".news")).to_contain_text("gets a first water drop")


def test_on_a_phone_for_everybody_giving_up_is_told_from_each_seat(open_page: Open) -> None:
    ada, bo = a_phone_each(open_page)
    give(ada)
    expect(bo.get_by_role("button", name="It stands", exact=True)).to_be_enabled()
    press(ada, "Give up")
    ada.get_by_role("dialog").get_by_role("button", name="Give up").click()
    for page, who, why in ((ada, "You lose", "You gave up."), (bo, "You win!", "Ada gave up.")):
        expect(page.get_by_role("heading", level=1).last).to_have_text(who)
        expect(page.locator("header.over")).to_contain_text(why)
        expect(page.locator(".seats .turn")).to_have_count(0)
        expect(page.get_by_role("button", name="It stands", exact=True)).to_have_count(0)
        assert violations(page) == []
    press(bo, "Rematch")
    expect(ada.get_by_text("asks for a rematch")).to_be_visible()


def test_on_a_phone_for_everybody_a_draw_and_the_last_action_are_told(open_page: Open) -> None:
    ada, bo = a_phone_each(open_page)
    expect(ada).to_have_title("● Your turn · Splash!")
    give(ada)
    expect(bo).to_have_title("● Your turn · Splash!")
    expect(bo.locator("[data-last]")).to_contain_text("Ada gives")
    expect(bo.get_by_role("button", name=re.compile("^Ada gives"))).to_be_visible()
    press(bo, "Say something")
    bo.locator("[data-phrase=luck]").click()
    expect(ada.locator(".heard")).to_contain_text("Bo:")
    press(bo, "Offer a draw")
    press(ada, "Yes")
    for page in (ada, bo):
        expect(page.locator("header.over")).to_contain_text("The players agreed on a draw.")

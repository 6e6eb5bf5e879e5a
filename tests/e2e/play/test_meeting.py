"""People meet: links, the lobby, watching, mixed tables, offers, and who they are elsewhere."""

from random import Random

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Open
from tests.e2e.drivers.invitations import invite, pair, press
from tests.e2e.drivers.playing import click, decide, i_begin, start, state, the_first_begins, touch


def test_an_open_invitation_is_taken_in_the_lobby_and_watched_by_a_third(open_page: Open) -> None:
    host = open_page("/play/robotory")
    host.get_by_label("Whoever comes").check()
    i_begin(host)
    press(host, "Invite")
    guest = open_page("/lobby")
    guest.locator("main a.sheet", has_text="waits for players").first.click()
    press(guest, "Sit down")
    host.wait_for_selector(".target")
    watcher = open_page("/lobby")
    watcher.locator("main a.sheet", has_text="Robotory").last.click()
    expect(watcher.get_by_text("You are watching.")).to_be_visible()
    expect(host.get_by_text("Somebody is watching.")).to_be_visible()
    decide(host, "w@b2")
    expect(watcher.locator("ol li")).to_have_count(1)
    assert not watcher.locator(".target").count(), "who watches touches nothing"


def test_a_running_match_is_shown_live_at_home(open_page: Open) -> None:
    host = open_page("/play/repulso")
    host.get_by_label("Whoever comes").check()
    i_begin(host)
    press(host, "Invite")
    host.wait_for_url("**/match/*")
    guest = open_page(host.url)
    press(guest, "Sit down")
    host.wait_for_selector(".target")
    home = open_page("/")
    expect(home.get_by_role("heading", name="Being played right now")).to_be_visible()
    expect(home.locator(".live svg")).to_be_visible()
    home.locator(".live a").click()
    expect(home.get_by_text("You are watching.")).to_be_visible()


def test_people_and_computers_are_mixed_seat_by_seat(open_page: Open) -> None:
    host = open_page("/play/nexus")
    host.get_by_label("Seat by seat").check()
    host.locator(".pill", has_text="4").click()
    seats = host.locator("main form ol li")
    seats.nth(1).locator("select").first.select_option("here")
    seats.nth(1).locator("input").fill("Bo")
    seats.nth(2).locator("select").first.select_option("open")
    seats.nth(3).locator("select").nth(1).select_option("1")
    the_first_begins(host)
    host.get_by_label("Show open seats in the lobby").uncheck()
    press(host, "Invite")
    guest = open_page(host.locator("#link-3").input_value())
    press(guest, "Sit down and play")
    host.wait_for_selector("[role=gridcell]")
    for name in ("Bo", "Computer, level 1"):
        expect(guest.get_by_text(name, exact=True)).to_be_visible()
    for page in (host, guest, host):  # the computer has had its turn by then
        first_turns(page, seats=2 if page is host else 1)


def first_turns(page: Page, seats: int) -> None:
    """Enter three marbles and confirm, for each seat on this device."""
    for _ in range(4 * seats):
        touch(page, state(page), Random(1))


def test_a_seat_is_taken_by_one_person_only(open_page: Open) -> None:
    page = open_page("/play/nexus", refused=True)
    page.get_by_label("Seat by seat").check()
    kinds = page.locator("main form ol li > select:nth-of-type(1)")
    kinds.nth(1).select_option("me")
    expect(kinds.nth(0)).to_have_value("here")
    for seat in range(2):
        kinds.nth(seat).select_option("computer")
    with page.expect_response("**/api/matches") as answered:
        press(page, "Start")
    assert answered.value.status == 422
    expect(page.get_by_role("alert")).to_have_text("Somebody has to play: take a seat yourself.")


def test_a_draw_is_offered_declined_and_agreed(open_page: Open) -> None:
    host, guest = pair(open_page)
    press(host, "Offer a draw")
    expect(guest.get_by_text("Guest offers a draw.")).to_be_visible()
    press(guest, "No")
    expect(host.get_by_text("You have offered a draw.")).to_be_hidden()
    press(guest, "Offer a draw")
    press(host, "Yes")
    for page in (host, guest):
        expect(page.locator(".cause")).to_have_text("The players agreed on a draw.")


def test_a_turn_is_taken_back_if_the_other_side_agrees(open_page: Open) -> None:
    host, guest = pair(open_page)
    click(host, "c4")
    expect(guest.locator("ol li")).to_have_count(1)
    press(host, "Take the last turn back")
    press(guest, "Yes")
    expect(guest.locator("ol li")).to_have_count(0)
    assert state(host) == "mine"
    click(host, "a1")
    expect(guest.locator("ol .texts")).to_have_text("places a playing piece on a1")


def test_who_gives_up_loses_and_may_have_a_rematch(open_page: Open) -> None:
    host, guest = pair(open_page)
    press(host, "Give up")
    host.get_by_role("dialog").get_by_role("button", name="Give up").click()
    expect(guest.locator(".cause")).to_have_text("Guest gave up.")
    first = host.url
    press(guest, "Rematch")
    press(host, "Yes")
    for page in (host, guest):
        page.wait_for_url(lambda url: url != first)
        page.wait_for_selector("[role=gridcell]")
    assert host.url == guest.url
    assert state(guest) == "mine", "the other one starts"


def test_a_computer_takes_a_rematch_at_once_and_lets_turns_be_taken_back(open_page: Open) -> None:
    page = open_page("/play/repulso")
    start(page)
    click(page, "c4")
    page.wait_for_selector(".target")
    expect(page.locator("ol li")).to_have_count(2)
    press(page, "Take the last turn back")
    expect(page.locator("ol li")).to_have_count(0)
    press(page, "Give up")
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    first = page.url
    press(page, "Rematch")
    page.wait_for_url(lambda url: url != first)
    page.wait_for_selector("[role=gridcell]")


def test_the_list_of_decisions_and_the_mark_of_the_last_turn_are_there_after_a_reload(
    open_page: Open,
) -> None:
    page = open_page("/play/repulso")
    page.get_by_label("People beside me").check()
    press(page, "Start")
    for spot in ("c4", "d3", "a1"):
        assert state(page) == "mine"
        click(page, spot)
        expect(page.locator(f'[data-spot="{spot}"] .mark')).to_be_attached()
    page.reload()
    expect(page.locator("ol li")).to_have_count(3)
    expect(page.locator('[data-spot="a1"] .mark')).to_be_attached()


def test_a_hint_is_pointed_out_and_said(open_page: Open) -> None:
    page = open_page("/play/repulso")
    start(page)
    press(page, "Hint")
    expect(page.locator(".arrow")).to_be_visible(timeout=30_000)
    expect(page.locator(".advice")).to_contain_text("Hint: ")


def test_a_clock_runs_for_whoever_has_to_decide(open_page: Open) -> None:
    page = open_page("/play/robotory")
    page.get_by_text("Clock and rules").click()
    page.get_by_label("Clock").select_option("fischer5")
    start(page)
    expect(page.get_by_role("timer")).to_have_count(2)
    expect(page.locator(".turn").get_by_role("timer")).not_to_have_text("5:00")


def test_an_invitation_is_called_off(open_page: Open) -> None:
    host = invite(open_page)
    expect(host.get_by_role("img", name="The link as a QR code")).to_be_visible()
    link = host.locator("#link-2").input_value()
    press(host, "Call the game off")
    expect(host.locator("#link-2")).to_be_hidden()
    guest = open_page("/", refused=True)
    guest.goto(link)
    expect(guest.get_by_role("alert")).not_to_be_empty()


def test_a_link_takes_somebody_to_another_device_once(open_page: Open) -> None:
    first = open_page("/settings")
    first.get_by_label("Your name").fill("Grace")
    press(first, "Save")
    press(first, "Make a link")
    link = first.get_by_label("Link for another device").input_value()
    second = open_page(link)
    press(second, "That is me")
    expect(second.get_by_text("Welcome, Grace.")).to_be_visible()
    third = open_page(link, refused=True)
    press(third, "That is me")
    expect(third.get_by_role("alert")).to_have_text("The link is wrong, used already or too old.")


def test_an_account_is_made_and_signed_in_to_elsewhere(
    open_page: Open, request: pytest.FixtureRequest
) -> None:
    login, password = f"ada-{abs(hash(request.node.nodeid)) % 10**8}", "correct horse"
    first = open_page("/settings")
    first.get_by_label("Your name").fill("Ada")
    press(first, "Save")
    press(first, "Make an account")
    sign(first, login, password, "Make an account")
    expect(first.get_by_text(f"You are signed in as {login}.")).to_be_visible()
    second = open_page("/settings", refused=True)
    press(second, "Sign in")
    sign(second, login, "something else", "Sign in")
    expect(second.get_by_role("alert")).to_have_text("The login name or the password is wrong.")
    sign(second, login, password, "Sign in")
    expect(second.get_by_text(f"You are signed in as {login}.")).to_be_visible()
    expect(second.get_by_label("Your name")).to_have_value("Ada")
    press(second, "Sign out here")
    second.get_by_role("dialog").get_by_role("button", name="Sign out here").click()
    expect(second.get_by_text("Your first game gives you an identity here.")).to_be_visible()


def sign(page: Page, login: str, password: str, button: str) -> None:
    """Fill the form in and send it."""
    page.get_by_label("Login name").fill(login)
    page.get_by_label("Password").fill(password)
    page.locator("form").get_by_role("button", name=button).click()

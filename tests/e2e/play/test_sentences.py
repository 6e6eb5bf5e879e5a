"""Moves as sentences, results from each seat's view, and names of players."""

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Open
from tests.e2e.drivers.invitations import pair, press
from tests.e2e.drivers.playing import click, i_begin, start, the_first_begins
from tests.e2e.pages.test_pages import violations


def give_up(page: Page) -> None:
    press(page, "Give up")
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()


def test_moves_are_sentences_that_point_at_the_board(open_page: Open) -> None:
    page = open_page("/play/repulso")
    start(page)
    click(page, "c4")
    page.wait_for_selector(".target")
    own = page.locator("ol .texts button").first
    expect(own).to_have_text("places a playing piece on c4")
    expect(page.locator("[data-last]")).to_contain_text("Computer places")
    own.focus()
    expect(page.locator("circle.arrow")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    expect(own).not_to_be_focused()
    press(page, "Notation")
    expect(own).to_have_text("c4")


def test_who_is_waited_for_is_named_and_a_computer_thinks(open_page: Open) -> None:
    page = open_page("/play/repulso", settings={"confirm": "never"})
    start(page, level=14)  # takes its time
    click(page, "c4")
    expect(page.locator(".status")).to_contain_text("The computer is thinking …")


def test_who_gave_no_name_is_a_guest_in_the_language_of_the_page(open_page: Open) -> None:
    host = open_page("/play/repulso", locale="de")
    host.locator("input[value=link]").check()
    i_begin(host)
    host.locator("button.start").click()
    guest = open_page(host.locator("#link-2").input_value(), locale="de")
    guest.locator("form button").click()
    expect(host.locator(".others strong")).to_have_text("Gast")
    expect(guest.locator(".own strong")).to_have_text("Du")


def test_an_end_is_told_rightly_from_each_seat(open_page: Open) -> None:
    host, guest = pair(open_page)
    click(host, "c4")
    expect(guest.locator("[data-last]")).to_contain_text("places a playing piece on c4.")
    give_up(guest)
    expect(host.get_by_role("heading", name="You win!")).to_be_visible()
    expect(host.locator(".cause")).to_have_text("Ada gave up.")
    expect(guest.get_by_role("heading", name="You lose")).to_be_visible()
    expect(guest.locator(".cause")).to_have_text("You gave up.")
    expect(host.locator("[data-ending] dd")).to_contain_text(["1", "min", "1 : 0", "1 : 0"])
    expect(host.locator(".outline.won")).to_have_count(1)
    watcher = open_page(host.url)
    expect(watcher.get_by_role("heading", name="Guest wins")).to_be_visible()
    for page in (host, guest):
        assert violations(page) == []


def test_after_two_losses_one_level_easier_and_the_turning_point(open_page: Open) -> None:
    page = open_page("/play/robotory")
    start(page, level=2)
    give_up(page)
    expect(page.get_by_role("heading", name="You lose")).to_be_visible()
    expect(page.get_by_role("button", name="One level easier: 1")).to_have_count(0)
    expect(page.get_by_role("button", name="Where was my turning point?")).to_have_count(0)
    page.goto("/play/robotory")
    start(page, level=2)
    click(page, "p1:w")
    click(page, "b2")
    page.wait_for_selector(".target")
    give_up(page)
    press(page, "Where was my turning point?")
    turning_point = page.get_by_text("Your turning point").or_(page.get_by_text("No single move"))
    expect(turning_point.first).to_be_visible(timeout=60_000)
    first = page.url
    page.get_by_role("button", name="One level easier: 1").click()
    page.wait_for_url(lambda url: url != first)
    expect(page.get_by_text("Computer, level 1")).to_be_visible()


def test_people_have_names_talk_and_are_told_what_was_declined(open_page: Open) -> None:
    host = open_page("/play/repulso")
    host.get_by_label("Somebody I invite").check()
    host.get_by_label("What is your name?").fill("Grace")
    i_begin(host)
    press(host, "Invite")
    guest = open_page(host.locator("#link-2").input_value())
    expect(guest.get_by_role("heading", name="Grace invites you to Repulso")).to_be_visible()
    guest.get_by_label("Your name").fill("Ada")
    press(guest, "Sit down and play")
    expect(guest.get_by_text("It is the turn of Grace.")).to_be_visible()
    expect(host).to_have_title("● Your turn · Repulso")
    expect(host.get_by_role("button", name="Hint")).to_have_count(0)
    press(guest, "Say something")
    press(guest, "Good luck!")
    expect(host.get_by_text("Ada: Good luck!")).to_be_visible()
    press(host, "Say something")
    host.get_by_label("Mute the others").check()
    press(guest, "Say something")
    press(guest, "Nice move!")
    expect(guest.get_by_text("Ada: Nice move!")).to_be_visible()
    expect(host.get_by_text("Nice move!", exact=True)).to_be_visible()
    expect(host.get_by_text("Ada: Nice move!")).to_have_count(0)
    assert violations(host) == []
    press(host, "Offer a draw")
    press(guest, "No")
    expect(host.get_by_text("Your offer of a draw was declined.")).to_be_visible()
    click(host, "c4")
    expect(guest).to_have_title("● Your turn · Repulso")
    expect(host).to_have_title("Repulso · Ludothek")
    give_up(guest)
    host.goto("/records")
    card = host.locator("[data-score]")
    expect(card).to_contain_text("Ada")
    expect(card).to_contain_text("Won")
    expect(card.get_by_role("img", name="The final board")).to_be_visible()
    expect(host.get_by_role("row", name="Repulso people 1 0 0 1 (best 1)")).to_be_visible()
    assert violations(host) == []
    host.get_by_label("Against").select_option("computer")
    expect(card).to_have_count(0)
    host.get_by_label("Against").select_option("people")
    expect(card).to_have_count(1)


def test_the_bars_turn_with_the_board_on_one_device(open_page: Open) -> None:
    page = open_page("/play/repulso")
    page.get_by_label("People beside me").check()
    the_first_begins(page)
    press(page, "Start")
    page.wait_for_selector(".target")
    expect(page.locator(".own")).to_contain_text("Orange")
    click(page, "c4")
    expect(page.locator(".own")).to_contain_text("Blue")

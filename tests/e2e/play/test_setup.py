"""Before a game: which rulebook it is played by, and who begins."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from ludothek.games import load
from ludothek.games.first_player import drawn
from ludothek.games.level_ratings import ratings_of
from tests.e2e.conftest import SETTINGS, Open, Server
from tests.e2e.drivers.invitations import come, invite, press
from tests.e2e.drivers.playing import i_begin, start, state

OTHER_SEED = "5"  # draws the other seat
BEGUN = {1: "you begin", 2: "the computer begins"}
COACHED = {"robotory": {"match": "", "taught": {}}}  # the first game was played long ago


@pytest.fixture(scope="module")
def other_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server where chance decides otherwise."""
    running = Server(tmp_path_factory.mktemp("other"), LUDOTHEK_SEED=OTHER_SEED)
    running.start()
    yield running
    running.stop()


def request_of(page: Page) -> dict[str, Any]:
    """The match the page is at, as the server tells it."""
    page.wait_for_url("**/match/*")
    match = page.url.rpartition("/")[2]
    match_data: dict[str, Any] = page.evaluate(f"fetch('/api/matches/{match}').then(r => r.json())")
    return dict(match_data["match"])


def rulebook(page: Page) -> Any:
    return page.get_by_label("My rulebook")


# --- levels


def test_every_level_is_told_in_words_and_with_its_rating(open_page: Open) -> None:
    page = open_page("/play/nexus", settings={"level": 1, "scale": 2})
    about = page.locator("#about-level")
    expect(about).to_have_text(
        "Goes by first impressions and does not think ahead. Rating 0, where level 1 has 0."
    )
    last, rated = load("nexus").levels[-1], ratings_of("nexus")[2][-1]
    expect(page.locator("#level")).to_have_attribute("max", str(last))
    page.locator("#level").fill(str(last))
    expect(page.locator("label[for=level] b")).to_have_text(f"{last}, prodigious")
    expect(about).to_have_text(
        "Plays as well as it can and uses all the time it is given. "
        f"Rating {rated:,}, where level 1 has 0."
    )
    page.locator(".pill", has_text="3").click()  # not measured
    expect(about).to_have_text("Plays as well as it can and uses all the time it is given.")


def test_levels_are_told_seat_by_seat_too(open_page: Open) -> None:
    page = open_page("/play/repulso", settings={"level": 3, "scale": 2})
    assert not page.get_by_label("Seat by seat").count(), "two seats need no list"
    page.goto("/play/nexus")
    page.get_by_label("Seat by seat").check()
    about, rated = page.locator("#about-seat-1"), ratings_of("nexus")[2]
    expect(about).to_contain_text(f"Rating {rated[2]}, where level 1 has 0.")
    page.locator("select[aria-describedby=about-seat-1]").select_option("1")
    expect(about).to_have_text(
        "Goes by first impressions and does not think ahead. Rating 0, where level 1 has 0."
    )


# --- who begins


def test_chance_decides_and_either_seat_can_begin(
    open_page: Open, server: Server, other_server: Server
) -> None:
    seeds = {server: SETTINGS["LUDOTHEK_SEED"], other_server: OTHER_SEED}
    seats = {at: drawn(2, int(seed)) for at, seed in seeds.items()}
    assert set(seats.values()) == {1, 2}
    for at, seat in seats.items():
        page = open_page(f"{at.address}/play/robotory")
        expect(page.locator("input[name=first][value=random]")).to_be_checked()
        page.locator("button.start").click()
        expect(page.get_by_text(f"Chance has decided: {BEGUN[seat]}.")).to_be_visible()
        assert request_of(page)["you"] == [seat]
        assert state(page) == "mine"


def test_play_now_leaves_it_to_chance_too(open_page: Open) -> None:
    page = open_page("/", settings={"level": 1, "game": "robotory", "coached": COACHED})
    press(page, "Play Robotory now")
    expect(page.get_by_text("Chance has decided: the computer begins.")).to_be_visible()
    assert request_of(page)["starter"] == "random"


@pytest.mark.parametrize(("who", "seat"), [("me", 1), ("other", 2)])
def test_who_begins_is_chosen_and_then_no_news(open_page: Open, who: str, seat: int) -> None:
    page = open_page("/play/robotory", settings={"level": 1})
    page.locator(f"label:has(input[name=first][value={who}])").click()
    page.locator("button.start").click()
    assert request_of(page)["you"] == [seat]
    assert state(page) == "mine"
    expect(page.get_by_text("Chance has decided")).to_have_count(0)


def test_who_gave_no_name_on_one_device_is_no_guest_there(open_page: Open) -> None:
    for game in ("repulso", "splash"):
        page = open_page(f"/play/{game}")
        page.locator("input[value=here]").check()
        page.locator("button.start").click()
        names = page.locator(".bar .who strong, .seat .who strong")
        expect(names).to_have_count(2)
        assert not {"Guest", ""} & set(names.all_inner_texts())


def test_everybody_on_one_device_can_begin(open_page: Open) -> None:
    page = open_page("/play/nexus")
    page.get_by_label("People beside me").check()
    page.locator(".pill", has_text="3").click()
    for number, name in enumerate(("Ada", "Bo", "Cem")):
        page.locator(".names input").nth(number).fill(name)
    page.get_by_label("Who starts?").select_option("Cem")
    page.locator("button.start").click()
    assert [seat["name"] for seat in request_of(page)["seats"]] == ["Cem", "Ada", "Bo"]


def test_a_drawn_order_on_one_device_names_who_begins(open_page: Open) -> None:
    page = open_page("/play/nexus")
    page.get_by_label("People beside me").check()
    for number, name in enumerate(("Ada", "Bo")):
        page.locator(".names input").nth(number).fill(name)
    page.locator("button.start").click()
    expect(page.get_by_text("Chance has decided: Bo begins.")).to_be_visible()
    assert [seat["name"] for seat in request_of(page)["seats"]] == ["Bo", "Ada"]


def test_the_other_begins_the_rematch(open_page: Open) -> None:
    page = open_page("/play/repulso")
    start(page)
    press(page, "Give up")
    page.get_by_role("dialog").get_by_role("button", name="Give up").click()
    press(page, "Rematch")
    expect(page.get_by_text("This time the computer begins.")).to_be_visible()


# --- rulebooks


def test_a_rulebook_sets_the_options_and_says_what_it_changes(open_page: Open) -> None:
    page = open_page("/play/robotory", settings={"level": 1})
    expect(rulebook(page)).to_have_value("")
    rulebook(page).select_option("English")
    expect(page.locator("#rulebook-reads")).to_have_text("End of the game: lid empty")
    page.get_by_text("Clock and rules").click()
    expect(page.locator("input[name=end][value=all]")).to_be_checked()
    page.locator("button.start").click()
    assert request_of(page)["options"] == {"end": "all"}


def test_the_rulebook_is_remembered_for_its_game(open_page: Open) -> None:
    page = open_page(
        "/play/robotory", settings={"level": 1, "game": "robotory", "coached": COACHED}
    )
    rulebook(page).select_option("English")
    page.goto("/play/repulso")
    expect(rulebook(page)).to_have_value("")
    page.goto("/play/robotory")
    expect(rulebook(page)).to_have_value("en")
    page.goto("/")
    press(page, "Play Robotory now")
    assert request_of(page)["options"] == {"end": "all"}
    page.goto("/play/robotory")
    rulebook(page).select_option("Ludothek’s reading")
    page.locator("button.start").click()
    assert request_of(page)["options"] == {"end": "colour"}


def test_options_stay_free_and_it_is_seen_that_they_were_changed(open_page: Open) -> None:
    page = open_page("/play/robotory", settings={"level": 1})
    changed = page.get_by_text("changed", exact=True)
    rulebook(page).select_option("English")
    page.get_by_text("Clock and rules").click()
    page.locator("input[name=end][value=colour]").check()
    expect(changed).to_be_visible()
    press(page, "Undo my changes")
    expect(changed).to_be_hidden()
    expect(page.locator("input[name=end][value=all]")).to_be_checked()
    page.locator("input[name=end][value=colour]").check()
    page.locator("button.start").click()
    assert request_of(page)["options"] == {"end": "colour"}


def test_a_link_names_the_rulebook(open_page: Open) -> None:
    page = open_page("/play/robotory?rulebook=en")
    expect(rulebook(page)).to_have_value("en")
    page.goto("/play/robotory")
    expect(rulebook(page)).to_have_value("")
    page.goto("/play/robotory?rulebook=it")
    expect(page.get_by_role("alert")).to_have_text(
        "This game has no rulebook in that language (it)."
    )
    expect(rulebook(page)).to_have_value("")


def test_the_referee_asks_for_the_rulebook_too(open_page: Open) -> None:
    page = open_page("/referee")
    rulebook(page).select_option("Deutsch")
    for option, value in (("last", "given"), ("fault", "gives-next")):
        expect(page.locator(f"input[name={option}][value={value}]")).to_be_checked()
    page.goto("/play/splash")
    expect(rulebook(page)).to_have_value("de")
    expect(page.locator("#rulebook-reads li")).to_have_count(1)  # nobody is at fault in here
    page.goto("/referee?rulebook=fr")
    expect(page.locator("input[name=last][value=stands]")).to_be_checked()
    page.goto("/referee?rulebook=en")
    expect(page.get_by_role("alert")).to_contain_text("no rulebook in that language (en)")


def test_the_referee_leaves_to_chance_who_begins(open_page: Open) -> None:
    page = open_page("/referee")
    for name, field in zip(("Ada", "Bo", "Cy"), page.locator(".names input").all(), strict=True):
        field.fill(name)
    expect(page.get_by_label("Who starts?")).to_have_value("")
    page.locator("button.start").click()
    announcement = page.get_by_text("Chance has decided: ").inner_text()
    expect(page.locator(".desk h1")).to_contain_text(announcement.split(": ")[1].split()[0])


def test_who_is_invited_sees_how_the_rules_are_read(open_page: Open) -> None:
    host = open_page("/play/robotory?rulebook=en")
    host.get_by_label("Somebody I invite").check()
    i_begin(host)
    host.locator("button.start").click()
    expect(host.get_by_text("End of the game: lid empty")).to_be_visible()
    guest = open_page(host.locator("#link-2").input_value())
    expect(guest.get_by_text("End of the game: lid empty")).to_be_visible()
    usual = invite(open_page, "robotory")
    expect(usual.get_by_text("Played with")).to_have_count(0)
    come(open_page, usual)

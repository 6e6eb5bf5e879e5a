"""People at a table: names when they matter, alerts, phrases, offers, and who has left."""

import re
import sqlite3
from contextlib import closing
from random import Random
from typing import Any

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Open, Server
from tests.e2e.drivers import splashing
from tests.e2e.drivers.endings import act, gather, match_of, person, post
from tests.e2e.drivers.invitations import press
from tests.e2e.drivers.playing import i_begin

# What the browser is asked for beyond the page.
ALERTS = """
    window.badges = []
    window.notes = []
    navigator.setAppBadge = async n => void badges.push(n)
    navigator.clearAppBadge = async () => void badges.push(0)
    window.Notification = class {
        static permission = 'default'
        static async requestPermission() {
            return (Notification.permission = 'ALLOWED')
        }
        constructor(title, { body }) { notes.push([title, body]) }
        addEventListener() {}
        close() { notes.push('closed') }
    }
    Object.defineProperty(document, 'hidden', { get: () => true })
"""


def alerted(allowed: str) -> str:
    return ALERTS.replace("ALLOWED", allowed)


def others_turn(open_page: Open, allowed: str) -> tuple[Page, Page]:
    """Ada has decided, and Bo, who looked away, is to be told of the next turn."""
    ada, bo = gather(open_page, "robotory")
    bo.add_init_script(alerted(allowed))
    bo.reload()
    bo.wait_for_selector("[data-state=waiting]")
    return ada, bo


def test_a_turn_is_announced_in_the_title_on_the_icon_and_by_a_notification(
    open_page: Open,
) -> None:
    ada, bo = others_turn(open_page, "granted")
    expect(bo).to_have_title("Robotory · Ludothek")
    press(bo, "Notify me when it is my turn")
    expect(bo.get_by_role("button", name="Notify me when it is my turn")).to_have_count(0)
    decide(ada, "w@b2")
    expect(bo).to_have_title("● Your turn · Robotory")
    bo.wait_for_function("() => badges.at(-1) === 1 && notes.length === 1")
    assert bo.evaluate("() => notes[0]") == ["Your turn", "Robotory"]
    ada.goto("/about")
    expect(bo.get_by_text("not here")).to_be_visible()
    assert bo.evaluate("() => notes.length") == 1, "one turn is one alert"
    ada.go_back()
    decide(bo, "w@b4")
    expect(bo).to_have_title("Robotory · Ludothek")
    bo.wait_for_function("() => badges.at(-1) === 0 && notes.at(-1) === 'closed'")


WORKER = """
    window.Notification = class {
        static permission = 'granted'
        constructor() { throw new TypeError('Illegal constructor') }
    }
    const shown = new Map()
    const registration = {
        active: {},
        showNotification: async (title, { body, tag, data }) => {
            notes.push([title, body, data.address])
            shown.set(tag, { close: () => notes.push('closed') })
        },
        getNotifications: async ({ tag }) => [shown.get(tag)].filter(Boolean),
    }
    Object.defineProperty(navigator, 'serviceWorker', { value: {
        getRegistration: async () => registration,
        register: async () => null,
    } })
"""


def test_where_pages_may_not_notify_the_service_worker_does(open_page: Open) -> None:
    ada, bo = gather(open_page, "robotory")
    bo.add_init_script(alerted("granted") + WORKER)
    bo.reload()
    bo.wait_for_selector("[data-state=waiting]")
    decide(ada, "w@b2")
    bo.wait_for_function("() => notes.length === 1")
    assert bo.evaluate("() => notes[0]") == ["Your turn", "Robotory", bo.url]
    decide(bo, "w@b4")
    bo.wait_for_function("() => notes.at(-1) === 'closed'")


FROZEN = """() => {
    Object.defineProperty(document, 'hidden', { get: () => true })
    window.requestAnimationFrame = () => 0
    document.dispatchEvent(new Event('visibilitychange'))
    window.tones = 0
    const start = OscillatorNode.prototype.start
    OscillatorNode.prototype.start = function (...when) { tones++; start.apply(this, when) }
}"""


def test_a_turn_of_splash_is_announced_in_a_tab_that_nobody_looks_at(open_page: Open) -> None:
    wishes = {"settings": {"speed": "fast", "sounds": True}}
    ada, bo = gather(open_page, "splash", options={"draft": "random"}, wishes=wishes)
    for page in (ada, bo):
        page.evaluate(splashing.PLAIN)
        page.reload()
    random = Random(1)
    for page in (ada, bo, bo):  # given, placed and given
        splashing.decide(page, splashing.wanted(page), random)
    bo.mouse.click(5, 5)  # browsers keep a page silent until it is touched
    bo.evaluate(FROZEN)
    expect(bo).to_have_title("Splash! · Ludothek")
    for _ in range(2):  # placed, which moves, and given
        splashing.decide(ada, splashing.wanted(ada), random)
    expect(bo).to_have_title("● Your turn · Splash!")
    bo.wait_for_function("() => tones === 1")


def test_nobody_is_notified_who_has_not_allowed_it(open_page: Open) -> None:
    ada, bo = others_turn(open_page, "denied")
    press(bo, "Notify me when it is my turn")
    expect(bo.get_by_text("The browser does not allow notifications.")).to_be_visible()
    decide(ada, "w@b2")
    expect(bo).to_have_title("● Your turn · Robotory")
    bo.wait_for_function("() => badges.at(-1) === 1")
    assert bo.evaluate("() => notes") == []


def decide(page: Page, text: str) -> None:
    now = page.request.get(f"/api/matches/{match_of(page)}").json()["match"]
    act(page, {"type": "decide", "ply": now["ply"], "decisions": [text]})


def test_the_sound_is_switched_in_the_match(open_page: Open) -> None:
    ada, _ = gather(open_page, "repulso")
    sound = ada.get_by_label("Sound", exact=True)
    before = sound.is_checked()
    sound.set_checked(not before)
    ada.reload()
    expect(ada.get_by_label("Sound", exact=True)).to_be_checked(checked=not before)


def test_a_name_is_asked_for_when_others_will_read_it_and_not_before(open_page: Open) -> None:
    host = open_page("/play/repulso")
    question = host.get_by_label("What is your name?")
    for way in ("The computer", "People beside me"):
        host.get_by_label(way).check()
        expect(question).to_have_count(0)
    for way in ("Somebody I invite", "Whoever comes"):
        host.get_by_label(way).check()
        expect(question).to_be_visible()
    question.fill("Grace")
    i_begin(host)
    press(host, "Invite")
    host.wait_for_url("**/match/*")
    guest = open_page(host.url)
    guest.get_by_label("Your name").fill("Ada")
    press(guest, "Sit down")
    expect(host.locator(".others")).to_contain_text("Ada")
    expect(guest.locator(".status")).to_contain_text("Grace")
    new_game = open_page("/play/nexus")
    new_game.get_by_label("Somebody I invite").check()
    expect(new_game.get_by_label("What is your name?")).to_be_visible()
    host.goto("/play/nexus")
    host.get_by_label("Somebody I invite").check()
    expect(host.get_by_label("What is your name?")).to_have_value("Grace")


def test_an_invitation_says_who_invites_to_what(open_page: Open) -> None:
    for game, title in (("nexus", "NEXUS und Rabauken"), ("splash", "Splash!")):
        host = person(open_page, "Grace")
        seats = [{"kind": "me"}, {"kind": "open"}]
        made = post(host, "matches", {"game": game, "seats": seats})
        guest = open_page(f"/join#{made['links'][0]['token']}")
        heading = f"Grace invites you to {title}"
        expect(guest.get_by_role("heading", name=heading)).to_be_visible()
        expect(guest).to_have_title(f"{heading} · Ludothek")


def test_every_kind_of_declined_offer_is_told(open_page: Open) -> None:
    ada, bo = gather(open_page, "robotory")
    decide(ada, "w@b2")
    for what in ("draw", "takeback"):
        act(ada, {"type": "offer", "what": what})
        expect(bo.locator(".offer")).to_contain_text(MAKES[what])
        press(bo, "No")
        expect(ada.get_by_text(DECLINED[what])).to_be_visible()
    act(bo, {"type": "resign"})
    act(ada, {"type": "offer", "what": "rematch"})
    expect(bo.locator(".offer")).to_contain_text(MAKES["rematch"])
    press(bo, "No")
    expect(ada.get_by_text(DECLINED["rematch"])).to_be_visible()
    expect(bo.get_by_text(re.compile("was declined"))).to_have_count(0)


MAKES = {
    "draw": "Ada offers a draw.",
    "takeback": "Ada would like to take the last turn back.",
    "rematch": "Ada asks for a rematch.",
}
DECLINED = {
    "draw": "Your offer of a draw was declined.",
    "takeback": "Your turn is not taken back: it was declined.",
    "rematch": "The rematch was declined.",
}


def test_an_offer_in_splash_is_seen_while_nothing_moves(open_page: Open) -> None:
    ada, bo = gather(open_page, "splash")
    act(ada, {"type": "offer", "what": "draw"})
    expect(bo.get_by_text("Ada offers a draw.")).to_be_visible()
    press(bo, "No")
    expect(ada.get_by_text(DECLINED["draw"])).to_be_visible()


def test_who_is_muted_is_not_heard_and_hears_it_in_no_other_match_either(open_page: Open) -> None:
    ada, bo = gather(open_page, "repulso")
    press(ada, "Say something")
    ada.get_by_label("Mute the others").check()
    press(bo, "Say something")
    press(bo, "Hello!")
    expect(bo.get_by_text("Bo: Hello!")).to_be_visible()
    act(bo, {"type": "offer", "what": "draw"})  # comes after the phrase on the same line
    expect(ada.get_by_text("Bo offers a draw.")).to_be_visible()
    expect(ada.get_by_text("Bo: Hello!")).to_have_count(0)
    press(ada, "Nice move!")
    expect(bo.get_by_text("Ada: Nice move!")).to_be_visible()
    ada.reload()
    press(ada, "Say something")
    expect(ada.get_by_label("Mute the others")).to_be_checked()


def test_between_people_there_are_no_hints_however_the_match_was_made(open_page: Open) -> None:
    def hints(wish: dict[str, Any]) -> int:
        ada, _ = gather(open_page, "repulso", **wish)
        ada.wait_for_selector("[data-state=mine]")
        return ada.get_by_role("button", name="Hint").count()

    assert hints({}) == 0
    assert hints({"hints": True}) == 1, "agreed on"


def long_ago(server: Server, match: str) -> None:
    with closing(sqlite3.connect(server.file)) as database, database:
        database.execute("update matches set updated = updated - 900000 where id = ?", (match,))


def test_matches_that_everybody_has_left_leave_the_lobby(open_page: Open, server: Server) -> None:
    ada, bo = gather(open_page, "robotory", public=True)
    name = match_of(ada)
    lobby = open_page("/lobby")
    card = lobby.locator(f"main a[href$='/match/{name}']")
    expect(card).to_be_visible()
    long_ago(server, name)  # nobody has decided anything for a quarter of an hour
    lobby.reload()
    expect(card).to_be_visible()  # they sit there and think
    for page in (ada, bo):
        page.goto("/about")
    lobby.reload()
    expect(lobby.get_by_role("heading", level=1)).to_be_visible()
    lobby.wait_for_selector("main h2")
    expect(card).to_have_count(0)


def test_a_guest_leaves_a_table_that_only_its_owner_calls_off(open_page: Open) -> None:
    ada, bo = person(open_page, "Ada"), person(open_page, "Bo")
    seats = [{"kind": "me"}, {"kind": "open"}, {"kind": "open"}]
    made = post(ada, "matches", {"game": "nexus", "seats": seats})
    post(bo, f"links/{made['links'][0]['token']}")
    for page in (ada, bo):
        page.goto(f"/match/{made['match']['id']}")
    expect(ada.get_by_role("button", name="Call the game off")).to_be_visible()
    expect(bo.get_by_role("button", name="Call the game off")).to_have_count(0)
    press(bo, "Leave the table")
    expect(ada.get_by_text("open seat")).to_have_count(2)

"""People who meet at a table: one invites, another comes."""

from playwright.sync_api import Page, expect

from tests.e2e.conftest import Open
from tests.e2e.drivers.playing import i_begin


def invite(open_page: Open, game: str = "repulso", **wishes: object) -> Page:
    """Set a match up for somebody who comes through a link."""
    host = open_page(f"/play/{game}", **wishes)
    host.get_by_label("Somebody I invite").check()
    i_begin(host)
    host.locator("button.start").click()
    expect(host.locator("#link-2")).to_be_visible()
    return host


def come(open_page: Open, host: Page, **wishes: object) -> Page:
    """Follow the link, give a name, sit down."""
    guest = open_page(host.locator("#link-2").input_value(), **wishes)
    guest.get_by_label("Your name").fill("Ada")
    guest.get_by_role("button", name="Sit down and play").click()
    host.wait_for_selector("[role=gridcell]")
    guest.wait_for_selector("[role=gridcell]")
    return guest


def pair(open_page: Open, game: str = "repulso", **wishes: object) -> tuple[Page, Page]:
    """Two people at a table."""
    host = invite(open_page, game, **wishes)
    return host, come(open_page, host, **wishes)


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()

"""The page without a network: everything that needs no server is there after one visit."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.e2e.conftest import Server
from tests.e2e.drivers.page_errors import Watched

READY = "[data-pack=ready]"


@pytest.fixture
def own_server(tmp_path: Path) -> Server:
    """One that may be stopped."""
    running = Server(tmp_path)
    running.start()
    return running


def ready_page(browser: Browser, server: Server) -> Page:
    """A first visit, until everything is kept."""
    page = browser.new_context(base_url=server.address, locale="en").new_page()
    page.goto("/settings")
    page.wait_for_selector(READY, timeout=60_000)
    return page


def test_pages_never_visited_open_without_network_and_server(
    browser: Browser, own_server: Server
) -> None:
    page = ready_page(browser, own_server)
    watched = Watched(page, forgiving=True)
    page.context.set_offline(True)
    own_server.stop()
    page.goto("/rules/nexus")
    expect(page.locator("h1")).to_contain_text("NEXUS")
    page.goto("/settings")
    page.select_option("#language", "de")
    expect(page.locator("h1")).to_have_text("Einstellungen")
    page.goto("/rules/repulso")
    expect(page.locator("html")).to_have_attribute("lang", "de")
    page.goto("/referee")
    expect(page.locator("main[data-kept=true]")).to_be_visible()
    page.reload()
    expect(page.locator("main[data-kept=true]")).to_be_visible()
    watched.check()
    page.context.close()


def test_who_counts_megabytes_keeps_only_what_is_opened(browser: Browser, server: Server) -> None:
    context = browser.new_context(base_url=server.address, locale="en")
    settings = 'localStorage.setItem("ludothek", JSON.stringify({pack: "opened"}))'
    context.add_init_script(f'localStorage.getItem("ludothek") ?? {settings}')
    page = context.new_page()
    page.goto("/settings")
    page.wait_for_selector("[data-pack=partial]")
    context.set_offline(True)
    page.reload()  # what was opened is kept, on the first visit, too
    page.wait_for_selector("[data-pack=partial]")
    context.set_offline(False)
    page.get_by_label("everything").check()
    page.wait_for_selector(READY, timeout=60_000)
    page.reload()
    page.wait_for_selector(READY)
    expect(page.get_by_label("everything")).to_be_checked()
    context.close()


# Somebody touches a notification; what the worker does then, with these tabs open.
TOUCHED = """async ([wanted, open]) => {
    const done = []
    const tab = url => ({ url, focus: async () => done.push(`focus ${url}`) })
    self.clients.matchAll = async () => open.map(tab)
    self.clients.openWindow = async url => done.push(`open ${url}`)
    let working
    const notification = { close: () => done.push('close'), data: { address: wanted } }
    const waitUntil = work => (working = work)
    self.dispatchEvent(
        Object.assign(new Event('notificationclick'), { notification, waitUntil }))
    await working
    return done
}"""


def test_a_notification_leads_back_to_the_tab_of_its_match(
    browser: Browser, server: Server
) -> None:
    context = browser.new_context(base_url=server.address, locale="en")
    page = context.new_page()
    page.goto("/settings")
    page.wait_for_selector("[data-pack]")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    (worker,) = context.service_workers
    match, other = f"{server.address}/match/1", f"{server.address}/lobby"
    assert worker.evaluate(TOUCHED, [match, [other, match]]) == ["close", f"focus {match}"]
    assert worker.evaluate(TOUCHED, [match, [other]]) == ["close", f"open {match}"]
    context.close()

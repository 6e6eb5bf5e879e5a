"""A new version of the page: it waits, and nothing that is played or kept is lost by it."""

import json
import re
import shutil
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

from ludothek.cli.commands.server.site import PAGE, write
from tests.e2e.drivers.page_errors import Watched
from tests.e2e.drivers.playing import play_by_mouse, start, state
from tests.e2e.offline.test_local import READY, served, visit_files, visitor

BUILT = re.compile(r"-([\w-]{8})\.(js|css)\b")
NEXT = '<meta name="build" content="next" />'
WAITS = "A new version is here."


@pytest.mark.full
def test_a_new_version_waits_for_the_game_and_is_whole_when_it_begins(
    browser: Browser, tmp_path: Path
) -> None:
    site = tmp_path / "ludothek"
    write(site)
    with served(tmp_path) as address:
        context = visitor(browser, f"{address}/ludothek/")
        playing, other = context.new_page(), context.new_page()
        watched = [Watched(each, forgiving=True) for each in (playing, other)]
        other.goto("settings/")
        other.wait_for_selector(READY, timeout=120_000)
        visit_files(playing, "/play/repulso")
        start(playing)
        play_by_mouse(playing, Random(1), touches=4)
        _publish_next_build(site)
        other.reload()
        expect(other.get_by_text(WAITS)).to_be_visible()
        _goes_on(playing, next_build=False)
        other.get_by_role("button", name="Update now").click()
        for page in (playing, other):
            expect(page.locator("meta[name=build]")).to_be_attached()
    context.set_offline(True)
    _goes_on(playing, next_build=True)
    playing.goto("rules/nexus/")
    expect(playing.locator("h1")).to_contain_text("NEXUS")
    other.wait_for_selector(READY)
    for each in watched:
        each.check()
    context.close()


def _goes_on(page: Page, *, next_build: bool) -> None:
    """The game is there, also after a reload, and in this build."""
    assert play_by_mouse(page, Random(2), touches=3) != "over"
    page.reload()
    assert state(page) in {"mine", "choice", "confirm"}
    expect(page.locator("meta[name=build]")).to_have_count(int(next_build))


def _publish_next_build(site: Path) -> None:
    """The same page as another build would have it: every script and style has another name."""
    page = site.with_name("next build")
    shutil.copytree(PAGE, page)
    files = [*page.glob("*.*"), *page.glob("assets/*.*")]
    known = {name[1] for file in files if (name := BUILT.search(file.name))}

    def renamed(text: str) -> str:
        return BUILT.sub(lambda at: f"-{at[1][::-1]}.{at[2]}" if at[1] in known else at[0], text)

    for file in files:
        if file.suffix in {".css", ".html", ".js"}:
            file.write_text(renamed(file.read_text("utf-8")), "utf-8")
            file.rename(file.with_name(renamed(file.name)))
    index = page / "index.html"
    index.write_text(index.read_text("utf-8").replace("<title>", f"{NEXT}<title>"), "utf-8")
    listed = json.loads((page / "offline.json").read_text("utf-8"))
    for each in listed["files"]:
        each["name"] = renamed(each["name"])
        each["hash"] = sha256((page / each["name"]).read_bytes()).hexdigest()
    (page / "offline.json").write_text(json.dumps(listed), "utf-8")
    shutil.rmtree(site)
    write(site, page=page)

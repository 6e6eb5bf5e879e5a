"""A real server, a real browser, and pages that are watched for anything that goes wrong."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.e2e.drivers.page_errors import Watched
from tests.e2e.long_cases import LONG_CASES

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
BUILT = ROOT / "src" / "ludothek" / "web" / "index.html"
NAMES = ("chromium-headless-shell", "chromium")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)

expect.set_options(timeout=30_000)  # as patient as all else: Python starts, on a busy machine

SETTINGS = {
    "LUDOTHEK_WORKERS": "1",
    "LUDOTHEK_RATE": "100",
    "LUDOTHEK_GAMES": "server",  # what browsers do alone has tests of its own
    "LUDOTHEK_SEED": "1",  # the same deals and trembling hands every time
}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what runs in `make test-all` only."""
    for item in items:
        if item.path.is_relative_to(HERE) and item.name in LONG_CASES:
            item.add_marker(pytest.mark.full)


class Server:
    """A server of our own, which can be stopped and started again on the same address."""

    def __init__(self, folder: Path, python: Path | str = sys.executable, **settings: str) -> None:
        self._python = str(python)
        self._settings = {**SETTINGS, **settings}
        self.file = folder / "matches.sqlite3"
        self._process: subprocess.Popen[str] | None = None
        self._port = 0
        self.address = ""

    def start(self) -> None:
        environment = {**os.environ, **self._settings}
        command = [self._python, "-m", "ludothek.cli.main", "serve", "--port", str(self._port)]
        self._process = subprocess.Popen(
            [*command, "--database", f"sqlite:///{self.file}"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=environment,
        )
        assert self._process.stdout
        for line in self._process.stdout:
            if match := re.search(r"http://[\d.]+:(\d+)", line):
                self.address, self._port = match[0], int(match[1])
                return
        raise AssertionError("the server did not start")

    def stop(self) -> None:
        assert self._process
        assert self._process.stdout
        self._process.terminate()
        self._process.wait(20)
        self._process.stdout.close()


def chromium() -> str:
    """Where the browser is."""
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    assert path, "these tests need Chromium; Debian's package chromium will do"
    return path


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    assert BUILT.is_file(), "build the page first: npm run build, in web/"
    running = Server(tmp_path_factory.mktemp("server"))
    running.start()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=chromium(), args=list(FLAGS))
        yield running
        running.close()


Open = Callable[..., Page]
PLAIN: dict[str, Any] = {"locale": "en", "service_workers": "block"}


@pytest.fixture
def open_page(server: Server, browser: Browser) -> Iterator[Open]:
    """Opens pages, each as somebody new; nothing may have gone wrong on them in the end."""
    contexts: list[BrowserContext] = []
    watched: list[Watched] = []

    def open_page(path: str = "/", **wishes: Any) -> Page:
        forgiving, refused = wishes.pop("forgiving", False), wishes.pop("refused", False)
        stored = {"speed": "off", "confirm": "several", **wishes.pop("settings", {})}
        context = browser.new_context(base_url=server.address, **{**PLAIN, **wishes})
        contexts.append(context)
        store = f"localStorage.setItem('ludothek', '{json.dumps(stored)}')"
        context.add_init_script(f"localStorage.getItem('ludothek') ?? {store}")
        page = context.new_page()
        watched.append(Watched(page, forgiving=forgiving, refused=refused))
        page.goto(path)
        page.wait_for_selector("main")
        return page

    yield open_page
    for each in watched:
        each.check()
    for context in contexts:
        context.close()

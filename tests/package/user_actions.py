"""What people do with an installed package, each checked by what comes of it."""

import json
import re
import time
from pathlib import Path
from typing import Any
from urllib.request import HTTPCookieProcessor, OpenerDirector, Request, build_opener

import pexpect

from tests.package.environments import PAGE, PATIENCE, Environment

QUICK = ("--seat", "p1=level13", "--seat", "p2=level1", "--nodes", "20", "--delay", "0")
PLACING = "from ludothek.physics import Table; print(Table(seed=7).place('Lr', 'flat').decision)"


def host(environment: Environment) -> None:
    """A browser gets the page with all it needs, and the computer answers a decision."""
    with environment.serving() as address:
        browser = build_opener(HTTPCookieProcessor())
        page = browser.open(f"{address}/").read()
        assert page == (PAGE / "index.html").read_bytes()
        files = re.findall(r'(?:src|href)="[.](/assets/[^"]+)"', page.decode())
        assert any(file.endswith(".js") for file in files)
        for file in files:
            assert browser.open(f"{address}{file}").status == 200
        _ask(browser, f"{address}/api/guests", {"name": "Guest"})
        seats = [{"kind": "me"}, {"kind": "computer", "level": 1}]
        made = _ask(browser, f"{address}/api/matches", {"game": "robotory", "seats": seats})
        match = f"{address}/api/matches/{made['match']['id']}"
        _decide(browser, match)


def write_a_site(environment: Environment) -> None:
    """The page as a folder of files, with all it needs."""
    assert "the site is in site" in environment.run("ludothek", "site", "site")
    site = environment.folder / "site"
    hidden = PAGE / ".vite"
    built = {file.relative_to(PAGE) for file in PAGE.rglob("*") if hidden not in file.parents}
    assert built <= {file.relative_to(site) for file in site.rglob("*")} | {Path(".vite")}
    for address in ("index.html", "play/nexus/index.html", "match/index.html", "404.html"):
        assert "ludothek-server" in (site / address).read_text("utf-8")
    for file in re.findall(
        r'="[.][.]/[.][.]/([^"]+)"', (site / "play/nexus/index.html").read_text()
    ):
        assert (site / file).is_file()


def play(environment: Environment) -> None:
    """Two computers play a whole game in the terminal."""
    output = environment.run("ludothek", "play", "robotory", *QUICK, "--record", "game.rec")
    assert "wins" in output or "draw" in output
    assert environment.run("ludothek", "replay", "game.rec")


def type_a_move(environment: Environment) -> None:
    """A person types a decision, and the computer answers."""
    child = pexpect.spawn(
        str(environment.programs / "ludothek"),
        ["play", "robotory", "--starter", "me", "--nodes", "4"],
        cwd=environment.folder,
        env=environment.variables({"TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1"}),
        encoding="utf-8",
        timeout=PATIENCE,
    )
    child.expect("p1>")
    child.send("w@d2\r")
    child.expect("p2 lays|p2 moves|p2 takes")
    child.close(force=True)


def speak(environment: Environment) -> None:
    """An engine finds a decision for a tournament manager."""
    for game in ("repulso", "robotory", "nexus"):
        output = environment.run("ludothek", "ugi", game, typed="ugi\ngo nodes 50\n")
        assert "ugiok" in output
        assert re.search(r"^bestmove \S+$", output, re.MULTILINE)


def analyse(environment: Environment) -> None:
    """The engine judges a position."""
    output = environment.run(
        "ludothek", "analyse", "start", "--game", "repulso", "--seconds", "0.1", "--json"
    )
    assert json.loads(output)["lines"]


def report(environment: Environment) -> None:
    """A small report, in both languages."""
    small = ("--games", "2", "--nodes", "4", "--skill", "0", "--playouts", "0", "--jobs", "1")
    paths = environment.run("ludothek", "report", "robotory", *small).split()
    assert paths == [f"reports/robotory.{kind}" for kind in ("en.html", "de.html", "json")]


def place(environment: Environment) -> None:
    """A piece stands on the simulated table."""
    assert environment.run("python", "-c", PLACING) == "stands\n"


def _ask(browser: OpenerDirector, url: str, body: Any = None) -> Any:
    data = None if body is None else json.dumps(body).encode()
    with browser.open(Request(url, data, {"Content-Type": "application/json"})) as answer:
        return json.load(answer)


def _decide(browser: OpenerDirector, match: str) -> None:
    """Take a turn, and wait for the computer's."""
    latest = time.monotonic() + PATIENCE
    state = _ask(browser, match)
    while state["match"]["ply"] == 0 or not state["view"]["legal"]:
        assert time.monotonic() < latest, "the computer does not answer"
        if state["view"]["legal"]:
            decision = state["view"]["legal"][0]["text"]
            ply = state["match"]["ply"]
            _ask(browser, f"{match}/act", {"type": "decide", "ply": ply, "decisions": [decision]})
        time.sleep(0.1)
        state = _ask(browser, match)

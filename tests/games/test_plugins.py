"""Games of other packages, found by their entry points; a broken one does not stop the others."""

import logging
from collections.abc import Callable
from dataclasses import replace
from importlib.metadata import EntryPoint
from typing import Any

import pytest

from ludothek.games import BadSetup, is_built_in, load, plugins
from ludothek.games.protocol import Computers
from ludothek.games.registry import Registry, built_in_names
from ludothek.games.svg import view_box
from ludothek_nim import NIM

BUILT_IN = ("repulso", "robotory", "splash", "nexus")
NAMED: dict[str, Any] = {}  # what the entry points of these tests lead to


def entries(**games: Any) -> Callable[[], list[EntryPoint]]:
    """Entry points that lead to these things."""
    NAMED.update(games)
    value = f"{__name__}:NAMED.__getitem__"
    return lambda: [Entry(name, value, plugins.GROUP) for name in games]


class Entry(EntryPoint):
    """An entry point of a package that need not be installed."""

    def load(self) -> Any:
        thing = NAMED[self.name]
        if isinstance(thing, Exception):
            raise thing
        return thing


def test_a_game_of_an_installed_package_is_found() -> None:
    result = plugins.find(BUILT_IN, entries(nim=NIM))
    assert result == plugins.Plugins({"nim": NIM}, {})


def test_an_entry_point_leads_to_the_game_it_names() -> None:
    entry = EntryPoint("nim", "ludothek_nim:NIM", plugins.GROUP)
    assert plugins.find(BUILT_IN, lambda: [entry]).games == {"nim": NIM}


@pytest.mark.parametrize(
    ("name", "thing", "sentence"),
    [
        ("nim", ImportError("no module named x"), "cannot be loaded (ImportError: no module"),
        ("nim", "NIM", "leads to str, not to a Game"),
        ("mim", NIM, "has another name than the game, 'nim'"),
        ("splash", NIM, "Ludothek has a game of that name already"),
        ("Nim!", replace(NIM, name="Nim!"), "small letters, digits and hyphens"),
        ("nim", replace(NIM, seat_counts=(2, 7)), "it is for (2, 7) seats"),
        ("nim", replace(NIM, computers=Computers("x:y", levels=19)), "it has 19 levels"),
        ("nim", replace(NIM, computers=None, engine_levels=14), "it has 14 levels of computers"),
        ("nim", replace(NIM, seat_counts=()), "it is for () seats"),
        ("nim", replace(NIM, legal_moves=lambda _: ()), "nothing is legal at its start"),
        (
            "nim",
            replace(NIM, drawing=replace(NIM.drawing, picture=lambda _: "<p/>")),
            "no SVG document with a viewBox",
        ),
        (
            "nim",
            replace(NIM, notation=replace(NIM.notation, format_state=lambda _: "3,4,4 p1")),
            "the text of its start does not read back",
        ),
        ("nim", replace(NIM, to_move=lambda _: 1 // 0), "cannot be shown (ZeroDivisionError"),
    ],
)
def test_what_cannot_be_used_is_named_with_the_reason(
    name: str, thing: Any, sentence: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING):
        result = plugins.find(BUILT_IN, entries(**{name: thing, "zim": replace(NIM, name="zim")}))
    assert list(result.games) == ["zim"]
    assert sentence in result.broken[name]
    assert caplog.messages == [f"a plug-in cannot be used: {result.broken[name]}"]


def test_a_name_that_comes_twice_is_given_once() -> None:
    twice = entries(nim=NIM)
    result = plugins.find(BUILT_IN, lambda: [*twice(), *twice()])
    assert result.games == {"nim": NIM}
    assert "another package has a game of that name, too" in result.broken["nim"]


def test_the_registry_knows_what_was_found_and_says_why_not() -> None:
    splash = load("splash")
    registry = Registry([splash], lambda own: plugins.find(own, entries(nim=NIM, mim="no game")))
    assert registry.load("nim") is NIM
    assert registry.names() == ("splash", "nim")
    with pytest.raises(BadSetup, match="a plug-in cannot be used: the game 'mim' of the package"):
        registry.load("mim")
    with pytest.raises(BadSetup, match="no game is named 'kim'; there are splash, nim"):
        registry.load("kim")
    with pytest.raises(BadSetup, match="a game named 'nim' is known already"):
        registry.register(NIM)


def test_a_game_can_be_registered_in_one_process() -> None:
    registry = Registry([load("splash")], lambda own: plugins.find(own, entries()))
    registry.register(NIM)
    assert registry.load("nim") is NIM
    assert (registry.is_built_in("splash"), registry.is_built_in("nim")) == (True, False)
    assert (is_built_in("splash"), is_built_in("nim")) == (True, False)
    assert registry.built_in_names() == ("splash",)
    assert built_in_names() == BUILT_IN


def test_a_picture_tells_its_size_or_cannot_be_shown() -> None:
    assert view_box("<svg a='1' viewBox='-1.5,2 30  4.5'>") == (-1.5, 2, 30, 4.5)
    assert view_box('<svg viewBox="0 0 0 10">') is None
    assert view_box('<svg width="10" height="10"><a viewBox="0 0 1 1"/></svg>') is None


def test_our_own_games_are_loaded_without_looking_for_others() -> None:
    registry = Registry([NIM], lambda _: pytest.fail("nobody asked for another game"))
    assert registry.load("nim") is NIM


def test_packages_are_asked_in_an_order_that_does_not_change() -> None:
    assert plugins.installed() == tuple(
        sorted(plugins.installed(), key=lambda entry: (entry.name, plugins.package(entry)))
    )


def test_nothing_is_installed_in_a_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "emscripten")
    assert plugins.installed() == ()

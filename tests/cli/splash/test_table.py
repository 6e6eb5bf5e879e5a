"""Splash! on the simulated table, at the terminal."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ludothek.cli.main import run
from ludothek.cli.play import storage
from ludothek.cli.play.loop import Table
from ludothek.cli.play.match import Match
from ludothek.cli.play.menu import Menu
from ludothek.cli.play.reducer import Session
from ludothek.cli.play.start import Request, open_match
from ludothek.cli.splash.table import SplashTable
from ludothek.games import LudothekError
from ludothek.games.backends import Spot
from ludothek.games.record import Line
from ludothek.games.splash import SPLASH
from ludothek.physics import VERSIONS, BadPlacement
from tests.cli.example_games import Script, sheet, written

Captured = pytest.CaptureFixture[str]
OPTIONS = (("draft", "random"), ("hand", "steady"))


def new(*players: str, options: tuple[tuple[str, str], ...] = OPTIONS) -> Match:
    """A game on the simulated table, its pieces dealt."""
    request = Request("splash", len(players), options, _seated(players), seed=5)
    return open_match(
        request, Menu(sheet(), Script()), False, datetime(2026, 1, 31, tzinfo=UTC)
    ).match


def _seated(players: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"p{seat}={name}" for seat, name in enumerate(players, start=1))


def at_table(match: Match, path: Path, *lines: str) -> Table:
    tower = SplashTable(seconds=0.05, limit=2, seed=1)
    return Table(Session(match), path, sheet(100), Script(*lines), tower, simulated=tower)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.rec"


def test_a_person_gives_and_places_and_sees_the_tower_from_two_sides(path: Path) -> None:
    match = new("human", "human")
    piece = _first_give(match)
    played = at_table(match, path, piece, "place")
    played.play()
    shown = written(played.console)
    assert "put" in shown
    assert "from the front" in shown
    assert "from above: x right, y up" in shown
    assert "the hand missed by 0." in shown
    assert played.session.match.record.moves[-1] == "stands"


def test_computers_play_a_game_to_its_end(path: Path) -> None:
    match = new("level1", "level2", options=(("draft", "random"), ("hand", "shaky")))
    played = at_table(match, path)
    assert played.play() == 0
    assert played.session.over
    assert storage.read(path).result == played.session.match.outcome
    assert " wins: " in written(played.console)


@pytest.mark.parametrize(("rules", "marked"), [(None, True), (1, False)])
def test_falls_are_told_and_built_again_by_the_rules_of_the_game(
    path: Path, rules: int | None, marked: bool
) -> None:
    """splash 5.3, 11.2"""
    record = new("level1", "level1", options=(("draft", "random"), ("hand", "shaky"))).record
    match = Match.of(replace(record, setup=replace(record.setup, rules=rules)))
    played = at_table(match, path)
    played.play()
    fallen = [text for text in played.session.match.record.moves if text.startswith("falls:")]
    assert any("." in text for text in fallen)
    assert any("^" in text for text in fallen) == marked
    kept = Match.of(storage.read(path))
    assert kept.record.version == (rules or SPLASH.version)
    assert SplashTable().at(kept).placements == sum(map(kept.awaits_report, range(kept.ply)))


def test_a_bad_place_is_refused_in_one_sentence(path: Path) -> None:
    match = new("human", "human")
    played = at_table(match, path, _first_give(match), "place", "moves")
    played.play()
    second = played.session.match
    played = at_table(second, path, second.game.legal_texts(second.state)[0], "place flat 0 99 0")
    played.play()
    assert "would not be above" in written(played.console)
    assert played.session.match.ply == second.ply + 1


def test_a_placing_cannot_be_claimed_to_stand(path: Path) -> None:
    match = new("human", "human")
    played = at_table(match, path, _first_give(match), "stands", "falls")
    played.play()
    assert written(played.console).count("written is place FACE TURN X Y") == 2
    assert played.session.match.ply == match.ply + 1


def test_a_hint_is_a_place_that_can_be_typed(path: Path) -> None:
    match = new("human", "human")
    played = at_table(match, path, _first_give(match), "hint")
    played.play()
    (line,) = [line for line in written(played.console).splitlines() if line.startswith("try ")]
    again = at_table(played.session.match, path, line.removeprefix("try "))
    again.play()
    assert again.session.match.record.moves[-1] == "stands"


def test_undo_takes_a_piece_off_the_tower_again() -> None:
    match = new("human", "human")
    tower = SplashTable(seed=1)
    placed = _placed(tower, match.played(_first_give(match)))
    assert len(tower.at(placed).layout.pieces) == 1
    assert not tower.at(placed.back_to(placed.ply - 1)).layout.pieces


def test_a_kept_game_is_built_again_bit_for_bit(path: Path) -> None:
    tower = SplashTable(seed=1)
    match = new("human", "human")
    for _ in range(4):
        match = _placed(tower, match.played(_first_give(match)))
    storage.keep(path, match.record)
    again = Match.of(storage.read(path))
    assert SplashTable(seed=1).at(again).save() == tower.at(match).save()


def test_a_record_names_its_table_and_another_version_is_reported(
    path: Path, capsys: Captured
) -> None:
    tower = SplashTable(seed=1)
    match = new("human", "human")
    match = _placed(tower, match.played(_first_give(match)))
    assert not SplashTable.warning(match)
    older = _commented(match, match.record.line.comment.replace("engine mujoco", "engine older"))
    assert "simulated with engine older" in SplashTable.warning(older)
    storage.keep(path, older.record)
    assert run(["replay", str(path)]) == 0
    captured = capsys.readouterr()
    assert "towers may fall otherwise; the record tells what happened" in captured.err
    assert "Splash!" in captured.out


def test_a_game_that_goes_on_with_another_version_says_so_in_its_record(path: Path) -> None:
    tower = SplashTable(seed=1)
    match = new("human", "human")
    match = _placed(tower, match.played(_first_give(match)))
    older = _commented(match, match.record.line.comment.replace("table ", "table 0"))
    for _ in range(2):
        older = _placed(tower, older.played(_first_give(older)))
    _, _, here, _, later = older.record.line.decisions[-5:]
    assert here.comment.endswith(f", table {VERSIONS['table']}, pieces {VERSIONS['pieces']}")
    assert ", table " not in later.comment
    storage.keep(path, older.record)
    again = Match.of(storage.read(path))
    assert SplashTable().at(again).layout == tower.at(older).layout
    assert "simulated with table 0" in SplashTable.warning(again)
    newer = _commented(older, match.record.line.comment)
    assert not SplashTable.warning(newer)


@pytest.mark.parametrize("turn", ["99999999999999999", "-720.5", "0.00000001"])
def test_whatever_the_turn_a_kept_game_can_be_resumed(path: Path, turn: str) -> None:
    match = new("human", "human")
    played = at_table(match, path, _first_give(match), f"place {turn} 0 0")
    played.play()
    match = Match.of(storage.read(path))
    assert match.record.moves[-1] == "stands"
    assert len(SplashTable().at(match).layout.pieces) == 1


def test_computers_are_not_given_the_seed_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    seeds_used: list[int] = []
    monkeypatch.setattr(
        "ludothek.physics.player.choose", lambda *seeds: seeds_used.append(seeds[3])
    )
    match = new("level1", "level1")
    for tower in (SplashTable(), SplashTable(seed=5)):
        tower.choose(match, lambda _: None)
    assert f"seed {5}," in match.record.line.comment
    assert seeds_used[0] == seeds_used[1] != 5


def test_a_tower_that_falls_otherwise_is_reported() -> None:
    tower = SplashTable(seed=1)
    match = new("human", "human")
    for _ in range(2):
        match = _placed(tower, match.played(_first_give(match)))
    *others, last = match.record.line.decisions
    moved = replace(last, comment="placed flat 0.0 14.0 0.0")
    spoiled = replace(match.record, line=Line((*others, moved), match.record.line.comment))
    with pytest.raises(LudothekError, match="cannot be built again, decision"):
        SplashTable().at(Match.of(spoiled))


def test_a_placing_without_its_place_is_reported() -> None:
    match = new("human", "human")
    match = match.played(_first_give(match)).played("stands")
    with pytest.raises(LudothekError, match="where the piece was set down is not recorded"):
        SplashTable().at(match)


def test_a_record_without_a_table_is_reported() -> None:
    match = _commented(new("human", "human"), "simulated table, once")
    with pytest.raises(LudothekError, match="does not say which table"):
        SplashTable().at(match)


def test_without_its_packages_a_game_is_not_resumed(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Captured
) -> None:
    storage.keep(path, new("human", "human").record)
    monkeypatch.setattr("ludothek.cli.splash.table.find_spec", lambda _name: None)
    assert run(["play", "--resume", str(path)]) == 2
    assert "needs the packages mujoco-core and numpy" in capsys.readouterr().err
    assert run(["replay", str(path)]) == 0


def test_a_spot_is_turned_with_the_top_piece() -> None:
    tower = SplashTable(seed=1)
    match = new("human", "human")
    match = match.played(_first_give(match))
    decision, _ = tower.place(match, replace(_middle(match), yaw=30.0))
    match = match.played(decision.text, decision.comment)
    match = match.played(_first_give(match))
    assert tower.meant(match, replace(_middle(match), yaw=10.0)).yaw == pytest.approx(40, abs=3)
    with pytest.raises(BadPlacement):
        tower.place(match, replace(_middle(match), x=99.0))


def test_a_person_can_report_a_real_tower_instead(path: Path) -> None:
    """The referee mode is as it was."""
    request = Request("splash", 2, (("referee", "yes"), ("draft", "random")), seed=5)
    match = open_match(
        request, Menu(sheet(), Script()), False, datetime(2026, 1, 31, tzinfo=UTC)
    ).match
    played = Table(
        Session(match), path, sheet(), Script(_first_give(match), "stands"), SplashTable()
    )
    played.play()
    assert played.session.match.record.moves[-1] == "stands"
    assert "report stands" in written(played.console)


def _first_give(match: Match) -> str:
    return match.game.legal_texts(match.state)[0]


def _middle(match: Match) -> Spot:
    return Spot(match.faces[0], 0.0, 0.0, 0.0)


def _placed(tower: SplashTable, match: Match) -> Match:
    decision, _ = tower.place(match, tower.meant(match, _middle(match)))
    return match.played(decision.text, decision.comment)


def _commented(match: Match, comment: str) -> Match:
    line = Line(match.record.line.decisions, comment)
    return replace(match, record=replace(match.record, line=line))

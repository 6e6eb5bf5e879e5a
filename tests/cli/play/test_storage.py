import os
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ludothek.cli.play import storage
from ludothek.cli.play.match import Match
from ludothek.games import LudothekError, Outcome
from ludothek.games.record import Record
from ludothek.games.record.json import to_json
from ludothek.games.record.text import format_record
from tests.cli.example_games import match_of

NOW = datetime(2026, 1, 31, 20, 15, tzinfo=UTC)
RECORD = match_of("robotory", "w@d2").record


def test_games_are_kept_in_the_state_directory_of_the_user(home: Path) -> None:
    assert storage.directory() == home / "ludothek" / "games"


def test_without_a_setting_the_usual_directory_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_STATE_HOME")
    monkeypatch.setenv("HOME", "/home/ada")
    assert storage.directory() == Path("/home/ada/.local/state/ludothek/games")


def test_a_new_file_never_has_the_name_of_another() -> None:
    first = storage.new_path("robotory", NOW)
    storage.keep(first, RECORD)
    second = storage.new_path("robotory", NOW)
    assert [first.name, second.name] == [
        "robotory-20260131-201500.rec",
        "robotory-20260131-201500-2.rec",
    ]


def test_a_kept_record_reads_back(tmp_path: Path) -> None:
    storage.keep(tmp_path / "new" / "game.rec", RECORD)
    assert storage.read(tmp_path / "new" / "game.rec") == RECORD


def test_a_record_of_json_lines_is_read(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    other = match_of("robotory", "w@d2 b@d1").record
    path.write_text(f"{to_json(RECORD)}\n")
    assert storage.read(path) == storage.read(path, 1) == RECORD
    path.write_text(f"{to_json(RECORD)}\n{to_json(other)}\n")
    assert storage.read(path, 2) == other
    with pytest.raises(LudothekError, match="holds 2 records; choose one with --record 1 to 2"):
        storage.read(path)
    with pytest.raises(LudothekError, match="it has no record 3, only 2"):
        storage.read(path, 3)


def test_a_record_as_text_is_the_only_one_of_its_file(tmp_path: Path) -> None:
    path = tmp_path / "game.rec"
    storage.keep(path, RECORD)
    assert storage.read(path, 1) == RECORD
    with pytest.raises(LudothekError, match="it has no record 2, only 1"):
        storage.read(path, 2)


def test_a_failed_write_leaves_the_old_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "game.rec"
    storage.keep(path, RECORD)
    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        storage.keep(path, match_of("robotory", "w@d2 b@d1").record)
    assert storage.read(path) == RECORD
    assert list(tmp_path.glob(".*")) == []


@pytest.mark.parametrize("content", [b"\xff\xfe", b"Game: draughts\n"])
def test_a_file_that_is_no_record_is_named_in_the_error(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "other.rec"
    path.write_bytes(content)
    with pytest.raises(LudothekError, match=r"other\.rec"):
        storage.read(path)


def test_unfinished_games_are_offered_newest_first() -> None:
    for minute, text in ((1, "w@d2"), (2, "b@d2")):
        path = storage.new_path("robotory", NOW.replace(minute=minute))
        storage.keep(path, match_of("robotory", text).record)
        os.utime(path, (minute, minute))
    assert [kept.record.moves for kept in storage.unfinished()] == [("b@d2",), ("w@d2",)]
    assert storage.unfinished("repulso") == []


def test_games_that_are_over_empty_or_unreadable_are_not_offered(home: Path) -> None:
    folder = home / "ludothek" / "games"
    over = match_of("repulso", "a1 b2")
    storage.keep(folder / "empty.rec", match_of("robotory").record)
    storage.keep(folder / "over.rec", over.ended(Outcome((1,), "resigned")).record)
    (folder / "broken.rec").write_text("\nResult: unfinished\n")
    (folder / "binary.rec").write_bytes(b"\xff")
    assert storage.unfinished() == []


def test_a_game_is_played_in_one_terminal_only() -> None:
    path = storage.new_path("robotory", NOW)
    storage.keep(path, RECORD)
    with storage.claim(path):
        assert storage.unfinished() == []
        with pytest.raises(LudothekError, match="in another terminal"), storage.claim(path):
            pass
    assert len(storage.unfinished()) == 1


def test_where_nothing_can_be_written_nothing_is_claimed(home: Path) -> None:
    home.write_text("a file where a folder should be")
    with storage.claim(home / "game.rec"):
        pass


def named(*players: str, game: str = "robotory") -> Record:
    first = {"robotory": "w@d2", "nexus": "", "splash": "take:Lr"}[game]
    return replace(match_of(game, first).record, names=players)


@pytest.mark.parametrize(("game", "levels"), [("robotory", 13), ("nexus", 18)])
def test_a_kept_level_is_that_level_again(tmp_path: Path, game: str, levels: int) -> None:
    path = tmp_path / "game.rec"
    storage.keep(path, named("human", "level13", game=game))
    assert storage.read(path).names == ("human", f"level13/{levels}")
    assert storage.resumable(path).names == ("human", "level13")


def test_a_level_that_was_kept_before_is_one_of_the_eight_there_were(tmp_path: Path) -> None:
    path = tmp_path / "game.rec"
    path.write_text(format_record(named("level8", "human")))
    record = storage.resumable(path)
    assert record.names == ("level8/8", "human")
    assert not Match.of(record).human(1), "a computer still sits there"
    storage.keep(path, record)
    assert storage.resumable(path).names == ("level8/8", "human")


def test_levels_of_games_with_players_of_their_own_are_kept_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "game.rec"
    storage.keep(path, named("human", "level5", game="splash"))
    assert storage.read(path).names == storage.resumable(path).names == ("human", "level5")

from pathlib import Path

import pytest
from rich.console import Console

from ludothek.cli.play import storage
from ludothek.cli.play.computers import Report, Thinkers
from ludothek.cli.play.loop import Table
from ludothek.cli.play.match import Match
from ludothek.cli.play.reducer import Session
from ludothek.engine import Limits
from tests.cli.example_games import Script, match_of, sheet, written
from tests.cli.golden_screens import TAKES


class Typewriter(Script):
    """Lines, one of which is Ctrl-C."""

    def ask(self, prompt: str, words: object = ()) -> str:
        """The next line."""
        del words
        line = super().ask(prompt)
        if line == "^C":
            raise KeyboardInterrupt
        return line


def table(match: Match, path: Path, *lines: str, console: Console | None = None) -> Table:
    thinkers = Thinkers(Limits(nodes=4), seed=1)
    return Table(Session(match), path, console or sheet(), Typewriter(*lines), thinkers)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "game.rec"


def test_every_decision_is_kept_before_it_is_shown(path: Path) -> None:
    played = table(match_of("robotory", players=("human", "random")), path, "w@d2")
    assert played.play() == 0
    assert storage.read(path) == played.session.match.record
    assert played.session.match.ply == 2


def test_it_is_said_who_begins(path: Path) -> None:
    def screen_of(match: Match) -> str:
        played = table(match, path)
        played.play()
        return written(played.console)

    assert "You begin." in screen_of(match_of("robotory", players=("human", "random")))
    assert "p1 random begins." in screen_of(match_of("robotory", players=("random", "human")))
    assert "p1 human begins." in screen_of(match_of("robotory", players=("human", "human")))
    assert "begins." not in screen_of(match_of("robotory", "w@d2", players=("human", "random")))


def test_a_game_that_was_left_says_how_to_go_on(path: Path) -> None:
    played = table(match_of("robotory"), path, "w@d2", "quit")
    assert played.play() == 0
    assert written(played.console).endswith(f"go on with: ludothek play --resume {path}")


def test_a_game_in_the_usual_place_is_resumed_by_its_short_name() -> None:
    path = storage.directory() / "evening.rec"
    played = table(match_of("robotory"), path, "w@d2")
    played.play()
    assert written(played.console).endswith("go on with: ludothek play --resume evening")


def test_ctrl_c_leaves_with_its_own_code(path: Path) -> None:
    played = table(match_of("robotory"), path, "w@d2", "^C")
    assert played.play() == 130
    assert storage.read(path).moves == ("w@d2",)


def test_a_game_without_a_decision_leaves_nothing(path: Path) -> None:
    played = table(match_of("robotory"), path, "nonsense")
    assert played.play() == 0
    assert written(played.console).endswith("Nothing was decided, so nothing is kept.")
    assert not path.exists()


def test_a_full_disk_does_not_end_the_game(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    played = table(match_of("robotory"), tmp_path / "file" / "game.rec", "w@d2", "b@d1")
    assert played.play() == 0
    assert played.session.match.ply == 2
    assert "the game could not be kept in" in written(played.console)
    assert written(played.console).endswith("The game could not be kept.")


def test_computers_play_among_themselves_to_the_end(path: Path) -> None:
    played = table(match_of("robotory", players=("random", "montecarlo")), path)
    assert played.play() == 0
    assert played.session.over
    assert "wins: the lid has run out" in written(played.console)
    assert storage.read(path).result == played.session.match.outcome


def test_lots_decide_where_no_real_tower_is_looked_at(path: Path) -> None:
    played = table(match_of("splash", TAKES, players=("random", "random")), path)
    assert played.play() == 0
    texts = played.session.match.record.moves
    assert any(text.startswith("falls:") for text in texts)
    assert "stands" in texts


def test_a_hint_is_a_legal_decision(path: Path) -> None:
    match = match_of("robotory", "w@d2 b@d1 Rd2")
    played = table(match, path, "hint")
    played.play()
    assert any(f"try {text}\n" in written(played.console) for text in ("Rd1", "stop"))


def test_a_record_is_saved_where_the_user_wants_it(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.rec"
    played = table(match_of("robotory"), path, f"save {other}", "w@d2", f"save {other}")
    played.play()
    assert storage.read(other).moves == ("w@d2",)


def test_saving_into_a_folder_that_does_not_exist_makes_it_and_says_so(
    path: Path, tmp_path: Path
) -> None:
    other = tmp_path / "new" / "game.rec"
    played = table(match_of("robotory"), path, "w@d2", f"save {other}")
    played.play()
    assert storage.read(other).moves == ("w@d2",)
    assert "; its folder is new" in " ".join(written(played.console).split())


def test_a_file_that_is_there_already_is_not_overwritten(path: Path, tmp_path: Path) -> None:
    other = tmp_path / "letter.txt"
    other.write_text("Dear Ada")
    played = table(match_of("robotory"), path, f"save {other}")
    played.play()
    assert other.read_text() == "Dear Ada"
    assert "exists already; choose another name" in written(played.console).replace("\n", " ")


def test_a_file_that_cannot_be_written_is_told(path: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    long = "x" * 300
    played = table(match_of("robotory"), path, f"save {tmp_path}/file/x.rec", f"save {long}")
    played.play()
    assert written(played.console).replace("\n", " ").count("could not be written") == 2


def test_a_question_is_repeated_until_it_is_answered(path: Path) -> None:
    match = match_of("splash", f"{TAKES} give:Lr stands give:Ly stands give:Lg")
    played = table(match, path, "falls", "Po", "Lr Ly")
    played.play()
    assert written(played.console).count("still stand on one another?") == 2
    assert played.session.match.record.moves[-1] == "falls:Lr.Ly^|Lg"


def test_an_empty_line_draws_the_board_again(path: Path) -> None:
    played = table(match_of("robotory"), path, "")
    played.play()
    assert written(played.console).count("Robotory") == 2


def test_after_the_end_enter_leaves(path: Path) -> None:
    played = table(match_of("robotory"), path, "w@d2", "resign", "yes", "", "w@c3")
    assert played.play() == 0
    assert "p1 wins: the other side gave up." in written(played.console)
    assert written(played.console).endswith(f"The record is in {path}.")
    assert storage.read(path).result == played.session.match.outcome


def test_on_a_live_terminal_one_sees_who_thinks(path: Path) -> None:
    statuses: list[str] = []

    class Watched(Thinkers):
        def choose(self, match: Match, report: Report) -> str:
            def watch(words: str) -> None:
                statuses.append(words)
                report(words)

            return super().choose(match, watch)

    players = ("montecarlo", "human")
    played = table(match_of("robotory", players=players), path)
    played.computers = Watched(Limits(nodes=4), 1)
    played.live = True
    assert played.play() == 0
    assert statuses[-1].startswith("4 tried, expects ")

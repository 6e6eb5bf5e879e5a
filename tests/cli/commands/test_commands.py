import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest

from ludothek.cli.main import run
from ludothek.cli.play import storage
from tests.cli.example_games import match_of

LUDOTHEK = (sys.executable, "-m", "ludothek.cli.main")
NEXUS = (
    "-2,0;-2,1;-2,2;-1,-1;-1,0;-1,1;-1,2;0,-2;0,-1;0,0;0,1;0,2;1,-2;1,-1;1,0;1,1;2,-2;2,-1;2,0 "
    "p1 10,11 12 nn --0 - 0"
)

Captured = pytest.CaptureFixture[str]


def test_the_version_is_said(capsys: Captured) -> None:
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"ludothek {version('ludothek')}\n"


def test_without_a_command_the_commands_are_listed(capsys: Captured) -> None:
    assert run([]) == 0
    output = capsys.readouterr().out
    assert all(name in output for name in ("play", "replay", "show", "perft", "rules", "ugi"))


def test_help_does_not_load_the_games() -> None:
    code = (
        "import sys; from ludothek.cli.main import run; run(['--help']); "
        "assert not {'ludothek.games', 'prompt_toolkit'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


def test_perft_counts(capsys: Captured) -> None:
    assert run(["perft", "robotory", "2"]) == 0
    assert run(["perft", "nexus", "1", "--position", NEXUS]) == 0
    assert run(["perft", "nexus", "1", "--players", "3"]) == 0
    assert capsys.readouterr().out == "nodes 1699\nnodes 12\nnodes 18\n"


def test_perft_divides(capsys: Captured) -> None:
    assert run(["perft", "repulso", "1", "--divide", "--option", "tiebreak=next-groups"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "a1 1"
    assert lines[-1] == "nodes 72"


def test_options_go_with_a_position(capsys: Captured) -> None:
    position = "4/2W2/3B2/2R2/4 p1 w2b2,w2b2 w10b0 -"
    assert run(["perft", "robotory", "1", "--position", position]) == 0
    assert run(["perft", "robotory", "1", "--position", position, "--option", "end=all"]) == 0
    assert capsys.readouterr().out == "nodes 0\nnodes 42\n"


def test_a_rulebook_presets_the_options_and_a_named_option_wins(capsys: Captured) -> None:
    game = ["perft", "robotory", "1", "--position", "4/2W2/3B2/2R2/4 p1 w2b2,w2b2 w10b0 -"]
    assert run([*game, "--rulebook", "en"]) == 0
    assert run([*game, "--rulebook", "de"]) == 0
    assert run([*game, "--rulebook", "en", "--option", "end=colour"]) == 0
    assert capsys.readouterr().out == "nodes 42\nnodes 0\nnodes 0\n"


def test_every_command_that_takes_options_takes_a_rulebook(capsys: Captured) -> None:
    assert run(["show", "start", "--game", "robotory", "--rulebook", "en"]) == 0
    assert "Robotory · end=all" in capsys.readouterr().out
    analyse = ["analyse", "start", "--game", "robotory", "--seconds", "0.01", "--json"]
    assert run([*analyse, "--rulebook", "en"]) == 0
    assert " end=all" in capsys.readouterr().out
    command = [*LUDOTHEK, "ugi", "robotory", "--rulebook", "en"]
    output = subprocess.run(command, input="fen\n", capture_output=True, text=True, check=True)
    assert output.stdout.endswith(" end=all\n")


def test_a_position_is_drawn(capsys: Captured) -> None:
    assert run(["show", NEXUS, "--game", "nexus", "--ascii"]) == 0
    output = capsys.readouterr().out
    assert "/ 0,-2\\" in output
    assert "p1: enter your first three marbles" in output


def test_the_start_can_be_drawn_with_seats_and_options(capsys: Captured) -> None:
    command = ["show", "start", "--game", "splash", "--players", "4", "--option", "teams=pairs"]
    assert run(command) == 0
    output = capsys.readouterr().out
    assert "Splash! · teams=pairs" in output
    assert "p4" in output


def test_a_picture_is_written_into_a_file(tmp_path: Path, capsys: Captured) -> None:
    picture = tmp_path / "start.svg"
    assert run(["show", "start", "--game", "robotory", "--out", str(picture)]) == 0
    assert run(["show", "start", "--game", "robotory", "--svg"]) == 0
    assert picture.read_text().startswith("<svg ")
    assert capsys.readouterr().out == picture.read_text()


def test_a_drawing_is_written_into_a_file_without_colours(tmp_path: Path) -> None:
    drawing = tmp_path / "start.txt"
    assert run(["show", "start", "--game", "repulso", "--out", str(drawing), "--ascii"]) == 0
    text = drawing.read_text(encoding="ascii")
    assert text.startswith("Repulso\n")
    assert "\x1b" not in text


def test_the_rules_can_be_read(capsys: Captured) -> None:
    assert run(["rules", "robotory"]) == 0
    assert "light camp" in capsys.readouterr().out


def test_a_record_is_replayed_to_any_ply(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "game.rec"
    storage.keep(path, match_of("robotory", "w@d2 b@d1 Rd2").record)
    assert run(["replay", str(path)]) == 0
    assert "robot R is on its way" in capsys.readouterr().out
    assert run(["replay", str(path), "--ply", "1"]) == 0
    assert "w@d2: p1 lays a white disc on d2" in capsys.readouterr().out


def test_an_engine_is_started_with_seats_and_options() -> None:
    command = [*LUDOTHEK, "ugi", "nexus", "--players", "3", "--option", "draw=off"]
    output = subprocess.run(
        command, input="perft 1\nfen\n", capture_output=True, text=True, check=True
    )
    assert output.stdout.startswith("nodes 18\n")
    assert output.stdout.endswith(" draw=off\n")


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("dance", "No such command 'dance'."),
        ("perft", "Missing argument 'GAME'."),
        ("perft robotory x", "Invalid value for"),
        ("perft robotory 1 --deep", "No such option: --deep"),
        ("perft draughts 1", "no game is named 'draughts'"),
        ("perft robotory 1 --players 3", "Robotory is played with 2 seats, not 3"),
        ("perft robotory 1 --players 0", "Robotory is played with 2 seats, not 0"),
        ("play nexus --players 0", "NEXUS und Rabauken is played with 2, 3, 4 seats, not 0"),
        ("perft robotory 1 --option end", "an option is written name=value, not 'end'"),
        ("perft robotory 1 --option end=x", "option end of Robotory is one of colour, all"),
        ("perft robotory 1 --option end=all --option end=all", "option end is given twice"),
        ("perft robotory 1 --option x=y", "Robotory has no option 'x'; it has end"),
        ("perft robotory 1 --rulebook it", "no rulebook in 'it'; it has fr, en, de, es, nl"),
        ("play robotory --rulebook it", "Robotory has no rulebook in 'it'"),
        ("ladder robotory --rulebook it", "Robotory has no rulebook in 'it'"),
        ("ugi robotory --rulebook it", "Robotory has no rulebook in 'it'"),
        ("perft robotory 1 --position 4/4", "no position of Robotory"),
        ("show 4/4 --game robotory", "no position of Robotory"),
        ("show start --game robotory --out /dev/null/x.svg", "/dev/null/x.svg: "),
        ("rules draughts", "no game is named 'draughts'"),
        ("replay missing.rec", "missing.rec: No such file or directory"),
        ("replay .", ".: Is a directory"),
        (f"replay {sys.executable}", "is not a text file in UTF-8"),
        (f"replay {__file__}", "line 1, column"),
        ("ugi robotory --players 4", "Robotory is played with 2 seats, not 4"),
        ("play draughts", "no game is named 'draughts'"),
        ("play robotory --seat p2=chess", "p2 can be one of human"),
        ("play --resume", "there is no unfinished game to go on with"),
        ("play --resume missing", "missing: No such file or directory"),
        ("play robotory --delay x", "Invalid value for '--delay'"),
    ],
)
def test_what_cannot_be_done_is_one_line_and_code_2(
    command: str, sentence: str, capsys: Captured
) -> None:
    assert run(command.split()) == 2
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.startswith("ludothek: ")
    assert sentence in output.err
    assert output.err.count("\n") == 1


def test_a_ply_the_record_does_not_have_is_refused(tmp_path: Path, capsys: Captured) -> None:
    path = tmp_path / "game.rec"
    storage.keep(path, match_of("robotory", "w@d2").record)
    assert run(["replay", str(path), "--ply", "2"]) == 2
    assert capsys.readouterr().err == "ludothek: the record has plies 0 to 1, not 2\n"


def test_faults_of_the_program_are_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: str) -> None:
        raise ValueError("a bug")

    monkeypatch.setattr("ludothek.games.load", broken)
    with pytest.raises(ValueError, match="a bug"):
        run(["perft", "robotory", "1"])


def test_nobody_complains_when_the_reader_has_left() -> None:
    command = f"{' '.join(LUDOTHEK)} perft repulso 2 --divide | head -n 1"
    output = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, check=False)
    assert (output.stdout, output.stderr) == ("a1 70\n", "")

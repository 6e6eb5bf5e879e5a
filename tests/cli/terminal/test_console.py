"""The command as people meet it: a real process on a real terminal, or at the end of a pipe."""

import os
import re
import signal
import subprocess
import sys
import termios
from collections.abc import Callable, Iterator
from pathlib import Path

import pexpect
import pytest

from ludothek.cli.play import storage
from ludothek.games.record import Record
from tests.cli.example_games import match_of
from tests.cli.golden_screens import TAKES

# A test process may have threads of its own; nothing but the new program runs after the fork.
pytestmark = pytest.mark.filterwarnings("ignore:.*forkpty.*:DeprecationWarning")

ARGUMENTS = ["-m", "ludothek.cli.main"]
COLOUR = re.compile(r"\x1b\[[0-9;]*(?:3[0-8]|4[0-8]|9[0-7])(?:;[0-9;]*)?m")
FAST = ["--nodes", "4"]
PATIENCE = 120  # seconds to wait for anything, on a machine that has other things to do

Spawn = Callable[..., "pexpect.spawn[str]"]


@pytest.fixture
def spawn() -> Iterator[Spawn]:
    """Start the command on a terminal of its own."""
    children: list[pexpect.spawn[str]] = []

    def started(*arguments: str, columns: int = 100, **environment: str) -> "pexpect.spawn[str]":
        child = pexpect.spawn(
            sys.executable,
            [*ARGUMENTS, *arguments],
            env={**os.environ, "TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1", **environment},
            dimensions=(40, columns),
            encoding="utf-8",
            timeout=PATIENCE,
            preexec_fn=_hear_ctrl_c,
        )
        children.append(child)
        return child

    yield started
    for child in children:
        child.close(force=True)


def _hear_ctrl_c() -> None:
    """Who was started in the background of a shell is deaf to it, and so are their children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def piped(*arguments: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *ARGUMENTS, *arguments],
        input=typed,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def ended(child: "pexpect.spawn[str]") -> int | None:
    """The exit code, once the process is gone."""
    child.expect(pexpect.EOF)
    child.wait()
    return child.exitstatus


def echoes(child: "pexpect.spawn[str]") -> bool:
    """Does the terminal show what is typed, as shells want it?"""
    return bool(termios.tcgetattr(child.child_fd)[3] & termios.ECHO)


def only_game() -> Record:
    (path,) = storage.directory().glob("*.rec")
    return storage.read(path)


def test_a_game_is_played_left_and_offered_again(spawn: Spawn) -> None:
    child = spawn("play", "robotory", "--starter", "me", *FAST)
    child.expect("p1: lay a disc")
    child.expect("You begin.")
    child.expect("p1>")
    child.send("w@d2\r")
    child.expect("p2 lays|p2 moves|p2 takes")
    child.expect("p1>")
    child.send("quit\r")
    child.expect("go on with: ludothek play --resume robotory-")
    assert ended(child) == 0
    assert len(only_game().moves) >= 2

    child = spawn("play", *FAST)
    child.expect("Robotory: human against level3")
    child.expect("go on with")
    child.send("\r")
    child.expect("p1>")


def test_a_word_is_completed_with_tab(spawn: Spawn, tmp_path: Path) -> None:
    path = tmp_path / "game.rec"
    storage.keep(path, match_of("robotory", "w@d2 b@d1 Rd2").record)
    child = spawn("play", "--resume", str(path))
    child.expect("p1>")
    child.send("st")
    child.expect("stop")
    child.send("\t\r")
    child.expect("p1 stops robot R")


def test_the_menu_asks_for_everything(spawn: Spawn) -> None:
    child = spawn("play", *FAST)
    child.expect("game \\[1\\]")
    child.send("robotory\r")
    child.expect("rulebook \\(ludothek fr en de es nl\\) \\[ludothek\\]")
    child.send("en\r")
    child.expect("other options, as name=value")
    child.send("\r")
    child.expect("p1 \\(human level1 .* random\\) \\[human\\]")
    child.send("\r")
    child.expect("p2 \\(")
    child.send("human\r")
    child.expect("Robotory · end=all")


def test_ctrl_c_leaves_the_terminal_as_it_was(spawn: Spawn) -> None:
    child = spawn("play", "robotory", "--seat", "p2=human")
    child.expect("p1>")
    child.send("w@d2\r")
    child.expect("p2>")
    child.sendcontrol("c")
    child.expect("The game is kept; go on with: ludothek play --resume")
    assert ended(child) == 130
    assert echoes(child)
    assert only_game().moves == ("w@d2",)


def test_ctrl_c_stops_a_computer_that_thinks(spawn: Spawn) -> None:
    child = spawn("play", "robotory", "--seat", "p2=level13", "--think", "600")
    child.expect("p1>")
    child.send("w@d2\r")
    child.expect("p2 level13 thinks")
    child.sendcontrol("c")
    child.expect("The game is kept")
    assert ended(child) == 130


def test_the_end_of_input_is_a_way_to_leave(spawn: Spawn) -> None:
    child = spawn("play", "repulso", "--seat", "p2=human")
    child.expect("p1>")
    child.send("c3\r")
    child.expect("p2>")
    child.sendcontrol("d")
    child.expect("The game is kept")
    assert ended(child) == 0


def test_the_system_can_ask_to_leave(spawn: Spawn) -> None:
    child = spawn("play", "repulso", "--seat", "p2=human")
    child.expect("p1>")
    child.send("c3\r")
    child.expect("p2>")
    child.kill(signal.SIGTERM)
    child.expect("The game is kept")
    assert ended(child) == 128 + signal.SIGTERM
    assert echoes(child)


def test_a_killed_game_loses_nothing_but_what_was_being_typed(spawn: Spawn) -> None:
    child = spawn("play", "repulso", "--seat", "p2=human")
    for seat, text in ((1, "c3"), (2, "d4"), (1, "*d3"), (1, "c3-a3")):
        child.expect(f"p{seat}>")
        child.send(f"{text}\r")
    child.expect("p2>")
    child.send("d4-")
    child.kill(signal.SIGKILL)
    child.expect(pexpect.EOF)
    assert only_game().moves == ("c3", "d4", "*d3", "c3-a3")

    child = spawn("play", "--resume")
    child.expect("p2: slide your piece on d4")


def test_a_game_on_a_narrow_terminal_fits(spawn: Spawn) -> None:
    child = spawn("play", "robotory", "--seat", "p2=human", columns=40, NO_COLOR="1")
    child.expect("Robotory")
    child.expect("p1>")
    lines = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", child.before or "").splitlines()
    assert max(map(len, lines)) <= 40


def test_without_colour_the_symbols_remain(spawn: Spawn) -> None:
    coloured = spawn("show", "start", "--game", "robotory")
    assert ended(coloured) == 0
    plain = spawn("show", "start", "--game", "robotory", NO_COLOR="1")
    assert ended(plain) == 0
    assert COLOUR.search(coloured.before or "")
    assert not COLOUR.search(plain.before or "")
    assert "[R]" in (plain.before or "")


def test_a_record_is_walked_through(spawn: Spawn, tmp_path: Path) -> None:
    path = tmp_path / "game.rec"
    storage.keep(path, match_of("robotory", "w@d2 b@d1 Rd2 stop").record)
    child = spawn("replay", str(path))
    child.expect("0 of 4>")
    child.send("\r")
    child.expect("1 of 4>")
    child.send("3\r")
    child.expect("robot R is on its way")
    child.expect("3 of 4>")
    child.send("quit\r")
    assert ended(child) == 0


def test_rules_are_paged(spawn: Spawn) -> None:
    child = spawn("rules", "nexus", PAGER="cat", MANPAGER="cat")
    child.expect("NEXUS")
    assert ended(child) == 0


def test_a_fall_is_told_in_a_dialogue(spawn: Spawn, tmp_path: Path) -> None:
    path = tmp_path / "tower.rec"
    tower = f"{TAKES} give:Lr stands give:Ly stands give:Lg stands give:Lb"
    storage.keep(path, match_of("splash", tower).record)
    child = spawn("play", "--resume", str(path))
    child.expect("p1: put Lb on Lg — report stands or falls")
    child.expect("p1>")
    child.send("falls\r")
    child.expect("Which of Lr Ly Lg Lb still stand on one another")
    child.send("Lr Ly\r")
    child.expect("Which others of Lg Lb")
    child.send("\r")
    child.expect("reported: falls:Lr.Ly\\^\\|Lg\\|Lb")
    child.expect("p1>")
    child.sendcontrol("d")
    assert ended(child) == 0
    assert storage.read(path).moves[-1] == "falls:Lr.Ly^|Lg|Lb"


def test_a_script_can_play() -> None:
    output = piped("play", "robotory", "--seat", "p2=human", typed="w@d2\nb@d1\nrd2\nRd2\nstop\n")
    assert output.returncode == 0
    assert output.stderr == ""
    assert "p1> rd2\n'rd2' is no decision of Robotory" in output.stdout
    assert only_game().moves == ("w@d2", "b@d1", "Rd2", "stop")


def test_a_script_can_answer_the_menu() -> None:
    typed = "repulso\n\n\nhuman\nhuman\nc3\n"
    output = piped("play", typed=typed)
    assert output.returncode == 0
    assert only_game().moves == ("c3",)


def test_bytes_that_are_no_text_are_refused_like_any_mistyped_decision() -> None:
    output = subprocess.run(
        [sys.executable, *ARGUMENTS, "play", "repulso", "--starter", "me"],
        input=b"\xff\xfe\n",
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    assert (output.returncode, output.stderr) == (0, b"")
    assert "is no decision of Repulso" in output.stdout.decode()


def test_the_end_of_input_in_the_menu_starts_nothing() -> None:
    output = piped("play", typed="repulso\n")
    assert (output.returncode, output.stderr) == (0, "")
    assert not storage.directory().exists()


def test_computers_play_a_whole_game_in_a_pipe(tmp_path: Path) -> None:
    game = ["repulso", "--seat", "p1=random", "--seat", "p2=montecarlo", *FAST, "--seed", "5"]
    output = piped("play", *game)
    again = piped("play", *game, "--record", str(tmp_path / "again.rec"))
    assert output.returncode == 0
    assert output.stdout.splitlines()[:-1] == again.stdout.splitlines()[:-1]
    assert only_game().result


def test_a_terminal_without_utf_8_gets_letters() -> None:
    game = ["play", "repulso", "--seat", "p2=human"]
    output = piped(*game, typed="c3\nd4\n*d3\n", PYTHONIOENCODING="ascii")
    assert output.returncode == 0
    assert output.stdout.isascii()
    assert "| o |" in output.stdout
    assert "slide your piece on c3 - a movement is under way" in output.stdout


def test_a_game_in_another_terminal_is_left_alone(spawn: Spawn, tmp_path: Path) -> None:
    path = str(tmp_path / "shared.rec")
    child = spawn("play", "repulso", "--seat", "p2=human", "--record", path)
    child.expect("p1>")
    output = piped("play", "--resume", path)
    assert output.returncode == 2
    assert output.stderr == f"ludothek: {path} is being played in another terminal\n"

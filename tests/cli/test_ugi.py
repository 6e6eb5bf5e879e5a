"""The engine protocol: answers line by line, alone and in a process of its own."""

import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import replace
from fnmatch import fnmatchcase
from io import StringIO
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

from ludothek.cli.ugi import Ugi, serve
from ludothek.engine import Limits, networks
from ludothek.games import AnyGame, load, names
from tests.cli.ugi_manager import PATIENCE, Engine, play_game, play_match
from tests.games.repulso.test_repulso_stuck import LOST, TWO_STONES

ROBOTORY = load("robotory")
START = "4/2W2/3B2/2R2/4 p1 w2b2,w2b2 w10b10 -"
LATE = "4/2W2/3B2/2R2/4 p1 w0b2,w2b2 w2b10 -"  # taking both white discs ends the game
SETUPS = [
    pytest.param(name, seats, id=f"{name}-{seats}")
    for name in names()
    for seats in load(name).seat_counts
]


def answers(
    *lines: str, game: AnyGame = ROBOTORY, seats: int = 2, options: Mapping[str, str] | None = None
) -> list[str]:
    """All that is said to these lines."""
    stdout = StringIO()
    serve(game, game.setup(seats, options), StringIO("\n".join(lines)), stdout)
    return stdout.getvalue().splitlines()


def command(game: str, seats: int = 2) -> list[str]:
    """What starts an engine process."""
    program = Path(sys.executable).with_name("ludothek")
    return [str(program), "ugi", game, "--players", str(seats)]


@pytest.fixture(scope="module")
def process() -> Iterator[Engine]:
    """One process for all tests that talk to one."""
    with Engine(command("robotory")) as started:
        yield started


@pytest.fixture
def engine(process: Engine) -> Engine:
    """The process, with all settings as they were in the beginning."""
    process.send("stop")
    for setting in ("Player value level13", "Level value 13", "Threads value 1", "Seed value 0"):
        process.send(f"setoption name {setting}")
    process.send("uginewgame")
    process.send("isready")
    process.wait_for("readyok")
    return process


def test_an_engine_introduces_itself() -> None:
    lines = answers("ugi")
    assert lines[0].startswith("id name Ludothek ")
    assert lines[0].endswith(" Robotory")
    assert lines[1].startswith("id author ")
    assert lines[2].startswith(
        "option name Player type combo default level13 var level1 var level2 "
    )
    assert lines[2].endswith(" var level13 var montecarlo var random")
    assert lines[3:] == [
        "option name Level type spin default 13 min 1 max 13",
        "option name Threads type spin default 1 min 1 max 256",
        "option name Seed type spin default 0 min 0 max 2147483647",
        "ugiok",
    ]


def test_an_engine_says_when_it_is_ready() -> None:
    assert answers("isready") == ["readyok"]


def test_the_first_position_is_the_start() -> None:
    assert answers("fen") == [START]


def test_moves_lead_on_from_the_start() -> None:
    after = "4/2W2/2B3/2R2/4 p1 w2b1,w2b2 w10b10 -"
    assert answers("position startpos moves b@c3 Bc3", "fen") == [after]


@pytest.mark.parametrize(
    ("position", "stuck", "result"),
    [
        (TWO_STONES, "no-prospect", "none"),
        (LOST, "no-prospect", "p1win"),
        (LOST, "no-turn", "none"),
    ],
)
def test_a_manager_hears_who_has_no_prospect(position: str, stuck: str, result: str) -> None:
    """repulso 4.2, 4.3, 5.1"""
    lines = f"position fen {position}", "query result"
    replies = answers(*lines, game=load("repulso"), options={"stuck": stuck})
    assert replies == [f"response {result}"]


def test_moves_lead_on_from_a_position() -> None:
    assert answers(f"position fen {LATE} moves +w2b0", "query result") == ["response p2win"]


def test_a_longer_list_of_moves_goes_on_from_the_shorter_one() -> None:
    step_by_step = answers(
        "position startpos moves b@c3", "position startpos moves b@c3 Bc3 w@a1", "fen"
    )
    assert step_by_step == answers("position startpos moves b@c3 Bc3 w@a1", "fen")


def test_a_shorter_list_of_moves_starts_again() -> None:
    lines = ["position startpos moves b@c3 Bc3", "position startpos moves b@c3", "fen"]
    assert answers(*lines) == answers("position startpos moves b@c3", "fen")
    assert answers(*lines[:1], "position startpos", "fen") == [START]


def test_a_new_game_stands_at_the_start() -> None:
    assert answers(f"position fen {LATE}", "uginewgame", "fen") == [START]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("position startpos moves w@a2 w@a2", "w@a2: a disc lies on a2"),
        ("position startpos moves w@a2 w@a9", "'w@a9' is no decision of Robotory"),
        (f"position fen {LATE} moves +w2b0 w@a1", "w@a1: the game is over"),
        ("position fen 4/4 p1", "no position of Robotory"),
        (f"position fen {LATE} end=all", "the position belongs to a game with other options"),
        ("position fen", "position is followed by startpos, or by fen and a position"),
        ("position fen moves w@a1", "position is followed by startpos, or by fen and a position"),
        ("position startpos w@a1", "position is followed by startpos, or by fen and a position"),
        ("position", "position is followed by startpos, or by fen and a position"),
    ],
)
def test_a_position_that_cannot_be_is_refused_and_changes_nothing(line: str, sentence: str) -> None:
    before = "position startpos moves w@a1"
    position = answers(before, "fen")
    refusal, *rest = answers(before, line, "fen")
    assert refusal.startswith("error ")
    assert sentence in refusal
    assert rest == position


@pytest.mark.parametrize(
    ("question", "start", "end"),
    [("gameover", "false", "true"), ("p1turn", "true", "false"), ("turn", "p1", "p2")],
)
def test_a_query_is_answered(question: str, start: str, end: str) -> None:
    assert answers(f"query {question}") == [f"response {start}"]
    over = f"position fen {LATE} moves +w2b0"
    assert answers(over, f"query {question}") == [f"response {end}"]


def test_a_game_that_goes_on_has_no_result() -> None:
    assert answers("query result") == ["response none"]


@pytest.mark.parametrize("line", ["query", "query weather", "query turn now"])
def test_a_query_nobody_can_answer_is_an_error(line: str) -> None:
    assert answers(line) == ["error query is followed by one of gameover, p1turn, turn, result"]


def test_legal_lists_all_decisions_sorted_as_bytes() -> None:
    (line,) = answers("position startpos moves b@c3", "legal")
    word, *texts = line.split(" ")
    assert word == "legal"
    assert texts == sorted(texts, key=str.encode)
    state = ROBOTORY.play(ROBOTORY.initial(), "b@c3")
    assert set(texts) == set(ROBOTORY.legal_texts(state))


def test_nothing_is_legal_after_the_end() -> None:
    assert answers(f"position fen {LATE} moves +w2b0", "legal") == ["legal"]


@pytest.mark.parametrize(("depth", "nodes"), [(0, 1), (1, 42), (2, 1699)])
def test_perft_counts(depth: int, nodes: int) -> None:
    assert answers(f"perft {depth}") == [f"nodes {nodes}"]


@pytest.mark.parametrize("line", ["perft", "perft -1", "perft two", "perft 100", "perft ²"])
def test_perft_without_a_sensible_depth_is_an_error(line: str) -> None:
    assert answers(line)[0].startswith("error perft is followed by a number from 0 to 99")


@pytest.mark.parametrize("line", ["", "  ", "xyzzy", "debug on", "ponderhit", "GO"])
def test_unknown_commands_are_ignored(line: str) -> None:
    assert answers(line, "isready") == ["readyok"]


def test_nothing_is_heard_after_quit() -> None:
    assert answers("quit", "isready") == []


@pytest.mark.parametrize(
    "line",
    ["go nodes 20", "go depth 1", "go movetime 20", "go p1time 500 p2time 9 p1inc 20 p2inc 9"],
)
def test_a_search_says_what_it_finds_and_then_its_move(engine: Engine, line: str) -> None:
    engine.send(line)
    info = engine.wait_for("info").split(" ")
    assert info[::2][:5] == ["depth", "nodes", "nps", "time", "score"]
    assert engine.wait_for("bestmove") in ROBOTORY.legal_texts(ROBOTORY.initial())


@pytest.mark.parametrize("seed", [1, 2])
def test_the_same_seed_and_nodes_give_the_same_move(engine: Engine, seed: int) -> None:
    engine.send(f"setoption name Seed value {seed}")
    assert engine.think("nodes 40") == engine.think("nodes 40")


@pytest.mark.parametrize(("movetime", "thought"), [(1000, 0.99), (20, 0.01), (4, 0.002), (0, 0)])
def test_a_little_of_a_movetime_is_kept_for_the_answer(
    movetime: int, thought: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits: list[Limits] = []

    class Listener:
        def choose(self, game: AnyGame, state: Any, within: Limits, *_: object) -> Any:
            limits.append(within)
            return game.legal_moves(state)[0]

    monkeypatch.setattr("ludothek.cli.ugi.player", lambda *_: Listener())
    answers(f"go movetime {movetime}")
    assert limits == [Limits(thought)]


def test_a_plain_go_thinks_for_a_moment(engine: Engine) -> None:
    start = time.monotonic()
    engine.think("")
    assert time.monotonic() - start > 0.9


def test_a_search_without_end_is_stopped_by_stop(engine: Engine) -> None:
    engine.send("go infinite")
    engine.send("isready")
    engine.wait_for("readyok")
    engine.send("stop")
    assert engine.wait_for("bestmove")


def test_a_search_is_stopped_at_once(engine: Engine) -> None:
    """At least where nothing else keeps the machine busy for that moment."""
    assert any(_wait_for_the_move(engine) < 0.02 for _ in range(100))


def _wait_for_the_move(engine: Engine) -> float:
    """Stop a search; how many seconds it took until its move was there."""
    engine.send("go infinite")
    engine.wait_for("info")
    start = time.monotonic()
    engine.send("stop")
    engine.wait_for("bestmove")
    return time.monotonic() - start


def test_a_level_answers_long_before_its_time_is_up(engine: Engine) -> None:
    engine.send("setoption name Level value 3")
    assert engine.think(f"movetime {10 * 1000 * PATIENCE:.0f}")


def test_several_threads_answer_like_one(engine: Engine) -> None:
    engine.send("setoption name Threads value 2")
    assert engine.think("nodes 2000") in ROBOTORY.legal_texts(ROBOTORY.initial())


def test_what_is_certain_is_said(engine: Engine) -> None:
    engine.send("position fen R3/5/6/2Ww1/3B p1 w0b2,w2b2 w2b10 -")
    engine.send("go nodes 1000")
    assert " score 1.000 proof win 1 pv +w2b0" in engine.wait_for("info")
    assert engine.wait_for("bestmove") == "+w2b0"


def test_a_search_without_end_waits_for_stop_even_with_nothing_to_think_about() -> None:
    output: Queue[str] = Queue()
    ugi = Ugi(ROBOTORY, ROBOTORY.setup(), output.put)
    ugi.handle("setoption name Player value random")
    ugi.handle("go infinite")
    time.sleep(0.05)
    assert output.empty()
    ugi.handle("stop")
    assert output.get(timeout=PATIENCE).startswith("bestmove ")


def test_the_position_stays_while_a_search_runs(engine: Engine) -> None:
    engine.send("go infinite")
    for line in ("position startpos moves w@a1", "go nodes 1", "uginewgame"):
        engine.send(line)
        assert engine.wait_for("error") == "a search is running; stop it first"
    engine.send("query turn")
    assert engine.wait_for("response") == "p1"
    engine.send("stop")
    engine.send("position startpos moves w@a1")
    assert engine.wait_for("bestmove")
    assert engine.ask("turn") == "p2"


def test_quit_and_the_end_of_input_end_a_search() -> None:
    for lines in (["go infinite", "quit"], ["go infinite"]):
        assert answers(*lines)[-1].startswith("bestmove ")


def test_stop_without_a_search_is_harmless() -> None:
    assert answers("stop", "isready") == ["readyok"]


def test_a_finished_game_has_no_best_move() -> None:
    assert answers(f"position fen {LATE} moves +w2b0", "go infinite") == ["bestmove none"]


@pytest.mark.parametrize("line", ["go nodes", "go nodes many", "go movetime -5", "go p1time x"])
def test_a_limit_without_its_number_is_an_error(line: str) -> None:
    (refusal,) = answers(line)
    assert refusal.startswith(f"error {line.split()[1]} is followed by a number from ")


@pytest.mark.parametrize("limit", ["depth", "nodes"])
def test_a_search_looks_at_something(limit: str) -> None:
    assert answers(f"go {limit} 0", "stop") == [
        f"error {limit} is followed by a number from 1 to 1000000000000, not '0'"
    ]


def test_words_of_go_that_nobody_knows_are_ignored() -> None:
    assert answers("go ponder mate 3 nodes 1")[-1].startswith("bestmove ")


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("setoption", "setoption is followed by name Player, Level, Threads or Seed, and value"),
        ("setoption name Hash value 9", "setoption is followed by name Player, Level, Threads or"),
        ("setoption name Level value 14", "Level is followed by a number from 1 to 13, not '14'"),
        ("setoption name Threads value 0", "Threads is followed by a number from 1 to 256"),
        ("setoption name Player value oracle", "no player is named 'oracle'; there are"),
        ("setoption name Player value level14", "no player is named 'level14'; there are level1,"),
        ("setoption name Seed value -1", "Seed is followed by a number from 0 to 2147483647"),
    ],
)
def test_an_option_that_cannot_be_set_is_an_error(line: str, sentence: str) -> None:
    (refusal,) = answers(line)
    assert refusal.startswith(f"error {sentence}")


@pytest.mark.parametrize(("name", "seats"), SETUPS)
def test_every_game_is_spoken(name: str, seats: int) -> None:
    game = load(name)
    texts = sorted(game.legal_texts(game.initial(seats)), key=str.encode)
    fen, legal, turn, move = answers(
        "setoption name Player value random",
        "fen",
        "legal",
        "query turn",
        "go",
        game=game,
        seats=seats,
    )
    assert fen == game.format_position(game.initial(seats))
    assert legal.split(" ")[1:] == texts
    assert turn == "response p1"
    assert move.removeprefix("bestmove ") in texts


def test_the_best_move_is_never_an_open_one() -> None:
    opened = {"b@c3", "w@a1"}
    half_open = replace(ROBOTORY, is_open=lambda move: str(move) in opened)
    for seed in range(20):
        lines = ["setoption name Player value random", f"setoption name Seed value {seed + 1}"]
        (move,) = answers(*lines, "go", game=half_open)
        assert move.removeprefix("bestmove ") not in opened


def test_where_the_table_decides_the_engine_says_that_it_stands() -> None:
    splash = load("splash")
    state, moves = splash.initial(), []
    while not any(map(splash.is_open, splash.legal_moves(state))):
        moves.append(splash.legal_texts(state)[0])
        state = splash.play(state, moves[-1])
    command = " ".join(["position startpos moves", *moves])
    assert answers(command, "legal", "go", game=splash) == [
        "legal falls:? stands",
        "bestmove stands",
    ]
    (refusal,) = answers(f"{command} falls:?", game=splash)
    assert refusal.startswith("error falls:?: falls:? stands for every way to fall; ")


def test_every_line_is_sent_at_once() -> None:
    class Watched(StringIO):
        unsent = 0

        def write(self, text: str) -> int:
            self.unsent += text.count("\n")
            assert self.unsent <= 1
            return super().write(text)

        def flush(self) -> None:
            self.unsent = 0

    serve(ROBOTORY, ROBOTORY.setup(), StringIO("ugi\ngo nodes 9"), Watched())


def test_a_manager_that_goes_away_is_no_disaster() -> None:
    class Gone(StringIO):
        def flush(self) -> None:
            raise BrokenPipeError

    serve(ROBOTORY, ROBOTORY.setup(), StringIO("ugi\ngo nodes 9"), Gone())


def test_a_process_whose_listener_leaves_ends_quietly() -> None:
    with subprocess.Popen(
        command("robotory"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as process:
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdout.close()
        process.stdin.write(b"isready\nugi\n")
        process.stdin.close()
        assert process.wait(timeout=PATIENCE) == 0
        assert process.stderr.read() == b""


def test_bytes_that_are_no_text_do_not_bring_the_engine_down() -> None:
    done = subprocess.run(
        command("robotory"),
        input=b"position startpos moves \xff\xfe\n\x00\r\nisready\r\n",
        capture_output=True,
        check=True,
        timeout=PATIENCE,
    )
    refusal, ready = done.stdout.decode().splitlines()
    assert refusal.startswith("error ")
    assert ready == "readyok"


class Nearby(Engine):
    """An engine without a process of its own."""

    def __init__(self, game: AnyGame, seats: int) -> None:
        self._lines = Queue()
        self._ugi = Ugi(game, game.setup(seats), self._lines.put)
        self._greet()

    def __exit__(self, *_: object) -> None:
        self.send("quit")

    def send(self, line: str) -> None:
        self._ugi.handle(line)


@pytest.mark.parametrize("name", names())
def test_a_tournament_manager_plays_every_game_to_its_end(name: str) -> None:
    seats = load(name).seat_counts[-1]
    with Engine(command(name, seats)) as one, Engine(command(name, seats)) as other:
        _play_to_the_end(name, seats, one, other)


@pytest.mark.parametrize(
    ("name", "seats"), [(name, seats) for name in names() for seats in load(name).seat_counts[:-1]]
)
def test_a_tournament_manager_plays_with_fewer_seats(name: str, seats: int) -> None:
    """A process of its own against one nearby, which is started sooner."""
    with Engine(command(name, seats)) as one, Nearby(load(name), seats) as other:
        _play_to_the_end(name, seats, one, other)


def _play_to_the_end(name: str, seats: int, one: Engine, other: Engine) -> None:
    """Play by lot, and look whether the rules see the same result."""
    for seed, engine in enumerate((one, other), 1):
        engine.send("setoption name Player value random")
        engine.send(f"setoption name Seed value {seed}")
    result, moves = play_game(one, other, "nodes 1")
    game = load(name)
    state = game.initial(seats)
    for text in moves:
        state = game.play(state, text)
    outcome = game.outcome(state)
    assert outcome
    assert outcome.text == result


def test_a_tournament_manager_plays_a_match_of_searching_engines() -> None:
    with Engine(command("robotory")) as one, Engine(command("robotory")) as other:
        other.send("setoption name Player value random")
        assert play_match(one, other, games=2, limits="nodes 10").total() == 2


def test_a_network_of_ones_own_evaluates(tmp_path: Path) -> None:
    path = tmp_path / "own.net"
    path.write_bytes((networks.SHIPPED / "robotory.net").read_bytes())
    stdout = StringIO()
    talk = StringIO("setoption name Seed value 1\ngo nodes 50\n")
    serve(ROBOTORY, ROBOTORY.setup(), talk, stdout, networks.read(path, "robotory"))
    (best,) = answers("setoption name Seed value 1", "go nodes 50")[-1:]
    assert stdout.getvalue().splitlines()[-1] == best


def test_a_wrong_network_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "own.net"
    path.write_bytes(b"nothing")
    run = subprocess.run(
        [*command("robotory"), "--network", path], capture_output=True, text=True, check=False
    )
    assert run.returncode != 0
    assert "own.net is no network" in run.stderr


def test_the_talk_in_the_documentation_goes_as_it_is_written() -> None:
    page = Path(__file__).parents[2] / "docs" / "protocol.md"
    talk = page.read_text(encoding="utf-8").rpartition("```\n")[0].rpartition("```\n")[2]
    output: Queue[str] = Queue()
    ugi = Ugi(ROBOTORY, ROBOTORY.setup(), output.put)
    for line in talk.splitlines():
        mark, _, text = line.partition(" ")
        if mark == ">":
            assert output.empty()
            assert ugi.handle(text) == (text != "quit")
        elif text != "…":
            answer = output.get(timeout=PATIENCE)
            while answer.startswith("info ") and not text.startswith("info "):
                answer = output.get(timeout=PATIENCE)
            assert fnmatchcase(answer, text.replace("…", "*"))

"""The long measurements of `bench`, shortened: they play, keep, report and write."""

import json
import re
import sys
from importlib import import_module
from pathlib import Path

import pytest

from bench import harness
from bench.strength import balance, endgame, reduced, versus_engine, versus_montecarlo
from ludothek.engine import core
from ludothek.games.nexus import NEXUS
from ludothek.research.arena.matches import opened, play
from ludothek.research.arena.runs import Result, load_results
from ludothek.workers import Work

ROOT = Path(__file__).parents[2]


def measure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], arguments: str
) -> str:
    name = arguments.split(maxsplit=1)[0]
    monkeypatch.setattr("sys.argv", arguments.split())
    import_module(f"bench.{name}").main()
    return capsys.readouterr().out


@pytest.fixture
def page(tmp_path: Path) -> Path:
    """The document, without what was measured."""
    path = tmp_path / "strength.md"
    text = (ROOT / "docs" / "strength.md").read_text(encoding="utf-8")
    empty = re.sub(r"(<!-- (.*) -->\n)[^<]*(<!-- end \2 -->)", r"\1\3", text)
    path.write_text(empty, encoding="utf-8")
    return path


def test_a_ladder_of_several_games_is_measured_and_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], page: Path, tmp_path: Path
) -> None:
    out = tmp_path / "ladder.jsonl"
    command = f"ladder repulso robotory --number 2 --levels 1-2 --jobs 2 --out {out}"
    output = measure(monkeypatch, capsys, f"{command} --write {page}")
    assert "repulso, 2 seats" in output
    assert page.read_text(encoding="utf-8").count("| policy only |") == 2
    assert len(load_results(out)) == 4
    assert measure(monkeypatch, capsys, f"{command} --report") == output


def test_balance_is_measured_for_each_option(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], page: Path, tmp_path: Path
) -> None:
    out = tmp_path / "balance.jsonl"
    command = (
        "strength.balance robotory --number 2 --changed 1 --nodes 200 --jobs 2 "
        f"--out {out} --write {page}"
    )
    *_, default, changed = measure(monkeypatch, capsys, command).splitlines()
    assert default.startswith("| robotory | 2 | - | 2 | 0% | 0 |")
    assert changed.startswith("| robotory | 2 | end=all | 1 | 0% | 0 |")
    assert default in page.read_text(encoding="utf-8")
    assert len(load_results(out)) == 3


def test_the_balance_keeps_the_number_of_decisions_and_not_what_they_were() -> None:
    job = balance.task(("robotory", 2, "-"), {}, 0, 2).job
    brief, whole = (
        json.loads(play(json.dumps(each), lambda _: None, lambda: False))
        for each in (job, {**job, "brief": False})
    )
    assert brief.keys() == {"winners", "reason", "turns", "decisions"}
    assert brief.pop("decisions") == len(whole["moves"].split())
    assert whole | brief == whole


class Handed(Exception):
    """What a measurement hands over."""


BENCHES = {
    path.relative_to(ROOT).with_suffix("").as_posix().replace("/", "."): path
    for path in sorted((ROOT / "bench").rglob("*.py"))
    if re.search(
        r"^from bench\.harness import .*\bmeasured\b", path.read_text("utf-8"), re.MULTILINE
    )
}
NEEDED = {"bench.strength.versus_engine": ["robotory", "one", "other"]}


@pytest.mark.parametrize("bench", BENCHES)
def test_what_can_be_measured_on_a_cluster_is_work_of_the_package(
    bench: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """A node cannot import the script that is run: there it is `__main__`."""

    def hand(work: Work, *_: object) -> None:
        raise Handed(work.__module__)

    monkeypatch.setattr(harness, "run_tasks", hand)
    out = ["--out", str(tmp_path / "out.jsonl")]
    command = [bench, *NEEDED.get(bench, []), *out]
    monkeypatch.setattr("sys.argv", command)
    with pytest.raises(Handed) as here:
        import_module(bench).main()
    monkeypatch.setattr("sys.argv", [*command, "--ray", "127.0.0.1:1"])
    if str(here.value).startswith("ludothek."):
        with pytest.raises(Handed):
            import_module(bench).main()
    else:
        with pytest.raises(SystemExit, match="2"):
            import_module(bench).main()
        assert "unrecognized arguments: --ray" in capsys.readouterr().err


def test_the_measurements_are_found() -> None:
    assert {"bench.ladder", "bench.strength.balance", "bench.strength.versus_engine"} < set(BENCHES)


def test_games_of_the_balance_begin_with_a_random_turn_of_every_seat() -> None:
    jobs = [balance.task(("nexus", 3, "-"), {}, number, 50).job for number in range(2)]
    assert [job["opening"] for job in jobs] == [[9, 0], [9, 1]]
    state = NEXUS.initial(3)
    for text in opened(NEXUS, state, *jobs[0]["opening"]):
        state = NEXUS.play(state, text)
    assert NEXUS.to_move(state) == 1
    assert opened(NEXUS, NEXUS.initial(3), 9, 0) != opened(NEXUS, NEXUS.initial(3), 9, 1)


def test_a_game_that_goes_on_too_long_is_cut_off() -> None:
    job = balance.task(("nexus", 2, "draw=off"), {"draw": "off"}, 0, 2).job | {"most_turns": 5}
    result = json.loads(play(json.dumps(job), lambda _: None, lambda: False))
    assert (result["winners"], result["reason"], result["turns"]) == ([], "cap", 5)


def test_the_solver_is_asked_from_the_end_back(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], page: Path, tmp_path: Path
) -> None:
    monkeypatch.setattr(endgame, "SECONDS", (0.01, 0.5))
    job = endgame.task("repulso", 0, 1).job
    result = json.loads(endgame.solved_game(json.dumps(job), lambda _: None, lambda: False))
    assert result["seconds"][0] is not None
    out = tmp_path / "endgame.jsonl"
    keys = [endgame.task("repulso", number, 4).key for number in range(2)]
    out.write_text("".join(json.dumps({"key": key, **result}) + "\n" for key in keys))
    command = f"strength.endgame repulso --number 2 --report --out {out} --write {page}"
    assert "| repulso | 2 |" in measure(monkeypatch, capsys, command)


def test_solvers_are_compared_on_the_same_games(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(endgame, "SECONDS", (0.01, 0.5))
    kept = tmp_path / "games.jsonl"
    first = endgame.task("robotory", 0, 1)
    moves = json.loads(play(json.dumps(first.job), lambda _: None, lambda: False))["moves"]
    kept.write_text(json.dumps({"key": first.key, "moves": moves}))
    again = endgame.task("robotory", 0, 1, "other", endgame.kept_moves(kept))
    assert again.key == f"{first.key} other"
    monkeypatch.setattr(endgame, "play", None)  # it would be played no more
    result = json.loads(endgame.solved_game(json.dumps(again.job), lambda _: None, lambda: False))
    assert result["moves"] == moves
    assert result["seconds"][0] is not None


def test_the_second_seat_wins_robotory_with_few_discs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], page: Path, tmp_path: Path
) -> None:
    assert reduced.start(2) == "4/2W2/3B2/2R2/4 p1 w2b2,w2b2 w2b2 -"
    out = tmp_path / "reduced.jsonl"
    command = f"strength.reduced robotory --lids 2 --jobs 1 --out {out}"
    *_, one, two = measure(monkeypatch, capsys, f"{command} --write {page}").splitlines()
    assert one.startswith("| 1 + 1 | p2 |")
    assert two.startswith("| 2 + 2 | p2 |")
    assert two in page.read_text(encoding="utf-8")
    assert all(result["nodes"] < 20_000 for result in load_results(out).values())


def test_the_solver_of_a_reduced_game_stops_when_it_is_asked_to() -> None:
    with pytest.raises(ValueError, match="stopped"):
        reduced.solved('{"discs": 10}', lambda _: None, lambda: True)


def test_a_reach_ends_at_the_first_position_that_took_too_long() -> None:
    assert endgame.reach([0.1, 0.2, 3.0, 0.1, None], 1.0) == 2
    assert endgame.reach([0.1, 0.2, 3.0, 0.1, None], 10.0) == 4
    assert endgame.reach([], 1.0) == 0


def test_the_engine_beats_the_baseline(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], page: Path, tmp_path: Path
) -> None:
    times = "--engine 0.02 --baseline 0.02 --solver 0.02"
    out = tmp_path / "b.jsonl"
    command = f"strength.versus_montecarlo robotory --number 2 --jobs 2 {times} --out {out}"
    *_, row, goal = measure(monkeypatch, capsys, f"{command} --write {page}").splitlines()
    assert row.startswith("| robotory | 2 | 2 | 0 | 0 |")
    assert row.endswith("| 0 |")
    assert goal == "every game has reached its goal"


def test_the_weakest_level_meets_its_former_self(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    out = tmp_path / "first.jsonl"
    command = f"strength.first_level repulso --number 4 --jobs 1 --out {out}"
    *_, row = measure(monkeypatch, capsys, command).splitlines()
    players = [result["players"] for result in load_results(out).values()]
    assert players == [["level1", "level1/8"], ["level1/8", "level1"]] * 2
    assert re.fullmatch(r"\| repulso \| 2 \| 4 \| \d+% \(\d+% to \d+%\) \|", row)


WON, DRAWN, LOST = ({"share": share, "proven": None} for share in (1.0, 0.5, 0.0))
THROWN = {"share": 0.0, "proven": 12}


@pytest.mark.parametrize(
    ("results", "output", "status"),
    [
        ([WON] * 38 + [LOST] * 2, ["every game has reached its goal"], 0),
        ([WON] * 37 + [DRAWN] * 3, ["repulso: 37 won of 40; of 40 it should be 38"], 1),
        ([WON] * 39 + [THROWN], ["repulso: 1 not won although a win was proven"], 1),
        ([WON] * 9, ["repulso: 9 won of 9; of 40 it should be 38"], 0),
    ],
)
def test_the_bench_says_whether_the_baseline_was_beaten(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    results: list[Result],
    output: list[str],
    status: int,
) -> None:
    out = tmp_path / "baseline.jsonl"
    tasks = [
        versus_montecarlo.task("repulso", number, 0.2, 2, 0.5) for number in range(len(results))
    ]
    keys = [task.key for task in tasks]
    lines = [{"key": key, **result} for key, result in zip(keys, results, strict=True)]
    out.write_text("\n".join(map(json.dumps, lines)))
    left: object = 0
    monkeypatch.setattr("sys.argv", ["baseline", "repulso", "--report", "--out", str(out)])
    try:
        versus_montecarlo.main()
    except SystemExit as leaving:
        left = leaving.code
    assert capsys.readouterr().out.splitlines()[3:] == output
    assert left == status


def test_a_level_without_a_limit_plays_no_games_for_the_solver(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        measure(monkeypatch, capsys, "strength.endgame --level 8")
    assert "argument --level: invalid choice: 8" in capsys.readouterr().err


def test_two_engines_are_matched_until_the_goal_is_reached(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    engine = f"{Path(sys.executable).with_name('ludothek')} ugi robotory"
    out = tmp_path / "versus.jsonl"
    command = ["versus", "robotory", engine, engine, "--names", "one", "other", "--out", str(out)]
    limits = ["--nodes", "9", "--other-nodes", "4", "--games", "40", "--fewest", "4"]
    monkeypatch.setattr("sys.argv", [*command, *limits, "--goal=-1"])  # any result is above it
    versus_engine.main()
    *_, row = capsys.readouterr().out.splitlines()
    assert row.startswith("| robotory | 2 | nodes 9, nodes 4 | 4 | 0 | ")
    assert [result["seat"] for result in load_results(out).values()] == [1, 2, 1, 2]
    monkeypatch.setattr("sys.argv", [*command, *limits, "--report"])
    versus_engine.main()
    assert capsys.readouterr().out.splitlines()[-1] == row


def test_an_unknown_game_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="no game here is named 'chess'"):
        measure(monkeypatch, capsys, "ladder chess")


def test_every_game_of_the_core_has_a_place_on_the_page() -> None:
    text = (ROOT / "docs" / "strength.md").read_text(encoding="utf-8")
    for name in core.GAMES:
        for seats in core.rules_of(name).seat_counts:
            assert f"<!-- ladder {name} {seats} -->" in text

"""Data sets, read back and checked against the rules."""

import re
from pathlib import Path
from zipfile import ZipFile

import numpy as np
import pytest

import ludothek
from ludothek.cli.main import run
from ludothek.engine import _core, networks
from ludothek.games import load as load_game
from ludothek.games.record import plies
from ludothek.games.record.json import from_json
from ludothek.research.data.arrays import MEANINGS, arrays_of, record_of
from ludothek.research.data.export import load, save
from ludothek.research.specification import specification

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("data")
    small = ["--games", "3", "--nodes", "12", "--jobs", "1", "--out", str(out)]
    assert run(["data", "export", "nexus", "--players", "3", "--option", "jump=line", *small]) == 0
    return out


def test_every_row_is_what_the_rules_and_the_specification_say(folder: Path) -> None:
    arrays = load(folder / "nexus-3.npz")
    lines = (folder / "nexus-3.records.jsonl").read_text("utf-8").splitlines()
    rules = load_game("nexus")
    spec = specification("nexus", 3, {"jump": "line"})
    row = 0
    for number, record in enumerate(map(from_json, lines)):
        play = spec.begin()
        for ply, state, move in plies(record):
            if move is None:
                assert rules.outcome(state) == record.result
                assert arrays["outcome"][number] == pytest.approx(rules.shares(state))
                continue
            assert (arrays["game"][row], arrays["ply"][row]) == (number, ply)
            assert arrays["seat"][row] == rules.to_move(state) == play.seat
            assert arrays["position"][row] == rules.format_position(state)
            assert arrays["decision"][row] == str(move) == spec.text(play, arrays["action"][row])
            assert (arrays["observation"][row] == spec.encode(play, play.seat)).all()
            start, end = arrays["policy_start"][row : row + 2]
            assert spec.mask(play)[arrays["policy_action"][start:end]].all()
            assert (arrays["policy_visits"][start:end] > 0).all()
            assert arrays["values"][row].sum() == pytest.approx(1, abs=0.01)
            play.apply(int(arrays["action"][row]))
            row += 1
    assert row == len(arrays["ply"]) > 50
    assert len(arrays["outcome"]) == 3


def test_the_datasheet_names_every_array_and_the_command_that_makes_it_again(folder: Path) -> None:
    sheet = (folder / "nexus-3.md").read_text("utf-8")
    assert set(load(folder / "nexus-3.npz")) == set(re.findall(r"^\| `(\w+)`", sheet, re.MULTILINE))
    command = "ludothek data export nexus --players 3 --option jump=line --games 3 --nodes 12"
    assert f"    {command}\n" in sheet
    assert "Licence of the data: CC0-1.0." in sheet
    assert max(map(len, sheet.splitlines())) <= 120


def test_the_archive_has_the_arrays_and_nothing_else(folder: Path) -> None:
    """An option that an older NumPy does not know would lie there as an array, too."""
    arrays = load(folder / "nexus-3.npz")
    with ZipFile(folder / "nexus-3.npz") as archive:
        assert sorted(archive.namelist()) == sorted(f"{name}.npy" for name in arrays)
    assert set(arrays) == set(MEANINGS) - {"face", "pose"}
    with np.load(folder / "nexus-3.npz", allow_pickle=False) as by_numpy:
        assert by_numpy.files == list(arrays)


def test_python_objects_are_not_written(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="Object arrays cannot be saved"):
        save(tmp_path / "x.npz", {"pose": np.array([None])})


def test_the_same_command_goes_on_with_what_is_there(folder: Path) -> None:
    names = ("nexus-3.jsonl", "nexus-3.npz", "nexus-3.records.jsonl", "nexus-3.md")
    before = [(folder / name).read_bytes() for name in names]
    small = ["--games", "3", "--nodes", "12", "--jobs", "1", "--out", str(folder)]
    assert run(["data", "export", "nexus", "--players", "3", "--option", "jump=line", *small]) == 0
    assert [(folder / name).read_bytes() for name in names] == before


def test_what_is_dealt_in_splash_is_in_the_record_and_is_no_row() -> None:
    setup = load_game("splash").setup(2, {"draft": "random"})
    taken = [f"take:{shape}{colour}" for shape in "LTPOS" for colour in "roygbp"]
    rest = ["take:" + name for name in re.findall(r"take:(\w+)", " ".join(taken))]
    result = {
        "winners": [],
        "reason": "unfinished",
        "dealt": " ".join(rest[:28]),
        "moves": " ".join(rest[28:]),
        "values": [[0.5, 0.5]] * len(rest[28:]),
        "poses": [None] * len(rest[28:]),
    }
    record = record_of("splash", setup, ("A", "B"), result)
    arrays = arrays_of([record], [result])
    assert len(record.moves) == len(rest)
    assert arrays["ply"].tolist() == list(range(28, len(rest)))
    assert np.isnan(arrays["pose"]).all()
    assert arrays["outcome"].tolist() == [[0.5, 0.5]]
    assert arrays.keys() <= MEANINGS.keys()


def test_games_are_searched_with_a_network_of_ones_own_and_drawn_as_long_as_asked_for(
    tmp_path: Path,
) -> None:
    _, inputs, outputs, seats, *_ = _core.encoder("robotory")
    weights = np.zeros((inputs + 1 + 32 + outputs) * 64 + 32 + 33 * seats + outputs, "<i2")
    network = tmp_path / "flat.net"
    header = networks.write(network, "robotory", 64, weights.tobytes())
    small = ["--games", "2", "--nodes", "8", "--jobs", "1", "--network", str(network)]
    for opening, name in (("1", "short"), ("999", "long")):
        more = ["--opening", opening, "--out", str(tmp_path / name)]
        assert run(["data", "export", "robotory", *small, *more]) == 0
    short, long = (load(tmp_path / name / "robotory.npz") for name in ("short", "long"))
    assert short["decision"].tolist() != long["decision"].tolist()
    sheet = " ".join((tmp_path / "long" / "robotory.md").read_text("utf-8").split())
    assert f"with network {header.sha256[:8]}. The first 999 decisions were drawn" in sheet
    assert f"--opening 999 --network {network}" in sheet


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["splash", "--nodes", "5"], "played by a level"),
        (["splash", "--network", "x.net"], "not with a network"),
        (["repulso", "--network", str(networks.SHIPPED / "nexus.net")], "is a network of nexus"),
        (["splash", "--level", "5"], "level is a number from 1 to 4, not 5"),
        (["repulso", "--level", "2"], "number of nodes, not with a level"),
        (["nexus", "--players", "5"], "played with 2, 3, 4 seats, not 5"),
    ],
)
def test_bad_input_is_refused_and_leaves_nothing(
    arguments: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "data"
    assert run(["data", "export", *arguments, "--out", str(out)]) == 2
    assert sentence in capsys.readouterr().err
    assert not out.exists()


def test_the_citation_names_the_version_and_the_licence() -> None:
    text = (ROOT / "CITATION.cff").read_text("utf-8")
    assert f"\nversion: {ludothek.__version__}\n" in text
    assert "\nlicense: MIT\n" in text

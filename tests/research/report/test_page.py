"""The command, its files and its pages."""

import json
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from ludothek.cli.main import run
from ludothek.research.report.words import LANGUAGES, words

SMALL = ["--games", "3", "--nodes", "6", "--skill", "2", "--playouts", "100", "--jobs", "1"]
VOID = {"meta", "br"}


class Balanced(HTMLParser):
    """Every element is closed, in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.headings: list[str] = []

    def handle_starttag(self, tag: str, attrs: object) -> None:  # noqa: ARG002
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "h2":
            self.headings.append(data)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("reports")
    assert run(["report", "robotory", *SMALL, "--out", str(out)]) == 0
    return out


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_has_every_part_and_nothing_from_elsewhere(folder: Path, language: str) -> None:
    html = (folder / f"robotory.{language}.html").read_text("utf-8")
    page, say = Balanced(), words(language)
    page.feed(html)
    assert page.open == []
    parts = ("wins", "length", "branching", "leader", "skill", "reasons", "first", "use", "left")
    more = ("shortest", "figures", "options")
    assert page.headings == [say[key] for key in (*parts, *more)]
    assert "<script" not in html
    assert not re.search(r'(src|href)="(?!robotory\.)', html)
    assert set(re.findall(r"https?://[^\"<]+", html)) <= {"http://www.w3.org/2000/svg"}
    assert "ludothek report robotory --games 3 --nodes 6 --skill 2 --playouts 100" in html
    assert html.count('class="bar"') > 2
    assert "AdvantageP1" in html
    assert "end=all" in html
    assert html.count(say["reason_lid-empty"]) == 2


def test_the_data_beside_the_page_has_every_measure_with_a_range(folder: Path) -> None:
    report = json.loads((folder / "robotory.json").read_text("utf-8"))
    for setting in report["settings"]:
        assert len(setting["measures"]) >= 12
        for each in (*setting["measures"].values(), *setting["wins"]):
            assert each["least"] <= each["value"] <= each["most"]
    assert report["shortest"]["result"].endswith(")")
    assert len(report["expected"]) == 42


def test_an_interrupted_report_goes_on_and_comes_out_the_same(folder: Path) -> None:
    kept, page = folder / "robotory.jsonl", folder / "robotory.de.html"
    lines, before = kept.read_text("utf-8").splitlines(keepends=True), page.read_bytes()
    kept.write_text("".join(lines[:5]) + lines[5][:20], "utf-8")
    page.unlink()
    assert run(["report", "robotory", *SMALL, "--out", str(folder)]) == 0
    assert page.read_bytes() == before
    after = kept.read_text("utf-8").splitlines(keepends=True)
    assert after[:5] == lines[:5]
    assert len([line for line in after if line.endswith("}\n")]) == len(lines) - 1


def test_both_languages_say_the_same_things() -> None:
    english, german = words("en"), words("de")
    assert english.keys() == german.keys()
    for key, text in english.items():
        assert set(re.findall(r"{\w+}", text)) == set(re.findall(r"{\w+}", german[key])), key


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["splash", "--nodes", "5"], "played by a level, not with a number of nodes"),
        (["splash", "--option", "referee=yes"], "no computer can play Splash! like that"),
        (["robotory", "--option", "end=never"], "is one of colour, all, not 'never'"),
        (["robotory", "--games", "1"], "games"),
    ],
)
def test_bad_input_is_refused_and_leaves_nothing(
    arguments: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "reports"
    assert run(["report", *arguments, "--out", str(out)]) == 2
    assert sentence in capsys.readouterr().err
    assert not out.exists()


def test_splash_without_its_table_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludothek.research.extras.find_spec", lambda _name: None)
    assert run(["report", "splash", "--out", str(tmp_path / "reports")]) == 2
    assert 'pip install "ludothek[physics]"' in capsys.readouterr().err


@pytest.mark.full
@pytest.mark.parametrize(
    "arguments",
    [["repulso"], ["nexus"], ["nexus", "--players", "3"], ["nexus", "--players", "4"]],
    ids=" ".join,
)
def test_other_board_games_have_reports(arguments: list[str], tmp_path: Path) -> None:
    few = [*SMALL, "--no-compare"] if "4" in arguments else SMALL
    assert run(["report", *arguments, *few, "--out", str(tmp_path)]) == 0
    assert len(list(tmp_path.glob("*.html"))) == 2


@pytest.mark.full
def test_splash_has_a_report(tmp_path: Path) -> None:
    small = ["--games", "2", "--level", "2", "--skill", "2", "--out", str(tmp_path)]
    assert run(["report", "splash", *small]) == 0
    html = (tmp_path / "splash-2.de.html").read_text("utf-8")
    assert words("de")["use_pieces"] in html
    assert "hand=shaky" in html


@pytest.mark.full
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_splash_has_a_report_with_more_seats(seats: int, tmp_path: Path) -> None:
    small = ["--games", "2", "--level", "1", "--no-compare", "--out", str(tmp_path)]
    assert run(["report", "splash", "--players", str(seats), *small]) == 0
    html = (tmp_path / f"splash-{seats}.en.html").read_text("utf-8")
    assert html.count(words("en")["seat"].format(seat=seats)) >= 1

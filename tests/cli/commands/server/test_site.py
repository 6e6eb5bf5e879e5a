"""`ludothek site`: the page as files for any static host."""

import json
from pathlib import Path

import pytest

from ludothek.cli.commands.server.site import addresses, write
from ludothek.games import names
from ludothek.games.errors import LudothekError

INDEX = '<head><title>L</title><link rel="manifest" href="./manifest.webmanifest" /></head>'


@pytest.fixture
def page(tmp_path: Path) -> Path:
    folder = tmp_path / "web"
    (folder / ".vite").mkdir(parents=True)
    (folder / "index.html").write_text(INDEX)
    (folder / "offline.json").write_text('{"version": "abc", "files": []}')
    (folder / "sw.js").write_text("const VERSION = 'abc'")
    return folder


def test_every_fixed_address_is_a_file_that_finds_the_others(page: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    write(site, page=page)
    assert 'content="none"' in (site / "index.html").read_text()
    assert 'href="./manifest' in (site / "index.html").read_text()
    assert 'href="../../manifest' in (site / "rules/nexus/index.html").read_text()
    assert 'href="../manifest' in (site / "match/index.html").read_text()
    assert all((site / address / "index.html").is_file() for address in addresses())
    assert not (site / ".vite").exists()


def test_any_other_address_has_a_beginning_that_knows_no_depth(page: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    write(site, page=page)
    other = (site / "404.html").read_text()
    assert 'content=\\"none\\"' in other
    markup = other.replace(other[other.index("<script>") : other.index("</script>")], "")
    assert "./" not in markup  # what is named relative to the page is written by the script


def test_a_site_with_a_server_says_where_it_is_and_is_another_version(
    page: Path, tmp_path: Path
) -> None:
    write(tmp_path / "alone", page=page)
    write(tmp_path / "site", "https://games.example.org", page)
    index = (tmp_path / "site/settings/index.html").read_text()
    assert 'content="https://games.example.org/"' in index
    versions = {
        json.loads((tmp_path / name / "offline.json").read_text())["version"]
        for name in ("alone", "site")
    }
    assert len(versions | {"abc"}) == 3
    assert "'abc'" not in (tmp_path / "site/sw.js").read_text()


def test_every_game_of_ours_has_its_addresses() -> None:
    of_games = {f"{page}/{game}" for page in ("play", "rules", "learn") for game in names()}
    assert of_games <= set(addresses())


@pytest.mark.parametrize("server", ["games.example.org", "ftp://x", 'https://x/"onload="'])
def test_a_server_that_is_no_web_address_is_refused(
    page: Path, tmp_path: Path, server: str
) -> None:
    with pytest.raises(LudothekError, match=r"https://games\.example\.org"):
        write(tmp_path / "site", server, page)
    assert not (tmp_path / "site").exists()


def test_nothing_is_overwritten_and_a_missing_page_is_named(page: Path, tmp_path: Path) -> None:
    with pytest.raises(LudothekError, match="not an empty folder"):
        write(page, page=page)
    with pytest.raises(LudothekError, match="make page"):
        write(tmp_path / "site", page=tmp_path / "nowhere")

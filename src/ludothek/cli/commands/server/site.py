"""`ludothek site`: write the page as a folder of static files."""

import json
import shutil
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Final
from urllib.parse import urlsplit

import typer

PAGE: Final = Path(__file__).parents[3] / "web"
_OF_A_GAME: Final = ("play", "rules", "learn")
_OTHERS: Final = (
    *("match", "replay", "records", "referee", "settings", "about", "lobby", "join", "recover"),
)
_MARK: Final = "<title>"
# What hosts show at any other address, as that of a game from elsewhere. It does not know how deep
# it lies: it finds the page before the last name that is one of the page's, or else beside it.
_ELSEWHERE: Final = r"""<!doctype html>
<html lang="en">
  <head>
    <script>
      const names = {names}
      const path = location.pathname
      const known = path.match(new RegExp(`^(.*/)(?:${{names}})(?:/.*)?$`))
      const base = (known ?? path.match(/^(.*\/)[^/]*\/?$/))[1]
      document.write({head}.replaceAll('="./', `="${{base}}`))
    </script>
  </head>
{body}"""


def site(
    folder: Annotated[Path, typer.Argument(help="output folder; it must be empty or new")],
    server: Annotated[
        str | None,
        typer.Option(
            help="server for lobby and invitations; on another origin it has to list this page"
        ),
    ] = None,
) -> None:
    """Write the page as static files, for any web host and path."""
    write(folder, server)
    typer.echo(f"the site is in {folder}")


def write(folder: Path, server: str | None = None, page: Path = PAGE) -> None:
    """Copy the page, and put its beginning at every fixed address."""
    if not (page / "index.html").is_file():
        raise _refused("no-page", "this package has no page: build it with `make page`")
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise _refused("site-folder", f"{folder} is not an empty folder")
    start = _beginning((page / "index.html").read_text("utf-8"), _checked(server))
    shutil.copytree(page, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns(".vite"))
    (folder / "index.html").write_text(start, "utf-8")
    for address in addresses():
        place = folder / address
        place.mkdir(parents=True)
        up = "../" * (address.count("/") + 1)
        (place / "index.html").write_text(start.replace('="./', f'="{up}'), "utf-8")
    (folder / "404.html").write_text(_elsewhere(start), "utf-8")
    _new_version(folder, start)


def _elsewhere(start: str) -> str:
    head, _, body = start.partition("<head>")[2].partition("</head>")
    names = "|".join((*_OF_A_GAME, *_OTHERS))
    quoted = json.dumps(head).replace("</", "<\\/")  # it stands in a script
    return _ELSEWHERE.format(names=json.dumps(names), head=quoted, body=body.strip("\n"))


def addresses() -> tuple[str, ...]:
    """Every fixed address of the page; what varies stands in the query."""
    from ludothek.games import built_in_names  # here: it brings all games along

    return *(f"{page}/{game}" for page in _OF_A_GAME for game in built_in_names()), *_OTHERS


def _checked(server: str | None) -> str:
    if server is None:
        return "none"
    parts = urlsplit(server)
    if parts.scheme not in {"http", "https"} or not parts.netloc or '"' in server:
        raise _refused("site-server", "a server's address is written as https://games.example.org")
    return server.rstrip("/") + "/"


def _refused(code: str, sentence: str) -> Exception:
    from ludothek.games.errors import LudothekError  # here: it brings all games along

    return LudothekError(code, sentence)


def _beginning(index: str, server: str) -> str:
    """The page's beginning, which says where the server is."""
    return index.replace(_MARK, f'<meta name="ludothek-server" content="{server}" />{_MARK}', 1)


def _new_version(folder: Path, start: str) -> None:
    """Browsers that have kept another site of the same page shall keep this one instead."""
    list_file, worker = folder / "offline.json", folder / "sw.js"
    listed = json.loads(list_file.read_text("utf-8"))
    version = sha256((listed["version"] + start).encode()).hexdigest()[:16]
    text = worker.read_text("utf-8").replace(f"'{listed['version']}'", f"'{version}'")
    worker.write_text(text, "utf-8")
    list_file.write_text(json.dumps({**listed, "version": version}), "utf-8")

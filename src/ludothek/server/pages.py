"""The built page, if there is one: its files, and its beginning for every other address."""

from pathlib import Path
from typing import Final

from fastapi import FastAPI
from fastapi.responses import FileResponse, PlainTextResponse, Response
from starlette.exceptions import HTTPException

PACKAGED: Final = Path(__file__).parent.parent / "web"
_FOREVER: Final = "public, max-age=31536000, immutable"
_NONE: Final = (
    "This is a Ludothek server without its page. The interface is described at /api/openapi.json\n"
)


def serve(app: FastAPI, folder: Path | None) -> None:
    """Answer every address that nothing else answers."""
    root = (folder or PACKAGED).resolve()

    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str) -> Response:
        """A file of the page, or its beginning: the page itself knows its addresses."""
        if path.startswith("api/"):
            raise HTTPException(404)
        return _answer(root, path)


def _answer(root: Path, path: str) -> Response:
    file = (root / path).resolve() if "\0" not in path else root
    if file.is_relative_to(root) and file.is_file():
        hashed = path.startswith("assets/")
        return FileResponse(file, headers={"Cache-Control": _FOREVER if hashed else "no-cache"})
    index = root / "index.html"
    if index.is_file() and not Path(path).suffix:
        return FileResponse(index, headers={"Cache-Control": "no-cache"})
    if path:
        raise HTTPException(404)
    return PlainTextResponse(_NONE)

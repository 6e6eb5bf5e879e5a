"""Serving the built page: compressed files, and `index.html` for its addresses."""

import asyncio
import gzip
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path
from typing import Final, Self

from fastapi import FastAPI, Request
from fastapi.responses import PlainTextResponse, Response
from starlette.exceptions import HTTPException

from ludothek.server.http.auth import rate_limit

PACKAGED: Final = Path(__file__).parents[2] / "web"
SMALL: Final = 500  # bytes that are not worth compressing
LARGE: Final = 100_000  # bytes of a file whose first visitor would wait for it
LEVEL: Final = 6  # of gzip: the best one takes long for Python, and saves one percent
_LONGEST: Final = 200  # bytes of a file's name
_DEEPEST: Final = 8  # folders of an address that may be one of the page
_FOREVER: Final = "public, max-age=31536000, immutable"
_TYPES: Final = {".webmanifest": "application/manifest+json", ".js": "text/javascript"}
_TEXT: Final = (
    "text/",
    "application/json",
    "application/manifest",
    "application/octet-stream",  # networks
    "application/wasm",
    "image/svg",
)
_NONE: Final = "This is a Ludothek server without its page. The interface is described at /docs\n"


@dataclass(frozen=True, slots=True)
class Asset:
    """A file as it is sent."""

    kind: str
    tag: str
    plain: bytes
    packed: bytes | None  # None: compressing would not help

    @classmethod
    def of(cls, kind: str, plain: bytes) -> Self:
        """A file of a kind, compressed where that helps."""
        packed = None
        if kind.startswith(_TEXT) and len(plain) >= SMALL:
            packed = gzip.compress(plain, LEVEL, mtime=0)
        return cls(kind, sha256(plain).hexdigest()[:16], plain, packed)

    def answer(self, request: Request, caching: str) -> Response:
        """The file, or 304 if the browser has it already."""
        packed = self.packed if _takes_gzip(request) else None
        tag = f'"{self.tag}-gzip"' if packed else f'"{self.tag}"'
        headers = {"Cache-Control": caching, "ETag": tag}
        if self.packed:
            headers["Vary"] = "Accept-Encoding"
        if tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if packed:
            headers["Content-Encoding"] = "gzip"
        return Response(packed or self.plain, media_type=self.kind, headers=headers)


def serve(app: FastAPI, folder: Path | None) -> None:
    """Answer every address that nothing else answers."""
    root = _root(folder)

    @app.api_route("/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
    async def page(path: str, request: Request) -> Response:
        """A file of the page, or its beginning: the page itself knows its addresses."""
        rate_limit(request, "page")
        if path.startswith("api/"):
            raise HTTPException(404)
        if any(len(name.encode()) > _LONGEST for name in path.split("/")):
            raise HTTPException(404)
        file = _file(root, path)
        if file is None and not path:
            return PlainTextResponse(_NONE)
        if file is None:
            raise HTTPException(404)
        depth = path.count("/") if file == root / "index.html" else 0
        if depth > _DEEPEST:
            raise HTTPException(404)
        asset = await asyncio.to_thread(current, file, depth)
        hashed = file.is_relative_to(root / "assets")
        return asset.answer(request, _FOREVER if hashed else "no-cache")


def compress(folder: Path | None) -> None:
    """Compress the large files of the page before anybody asks for them."""
    files = (file for file in _root(folder).rglob("*") if file.is_file())
    for file in files:
        if file.stat().st_size >= LARGE:
            current(file, 0)


def _root(folder: Path | None) -> Path:
    return (folder or PACKAGED).resolve()


def _file(root: Path, path: str) -> Path | None:
    """The file at an address, or the page for its own addresses. Hidden files are not served."""
    file = (root / path).resolve() if "\0" not in path else root
    inside = file.is_relative_to(root) and "/." not in f"/{file.relative_to(root).as_posix()}"
    if file != root and inside and file.is_file():
        return file
    index = root / "index.html"
    named = guess_type(path)[0] or path.startswith("assets/")
    return index if index.is_file() and not named else None


def current(file: Path, depth: int) -> Asset:
    """A file as it is now; `depth` folders below the page's own."""
    state = file.stat()
    return _read(file, depth, state.st_mtime_ns, state.st_size)


@lru_cache(maxsize=500)
def _read(file: Path, depth: int, _changed: int, _size: int) -> Asset:
    """A file, compressed once, and again after it has changed."""
    plain = file.read_bytes()
    if depth:  # the page names its files from where it lies, also behind a proxy with a sub-path
        plain = plain.replace(b'="./', b'="' + b"../" * depth)
    kind = _TYPES.get(file.suffix) or guess_type(file.name)[0] or "application/octet-stream"
    return Asset.of(kind, plain)


def _takes_gzip(request: Request) -> bool:
    offers = request.headers.get("accept-encoding", "").replace(" ", "").lower().split(",")
    return any(offer.split(";")[0] == "gzip" and not offer.endswith(";q=0") for offer in offers)

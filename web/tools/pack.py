"""Pack Python for the browser; runs in Pyodide itself, so that its compiler fits its interpreter.

`pack` imports modules of ours, and zips them and what they have loaded of the standard library,
compiled. `pack_more` zips what further modules need beyond that. `/sources` holds our packages,
`/shims` what stands for packages that browsers do not have, `/lib/python3XX.zip` the whole standard
library.
"""

import importlib
import io
import marshal
import pkgutil
import sys
import zipfile
from collections.abc import Sequence
from importlib.util import MAGIC_NUMBER, source_hash
from pathlib import Path
from typing import Any

Contents = dict[str, bytes]  # of files, by their paths

# Loaded later than at import: by name, for a codec or an error.
LATER = (
    "encodings.ascii",
    "encodings.cp437",  # names in archives
    "encodings.latin_1",
    "encodings.utf_8",
    "linecache",
    "traceback",
)
OLD = (1980, 1, 1, 0, 0, 0)  # the same files give the same archive


def pack(packages: Sequence[str], sources: str = "/sources") -> tuple[bytes, bytes]:
    """Our modules and those of the standard library: two archives."""
    sys.path.insert(0, sources)
    for package in packages:
        _load(package)
    for name in LATER:
        importlib.import_module(name)
    return _archive(_files(_ours(sources), sources)), _archive(_files(_standard(), None))


def pack_more(packages: Sequence[str], sources: str = "/sources", shims: str = "/shims") -> bytes:
    """Further modules of ours, shims, and of the standard library, in one archive."""
    sys.path.insert(0, shims)
    known = _all_files(sources, shims)
    for package in packages:
        importlib.import_module(package)
    files = _all_files(sources, shims)
    return _archive({path: files[path] for path in files.keys() - known.keys()})


def _all_files(sources: str, shims: str) -> Contents:
    return _files(_ours(sources), sources) | _files(_ours(shims), shims) | _files(_standard(), None)


def games() -> str:
    """Our games as lists show them, for pages that have no server to ask."""
    views = importlib.import_module("ludothek.server.wire.views")
    known = importlib.import_module("ludothek.games").names()
    return _encoded([views.game_info(name) for name in known])


def first_views() -> str:
    """How they begin, for pages that show a board before Python has started."""
    return _encoded(importlib.import_module("ludothek.server.browser.first_views").first_views())


def _encoded(value: Any) -> str:
    text: str = importlib.import_module("ludothek.server.wire.codec").encode(value)
    return text


def _load(name: str) -> None:
    """A module, and all below it if it is a package."""
    module = importlib.import_module(name)
    for inner in pkgutil.walk_packages(getattr(module, "__path__", []), f"{name}."):
        importlib.import_module(inner.name)


def _ours(root: str) -> list[str]:
    """By name: a module may have put another one in its place."""
    paths = [f"{root}/{name.replace('.', '/')}" for name in sys.modules]
    files = [f"{path}{end}" for path in paths for end in (".py", "/__init__.py")]
    return [file for file in files if Path(file).exists()]


def _standard() -> list[str]:
    files = [getattr(module, "__file__", None) or "" for module in sys.modules.values()]
    return [file for file in files if ".zip/" in file]


def _archive(files: Contents) -> bytes:
    """Files by their paths."""
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path, content in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(path, OLD), content, zipfile.ZIP_DEFLATED)
    return written.getvalue()


def _files(modules: Sequence[str], root: str | None) -> Contents:
    """Compiled modules, and the data files of our packages."""
    files: Contents = {}
    for file in modules:
        path = file.split(".zip/")[-1] if root is None else file[len(root) + 1 :]
        files[path.removesuffix(".py") + ".pyc"] = _compiled(file, path)
        if root and path.endswith("/__init__.py"):
            files |= _data(Path(file).parent, path.rsplit("/", 1)[0])
    return files


def _compiled(file: str, path: str) -> bytes:
    source = _source(file)
    code = compile(source, path, "exec", dont_inherit=True, optimize=2)
    unchecked = (1).to_bytes(4, "little")  # by hash, and never compared with a source
    return MAGIC_NUMBER + unchecked + source_hash(source) + marshal.dumps(code)


def _source(file: str) -> bytes:
    archive, inside, path = file.partition(".zip/")
    if not inside:
        return Path(file).read_bytes()
    with zipfile.ZipFile(f"{archive}.zip") as library:
        return library.read(path)


def _data(package: Path, folder: str) -> Contents:
    """What a package reads beside its modules."""
    return {f"{folder}/{file.name}": file.read_bytes() for file in package.glob("*.json")}

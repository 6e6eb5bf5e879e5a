"""The files of the page, compressed before anybody asks for them."""

import gzip
from pathlib import Path

import pytest

from ludothek.server.http import static_files


def test_nobody_waits_for_large_files_to_be_compressed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "assets").mkdir()
    large, small = tmp_path / "assets" / "core-1234.wasm", tmp_path / "sw.js"
    large.write_bytes(b"core" * 50_000)
    small.write_bytes(b"keep()" * 100)
    compressed: list[int] = []
    really = gzip.compress

    def compress(data: bytes, level: int, *, mtime: int) -> bytes:
        compressed.append(len(data))
        return really(data, level, mtime=mtime)

    monkeypatch.setattr(gzip, "compress", compress)
    static_files.compress(tmp_path)
    assert compressed == [200_000]
    assert static_files.current(large, 0).packed
    assert compressed == [200_000]
    static_files.current(small, 0)
    assert compressed == [200_000, 600]
    large.write_bytes(b"more" * 60_000)
    static_files.current(large, 0)
    assert compressed == [200_000, 600, 240_000]

"""Alias for the build of the compiled core that was loaded; its types are in `_core.pyi`."""

import sys
from importlib import import_module


def _build() -> str:
    if sys.platform == "emscripten":  # Python in a browser
        return "ludothek.engine._core_wasm"
    from ludothek.engine import cpu

    return cpu.module(cpu.chosen())


sys.modules[__name__] = import_module(_build())

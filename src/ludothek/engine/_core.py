"""Stands for the build of the core that this processor runs; its types are in `_core.pyi`."""

import sys
from importlib import import_module

from ludothek.engine import cpu

sys.modules[__name__] = import_module(cpu.module(cpu.chosen()))

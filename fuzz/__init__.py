"""Fuzz targets for everything that reads text; no test of what it means.

`python -m fuzz` runs them all for long, `python -m fuzz moves --examples 100000` one of them; the
tests run each for a moment.
"""

"""The table as callers see it: pieces, placements, results. The simulation is in `simulation`."""

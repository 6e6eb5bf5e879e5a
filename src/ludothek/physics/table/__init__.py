"""The table as callers see it: pieces, placements, results. MuJoCo is in `simulation`."""

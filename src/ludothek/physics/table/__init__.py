"""The table as callers see it: pieces, placements, results. It simulates nothing itself."""

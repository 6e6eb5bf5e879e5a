"""Matches between computer players: ladders, ratings, saved runs. The search is in `engine`."""

"""The match server: matches, people, clocks, live updates, computer players, storage.

It knows the protocol of a game and no single game, and never searches itself.
"""

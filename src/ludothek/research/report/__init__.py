"""Reports: statistics about a game from many games between computers. No training.

`plan` says which games, `play` plays one as a job, `measures` counts, `page` writes HTML.
"""

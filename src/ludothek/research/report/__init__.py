"""The laboratory: plays many games and says how a game plays. It does not train anything.

`plan` says which games, `play` plays one as a job, `measures` counts, `page` writes HTML.
"""

"""A second implementation of the four games, written from the rulings alone.

It is slow and plain on purpose, shares no line with `ludothek.games`, and is changed only where
the rulings are: where the two differ, one of them misreads a ruling.
"""

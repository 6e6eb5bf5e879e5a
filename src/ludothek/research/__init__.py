"""For those who study the games: specification, environments, arenas and training.

It does not search itself and knows no server.
"""

"""Research interfaces: specification, environments, arenas, reports, data sets and training.

It does not search itself and knows no server.
"""

"""How what the engine has learnt was learnt: games of the search itself, and a small network."""

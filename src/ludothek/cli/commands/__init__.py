"""One file for each command of `ludothek`. The loop of a game is not here, but in `play`."""

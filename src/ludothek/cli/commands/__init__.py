"""One file for each command of `ludothek`. The game loop itself is in `play`."""

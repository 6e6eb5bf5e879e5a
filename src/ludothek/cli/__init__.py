"""The command line program `ludothek`. It contains no rules of any game."""

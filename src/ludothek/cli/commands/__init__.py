"""One module per command of `ludothek`. The game loop is in `cli.play`, not here."""

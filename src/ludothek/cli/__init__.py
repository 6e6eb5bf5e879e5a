"""The command `ludothek`: play, replay, analyse, serve, ladder, rules and the engine protocol."""

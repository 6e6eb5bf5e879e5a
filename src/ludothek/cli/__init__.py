"""The command `ludothek`: play, replay, show, perft, rules and the engine protocol."""

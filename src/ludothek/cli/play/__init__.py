"""A game at the terminal: menu, session, loop, saved games. Draws nothing itself."""

"""Playing at the terminal: menu, session, loop, saved games. It draws nothing itself."""

"""The match server: matches, seats, clocks, people, live updates, computer players, storage."""

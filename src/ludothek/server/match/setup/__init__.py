"""Before a match begins: validation of requests, names, seating. No decisions of a game."""

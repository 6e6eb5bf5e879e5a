"""Computer players: levels, heuristics, random and plain search. What searches is one folder up."""

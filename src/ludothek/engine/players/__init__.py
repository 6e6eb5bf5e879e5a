"""Computer players: levels, heuristics, random, plain MCTS. The compiled search is one level up."""

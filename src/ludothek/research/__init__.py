"""For those who study the games: specification, environments, arenas and training."""

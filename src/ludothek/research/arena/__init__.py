"""Computer players against each other: ladders, ratings, kept runs. It does not search itself."""

"""Studying the games: arenas with ladders and ratings, training. It never imports the server."""

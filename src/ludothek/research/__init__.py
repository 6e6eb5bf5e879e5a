"""Studying the games: arenas with ladders and ratings. It never imports the server."""

"""Studying the games: arenas, environments, training, reports. It never imports the server."""

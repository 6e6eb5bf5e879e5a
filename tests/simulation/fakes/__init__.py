"""Simulated parts of the world around a server: time, network, database, queue, workers."""

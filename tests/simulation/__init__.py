"""Deterministic simulation: the real server in a world of virtual time, faults and a seed."""

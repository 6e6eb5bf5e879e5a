"""Ludothek: play and study Repulso, Robotory, Splash! and NEXUS und Rabauken."""

__version__ = "0.1.0"

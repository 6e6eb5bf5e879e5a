"""Ludothek: play and study Repulso, Robotory, Splash! and NEXUS und Rabauken."""

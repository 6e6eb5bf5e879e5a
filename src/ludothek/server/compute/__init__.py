"""Jobs for worker processes: computers, placements, analyses. Nothing is searched in here."""

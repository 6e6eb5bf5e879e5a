"""Jobs for worker processes: computers, placements, analyses. It never searches itself."""

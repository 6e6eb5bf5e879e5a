"""The three actions of NEXUS, and what they remove. Turns and the end are in `rules`."""

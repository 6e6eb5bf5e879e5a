"""What only Splash! needs at the terminal: placements, falls, the simulated table. No rules."""

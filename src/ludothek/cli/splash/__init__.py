"""What only Splash! needs at the terminal: reports of falls, its simulated table. No rules."""

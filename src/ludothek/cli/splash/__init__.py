"""What only Splash! needs at the terminal: placing, reporting a fall, the table. No rules."""

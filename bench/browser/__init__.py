"""What runs in a browser, measured beside the same thing here. Nothing is asserted."""

"""A server process: settings, wiring, metrics, logs. It handles no request itself."""

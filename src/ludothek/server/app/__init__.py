"""A server process: settings, wiring, metrics, logs. It answers no request itself."""

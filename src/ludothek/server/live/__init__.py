"""Live updates over WebSockets, and pubsub between processes. Nothing is stored here."""

"""What crosses the wire: models, messages, views. Decides nothing and stores nothing."""

"""The wire format: models, messages, views. It decides and stores nothing."""

"""Local matches in a browser's worker: one person, no accounts. JavaScript stores and posts."""

"""People: guests, accounts, sessions, tokens. It does not know matches."""

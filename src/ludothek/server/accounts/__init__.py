"""People: guests, accounts, tokens, signed cookies. Knows nothing of matches."""

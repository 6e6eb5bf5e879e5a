"""People: guests, accounts, tokens, signed cookies. It does not know matches."""

"""HTTP: authentication, limits, middleware, errors, files; `routes`. It decides nothing."""

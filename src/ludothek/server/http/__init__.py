"""HTTP: routes, authentication, middleware, errors, files. It decides nothing about a match."""

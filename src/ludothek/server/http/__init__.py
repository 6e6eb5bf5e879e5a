"""HTTP: authentication, limits, middleware, errors, static files; `routes`. No game logic."""

"""The routes of the HTTP interface, one module per subject. Shared parts are one folder up."""

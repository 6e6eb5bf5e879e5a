"""A match as pure data: events, commands, decisions. No storage, no sockets, no clock."""

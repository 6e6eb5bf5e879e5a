"""The database: tables, migrations, the event store, lists, backups. Knows no rule of a match."""

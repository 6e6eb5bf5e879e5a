"""The database: tables, migrations, event store, lists, backups. It knows no rule of a match."""

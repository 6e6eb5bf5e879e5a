"""Commands that call `ludothek.server`: hosting, backups, the static site. No HTTP here."""

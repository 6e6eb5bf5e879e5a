"""The commands that call `ludothek.server`: hosting, backups, the page as files. No HTTP here."""

"""Commands that call `ludothek.research`: ladders, reports, data sets. They compute nothing."""

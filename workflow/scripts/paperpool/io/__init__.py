"""Files as they are read and written: lines, JSON, tables, archives, locks."""

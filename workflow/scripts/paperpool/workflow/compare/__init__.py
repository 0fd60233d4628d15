"""Two finished runs: tables of both with paired tests, and the settings that differ."""

"""The parts that every page shares: score tables, paired tests, charts, wording, templates."""

"""Shared parts of all pages: score tables, paired tests, charts, wording, templates."""

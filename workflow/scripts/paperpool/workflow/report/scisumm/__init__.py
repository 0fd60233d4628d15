"""The section on cited text."""

"""The commands of the workflow."""

COMMANDS = ("run", "plan", "compare", "verify")
"""Each is a module here."""

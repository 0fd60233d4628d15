"""The section on MDCR."""

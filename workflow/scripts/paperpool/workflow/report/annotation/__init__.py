"""The section on annotations."""

"""The section on SciSearch."""

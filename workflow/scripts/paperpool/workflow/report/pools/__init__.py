"""The section on candidate pools."""

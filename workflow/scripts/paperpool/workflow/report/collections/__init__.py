"""The report's section on other people's collections."""

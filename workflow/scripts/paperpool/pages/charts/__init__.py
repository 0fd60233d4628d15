"""Charts as values, each kind with its own drawing."""

"""The command that asks for the next judgments of a collection, and takes the answers in."""

"""The command that lists the next judgments of a collection, and takes the answers in."""

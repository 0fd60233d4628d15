"""The command that plans a collection before it is annotated."""
